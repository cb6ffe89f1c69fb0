public import ContactorCore

/// A choice in a menu: a model without a view, with a target and an action of its own (contract 7.3).
///
/// The item is the sender of its action. It is a responder, so that the search for the target of an action without one begins at the item
/// and goes on to its menu, the menus around it, and the view that opened the menu.
open class MenuItem: Responder {
  /// The mark beside an item.
  public enum State: Int, Hashable, Sendable, CaseIterable {
    /// Some of what the item stands for is on.
    case mixed = -1
    /// No mark.
    case off = 0
    /// A check mark.
    case on = 1
  }

  /// The text that is shown.
  public final var title: String {
    didSet { if title != oldValue { menu?.changed(.text) } }
  }
  /// The mark beside the item.
  public final var state = State.off {
    didSet { if state != oldValue { menu?.changed(.value) } }
  }
  /// A number to find the item by; 0 by default.
  public final var tag = 0
  /// Whether the item is left out of the menu on the screen, and does not answer its key equivalent.
  public final var isHidden = false {
    didSet { if isHidden != oldValue { menu?.rowsChanged(by: self) } }
  }
  /// The characters of the key that performs the item's action; empty for none.
  ///
  /// An upper-case letter implies shift.
  public final var keyEquivalent: String {
    didSet { if keyEquivalent != oldValue { menu?.changed(.text) } }
  }
  /// The modifiers that are held with the key equivalent; command by default, which `Menu.commandModifier` translates.
  public final var keyEquivalentModifierMask: KeyEvent.Modifiers = .command
  /// Whether the item is a line between others, which cannot be chosen.
  public let isSeparator: Bool
  /// A value that the item stands for; `nil` by default.
  public final var representedValue: Any? {
    get { value }
    set {
      let old = value
      value = newValue
      withExtendedLifetime(old) {}
    }
  }
  private final var value: Any?

  /// The menu that contains the item; `nil` if none does.
  public internal(set) final weak var menu: Menu?
  /// The menu that the item opens; `nil` if it opens none.
  public internal(set) final var submenu: Menu?

  /// The opening of the menu when the item was validated last.
  final var validatedIn: UInt64 = 0
  /// The action that was reported because no object lists it, until an object performs it.
  final var reportedAction: ActionName?
  private final var isAllowed = true
  private final var isValid = true

  /// Creates an item; without a target, its action goes to the first object in the application's search order that performs it.
  public init(_ title: String, action: ActionName? = nil, keyEquivalent: String = "") {
    self.title = title
    self.action = action.map { Action($0) }
    self.keyEquivalent = keyEquivalent
    isSeparator = false
  }

  /// Creates an item whose action is a closure, which gets the item.
  ///
  /// The item retains the closure: capture the owner of the menu weakly.
  public init(_ title: String, keyEquivalent: String = "", perform body: @escaping (MenuItem) -> Void) {
    self.title = title
    self.keyEquivalent = keyEquivalent
    isSeparator = false
    super.init()
    action = Action("closure", for: self) { item, _ in body(item) }
  }

  /// Creates an item that opens a menu; the menu leaves the item that it was attached to.
  ///
  /// A menu keeps its own title.
  public convenience init(_ title: String, submenu: Menu) {
    self.init(title)
    setSubmenu(submenu)
  }

  private init(separator: Void) {
    title = ""
    keyEquivalent = ""
    isSeparator = true
  }

  /// Creates a line between other items.
  public static func separator() -> MenuItem { MenuItem(separator: ()) }

  /// The menu that contains the item.
  override open var next: Responder? { menu }

  // MARK: Target and action

  /// The object that performs the action, held weakly; `nil` for the search order.
  ///
  /// A target that was set is never replaced by a search: when it is deallocated, the item does nothing (contract 5.5, 5.7).
  public final weak var target: AnyObject? {
    didSet { hasTarget = target != nil }
  }
  /// Whether a target was set, even if it was deallocated since.
  private(set) final var hasTarget = false
  /// The action of the item; `nil` for none.
  public final var action: Action? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Sets the target and the action by its name.
  ///
  /// - Throws: an error that names what the target's class lists, if it does not list the action, or that says which sender the action
  ///   wants, if that is not a menu item (contract 5.7, 5.11). The item then stays as it was.
  public final func setTarget(_ target: any ActionTarget, action name: ActionName) throws(ActionError) {
    let action = try Action.listed(name, by: target, for: self)
    self.target = target
    self.action = action
  }

