import ContactorCore

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
  /// Where the element is now; `nil` for a view itself, and for one whose elements keep their numbers.
  private let place: (any FocusPlace)?
  /// The row in whose cell the view is, such as a switch; `nil` for a view in no row.
  private var row: (list: WeakView, place: any FocusPlace)?
  /// The views around, innermost first.
  private(set) var trail: [Level] = []

  private struct WeakView {
    weak var view: View?
  }

  init(_ stop: FocusStop, in window: Window) {
    self.window = window
    view = stop.view
    element = stop.element
    place = stop.element.flatMap { FocusSpot.place(of: $0, in: stop.view) }
    if stop.element == nil, let around = FocusOrder().element(around: stop.view), let index = around.element,
      let place = FocusSpot.place(of: index, in: around.view)
    {
      row = (WeakView(view: around.view), place)
    }
    var child = stop.view
    for _ in 0..<FocusOrder.greatestDepth {
      guard child !== window, let parent = child.superview else { return }
      trail.append(Level(parent: parent, frame: child.frame))
      child = parent
    }
  }

  private static func place(of element: Int, in view: View) -> (any FocusPlace)? {
    (view as? any FocusFollowing)?.place(ofElement: element)
  }

  /// The stop, while its view exists; for a control whose cell shows another row now, the row that it was in.
  var stop: FocusStop? {
    if let row, let list = row.list.view, isTaken { return FocusStop(view: list, element: row.place.index) }
    return view.map { FocusStop(view: $0, element: place?.index ?? element) }
  }

  /// Whether the stop is that which was found; another one stands in the place of one that is gone.
  var state: FocusPlaceState {
    isTaken ? .gone : place?.state ?? row?.place.state ?? .there
  }

  /// Whether the cell around the control no longer shows the control's row.
  private var isTaken: Bool {
    guard let row, let view else { return false }
    guard let around = FocusOrder().element(around: view), around.view === row.list.view else { return true }
    return row.place.state == .gone || around.element != row.place.index
  }
}

/// Whether an element is still the one that it was.
enum FocusPlaceState {
  /// It is the same.
  case there
  /// Everything was loaded anew: the element of the same number may be another one.
  case unknown
  /// It is gone, and another one stands in its place.
  case gone
}

/// Where an element of a view is, however others around it come and go.
protocol FocusPlace: AnyObject {
  /// The element's index, or that of the element in its place.
  var index: Int { get }
  var state: FocusPlaceState { get }
}

/// A view whose elements come and go while one of them has the focus: a list's rows, an open menu's items.
protocol FocusFollowing: View {
  /// Follows an element from now on, as long as the result is kept; `nil` for an element that there is not.
  func place(ofElement index: Int) -> (any FocusPlace)?
}

/// A view whose elements stand for objects: a menu's items, a matrix's cells.
protocol FocusObjects: FocusFollowing {
  /// The object of an element; `nil` for an element without one.
  func object(ofElement index: Int) -> AnyObject?
  /// The element of an object; `nil` for an object without one.
  func element(of object: AnyObject) -> Int?
}

extension FocusObjects {
  func place(ofElement index: Int) -> (any FocusPlace)? {
    object(ofElement: index).map { ObjectPlace(of: $0, at: index, in: self) }
  }
}

/// The place of an element that stands for an object.
private final class ObjectPlace: FocusPlace {
  private weak var object: AnyObject?
  private weak var view: (any FocusObjects)?
  /// Where the element was.
  private let former: Int

  init(of object: AnyObject, at index: Int, in view: any FocusObjects) {
    (self.object, self.view, former) = (object, view, index)
  }

  private var present: Int? { object.flatMap { view?.element(of: $0) } }
  var index: Int { present ?? former }
  var state: FocusPlaceState { present == nil ? .gone : .there }
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
