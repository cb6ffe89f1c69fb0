public import ContactorCore

extension Matrix {
  /// A cell that followed a finger, and its value before.
  struct FollowedCell {
    let cell: Cell
    let value: ControlValue?
  }

  // MARK: A finger

  final func fingerCame(to point: Point, _ event: Event?) {
    // A touch that ended without a word may have left a cell behind.
    leave(isUp: false)
    keep(nil)
    listDrag = nil
    let found = index(at: point)
    guard mode == .list else { return enter(found, point, event) }
    if let found, cells[found].isEnabled { beginListDrag(at: found) }
  }

  final func fingerMoved(to point: Point, _ event: Event?) {
    let found = isTouchInside ? index(at: point) : nil
    if mode == .list {
      // The generation may have changed since the drag began, which is over then.
      if let found, listDrag != nil { extendListDrag(to: found) }
      return
    }
    guard let hot, let found, cells[found] === hot else {
      let left = leave(isUp: false)
      if trackedTouch?.phase == .ended { keep(left) } else { tellLast(of: left, event) }
      return enter(found, point, event)
    }
    hotIndex = found
    guard hotFollows else { return }
    let before = hot.objectValue
    hot.continueTracking(at: point, in: frame(ofCellAt: found))
    tell(ofChangeFrom: before, hot, event)
  }

  /// Lights the cell under the finger, unless it is disabled, and has it track the finger in the modes highlight and track.
  private final func enter(_ index: Int?, _ point: Point, _ event: Event?) {
    guard let index, cells.indices.contains(index), isTracking else { return }
    let cell = cells[index]
    guard cell.isEnabled else { return }
    (hot, hotIndex, hotFollows) = (cell, index, false)
    if mode != .track { cell.isHighlighted = true }
    guard hot === cell, mode == .track || mode == .highlight, cells.indices.contains(index) else { return }
    let before = cell.objectValue
    hotValue = before
    let follows = cell.startTracking(at: point, in: frame(ofCellAt: index))
    guard hot === cell else { return }
    hotFollows = follows
    if follows { tell(ofChangeFrom: before, cell, event) }
  }

  /// The finger left the cell, or was lifted from it.
  ///
  /// - Returns: the cell and its value when the finger came to it; `nil` for a cell that did not follow the finger.
  @discardableResult
  final func leave(isUp: Bool) -> FollowedCell? {
    guard let cell = hot else { return nil }
    let (follows, index, value) = (hotFollows, hotIndex, hotValue)
    (hot, hotIndex, hotFollows) = (nil, -1, false)
    if cell.isHighlighted { cell.isHighlighted = false }
    guard follows else { return nil }
    let frame = cells.indices.contains(index) ? frame(ofCellAt: index) : .null
    cell.stopTracking(at: trackedTouch?.location(in: self) ?? frame.center, in: frame, isUp: isUp)
    return FollowedCell(cell: cell, value: value)
  }

  /// Sends the last value of a cell that is not continuous and that the finger left, if it changed.
  final func tellLast(of left: FollowedCell?, _ event: Event?) {
    guard let left, !left.cell.isContinuous, left.cell.objectValue != left.value else { return }
    sendActions(for: .valueChanged, with: event)
    if left.cell.controlView === self { _ = send(of: left.cell, event) }
  }

  private final func tell(ofChangeFrom before: ControlValue?, _ cell: Cell, _ event: Event?) {
    guard cell.isContinuous, cell.objectValue != before else { return }
    sendActions(for: .valueChanged, with: event)
    if cell.controlView === self { _ = send(of: cell, event) }
  }

  // MARK: Lifts

  /// A finger was lifted at the end of a drag in list mode.
  final func finish(_ drag: ListDrag, _ touch: Touch, _ event: Event?) {
    guard let cell = cells.indices.contains(drag.corner) ? cells[drag.corner] : nil else { return }
    finish(cell, changed: selection != drag.original, taps: touch.tapCount, event)
  }

  // MARK: Clicks

  /// Acts as a tap on a cell: selects it, changes its state as the mode says, and sends what is to be sent.
  final func click(_ index: Int, _ event: Event?, taps: Int = 1, at point: Point? = nil) {
    guard isEnabled, cells.indices.contains(index), nesting < ActionLink.nestingLimit else { return }
    let cell = cells[index]
    guard cell.isEnabled else { return }
    nesting += 1
    defer { nesting -= 1 }
    let before = (selection, cell.objectValue)
    switch mode {
    case .radio where allowsEmptySelection && selection.contains(index): deselect(index)
    case .list where heldModifiers.contains(.command) && selection.contains(index): deselect(index)
    case .list:
      anchor = index
      select(index, keepsOthers: heldModifiers.contains(.command))
    case .radio: select(index)
    case .highlight, .track:
      select(index)
      // An observer of the selection may have changed the mode to one whose states follow the selection.
      if !mirrorsState { cell.click() }
    }
    finish(cell, changed: selection != before.0 || cell.objectValue != before.1, taps: taps, event, at: point)
  }

