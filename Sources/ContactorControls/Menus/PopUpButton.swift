public import ContactorCore

/// A button that shows a menu and, in its pop-up form, the title of the item chosen last.
///
/// A touch opens the menu and sends `menuActionTriggered`: lifted at once, the menu stays open; slid onto an item and lifted, the item is
/// chosen in one stroke. Choosing selects the item, sends its own action if it has one, then `valueChanged` if the selection changed,
/// then `primaryActionTriggered`, each as a delivery of its own. Selecting in code sends nothing.
open class PopUpButton: Control, ValueHolding {
  /// The menu; its items may be added, removed and changed at any time.
  ///
  /// The button retains it.
  public final var menu: Menu {
    didSet {
      guard menu !== oldValue else { return }
      let old = oldValue
      if old.owner === self {
        old.owner = nil
        old.isFirstItemTitle = false
      }
      attach()
      old.close()
      selectionChanged()
    }
  }
  /// Whether the button pulls its menu down: it shows the menu's own title, or that of its first item, whatever was chosen.
  ///
  /// Without a title of the menu, the first item is the title and is left out of the open menu.
  public final var pullsDown = false {
    didSet { if pullsDown != oldValue { selectionChanged() } }
  }

  /// The kind of selection.
  private enum Selection {
    /// The first item: until something is selected, and after the selected item was removed.
    case first
    /// Nothing: after an index that there is not was selected.
    case none
    /// The item that `chosen` refers to.
    case item
  }

  private final var selection = Selection.first
  private final weak var chosen: MenuItem?
  /// The item that was selected before the one that is being chosen.
  private final var before: MenuItem?
  private final var isChoosing = false

  /// Creates a button with an empty menu.
  override public init(frame: Rect) {
    menu = Menu()
    super.init(frame: frame)
    attach()
  }

  /// Creates a button with items of these titles and selects the first; a title may stand there twice.
  public convenience init(frame: Rect, titles: [String]) {
    self.init(frame: frame)
    for title in titles { menu.addItem(withTitle: title) }
  }

  private func attach() {
    menu.owner = self
    menu.view = self
  }

