public import ContactorCore

/// A view that scrolls when an item in it gets the focus.
public protocol FocusScrolling: View {
  /// Makes a rectangle of the view's own space visible, if it is not.
  func scrollToFocus(_ rect: Rect)
}

/// Where the focus is in a window, and where to look for it once its view is gone; it keeps no view alive.
struct FocusSpot {
  /// A view around the focused one, and where in it the focused one was.
  struct Level {
    weak var parent: View?
    let frame: Rect
  }

  private(set) weak var window: Window?
  private weak var view: View?
  private let element: Int?
  /// The views around, innermost first.
  private(set) var trail: [Level] = []

  init(_ stop: FocusStop, in window: Window) {
    self.window = window
    view = stop.view
    element = stop.element
    var child = stop.view
    for _ in 0..<FocusOrder.greatestDepth {
      guard child !== window, let parent = child.superview else { return }
      trail.append(Level(parent: parent, frame: child.frame))
      child = parent
    }
  }

  /// The stop, while its view exists.
  var stop: FocusStop? { view.map { FocusStop(view: $0, element: element) } }
}

/// The keys that move the focus.
enum FocusKey {
  case up, down, left, right, select, tab, back, escape

  init?(_ event: KeyEvent) {
    switch event.charactersIgnoringModifiers {
    case KeyEvent.upArrow: self = .up
    case KeyEvent.downArrow: self = .down
    case KeyEvent.leftArrow: self = .left
    case KeyEvent.rightArrow: self = .right
    case KeyEvent.carriageReturn, KeyEvent.enter, " ": self = .select
    case KeyEvent.tab: self = event.modifiers.contains(.shift) ? .back : .tab
    case KeyEvent.backTab: self = .back
    case KeyEvent.escape: self = .escape
    default: return nil
    }
  }
}
