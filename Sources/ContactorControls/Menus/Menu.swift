public import ContactorCore

/// A list of items that are chosen by touch or key: a model without a view (contract 7.3).
///
/// `popUp(below:in:)` shows it, `Application.mainMenu` makes it answer key equivalents, and a `MenuView` shows it among other views. Delegates,
/// validation and actions may change the menu in any way: an item that was removed meanwhile is neither shown nor chosen.
open class Menu: Responder, KeyEquivalentPerforming {
  /// How deep menus can be nested: 16, more than fit beside one another on a screen.
  public static let maximumDepth = 16

  /// The title, for a renderer and for `PopUpButton`'s pull-down form.
  public final var title: String {
    didSet { if title != oldValue { changed(.text) } }
  }
  /// The items, from the top.
  public final private(set) var items: ContiguousArray<MenuItem> = []
  /// Whether items are validated: an item is disabled unless an object performs its action, and agrees if it is a `MenuItemValidation`.
  ///
  /// An item without an action, and one that opens a menu, is not validated.
  public final var autoenablesItems = true
  /// The least width of the menu on the screen, in points; 0 by default.
  public final var minimumWidth = 0.0
  /// The modifier that stands for command in the items' key equivalents, and in those of the submenus; `.control` suits a PC keyboard.
  public final var commandModifier: KeyEvent.Modifiers = .command
  /// The object that is notified about the menu; held weakly.
  public final weak var delegate: (any MenuDelegate)?

  /// The item that opens this menu; `nil` if there is none.
  public internal(set) final weak var superitem: MenuItem?
  /// The highlighted item; `nil` if there is none, and as soon as it is removed, hidden or disabled.
  public private(set) final weak var highlightedItem: MenuItem?
  /// The view that opened the menu last; the outermost menu's counts.
  ///
  /// The search for targets goes on there.
  public final weak var view: View?

  /// The application whose main menu this is.
  private final weak var mainApplication: Application?
  /// The object that is notified of chosen items, for the outermost menu.
  final weak var owner: (any MenuOwner)?
  /// The open menu that has this as a level; `nil` while the menu is not open.
  final weak var session: MenuWindow?
  /// The view that shows the menu now.
  final weak var menuView: MenuView?
  /// The number of the current or last opening; items remember theirs.
  private final var opening: UInt64 = 0
  /// Counts changes of the rows.
  private final var revision: UInt64 = 0
  private final var cachedRows = MenuRows()
  /// The number of updates, searches and actions in progress, one inside the other.
  private final var nesting = 0

  /// How often updates, key equivalents and actions of a menu may nest: an action that performs itself would never end.
  private static let nestingLimit = 16

  /// Creates a menu.
  public init(_ title: String = "", items: [MenuItem] = []) {
    self.title = title
    super.init()
    for item in items { addItem(item) }
  }

  /// The item that opens the menu, else the view that opened it, else the application's first responder.
  override open var next: Responder? {
    if let superitem { return superitem }
    if let view { return view }
    return mainApplication?.firstResponder ?? mainApplication
  }

  /// The menu that contains the item that opens this one; `nil` if there is none.
  public final var supermenu: Menu? { superitem?.menu }

  /// The outermost menu.
  public final var root: Menu {
    var menu = self
    while let above = menu.supermenu { menu = above }
    return menu
  }

  /// The application of the outermost menu: that of its view, or the one whose main menu it is.
  public final var application: Application? {
    let root = root
    return root.view?.application ?? root.mainApplication
  }

  /// Notes the application that sends the actions from now on.
  public final func didBecomeMainMenu(of application: Application?) { mainApplication = application }

  // MARK: Items

  /// The number of items, hidden ones and separators included.
  public final var numberOfItems: Int { items.count }

  /// Adds an item at the end; see `insertItem(_:at:)`.
  ///
  /// O(1) for an item without a submenu.
  @discardableResult
  public final func addItem(_ item: MenuItem) -> MenuError? { insertItem(item, at: items.count) }

