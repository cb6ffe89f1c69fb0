import ContactorCore
import ContactorLayout

/// The scene under the touches: windows side by side, with their views.
struct ReportStage {
  /// A window with its frame on the stage.
  struct Window {
    let id: String
    let frame: Rect
    let millimetres: Size?
    /// Whether the window's size is known.
    let isMeasured: Bool
  }

  /// A view with its frame on the stage.
  struct View {
    let view: LayoutView
    /// The index of its window.
    let window: Int
    let frame: Rect
    let isSecure: Bool
    /// Whether the view, or a view around it, is hidden when the recording begins.
    let isHidden: Bool
    /// The number of views around the view.
    let depth: Int
  }

  private(set) var windows: [Window] = []
  private(set) var views: [View] = []
  /// The visible area: the windows, and touches beyond them up to `beyond`.
  private(set) var bounds = Rect.zero

  /// The gap between windows, as a part of the first window's width.
  private static let gap = 0.06
  /// How far beyond its window a touch is visible, as a part of the window's size.
  private static let beyond = 0.25

  /// Places the windows of a layout.
  ///
  /// - Parameter extents: for each window, the rectangle around all places in it.
  init(_ layout: Layout, extents: [Int: Rect]) {
    var x = 0.0
    for (index, window) in layout.windows.enumerated() {
      let extent = extents[index]
      let isMeasured = window.screen.size.width < Self.unbounded
      let size = isMeasured ? window.screen.size : Self.size(around: extent)
      let frame = Rect(x: x, y: 0, width: size.width, height: size.height)
      windows.append(Window(id: window.id, frame: frame, millimetres: window.screen.millimetres, isMeasured: isMeasured))
      let seen = extent.map { Self.union(frame, $0.moved(by: frame.origin).clamped(to: frame.grown(by: Self.beyond))) } ?? frame
      bounds = index == 0 ? seen : Self.union(bounds, seen)
      for view in window.views { add(view, window: index, at: frame.origin, isSecure: false, isHidden: false, depth: 0) }
      x = bounds.maxX + layout.windows[0].screen.size.width * Self.gap
    }
  }

  private mutating func add(_ view: LayoutView, window: Int, at origin: Point, isSecure: Bool, isHidden: Bool, depth: Int) {
    let frame = view.frame.moved(by: origin)
    let isSecure = isSecure || view.isSecure
    let isHidden = isHidden || view.isHidden || view.alpha < 0.01
    views.append(View(view: view, window: window, frame: frame, isSecure: isSecure, isHidden: isHidden, depth: depth))
    for inner in view.subviews { add(inner, window: window, at: frame.origin, isSecure: isSecure, isHidden: isHidden, depth: depth + 1) }
  }

  /// The width and height, in points, that stand for a screen of unknown size.
  static let unbounded = 1e6

  private static func size(around extent: Rect?) -> Size {
    func round(_ length: Double) -> Double { max((length * 1.02 / 10).rounded(.up) * 10, 100) }
    return Size(width: round(extent?.maxX ?? 800), height: round(extent?.maxY ?? 480))
  }

  private static func union(_ first: Rect, _ second: Rect) -> Rect {
    Rect(around: first.corners + second.corners)
  }
}

extension Rect {
  fileprivate func moved(by way: Point) -> Rect {
    Rect(x: minX + way.x, y: minY + way.y, width: size.width, height: size.height)
  }

  fileprivate func grown(by part: Double) -> Rect {
    Rect(
      x: minX - size.width * part, y: minY - size.height * part, width: size.width * (1 + 2 * part),
      height: size.height * (1 + 2 * part))
  }

  fileprivate func clamped(to other: Rect) -> Rect {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }
    let (x, y) = (clamp(minX, other.minX, other.maxX), clamp(minY, other.minY, other.maxY))
    return Rect(
      x: x, y: y, width: clamp(maxX, other.minX, other.maxX) - x, height: clamp(maxY, other.minY, other.maxY) - y)
  }
}
