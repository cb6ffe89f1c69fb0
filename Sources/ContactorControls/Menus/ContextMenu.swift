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
open class ContextMenuGestureRecognizer: LongPressGestureRecognizer {
  /// The menu; the recognizer retains it.
  public final var menu: Menu {
    didSet {
      let old = oldValue
      if old !== menu { old.close() }
    }
  }

  /// Creates a recognizer for a menu.
  public init(menu: Menu) {
    self.menu = menu
    super.init()
  }

  open override var kind: String { "contextMenu" }

  open override func stateChanged() {
    super.stateChanged()
    let point = location(in: nil)
    switch state {
    case .began: if let view, open(at: location(in: view)) { menu.strokeBegan(at: point) }
    case .changed: menu.strokeMoved(to: point)
    case .ended: menu.strokeEnded(at: point, with: view?.application?.event)
    case .cancelled: menu.strokeCancelled()
    default: break
    }
  }

  /// Opens the menu at a point of the view's own space.
  final func open(at point: Point) -> Bool {
    guard let view, menu.popUp(at: point, in: view) else { return false }
    let menu = menu
    (view as? Control)?.sendActions(for: .menuActionTriggered, with: view.application?.event)
    return menu.isOpen
  }
}