  /// The actions that a pop-up button takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + valueActions + [
      Action("selectNext:", selectNext(_:)), Action("selectPrevious:", selectPrevious(_:)), Action("performClick:", performClick(_:)),
    ]
  }

  // MARK: Items

  /// Adds an item at the end and returns it; an item that has the title already moves there instead, as in AppKit.
  ///
  /// The item that moves keeps its action, its tag and the selection. O(items): `menu` takes many items faster, and two of the same title.
  @discardableResult
  public final func addItem(withTitle title: String) -> MenuItem { insertItem(withTitle: title, at: numberOfItems) }

  /// Adds items at the end, in this order, each as `addItem(withTitle:)` does.
  public final func addItems(withTitles titles: [String]) {
    for title in titles { addItem(withTitle: title) }
  }

  /// Inserts an item at an index, clamped to the valid ones, and returns it; an item that has the title already moves there instead.
  ///
  /// The index counts without the item that moves. O(items).
  @discardableResult
  public final func insertItem(withTitle title: String, at index: Int) -> MenuItem {
    let item = menu.item(withTitle: title) ?? MenuItem(title)
    menu.insertItem(item, at: index)
    return item
  }

  /// The number of items.
  public final var numberOfItems: Int { menu.numberOfItems }

  /// The titles of the items, separators as empty texts; O(items).
  public final var itemTitles: [String] { menu.items.map(\.title) }

  // MARK: Selection

  /// The text that the button shows: the title of the selected item, or in the pull-down form that of the menu; may be empty.
  public final var title: String {
    if pullsDown { return menu.title.isEmpty ? menu.item(at: 0)?.title ?? "" : menu.title }
    return selectedItem?.title ?? ""
  }

  /// The selected item; `nil` if there is none.
  ///
  /// In the pull-down form the item chosen last.
  public final var selectedItem: MenuItem? {
    switch selection {
    case .none: nil
    case .item where chosen?.menu === menu: chosen
    case .item, .first: pullsDown ? nil : menu.items.first { !$0.isSeparator }
    }
  }

  /// The index of the selected item; −1 if there is none.
  ///
  /// O(items).
  public final var indexOfSelectedItem: Int { selectedItem.flatMap { menu.index(of: $0) } ?? -1 }

  /// The title of the selected item; `nil` if there is none.
  public final var titleOfSelectedItem: String? { selectedItem?.title }

  /// The tag of the selected item; −1 if there is none, as in AppKit.
  public final var selectedTag: Int { selectedItem?.tag ?? -1 }

  /// Selects an item of the menu, or with `nil` none; sends nothing.
  ///
  /// An item of another menu, and a separator, count as `nil`.
  public final func select(_ item: MenuItem?) {
    let item = item.flatMap { $0.menu === menu && !$0.isSeparator ? $0 : nil }
    let before = selectedItem
    selection = item == nil ? .none : .item
    chosen = item
    if selectedItem !== before { selectionChanged() }
  }

  /// Selects the item at an index, or none for an index that there is not; sends nothing.
  public final func selectItem(at index: Int) { select(menu.item(at: index)) }

  /// Selects the first item with a title; returns false, and changes nothing, if there is none.
  ///
  /// Sends nothing.
  @discardableResult
  public final func selectItem(withTitle title: String) -> Bool { selectIfFound(menu.item(withTitle: title)) }

  /// Selects the first item with a tag; returns false, and changes nothing, if there is none.
  ///
  /// Sends nothing.
  @discardableResult
  public final func selectItem(withTag tag: Int) -> Bool { selectIfFound(menu.item(withTag: tag)) }

  private func selectIfFound(_ item: MenuItem?) -> Bool {
    if let item { select(item) }
    return item != nil
  }

  private func selectionChanged() { changed([.selection, .text, .value]) }

  /// The index of the selected item; setting a text selects by title, setting a number by index.
  ///
  /// Sends nothing.
  public final var objectValue: ControlValue? {
    get { selectedItem == nil ? nil : .integer(indexOfSelectedItem) }
    set {
      switch newValue {
      case .text(let title): selectItem(withTitle: title)
      case let value?: selectItem(at: value.intValue)
      case nil: select(nil)
      }
    }
  }

  /// Chooses the next item that can be chosen, as a finger does.
  public func selectNext(_ sender: AnyObject) { step(by: 1) }

  /// Chooses the previous item that can be chosen, as a finger does.
  public func selectPrevious(_ sender: AnyObject) { step(by: -1) }

  @discardableResult
  private func step(by step: Int) -> Bool {
    guard isEnabled else { return false }
    menu.update()
    let items = menu.items
    var index = indexOfSelectedItem + step
    while items.indices.contains(index) {
      if items[index].isChoosable, items[index].submenu == nil { return choose(items[index]) }
      index += step
    }
    return false
  }

  private func choose(_ item: MenuItem) -> Bool {
    guard item.menu === menu else { return false }
    menu.perform(item, event: nil)
    return true
  }

  // MARK: Opening

  /// Opens the menu and sends `menuActionTriggered`, as a touch does; a disabled button does nothing.
  public func performClick(_ sender: AnyObject) { openMenu() }

  /// Opens the menu below the button and sends `menuActionTriggered`; returns whether the menu is open.
  @discardableResult
  public final func openMenu(with event: Event? = nil) -> Bool {
    guard isEnabled, !isHidden, !menu.isOpen else { return false }
    let menu = menu
    menu.isFirstItemTitle = pullsDown && menu.title.isEmpty
    guard MenuWindow.open(menu, from: bounds, in: self, selecting: selectedItem) else { return false }
    sendActions(for: .menuActionTriggered, with: event)
    return menu.isOpen
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    guard !wasTracking, let touch = trackedTouch, openMenu(with: event), touch === trackedTouch else { return }
    menu.strokeBegan(at: touch.location(in: nil))
  }

  override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    menu.strokeMoved(to: touch.location(in: nil))
    return super.continueTracking(touch, with: event)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    let touch = trackedTouch
    super.touchesEnded(touches, with: event)
    guard let touch, !isTracking, touches.contains(touch) else { return }
    menu.strokeEnded(at: touch.location(in: nil), with: event)
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    // A scroll view around the button took the finger that opened the menu.
    if menu.strokeCancelled() { menu.close() }
  }

  /// Closes the menu of a button that leaves its window.
  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    if window !== self.window { menu.close() }
  }

  // MARK: Accessibility and drawing

  /// A part of the button.
  public enum Part: Hashable, Sendable {
    /// The text.
    case title
    /// The arrow at the right.
    case arrow
  }

  /// The rectangle of a part in the button's own space.
  public final func contentFrame(for part: Part) -> Rect {
    let arrow = min(MenuView.markWidth, bounds.size.width)
    switch part {
    case .title: return Rect(x: bounds.minX, y: bounds.minY, width: bounds.size.width - arrow, height: bounds.size.height)
    case .arrow: return Rect(x: bounds.maxX - arrow, y: bounds.minY, width: arrow, height: bounds.size.height)
    }
  }

  override open var contentParts: [ContentPart] {
    [
      ContentPart("title", frame: contentFrame(for: .title), text: title, state: state),
      ContentPart(pullsDown ? "arrow" : "arrows", frame: contentFrame(for: .arrow), state: state),
    ]
  }

  override open var standardAccessibility: Accessibility {
    Accessibility(.button, label: title, value: pullsDown ? nil : titleOfSelectedItem, isEnabled: isEnabled)
  }

  /// Opens the menu; a program may let the next or previous item be chosen without opening it by `increment` and `decrement`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden else { return false }
    switch action {
    case .activate: return openMenu()
    case .increment where !pullsDown: return step(by: 1)
    case .decrement where !pullsDown: return step(by: -1)
    default: return super.performAccessibility(action, at: index)
    }
  }
}

extension PopUpButton: MenuOwner {
  func menuChanged() { selectionChanged() }

  func menuWillPerform(_ item: MenuItem) {
    before = selectedItem
    isChoosing = true
    // An item of a submenu is performed and not selected.
    if item.menu === menu { select(item) }
  }

  func menuDidPerform(_ item: MenuItem, with event: Event?) {
    guard isChoosing else { return }
    isChoosing = false
    let old = before
    before = nil
    if item.menu === menu, item !== old { sendActions(for: .valueChanged, with: event) }
    sendActions(for: .primaryActionTriggered, with: event)
  }
}
