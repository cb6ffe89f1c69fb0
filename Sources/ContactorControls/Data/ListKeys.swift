import ContactorCore

/// Where keys are in a list, as numbers among all its items.
struct ListLead {
  /// The item that stays fixed while shift extends the selection.
  var anchor: Int
  /// The item that was reached last.
  var focus: Int

  /// Creates a lead with both anchor and focus at an item.
  init(_ item: Int) { (anchor, focus) = (item, item) }

  /// The same place after a batch of updates, by the function that follows an item; a removed item's place keeps its number.
  func following(count: Int, _ follow: (Int) -> Int?) -> ListLead? {
    guard count > 0 else { return nil }
    var lead = self
    lead.anchor = min(max(follow(anchor) ?? anchor, 0), count - 1)
    lead.focus = min(max(follow(focus) ?? focus, 0), count - 1)
    return lead
  }
}

/// The effect of a standard action on a list.
enum ListCommand {
  /// Selects the item that a motion leads to, or from the anchor up to it.
  case move(TextCommand.Motion, extends: Bool)
  /// Chooses the item: notifies the delegate as a tap does.
  case activate
  /// Asks the data source to remove what is selected.
  case delete
  /// Selects every item.
  case selectAll
  /// Opens the context menu at the item.
  case contextMenu

  /// The actions by name, sorted.
  static let named: [(name: ActionName, command: ListCommand)] = TextCommand.sorted.compactMap { name, command in
    command.inList.map { (name, $0) }
  }

  /// The command of an action's name; `nil` for another action.
  static func of(_ name: ActionName) -> ListCommand? { TextCommand.named[name]?.inList }
}

extension TextCommand {
  /// The effect of the command on a list; `nil` if it has none.
  fileprivate var inList: ListCommand? {
    switch self {
    case .move(let motion) where motion.isInList: .move(motion, extends: false)
    case .extend(let motion) where motion.isInList: .move(motion, extends: true)
    case .newline: .activate
    case .delete(.character): .delete
    case .select(.document): .selectAll
    case .contextMenu: .contextMenu
    default: nil
    }
  }
}

extension TextCommand.Motion {
  /// Whether every list knows the motion: by lines, pages, and to the ends.
  fileprivate var isInList: Bool {
    switch self {
    case .line, .page, .lineEdge, .document: true
    case .character, .word, .paragraph, .paragraphEdge: false
    }
  }
}

/// A list of numbered items that keys can select: the rows of a table, the items of a grid (contract 7.4, 8.4).
protocol KeyedList: ScrollView {
  /// Where keys are; `nil` before they moved, and after a selection in code.
  var lead: ListLead? { get set }
  var allowsSelection: Bool { get }
  var allowsMultipleSelection: Bool { get }
  /// The number of items.
  var itemCount: Int { get }
  /// The first selected item.
  var firstSelectedItem: Int? { get }
  /// Counts changes of what items there are.
  var changes: Int { get }
  /// Asks for what decides where a page from an item ends, before `place(of:from:)` is asked.
  func askPage(from item: Int, isBackward: Bool)
  /// The item that a motion leads to; the same one at the end; `nil` for a motion that the list does not know.
  func place(of motion: TextCommand.Motion, from item: Int) -> Int?
  func isItemSelected(_ item: Int) -> Bool
  /// The item's rectangle in the list's own space; `nil` for one that there is not.
  func frame(ofItem item: Int) -> Rect?
  /// Whether the delegate lets an item be selected.
  func mayBeSelected(_ item: Int) -> Bool
  /// Selects items in place of the others, as a user does.
  func selectByKey(_ items: RangeSet<Int>, reaching item: Int)
  /// Scrolls as far as is needed to show an item.
  func showItem(_ item: Int)
  /// Tells the delegate that a selected item was chosen again.
  func tellChosen(_ item: Int)
  /// Does what a tap on an item does, after scrolling to it; returns false if the items changed meanwhile, or the delegate refuses.
  @discardableResult
  func tapItem(_ item: Int) -> Bool
  /// Asks the data source to remove the selected items, at most `KeyedListLimits.asked`, the last first.
  func removeSelectedItems()
  func selectAll()
  func deselectAll()
}

/// The limits of what one key does.
enum KeyedListLimits {
  /// The number of items that the delegate is asked about for one key: 1,000; items beyond are selected unasked, as by `selectAll()`.
  static let asked = 1000
}

extension KeyedList {
  /// The item where keys are: the lead, or else the first selected one.
  private var keyPlace: ListLead? {
    if let lead, lead.focus < itemCount, lead.anchor < itemCount { return lead }
    return firstSelectedItem.map { ListLead($0) }
  }