  /// Adds a new item with a title, an action and a key equivalent at the end, and returns it.
  @discardableResult
  public final func addItem(withTitle title: String, action: ActionName? = nil, keyEquivalent: String = "") -> MenuItem {
    let item = MenuItem(title, action: action, keyEquivalent: keyEquivalent)
    addItem(item)
    return item
  }

  /// Inserts an item at an index, clamped to the valid ones; an item of another menu leaves that menu, one of this menu moves.
  ///
  /// - Returns: an error, and nothing was added, if the item opens this menu or one around it, or if menus would be nested more than
  ///   `maximumDepth` deep; `nil` on success.
  @discardableResult
  public final func insertItem(_ item: MenuItem, at index: Int) -> MenuError? {
    if let submenu = item.submenu, let error = objection(to: submenu) { return error }
    item.menu?.removeItem(item)
    // Removing the item may have closed a menu, whose delegate may have added the item or its submenu elsewhere.
    guard item.menu == nil else { return nil }
    if let submenu = item.submenu, let error = objection(to: submenu) { return error }
    items.insert(item, at: min(max(index, 0), items.count))
    item.menu = self
    item.validatedIn = 0
    rowsChanged()
    return nil
  }

  /// Removes an item, which is highlighted no longer; does nothing for an item of another menu.
  ///
  /// O(items).
  public final func removeItem(_ item: MenuItem) {
    if let index = index(of: item) { removeItem(at: index) }
  }

  /// Removes the item at an index; does nothing for an index that there is not.
  public final func removeItem(at index: Int) {
    guard items.indices.contains(index) else { return }
    let removed = items.remove(at: index)
    forget(removed)
    rowsChanged()
  }

  /// Removes all items.
  public final func removeAllItems() {
    let removed = items
    items = []
    for item in removed { forget(item) }
    rowsChanged()
  }

  private func forget(_ item: MenuItem) {
    item.menu = nil
    if highlightedItem === item { highlightedItem = nil }
    item.submenu?.close()
  }

  /// The item at an index; `nil` for an index that there is not.
  public final func item(at index: Int) -> MenuItem? { items.indices.contains(index) ? items[index] : nil }

  /// The first item with a title; `nil` if there is none.
  ///
  /// O(items).
  public final func item(withTitle title: String) -> MenuItem? { items.first { $0.title == title } }

  /// The first item with a tag; `nil` if there is none.
  ///
  /// O(items).
  public final func item(withTag tag: Int) -> MenuItem? { items.first { $0.tag == tag } }

  /// The index of an item; `nil` for an item of another menu.
  ///
  /// O(items).
  public final func index(of item: MenuItem) -> Int? { item.menu === self ? items.firstIndex { $0 === item } : nil }

  /// Attaches a menu to an item of this menu, or detaches it for `nil`; see `MenuItem.setSubmenu(_:)`.
  @discardableResult
  public final func setSubmenu(_ menu: Menu?, for item: MenuItem) -> MenuError? { item.setSubmenu(menu) }

  /// Why a menu cannot be attached inside this one; `nil` if it can.
  final func objection(to menu: Menu) -> MenuError? {
    var (levels, current) = (0, self as Menu?)
    while let outer = current {
      if outer === menu { return MenuError(.containsItself, menu) }
      levels += 1
      current = outer.supermenu
    }
    return levels + menu.levels > Self.maximumDepth ? MenuError(.tooDeep, menu) : nil
  }

  /// The number of menus inside one another, this one included; O(items inside).
  private var levels: Int { 1 + items.reduce(0) { max($0, $1.submenu?.levels ?? 0) } }

  // MARK: Changes

  /// Tells the view that shows the menu of a change.
  final func changed(_ change: View.Change) {
    menuView?.changed(change)
    if !change.isDisjoint(with: [.text, .frame]) { owner?.menuChanged() }
  }