  /// Sends `valueChanged` after a change and then the cell's action or the matrix's; begins editing of a text.
  private final func finish(_ cell: Cell, changed: Bool, taps: Int, _ event: Event?, at point: Point? = nil) {
    if changed { sendActions(for: .valueChanged, with: event) }
    guard cell.controlView === self else { return }
    if let text = cell as? TextFieldCell, text.isEditable { return beginEditing(text, at: point) }
    _ = taps == 2 ? sendDouble(of: cell, event) : send(of: cell, event)
  }

  /// The action that selects, in list mode, what a finger dragged to a cell would.
  static let extendAction = "Extend Selection"

  /// The names of what can be done with a cell besides a tap: extending what is selected.
  final func actionNames(_ index: Int) -> [String] {
    guard mode == .list, cells.indices.contains(index), cells[index].isEnabled, cells.indices.contains(anchor), anchor != index,
      selection.contains(anchor)
    else { return [] }
    return [Self.extendAction]
  }

  /// Selects the cells from the one that was selected first to another, and sends what the end of a drag does.
  final func extendSelection(to index: Int) -> Bool {
    guard actionNames(index) == [Self.extendAction], nesting < ActionLink.nestingLimit else { return false }
    nesting += 1
    defer { nesting -= 1 }
    let (cell, before) = (cells[index], selection)
    selectRange(from: anchor, to: index)
    finish(cell, changed: selection != before, taps: 1, nil)
    return true
  }

  /// Takes a step of a slider cell, without a finger.
  final func step(_ index: Int, by direction: Int) -> Bool {
    let cell = cells[index]
    let before = cell.objectValue
    guard cell.step(by: direction) else { return false }
    if cell.objectValue != before { sendStep(of: cell) }
    return true
  }

  private final func sendStep(of cell: Cell) {
    sendActions(for: .valueChanged)
    if cell.controlView === self { _ = send(of: cell, nil) }
  }
}

extension Matrix {
  // MARK: Sending

  /// Sends the selected cell's action or, if it has none or none is selected, the matrix's.
  ///
  /// - Returns: whether there was one to send; false for a disabled cell and a disabled matrix.
  @discardableResult
  public final func sendAction(for event: Event? = nil) -> Bool { send(of: selectedCell, event) }

  /// Sends `doubleAction` to the matrix's target or, if there is none, what `sendAction(for:)` sends.
  @discardableResult
  public final func sendDoubleAction(for event: Event? = nil) -> Bool { sendDouble(of: selectedCell, event) }

  final func send(of cell: Cell?, _ event: Event?) -> Bool {
    guard isEnabled, cell?.isEnabled ?? true else { return false }
    if let cell, cell.action != nil { return cell.sendAction(for: event) }
    return link?.send(from: self, or: self, for: event) ?? false
  }

  final func sendDouble(of cell: Cell?, _ event: Event?) -> Bool {
    guard isEnabled, cell?.isEnabled ?? true else { return false }
    guard let doubleLink else { return send(of: cell, event) }
    return doubleLink.send(from: self, or: self, insteadOfNone: link, for: event)
  }

  /// Calls an action of a target for every cell, or for the selected ones, with the cell as the sender; returns how many performed it.
  ///
  /// It stops at the first that the target does not perform. Cells that the target removes are still visited.
  ///
  /// - Throws: `CellError.action` for a name that the target's class does not list.
  @discardableResult
  public final func sendAction(_ name: ActionName, to target: any ActionTarget, forAllCells all: Bool) throws(CellError) -> Int {
    let link = try ActionLink(target, name, from: nil)
    guard let action = link.action else { return 0 }
    let visited = all ? cells : ContiguousArray(selectedCells)
    return visited.firstIndex { cell in
      guard let application else { return !action.performAlone(on: target, sender: cell, event: nil) }
      return !application.sendAction(action, to: target, from: cell, for: nil)
    } ?? visited.count
  }
}

extension Matrix: CellHolder {
  func click(_ cell: Cell) {
    if let index = index(of: cell, near: lastSelected) { click(index, nil) }
  }
}