  /// Sets the target and a typed action; the compiler checks that they belong together.
  public final func setTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) {
    self.target = target
    self.action = action.action
  }

  // MARK: Availability

  /// Whether the item can be chosen: it was not disabled, and the last validation found an object that performs its action.
  ///
  /// An item that is disabled is highlighted no longer. Validation never enables an item that was disabled here.
  public final var isEnabled: Bool {
    get { isAllowed && isValid }
    set { setAvailability(newValue, isValid) }
  }

  final func setValid(_ isValid: Bool) { setAvailability(isAllowed, isValid) }

  private func setAvailability(_ isAllowed: Bool, _ isValid: Bool) {
    let before = isEnabled
    (self.isAllowed, self.isValid) = (isAllowed, isValid)
    if isEnabled != before { menu?.availabilityChanged(of: self) }
  }

  /// Whether the item can be highlighted and chosen now, without asking its target.
  final var isChoosable: Bool { !isSeparator && !isHidden && isEnabled }

  /// Whether the item is the highlighted one of its menu.
  public final var isHighlighted: Bool { menu?.highlightedItem === self }

  // MARK: Submenu

  /// Attaches a menu, or with `nil` detaches the one that is attached; the menu leaves the item that it was attached to.
  ///
  /// Titles stay: a menu that is attached keeps its own.
  ///
  /// - Returns: an error, and nothing changed, if the menu contains this item, if menus would be nested more than `Menu.maximumDepth`
  ///   deep, or if the item is a separator; `nil` on success.
  @discardableResult
  public final func setSubmenu(_ new: Menu?) -> MenuError? {
    guard new !== submenu else { return nil }
    if let new {
      if isSeparator { return MenuError(.separator, new) }
      if let menu, let error = menu.objection(to: new) { return error }
      new.superitem?.setSubmenu(nil)
      // Detaching the menu may have closed it, and its delegate may have changed the menus.
      guard new.superitem == nil else { return nil }
      if let menu, let error = menu.objection(to: new) { return error }
      new.superitem = self
    }
    let old = submenu
    submenu = new
    old?.superitem = nil
    old?.close()
    menu?.changed(.text)
    return nil
  }

  /// The key equivalent with its modifiers, as a menu shows it, such as `⇧⌘S`; empty if there is none.
  public final var keyEquivalentText: String {
    guard !keyEquivalent.isEmpty else { return "" }
    let isShifted = keyEquivalent.contains { $0.isUppercase } || keyEquivalentModifierMask.contains(.shift)
    var text = ""
    if keyEquivalentModifierMask.contains(.control) { text += "⌃" }
    if keyEquivalentModifierMask.contains(.option) { text += "⌥" }
    if isShifted { text += "⇧" }
    if keyEquivalentModifierMask.contains(.command) { text += "⌘" }
    return text + (Self.keySymbols[keyEquivalent] ?? keyEquivalent.uppercased())
  }

  private static let keySymbols = [
    KeyEvent.carriageReturn: "↩", KeyEvent.enter: "⌤", KeyEvent.tab: "⇥", KeyEvent.delete: "⌫", KeyEvent.escape: "⎋",
    KeyEvent.upArrow: "↑", KeyEvent.downArrow: "↓", KeyEvent.leftArrow: "←", KeyEvent.rightArrow: "→", KeyEvent.deleteForward: "⌦",
    KeyEvent.home: "↖", KeyEvent.end: "↘", KeyEvent.pageUp: "⇞", KeyEvent.pageDown: "⇟", " ": "␣",
  ]
}

/// Why an item or a menu was not added to a menu.
public struct MenuError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The menu would contain itself.
    case containsItself
    /// Menus would be nested more than `Menu.maximumDepth` deep.
    case tooDeep
    /// A separator opens no menu.
    case separator
  }

  /// The kind of error.
  public let code: Code
  /// The title of the menu that was refused.
  public let title: String

  init(_ code: Code, _ menu: Menu) {
    self.code = code
    title = menu.title
  }

  /// One sentence that says what is wrong.
  public var description: String {
    switch code {
    case .containsItself: "the menu '\(title)' cannot be attached inside itself"
    case .tooDeep: "the menu '\(title)' would be nested more than \(Menu.maximumDepth) menus deep"
    case .separator: "the menu '\(title)' cannot be attached to a separator"
    }
  }
}

/// An object that decides whether an item whose action it performs can be chosen (contract 7.3).
public protocol MenuItemValidation: AnyObject {
  /// Whether the item can be chosen; it may also change the item's title and state.
  ///
  /// Asked once for each opening of the menu, when the item comes into view or is reached, and before a key equivalent acts.
  func validateMenuItem(_ item: MenuItem) -> Bool
}

/// An object that is notified about a menu, held weakly; every method has a default.
public protocol MenuDelegate: AnyObject {
  /// The menu is about to open, or is asked for a key equivalent: the place to change its items.
  func menuNeedsUpdate(_ menu: Menu)
  /// The menu is about to be shown; it may be closed here, and then is not shown.
  func menuWillOpen(_ menu: Menu)
  /// The menu has left the screen, before the chosen item's action is sent.
  func menuDidClose(_ menu: Menu)
  /// An item is about to be highlighted, or with `nil` none.
  func menu(_ menu: Menu, willHighlight item: MenuItem?)
}

extension MenuDelegate {
  /// Does nothing.
  public func menuNeedsUpdate(_ menu: Menu) {}

  /// Does nothing.
  public func menuWillOpen(_ menu: Menu) {}

  /// Does nothing.
  public func menuDidClose(_ menu: Menu) {}

  /// Does nothing.
  public func menu(_ menu: Menu, willHighlight item: MenuItem?) {}
}
