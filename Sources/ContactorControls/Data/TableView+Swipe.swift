import ContactorCore

// Rows that are dragged sideways, and rows that are edited in place.

extension TableView {
  /// A row that is dragged sideways, or stands open.
  struct Swipe {
    var path: IndexPath
    let actions: SwipeActions
    /// Whether the row goes to the left: its trailing actions are uncovered.
    let isTrailing: Bool
    /// How far the row is displaced, negative to the left, in points.
    var offset = 0.0
    /// `offset` when the drag began.
    var start = 0.0

    var width: Double { Double(actions.actions.count) * TableView.swipeButtonWidth }
  }

  /// The width of an uncovered button: 74 points, as in UIKit.
  public static let swipeButtonWidth = 74.0
  /// The share of the row's width beyond which a lifted finger performs the first action: 0.6.
  public static let fullSwipeShare = 0.6
  /// The speed at which a lifted finger opens or closes a row however far it was, in points per second: 300.
  public static let swipeSpeed = 300.0

  /// The row that stands open; `nil` if there is none.
  public final var openRow: IndexPath? { swipe.flatMap { $0.offset == 0 ? nil : $0.path } }

  /// The actions that dragging a row uncovers; those of the trailing edge hold `Delete` where the data source can edit the row.
  final func swipeActions(_ path: IndexPath, isTrailing: Bool) -> SwipeActions {
    guard heights.contains(path) else { return SwipeActions([]) }
    let current = generation
    let given =
      isTrailing
      ? tableDelegate?.tableView(self, trailingSwipeActionsForRowAt: path)
      : tableDelegate?.tableView(self, leadingSwipeActionsForRowAt: path)
    if let given { return given }
    guard isTrailing, generation == current, heights.contains(path), dataSource?.tableView(self, canEditRowAt: path) == true
    else { return SwipeActions([]) }
    return SwipeActions([
      SwipeAction("Delete", isDestructive: true) { table, path in
        table.dataSource?.tableView(table, commit: .delete, forRowAt: path)
      }
    ])
  }

  /// Whether a drag that is about to begin moves a row sideways.
  final func beginsSwipe(_ recognizer: PanGestureRecognizer) -> Bool {
    let way = recognizer.translation(in: self)
    guard reorder == nil, way.x.magnitude > way.y.magnitude else { return false }
    let point = recognizer.location(in: self) - way
    if let swipe {
      if indexPathForRow(at: point) == swipe.path { return true }
      closeSwipe()
      return false
    }
    guard let path = pressedRow(at: point) else { return false }
    let current = generation
    let isTrailing = way.x < 0
    let actions = swipeActions(path, isTrailing: isTrailing)
    guard generation == current, !actions.actions.isEmpty, heights.contains(path), swipe == nil else { return false }
    swipe = Swipe(path: path, actions: actions, isTrailing: isTrailing)
    return true
  }

  final func swipeChanged(_ recognizer: GestureRecognizer) {
    guard let old = swipe, let recognizer = recognizer as? PanGestureRecognizer else { return }
    switch recognizer.state {
    case .began:
      swipe?.start = old.offset
      dropPress()
      follow(recognizer)
    case .changed: follow(recognizer)
    case .ended: settle(recognizer)
    default: closeSwipe()
    }
  }

  private func follow(_ recognizer: PanGestureRecognizer) {
    guard let old = swipe else { return }
    let way = old.start + recognizer.translation(in: self).x
    moveSwipe(to: old.isTrailing ? min(0, max(way, -bounds.width)) : max(0, min(way, bounds.width)))
  }

  private func moveSwipe(to offset: Double) {
    guard let path = swipe?.path, offset.isFinite else { return }
    swipe?.offset = offset
    if let row = shown.first(where: { $0.path == path }) { place(row) }
    changed(.frame)
  }

  private func settle(_ recognizer: PanGestureRecognizer) {
    follow(recognizer)
    guard let swipe else { return }
    let speed = recognizer.velocity(in: self).x * (swipe.isTrailing ? -1 : 1)
    let way = swipe.offset.magnitude
    if swipe.actions.performsFirstActionWithFullSwipe, way >= bounds.width * Self.fullSwipeShare { return performSwipe(0) }
    let opens = speed >= Self.swipeSpeed || way >= swipe.width / 2 && speed > -Self.swipeSpeed
    if opens { moveSwipe(to: swipe.isTrailing ? -swipe.width : swipe.width) } else { closeSwipe() }
  }

