import ContactorCore

// Rows that are dragged to another place: by their handle at once, or by a long press.

extension TableView {
  /// A row that is dragged to another place.
  struct Reorder {
    /// The row, as the data source knows it until the drop.
    var path: IndexPath
    /// Where it would be dropped.
    var target: IndexPath
    /// How far below the row's top the finger holds it.
    var grip: Double
    /// The finger's height above the bounds' top, in points.
    var finger: Double
    /// The finger's highest and lowest place since the row was picked up: the start of a movement towards an edge.
    var highest: Double
    var lowest: Double
    /// Whether the finger has moved towards the top, and towards the bottom, since the row was picked up.
    var hasMovedUp = false
    var hasMovedDown = false
    /// The dragged row while its own place is off the screen.
    var away: ShownRow?
    /// The speed at which the table scrolls because the finger is at an edge, in points per second.
    var speed = 0.0
    /// The offset and the time at which the table began to scroll at that speed.
    var startOffset = 0.0
    var startTime = Timestamp(microseconds: 0)

    /// Follows the finger: the table scrolls at an edge only after the finger has moved towards it.
    mutating func move(to height: Double) {
      finger = height
      (highest, lowest) = (min(highest, height), max(lowest, height))
      if lowest - height >= TableView.autoscrollSlop { hasMovedUp = true }
      if height - highest >= TableView.autoscrollSlop { hasMovedDown = true }
    }

    /// How far a row is drawn from its place: the dragged one under the finger, those between its place and its target make room.
    func displacement(of row: ShownRow, in table: TableView) -> Double {
      if row.path == path { return table.bounds.minY + finger - grip - row.top }
      guard path != target else { return 0 }
      let height = table.heights.height(of: path)
      if path < target {
        let isBefore = path.section == target.section || row.path.section < target.section ? row.path <= target : row.path < target
        return row.path > path && isBefore ? -height : 0
      }
      return row.path < path && row.path >= target ? height : 0
    }
  }

  /// How near to the top or bottom a finger that drags a row scrolls the table: 44 points, the height of a row.
  public static let autoscrollEdge = 44.0
  /// How far a finger that picked up a row has to move towards an edge before the table scrolls there: 4 points.
  ///
  /// Ours: more than a resting finger trembles, and little enough for a row that is picked up at the edge itself.
  public static let autoscrollSlop = 4.0
  /// The greatest speed at which a finger that drags a row scrolls the table: 600 points per second, a screen in less than a second.
  public static let autoscrollSpeed = 600.0

  /// The row that is dragged to another place, and the place of a drop now; `nil` while none is.
  public final var reorderedRow: (source: IndexPath, target: IndexPath)? { reorder.map { ($0.path, $0.target) } }

  /// The row whose handle is at a point.
  final func handledRow(at point: Point) -> IndexPath? {
    guard isEditing, let path = pressedRow(at: point), let cell = cellForRow(at: path), cell.showsReorderHandle,
      cell.contentFrame(for: .reorderHandle).contains(cell.convert(point, from: self))
    else { return nil }
    return path
  }

  /// Whether a long press on a row opens a context menu: the table's own, or one of the views that the finger is on; the row is then lifted
  /// when the finger moves, by the menu's recognizer.
  private func opensMenu() -> Bool {
    var view = application?.event.touches(for: liftRecognizer).first?.view
    for _ in 0..<FocusOrder.greatestDepth {
      guard let current = view else { return false }
      if current.hasContextMenu { return true }
      if current === self { return false }
      view = current.superview
    }
    return false
  }

  /// Whether a press on a row lifts it; `nil` stands for a place without a row.
  final func canLift(_ path: IndexPath?) -> Bool {
    guard reordersByLongPress, reorder == nil, swipe == nil, let path else { return false }
    let current = generation
    return dataSource?.tableView(self, canMoveRowAt: path) == true && generation == current && heights.contains(path)
  }

  private func beginReorder(at point: Point) {
    guard let path = pressedRow(at: point), let top = heights.offset(of: path) else { return }
    beginReorder(path, grip: point.y - top, at: point)
  }

  /// Lets a finger at a point drag a row, which it holds so far below the row's top.
  final func beginReorder(_ path: IndexPath, grip: Double, at point: Point) {
    guard reorder == nil else { return }
    let current = generation
    dropPress()
    closeSwipe()
    guard generation == current, reorder == nil else { return }
    let height = point.y - bounds.minY
    reorder = Reorder(path: path, target: path, grip: grip, finger: height, highest: height, lowest: height)
    changed(.state)
    moveReorder(to: point)
  }

  final func moveReorder(to point: Point) {
    autoscroll()
    guard var state = reorder else { return }
    state.move(to: point.y - bounds.minY)
    state.startOffset = bounds.minY
    state.startTime = application?.time ?? state.startTime
    let speed = Self.scrollSpeed(finger: state.finger, height: bounds.height)
    state.speed = speed < 0 && !state.hasMovedUp || speed > 0 && !state.hasMovedDown ? 0 : speed
    reorder = state
    if state.speed != 0 { startAutoscroll() } else { stopAutoscroll() }
    aim()
  }