  /// Called when items were added, removed, shown or hidden.
  final func rowsChanged(by item: MenuItem? = nil) {
    revision &+= 1
    if let item, item.isHidden, item === highlightedItem { highlightedItem = nil }
    menuView?.rowsChanged()
    owner?.menuChanged()
  }

  /// Whether the first item is the title of a button that pulls the menu down, and is left out of the rows.
  final var isFirstItemTitle = false {
    didSet { if isFirstItemTitle != oldValue { rowsChanged() } }
  }

  /// The item that is left out of the rows as a button's title.
  final var titleItem: MenuItem? { isFirstItemTitle ? items.first : nil }

  final func availabilityChanged(of item: MenuItem) {
    if !item.isEnabled, item === highlightedItem { highlightedItem = nil }
    changed(.state)
  }

  /// Where the items lie; O(1), and O(items) after the rows have changed.
  final func rows(_ heights: MenuRows.Heights) -> MenuRows {
    if cachedRows.revision != revision || cachedRows.heights != heights {
      cachedRows = MenuRows(items, leavingOut: titleItem, heights, revision: revision)
    }
    return cachedRows
  }

  // MARK: Highlight

  /// Highlights an item of this menu that can be chosen, or none for `nil`; any other item counts as `nil`.
  ///
  /// The delegate is notified before the highlight changes. Nothing is sent.
  public final func highlight(_ item: MenuItem?) {
    let item = item.flatMap { $0.menu === self && $0.isChoosable ? $0 : nil }
    guard item !== highlightedItem, enter() else { return }
    delegate?.menu(self, willHighlight: item)
    leave()
    // The delegate may have removed or disabled the item.
    highlightedItem = item.flatMap { $0.menu === self && $0.isChoosable ? $0 : nil }
    changed(.selection)
  }

  // MARK: Validation

  /// Asks the delegate to bring the items up to date, and validates all of them; O(items) calls of their targets.
  ///
  /// A menu that opens validates the items that come into view by itself.
  public final func update() {
    guard beginOpening(), enter() else { return }
    let items = items
    for item in items where item.menu === self { validate(item) }
    leave()
  }

  /// Begins an opening: asks the delegate, and makes every item be validated anew; false while updates nest too deep.
  @discardableResult
  final func beginOpening() -> Bool {
    guard enter() else { return false }
    delegate?.menuNeedsUpdate(self)
    leave()
    opening &+= 1
    return true
  }

  /// Validates an item that was not validated in this opening.
  final func validate(_ item: MenuItem) {
    guard item.validatedIn != opening else { return }
    item.validatedIn = opening
    item.setValid(!autoenablesItems || isValid(item))
  }

  private func isValid(_ item: MenuItem) -> Bool {
    guard let action = item.action, item.submenu == nil, !item.isSeparator, !action.isClosure else { return true }
    guard let performer = performer(of: action, item) else {
      reportUnlisted(action, item)
      return false
    }
    item.reportedAction = nil
    return (performer as? any MenuItemValidation)?.validateMenuItem(item) ?? true
  }

  /// The object that would perform an item's action; an explicit target is never replaced by a search (contract 5.7, 6.2).
  private func performer(of action: Action, _ item: MenuItem) -> AnyObject? {
    if item.hasTarget {
      return item.target.flatMap { action.isPerformed(by: $0, sender: item) ? $0 : nil }
    }
    return application?.target(forAction: action.name, to: nil, from: item)
  }

  /// Reports, once until it can be performed, an item's action that no object lists: a name with a mistake, most likely.
  ///
  /// The standard actions of texts and lists are not reported: with none in the search order their items are disabled as they should be.
  private func reportUnlisted(_ action: Action, _ item: MenuItem) {
    guard !item.hasTarget, item.reportedAction != action.name, TextCommand.named[action.name] == nil, let application else { return }
    item.reportedAction = action.name
    application.reportUnlisted(action.name, from: item)
  }