  /// The rectangle of the item where keys are, at which a context menu opens; `nil` for none.
  var keyFrame: Rect? { keyPlace.flatMap { frame(ofItem: $0.focus) } }

  /// Performs the actions that `KeyBindings.standard` has for a key; space does what a tap does.
  func performKey(_ event: KeyEvent) -> Bool {
    guard isFirstResponder else { return false }
    if event.characters == " ", event.modifiers.isDisjoint(with: [.command, .control, .option]) {
      guard allowsSelection, let focus = keyPlace?.focus else { return false }
      if allowsMultipleSelection || !isItemSelected(focus) { tapItem(focus) } else { tellChosen(focus) }
      return true
    }
    var isHandled = false
    for name in KeyBindings.standard[KeyBindings.Stroke(event)] ?? [] where doCommand(by: name) { isHandled = true }
    return isHandled
  }

  /// Whether a command can be carried out now.
  func canCarryOut(_ command: ListCommand) -> Bool {
    switch command {
    case .move(let motion, _): allowsSelection && itemCount > 0 && place(of: motion, from: 0) != nil
    case .activate: allowsSelection && keyPlace != nil
    case .delete: firstSelectedItem != nil
    case .selectAll: allowsSelection && allowsMultipleSelection
    case .contextMenu: contextMenuHolder != nil
    }
  }

  func carryOut(_ command: ListCommand) {
    switch command {
    case .move(let motion, let extends): move(motion, extends: extends && allowsMultipleSelection)
    case .activate:
      guard let focus = keyPlace?.focus else { return }
      if isItemSelected(focus) { tellChosen(focus) } else { tapItem(focus) }
    case .delete: removeSelectedItems()
    case .selectAll: selectAll()
    case .contextMenu: showContextMenuForSelection()
    }
  }

  private func move(_ motion: TextCommand.Motion, extends: Bool) {
    guard allowsSelection, itemCount > 0 else { return }
    let current = changes
    let isBackward = motion.direction.step < 0
    let start = keyPlace
    if case .page = motion, let start { askPage(from: start.focus, isBackward: isBackward) }
    guard changes == current else { return }
    let wanted = start.map { place(of: motion, from: $0.focus) } ?? (isBackward ? itemCount - 1 : 0)
    guard let wanted, let target = allowed(wanted, from: start?.focus, motion), changes == current else { return }
    if target == start?.focus, isItemSelected(target), !extends { return showItem(target) }
    showItem(target)
    guard changes == current else { return }
    let anchor = extends ? start?.anchor ?? target : target
    guard let items = items(from: anchor, to: target), changes == current else { return }
    selectByKey(items, reaching: target)
    guard changes == current else { return }
    lead = ListLead(target)
    lead?.anchor = anchor
  }

  /// The first item from a place on that may be selected: further on for steps, else back to where the motion began; `nil` without one.
  private func allowed(_ target: Int, from start: Int?, _ motion: TextCommand.Motion) -> Int? {
    let current = changes
    var target = target
    for _ in 0..<KeyedListLimits.asked {
      if target == start || mayBeSelected(target) { return target }
      // A delegate may select the item by itself, as that of a browser's column does.
      guard changes == current, !isItemSelected(target) else { return nil }
      let next: Int
      switch motion {
      case .line, .character: next = place(of: motion, from: target) ?? target
      default: next = target + (motion.direction.step < 0 ? 1 : -1)
      }
      guard next != target, next >= 0, next < itemCount else { return nil }
      target = next
    }
    return nil
  }

  /// The items from one to another, without those that the delegate refuses; `nil` if there are others meanwhile.
  private func items(from anchor: Int, to focus: Int) -> RangeSet<Int>? {
    let range = min(anchor, focus)..<max(anchor, focus) + 1
    var items = RangeSet(range)
    let current = changes
    var rest = KeyedListLimits.asked
    for item in range where item != focus && item != anchor && !isItemSelected(item) {
      if rest == 0 { break }
      rest -= 1
      if !mayBeSelected(item) { items.remove(contentsOf: item..<item + 1) }
      guard changes == current else { return nil }
    }
    return items
  }
}

extension KeyedList where Self: SendableMetatype {
  /// The actions of a list by name: those of `ListCommand.named`, and `deselectAll:`.
  static var listActions: [Action] {
    ListCommand.named.map { name, command in
      Action(name) { (list: Self) in { (_: AnyObject) in list.carryOut(command) } }
    } + [Action("deselectAll:") { (list: Self) in { (_: AnyObject) in list.deselectAll() } }]
  }
}