  private static func scrollSpeed(finger: Double, height: Double) -> Double {
    let edge = min(autoscrollEdge, height / 4)
    guard edge > 0 else { return 0 }
    if finger < edge { return -autoscrollSpeed * min(1, (edge - finger) / edge) }
    if finger > height - edge { return autoscrollSpeed * min(1, (finger - height + edge) / edge) }
    return 0
  }

  /// Moves the time of the drag's beginning with the clock.
  final func shiftReorder(by microseconds: Int64) {
    if let start = reorder?.startTime { reorder?.startTime = start.advanced(byMicroseconds: microseconds) }
  }

  /// Scrolls to where the time since the finger moved leads: a function of the time alone, so it is the same in whatever steps it comes.
  private func autoscroll() {
    guard let state = reorder, state.speed != 0, let application else { return }
    let seconds = Double(application.time.microseconds(since: state.startTime)) / 1e6
    let offset = clamped(Point(x: bounds.minX, y: state.startOffset + state.speed * seconds))
    if offset != bounds.origin { setContentOffset(offset, animated: false) }
  }

  private func startAutoscroll() {
    guard autoscrollTimer == nil, let application else { return }
    autoscrollTimer = application.schedule(after: ScrollView.frameInterval, every: ScrollView.frameInterval) { [weak self] in
      guard let self else { return }
      guard self.reorder != nil else { return self.stopAutoscroll() }
      self.autoscroll()
      self.aim()
    }
  }

  private func stopAutoscroll() {
    guard let timer = autoscrollTimer else { return }
    autoscrollTimer = nil
    application?.cancel(timer)
  }

  /// Finds where the dragged row would be dropped, and lets the others make room.
  private func aim() {
    guard let state = reorder, heights.contains(state.path) else { return }
    let middle = bounds.minY + state.finger - state.grip + heights.height(of: state.path) / 2
    var target = place(at: middle, for: state.path)
    if target != state.target {
      let current = generation
      if let tableDelegate {
        target = tableDelegate.tableView(self, targetForMoveFromRowAt: state.path, toProposed: target)
      }
      guard generation == current, reorder != nil else { return }
      if isPlace(target, for: state.path) { reorder?.target = target } else { report(.invalidIndexPath(target)) }
    }
    placeRows()
    changed(.frame)
  }

  /// The place that a row takes if its middle is at an offset.
  private func place(at offset: Double, for path: IndexPath) -> IndexPath {
    guard let item = heights.item(at: offset) else { return path }
    switch item {
    case .row(let other):
      return other > path && other.section != path.section ? IndexPath(row: other.row + 1, section: other.section) : other
    case .footer(let section): return end(of: section, for: path)
    case .header(let section):
      return section > path.section || section == 0 ? IndexPath(row: 0, section: section) : end(of: section - 1, for: path)
    }
  }

  private func end(of section: Int, for path: IndexPath) -> IndexPath {
    let count = heights.numberOfRows(in: section)
    return IndexPath(row: section == path.section ? max(0, count - 1) : count, section: section)
  }

  private func isPlace(_ target: IndexPath, for path: IndexPath) -> Bool {
    guard target.section >= 0, target.section < heights.numberOfSections, target.row >= 0 else { return false }
    return target.row <= end(of: target.section, for: path).row
  }

  /// Drops the dragged row: the data source is called once, if the row has another place.
  final func dropReorder() {
    autoscroll()
    let current = generation
    guard let state = endReorder(), generation == current, heights.contains(state.path), isPlace(state.target, for: state.path),
      state.path != state.target
    else { return placeRows() }
    handMove(state.path, to: state.target)
  }

  /// Lets the data source move a row, and moves it.
  private func handMove(_ path: IndexPath, to target: IndexPath) {
    let current = generation
    dataSource?.tableView(self, moveRowAt: path, to: target)
    // A data source that moved the row of the table itself, or loaded it again, has done all that follows.
    guard generation == current else { return placeRows() }
    var moved = TableUpdates()
    _ = moved.moveRow(path, to: target)
    // The rows have made room already.
    carryOut(moved, keepsOffset: true)
  }

  // MARK: Without a finger

  /// Whether a user can move a row: by its handle or by a long press.
  final func canMove(_ path: IndexPath) -> Bool {
    guard isEditing || reordersByLongPress, reorder == nil, heights.contains(path) else { return false }
    return dataSource?.tableView(self, canMoveRowAt: path) ?? false
  }

  /// The place above or below a row, in the next section at the end of one; `nil` at the ends of the table.
  final func place(beside path: IndexPath, isBelow: Bool) -> IndexPath? {
    if isBelow {
      if path.row + 1 < heights.numberOfRows(in: path.section) { return IndexPath(row: path.row + 1, section: path.section) }
      return path.section + 1 < heights.numberOfSections ? IndexPath(row: 0, section: path.section + 1) : nil
    }
    if path.row > 0 { return IndexPath(row: path.row - 1, section: path.section) }
    return path.section > 0 ? end(of: path.section - 1, for: path) : nil
  }