  /// Closes the row that stands open.
  public func closeSwipe() {
    guard let old = swipe else { return }
    swipe = nil
    if let row = shown.first(where: { $0.path == old.path }) { place(row) }
    changed(.frame)
  }

  /// Closes the row and performs one of its actions.
  final func performSwipe(_ index: Int) {
    guard let old = swipe, old.actions.actions.indices.contains(index) else { return }
    let current = generation
    closeSwipe()
    if generation == current, heights.contains(old.path) { old.actions.actions[index].handler(self, old.path) }
  }

  final func swipeButton(at point: Point) -> Int? {
    guard let swipe else { return nil }
    return swipe.actions.actions.indices.first { contentFrame(for: .swipeAction($0)).contains(point) }
  }

  /// The rectangle of an uncovered button; the buttons share what the row uncovers, the first at the table's edge.
  final func swipeFrame(_ index: Int) -> Rect {
    guard let swipe, swipe.actions.actions.indices.contains(index), let row = rectForRow(at: swipe.path) else { return .zero }
    let width = swipe.offset.magnitude / Double(swipe.actions.actions.count)
    let x = swipe.isTrailing ? row.maxX - Double(index + 1) * width : Double(index) * width
    return Rect(x: x, y: row.minY, width: width, height: row.height)
  }

  // MARK: Editing in place

  /// A text field that stands in a row while its text is edited.
  final class RowEditor {
    let field: TextField
    weak var cell: TableViewCell?
    var path: IndexPath

    init(field: TextField, cell: TableViewCell, path: IndexPath) {
      self.field = field
      self.cell = cell
      self.path = path
    }
  }

  /// The field that edits a row's text; `nil` while none does.
  public final var editingField: TextField? { editor?.field }

  /// Lets a row's text be edited in place, with a text field that becomes first responder; when editing ends, the text goes to the data
  /// source's `setValue`.
  ///
  /// - Returns: false for a row that is not on the screen or that the data source does not let be edited.
  @discardableResult
  public func editRow(at indexPath: IndexPath) -> Bool {
    endEditingRow()
    let current = generation
    guard heights.contains(indexPath), dataSource?.tableView(self, canEditRowAt: indexPath) == true, generation == current, editor == nil,
      let cell = cellForRow(at: indexPath)
    else { return false }
    let field = TextField(frame: cell.contentFrame(for: .text))
    field.text = cell.text ?? ""
    let made = RowEditor(field: field, cell: cell, path: indexPath)
    editor = made
    field.on(.editingDidEnd) { [weak self, weak made] _ in
      guard let self, let made, self.editor === made else { return }
      self.endEditingRow()
    }
    cell.addSubview(field)
    guard editor === made else { return false }
    if !field.becomeFirstResponder(), editor === made { endEditingRow() }
    return editor === made
  }

  /// Ends the editing of a row and hands its text to the data source if it is another.
  public func endEditingRow() {
    guard let old = editor else { return }
    let text = old.field.text
    let isChanged = old.cell.map { ($0.text ?? "") != text } ?? false
    let current = generation
    dropEditor()
    // Code that runs when editing ends may have changed the rows.
    if isChanged, generation == current, heights.contains(old.path) { setValue(.text(text), forRowAt: old.path) }
  }

  /// Ends the editing of a row without a word to the data source, which may have lost the row.
  final func dropEditor() {
    guard let old = editor else { return }
    editor = nil
    takeOff(old)
  }

  /// Takes the field of an editing that has ended out of its row.
  final func takeOff(_ ended: RowEditor) {
    ended.field.resignFirstResponder()
    ended.field.removeFromSuperview()
  }

  /// Hands a value that was changed in a row back to the data source, then shows the row anew.
  public func setValue(_ value: ControlValue, forRowAt indexPath: IndexPath) {
    guard heights.contains(indexPath) else { return report(.invalidIndexPath(indexPath)) }
    let current = generation
    dataSource?.tableView(self, setValue: value, forRowAt: indexPath)
    if generation == current { reloadRows(at: [indexPath]) }
  }
}