  private func enter() -> Bool {
    guard nesting < Self.nestingLimit else { return false }
    nesting += 1
    return true
  }

  private func leave() { nesting -= 1 }

  // MARK: Performing

  /// Performs the action of an item as if it was chosen, without validating the item; returns whether an object performed it.
  ///
  /// A disabled item, a separator and an index that there is not do nothing.
  @discardableResult
  public final func performActionForItem(at index: Int) -> Bool {
    item(at: index).map { perform($0, event: nil) } ?? false
  }

  /// Performs an item's action, between the notifications `WillSendAction` and `DidSendAction`.
  @discardableResult
  final func perform(_ item: MenuItem, event: Event?) -> Bool {
    guard item.menu === self, item.isEnabled, !item.isSeparator, enter() else { return false }
    defer { leave() }
    let owner = root.owner
    owner?.menuWillPerform(item)
    let handled = send(item, event)
    owner?.menuDidPerform(item, with: event)
    return handled
  }

  private func send(_ item: MenuItem, _ event: Event?) -> Bool {
    guard let action = item.action else { return false }
    let application = application
    application?.notifications.post(WillSendAction(sender: self, item: item))
    let handled = send(action, item, application, event)
    application?.notifications.post(DidSendAction(sender: self, item: item))
    return handled
  }

  private func send(_ action: Action, _ item: MenuItem, _ application: Application?, _ event: Event?) -> Bool {
    let target = item.target
    // A target that was deallocated is not replaced by a search.
    if target == nil, item.hasTarget { return false }
    guard let application else {
      return target == nil && !action.isClosure ? false : action.perform(on: target, sender: item, event: event)
    }
    return application.sendAction(action, to: target, from: item, for: event)
  }

  /// Performs the first enabled item, here or in a submenu, whose key equivalent a pressed key is; returns whether there is one.
  ///
  /// The item is validated first. Items of a hidden item's submenu answer, hidden items do not. O(items).
  open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    performKeyEquivalent(with: event, command: root.commandModifier)
  }

  private func performKeyEquivalent(with event: KeyEvent, command: KeyEvent.Modifiers) -> Bool {
    guard isOpen || beginOpening(), enter() else { return false }
    defer { leave() }
    let items = items
    for item in items where item.submenu != nil || !item.keyEquivalent.isEmpty {
      // An object that was asked before may have removed the item.
      guard item.menu === self else { continue }
      if let submenu = item.submenu, submenu.performKeyEquivalent(with: event, command: command) { return true }
      guard !item.keyEquivalent.isEmpty, !item.isHidden, item.matches(event, command: command) else { continue }
      validate(item)
      guard item.isEnabled, item.menu === self else { continue }
      root.close()
      perform(item, event: event)
      return true
    }
    return false
  }
}

extension Menu {
  /// A menu is about to send an item's action.
  public struct WillSendAction: TypedNotification {
    /// The menu that contains the item.
    public let sender: Menu
    /// The chosen item.
    public let item: MenuItem
  }

  /// A menu sent an item's action.
  public struct DidSendAction: TypedNotification {
    /// The menu that contains the item.
    public let sender: Menu
    /// The chosen item.
    public let item: MenuItem
  }
}

/// The object that is notified of the items that are chosen from its menu: a pop-up button.
protocol MenuOwner: AnyObject {
  func menuChanged()
  func menuWillPerform(_ item: MenuItem)
  func menuDidPerform(_ item: MenuItem, with event: Event?)
}

extension MenuItem {
  /// Whether a pressed key is the item's equivalent, with the modifier that stands for command.
  fileprivate func matches(_ event: KeyEvent, command: KeyEvent.Modifiers) -> Bool {
    var modifiers = keyEquivalentModifierMask
    if modifiers.contains(.command) { modifiers = modifiers.subtracting(.command).union(command) }
    return KeyEquivalent(keyEquivalent, modifiers: modifiers).matches(event)
  }
}