  /// Moves a row by one place, as if a finger had dragged it there; the focus goes along.
  final func moveByUser(_ path: IndexPath, isBelow: Bool) -> Bool {
    let current = generation
    guard canMove(path), generation == current, let proposed = place(beside: path, isBelow: isBelow) else { return false }
    closeSwipe()
    let target = tableDelegate?.tableView(self, targetForMoveFromRowAt: path, toProposed: proposed) ?? proposed
    guard generation == current, heights.contains(path), reorder == nil, target != path else { return false }
    guard isPlace(target, for: path) else {
      report(.invalidIndexPath(target))
      return false
    }
    handMove(path, to: target)
    leadFocus(to: target)
    return true
  }

  /// Asks for the cell of the dragged row if the row was loaded anew and its own place is off the screen.
  final func showDragged() {
    guard load == .done, !isLayingOut, let path = reorder?.path, reorder?.away == nil, cellForRow(at: path) == nil,
      let span = heights.span(of: .row(path))
    else { return }
    let pass = Pass(generation: generation, source: dataSource, delegate: tableDelegate)
    guard let cell = makeCell(path, pass) else { return }
    if lentCell === cell { lentCell = nil }
    guard reorder?.path == path, reorder?.away == nil else { return hide(cell) }
    let row = ShownRow(path: path, cell: cell, top: span.top, height: span.height)
    reorder?.away = row
    cell.indexPath = path
    cell.isShown = true
    if !cell.isSubview(of: self) { insertSubview(cell, at: 0) }
    guard generation == pass.generation else { return }
    cell.isSelected = selection.contains(path)
    place(row)
    cell.isHidden = false
    guard generation == pass.generation else { return }
    pass.delegate?.tableView(self, willDisplay: cell, forRowAt: path)
  }

  /// Puts the dragged row back without a word to the data source.
  final func cancelReorder() {
    if endReorder() != nil { placeRows() }
  }

  private func endReorder() -> Reorder? {
    guard let state = reorder else { return nil }
    reorder = nil
    takeOff(state)
    return state
  }

  /// Takes off what a drag that has ended still holds.
  final func takeOff(_ ended: Reorder) {
    if reorder == nil { stopAutoscroll() }
    if let away = ended.away { recycle(away) }
    dropHeldCells()
    changed(.state)
  }

  func editingChanged() {
    cancelReorder()
    closeSwipe()
    // While rows change, those on the screen may be gone.
    if load == .changing { return reloadData() }
    let current = generation
    for row in shown {
      row.cell.showsReorderHandle = isEditing && dataSource?.tableView(self, canMoveRowAt: row.path) ?? false
      guard generation == current else { return }
    }
    changed(.state)
  }

  // MARK: Recognizers

  final func addRecognizers() {
    directRecognizer.hysteresis = .points(0)
    directRecognizer.maximumNumberOfTouches = 1
    directRecognizer.name = "direct"
    swipeRecognizer.maximumNumberOfTouches = 1
    swipeRecognizer.name = "swipe"
    liftRecognizer.name = "lift"
    directRecognizer.addTarget(self, action: TypedAction(TableView.directChanged(_:)))
    swipeRecognizer.addTarget(self, action: TypedAction(TableView.swipeChanged(_:)))
    liftRecognizer.addTarget(self, action: TypedAction(TableView.liftChanged(_:)))
    addGestureRecognizer(directRecognizer)
    addGestureRecognizer(liftRecognizer)
    addGestureRecognizer(swipeRecognizer)
  }

  /// Whether a recognizer of the table may begin; `nil` for the others.
  final func mayBegin(_ recognizer: GestureRecognizer) -> Bool? {
    switch recognizer {
    case directRecognizer:
      let point = directRecognizer.location(in: self)
      return indexFrame.contains(point) || handledRow(at: point) != nil
    case liftRecognizer: return !opensMenu() && canLift(pressedRow(at: liftRecognizer.location(in: self)))
    case swipeRecognizer: return beginsSwipe(swipeRecognizer)
    case panGestureRecognizer where reorder != nil: return false
    default: return nil
    }
  }

  private func directChanged(_ recognizer: GestureRecognizer) {
    let point = recognizer.location(in: self)
    if reorder == nil, recognizer.state == .began || indexTitle >= 0 {
      if recognizer.state == .began, !indexFrame.contains(point) { return beginReorder(at: point) }
      return slideIndex(to: point, isOver: recognizer.state.isFinal)
    }
    reorderChanged(recognizer.state, point)
  }

  private func liftChanged(_ recognizer: GestureRecognizer) {
    let point = recognizer.location(in: self)
    if recognizer.state == .began { beginReorder(at: point) } else { reorderChanged(recognizer.state, point) }
  }

  final func reorderChanged(_ state: GestureRecognizer.State, _ point: Point) {
    switch state {
    case .changed: moveReorder(to: point)
    case .ended:
      moveReorder(to: point)
      dropReorder()
    case .cancelled, .failed: cancelReorder()
    default: break
    }
  }
}
