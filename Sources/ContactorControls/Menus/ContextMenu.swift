public import ContactorCore

extension View {
  /// The menu that a long press on the view opens at the finger; `nil` for none, the default.
  ///
  /// The view retains it.
  ///
  /// The finger that pressed can slide onto an item and choose it when it is lifted. A control sends `menuActionTriggered` when its menu
  /// opens. See `ContextMenuGestureRecognizer`, which is added to the view, for its settings.
  public final var contextMenu: Menu? {
    get { contextMenuRecognizer?.menu }
    set {
      let old = contextMenuRecognizer
      guard let newValue else {
        if let old { removeGestureRecognizer(old) }
        return
      }
      newValue.view = self
      if let old { old.menu = newValue } else { addGestureRecognizer(ContextMenuGestureRecognizer(menu: newValue)) }
    }
  }

  private var contextMenuRecognizer: ContextMenuGestureRecognizer? {
    for case let recognizer as ContextMenuGestureRecognizer in gestureRecognizers { return recognizer }
    return nil
  }

  /// Whether a long press on the view opens a context menu.
  final var hasContextMenu: Bool { contextMenuRecognizer?.isEnabled ?? false }

  /// The view, or the nearest one around it, that has a context menu and is enabled; `nil` for none.
  final var contextMenuHolder: View? {
    var view: View? = self
    for _ in 0..<FocusOrder.greatestDepth {
      guard let current = view else { return nil }
      if current.contextMenu != nil { return (current as? Control)?.isEnabled ?? true ? current : nil }
      view = current.superview
    }
    return nil
  }

  /// Opens the context menu of the view, or of the nearest one around it, as the menu key and shift-F10 do; returns whether it is open.
  ///
  /// It opens at the caret of a text, the row or item of a list where keys are, the key cell of a matrix, else in the view's middle.
  @discardableResult
  public final func showContextMenuForSelection() -> Bool {
    let selected: Rect?
    switch self {
    case let text as TextControl: selected = text.caretFrame(for: text.selectedRange.lowerBound)
    case let list as any KeyedList: selected = list.keyFrame
    case let matrix as Matrix: selected = matrix.contentFrame(for: .keyCell)
    default: selected = nil
    }
    return showContextMenu(over: selected ?? bounds)
  }

  /// Opens the context menu of the view, or of the nearest one around it, in the middle of what is in view of a rectangle.
  final func showContextMenu(over frame: Rect) -> Bool {
    guard let holder = contextMenuHolder else { return false }
    let visible = frame.intersection(bounds)
    let point = holder.convert((visible.isNull || visible.isEmpty ? bounds : visible).center, from: self)
    return holder.showContextMenu(at: point.isFinite ? point : holder.bounds.center)
  }

  /// Opens the context menu at a point of the view's own space, as a long press does; returns whether it is open.
  @discardableResult
  public final func showContextMenu(at point: Point) -> Bool { contextMenuRecognizer?.open(at: point) ?? false }
}

/// A long press that opens a menu at the finger; `View.contextMenu` adds one.
///
/// On a row of a table that a long press can lift, the menu comes first; a finger that then moves closes it and drags the row, as in UIKit.
open class ContextMenuGestureRecognizer: LongPressGestureRecognizer {
  /// The menu; the recognizer retains it.
  public final var menu: Menu {
    didSet {
      let old = oldValue
      if old !== menu { old.close() }
    }
  }

  /// The effect of moving the finger that pressed.
  private enum Stroke {
    /// It slides over the menu.
    case menu
    /// It drags the row of the table that it pressed, if that can be lifted.
    case undecided(PressedRow)
    /// It drags the row.
    case row
  }

  /// A row on which a finger opened a menu, wherever the row is by now.
  private struct PressedRow {
    let row: ListPlace
    /// Where the finger was in the table.
    let point: Point
    /// How far below the row's top that was.
    let grip: Double
  }

  private final var stroke = Stroke.menu
  /// The table whose row may be dragged; weak, as the table holds the recognizer and may die with a finger down.
  private final weak var table: TableView?

  /// Creates a recognizer for a menu.
  public init(menu: Menu) {
    self.menu = menu
    super.init()
  }

  open override var kind: String { "contextMenu" }

  open override func stateChanged() {
    super.stateChanged()
    if case .row = stroke, let table {
      if state != .changed { stroke = .menu }
      return table.reorderChanged(state, location(in: table))
    }
    let point = location(in: nil)
    switch state {
    case .began: begin(at: point)
    case .changed: if !liftRow() { menu.strokeMoved(to: point) }
    case .ended:
      stroke = .menu
      menu.strokeEnded(at: point, with: view?.application?.event)
    case .cancelled:
      stroke = .menu
      menu.strokeCancelled()
    default: break
    }
  }

  private func begin(at point: Point) {
    guard let view else { return }
    table = table(around: view)
    stroke = table.flatMap { pressedRow(of: $0) }.map { .undecided($0) } ?? .menu
    if open(at: location(in: view)) { return menu.strokeBegan(at: point) }
    // Without a menu, its delegate closed it, the row is lifted at once.
    _ = liftRow(slop: 0)
  }

  /// The row of a table that the finger presses.
  private func pressedRow(of table: TableView) -> PressedRow? {
    let point = location(in: table)
    guard let path = table.pressedRow(at: point), let frame = table.rectForRow(at: path), let row = table.place(of: path)
    else { return nil }
    return PressedRow(row: row, point: point, grip: point.y - frame.minY)
  }

  /// The table that the recognizer's view is or is inside.
  private func table(around view: View) -> TableView? {
    var current: View? = view
    for _ in 0..<FocusOrder.greatestDepth {
      guard let view = current else { return nil }
      if let table = view as? TableView { return table }
      current = view.superview
    }
    return nil
  }

  /// Closes the menu and lifts the row that the finger pressed, once the finger has moved; returns whether it drags the row.
  private func liftRow(slop: Double? = nil) -> Bool {
    guard case .undecided(let pressed) = stroke, let table, let application = view?.application else { return false }
    let now = location(in: table)
    guard pressed.point.distance(to: now) >= slop ?? application.tuning.panHysteresis else { return false }
    stroke = .menu
    guard table.canLift(table.path(of: pressed.row)) else { return false }
    menu.strokeCancelled()
    menu.close()
    // Closing calls out.
    guard state == .began || state == .changed, let path = table.path(of: pressed.row), table.canLift(path) else { return false }
    table.beginReorder(path, grip: pressed.grip, at: pressed.point)
    stroke = .row
    table.moveReorder(to: now)
    return true
  }

  /// Opens the menu at a point of the view's own space.
  final func open(at point: Point) -> Bool {
    guard let view, menu.popUp(at: point, in: view) else { return false }
    let menu = menu
    (view as? Control)?.sendActions(for: .menuActionTriggered, with: view.application?.event)
    return menu.isOpen
  }
}
