public import ContactorCore

/// A view that shows a part of its content and moves it with a finger (contract 7.6).
///
/// The content is the subviews; the offset is the origin of the bounds, so scrolling changes nothing of the subviews: a frame costs the same
/// for 10 and for 10,000 of them. Set `contentSize`. Lengths are in points of the view's own space.
///
/// Touches of the content wait for `contentTouchDelay`: a finger that drags before scrolls, and nothing else; one that rests or is lifted goes
/// to the view that it hit. A finger that is put down while the content moves stops it and does not reach the content.
open class ScrollView: View {
  /// The object that is asked and told; held weakly.
  open weak var delegate: (any ScrollViewDelegate)?

  /// The size of the content, in points.
  ///
  /// NaN and negative lengths count as 0, greater ones than `maximumLength` as that.
  public var contentSize: Size {
    get { size }
    set { setContentSize(newValue) }
  }
  /// The point of the content at the view's top left corner: the origin of the bounds.
  ///
  /// Setting it stops what moves, ends no drag, and is not limited to the content; NaN and lengths beyond `maximumLength` are ignored.
  public var contentOffset: Point {
    get { bounds.origin }
    set { setContentOffset(newValue, animated: false) }
  }
  /// How far beyond the content's edges it can be scrolled, in points; NaN and infinities count as 0.
  public var contentInset: EdgeInsets {
    get { insets }
    set {
      insets = newValue.usable
      limitsChanged()
    }
  }
  /// Whether a finger scrolls.
  public var isScrollEnabled: Bool {
    get { panGestureRecognizer.isEnabled }
    set { panGestureRecognizer.isEnabled = newValue }
  }
  /// Whether the content can be pulled beyond its ends and springs back.
  public var bounces = true {
    didSet { limitsChanged() }
  }
  /// Whether content that is not higher than the view can be pulled, too.
  public var alwaysBounceVertical = false
  /// Whether content that is not wider than the view can be pulled, too.
  public var alwaysBounceHorizontal = false
  /// Whether a drag that begins along one axis scrolls along that axis only; one between both scrolls freely.
  public var isDirectionalLockEnabled = false
  /// Whether the content comes to rest at multiples of the view's size.
  public var isPagingEnabled = false
  /// How fast a throw slows down.
  public var decelerationRate = DecelerationRate.normal
  /// Whether touches of the content wait for `contentTouchDelay`; otherwise they are delivered at once.
  public var delaysContentTouches = true
  /// Whether a drag takes touches back that the content has got: they are cancelled there.
  ///
  /// Otherwise, a finger that has reached the content never scrolls.
  public var canCancelContentTouches = true
  /// Whether `contentFrame(for:)` has a frame for the vertical indicator.
  public var showsVerticalScrollIndicator = true {
    didSet { changed(.state) }
  }
  /// Whether `contentFrame(for:)` has a frame for the horizontal indicator.
  public var showsHorizontalScrollIndicator = true {
    didSet { changed(.state) }
  }

  /// Whether a finger is on the content, dragging or not.
  public internal(set) var isTracking = false
  /// Whether a finger drags the content.
  public internal(set) var isDragging = false
  /// Whether the content moves after a finger was lifted.
  public var isDecelerating: Bool { motion == .decelerating }
  /// Whether the offset changes by `setContentOffset(_:animated:)`.
  public var isScrollAnimating: Bool { motion == .animating }

  /// The recognizer that drags the content; other recognizers can require it to fail, and it them.
  public let panGestureRecognizer: PanGestureRecognizer
  /// The recognizer that zooms; enabled while the zoom scale has a range.
  public let pinchGestureRecognizer: PinchGestureRecognizer

  /// The time for which touches of the content wait.
  ///
  /// 150 ms: contract 7.6.
  public static let contentTouchDelay = Duration.milliseconds(150)
  /// The time between two frames of a motion, at which the host is asked for an advance.
  ///
  /// 1/60 s: that of most panels. Offsets are those of event time, whatever the time between two frames.
  public static let frameInterval = Duration.microseconds(16_667)
  /// The greatest length of the content and the greatest offset, in points: 10⁹, above which a coordinate has no place in a view's index.
  public static let maximumLength = 1e9

  /// What changes the offset without a finger.
  enum Motion {
    case none, decelerating, animating, zooming
  }

  private var size = Size.zero
  private var insets = EdgeInsets.zero
  var horizontal = ScrollMachine()
  var vertical = ScrollMachine()
  var motion = Motion.none
  var clock = MotionClock()
  /// Counts what stops or begins a motion or a drag, so that code after a call out notices.
  var epoch: UInt64 = 0
  var drag = DragSession()
  var zoom = ZoomState()
  private var tellingDepth = 0

  /// Creates a scroll view without content.
  override public init(frame: Rect) {
    let pan = ScrollPanGestureRecognizer()
    let pinch = ScrollPinchGestureRecognizer()
    panGestureRecognizer = pan
    pinchGestureRecognizer = pinch
    super.init(frame: frame)
    pan.attach(to: self)
    pinch.attach(to: self)
  }

  deinit { clock.stop() }

  // MARK: Overrides

  /// Called after the offset has changed, before the delegate; an override calls `super`.
  open func didScroll() {}

  /// Whether a drag may take a touch back that the view inside has got; asked if `canCancelContentTouches`.
  ///
  /// True. UIKit's default is false for a control; here, a finger that rested on a button and then drags scrolls, as hands that hesitate at a
  /// kiosk expect. A control that follows a finger keeps its drags: see `DragFollowing`.
  open func touchesShouldCancel(in view: View) -> Bool { true }

  /// Keeps the offset within the content when the view's size has changed; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    limitsChanged()
  }

  /// Stops what moves in a view that leaves its window; an override calls `super`.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if !clock.runs(in: application) { stopMotion() }
  }

  // MARK: Offsets

  /// Shows another part of the content, at once or in 0.3 s; ignores an offset that is NaN or beyond `maximumLength`.
  ///
  /// A view in no application shows it at once. An animated change goes on while a finger touches elsewhere, and ends when one touches the
  /// content.
  public func setContentOffset(_ offset: Point, animated: Bool) {
    guard offset.x.magnitude <= Self.maximumLength, offset.y.magnitude <= Self.maximumLength else { return }
    if animated, !isDragging, let application, offset != contentOffset { return animate(to: offset, in: application) }
    if isDragging {
      horizontal.moveDrag(to: offset.x)
      vertical.moveDrag(to: offset.y)
    } else {
      stopMotion()
      horizontal.place(offset.x)
      vertical.place(offset.y)
    }
    show(offset)
  }

  /// Moves the offset along with content that grew above what is visible; a drag and a motion go on, and nobody is told.
  ///
  /// Set `contentSize` first: the limits of a drag are those of the new size.
  package func shiftContent(by distance: Point) {
    let offset = bounds.origin + distance
    guard offset.x.magnitude <= Self.maximumLength, offset.y.magnitude <= Self.maximumLength else { return }
    syncMachines()
    horizontal.shift(by: distance.x)
    vertical.shift(by: distance.y)
    bounds.origin = offset
    limitsChanged()
  }

  /// Scrolls as little as is needed to show a rectangle of the content; does nothing for one that is not finite.
  ///
  /// Of a rectangle that is larger than the view, the nearer part is shown.
  public func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    guard rect.isFinite else { return }
    let wanted = rect.standardized
    let origin = Point(
      x: Self.nearest(bounds.minX, bounds.width, wanted.minX, wanted.maxX),
      y: Self.nearest(bounds.minY, bounds.height, wanted.minY, wanted.maxY))
    setContentOffset(clamped(origin), animated: animated)
  }

  /// The offset nearest to `start` from which a view of a length shows the range, or is filled by it.
  private static func nearest(_ start: Double, _ length: Double, _ first: Double, _ last: Double) -> Double {
    let (low, high) = (min(first, last - length), max(first, last - length))
    return min(max(start, low), high)
  }

  /// Scrolls to the top of the content if the delegate permits it.
  public func scrollToTop(animated: Bool = true) {
    if delegate?.scrollViewShouldScrollToTop(self) == false { return }
    setContentOffset(Point(x: contentOffset.x, y: verticalLimits.lower), animated: animated)
  }

  /// The nearest offset that shows no more than the content and its insets.
  public func clamped(_ offset: Point) -> Point {
    Point(x: horizontalLimits.clamp(offset.x), y: verticalLimits.clamp(offset.y))
  }

  private func setContentSize(_ size: Size) {
    func usable(_ length: Double) -> Double { length > 0 ? min(length, Self.maximumLength) : 0 }
    let usable = Size(width: usable(size.width), height: usable(size.height))
    guard usable != self.size else { return }
    self.size = usable
    limitsChanged()
  }

  /// The limits of the horizontal offset.
  var horizontalLimits: ScrollLimits {
    ScrollLimits(content: size.width, before: insets.left, after: insets.right, view: Self.usable(bounds.width), bounces: bounces)
  }

  /// The limits of the vertical offset.
  var verticalLimits: ScrollLimits {
    ScrollLimits(content: size.height, before: insets.top, after: insets.bottom, view: Self.usable(bounds.height), bounces: bounces)
  }

  private static func usable(_ length: Double) -> Double { length.magnitude <= maximumLength ? length : 0 }

  /// Sets the origin of the bounds and tells; what is told may change anything.
  func show(_ offset: Point) {
    guard offset != bounds.origin else { return }
    bounds.origin = offset
    // Someone who scrolls each time that the view has scrolled is not told for ever.
    guard tellingDepth < Self.nestingLimit else { return }
    tellingDepth += 1
    didScroll()
    delegate?.scrollViewDidScroll(self)
    tellingDepth -= 1
  }

  /// The greatest nesting of changes of the offset by those who are told of them.
  private static let nestingLimit = 16
}

extension ScrollView {
  /// How fast a throw slows down.
  public struct DecelerationRate: Hashable, Sendable {
    /// The share of the speed that is left after each millisecond, 0.5 … 0.9999.
    public let rawValue: Double

    /// Creates a rate; a number outside of 0.5 … 0.9999 counts as the nearest of them, NaN as `normal`.
    public init(rawValue: Double) {
      self.rawValue = rawValue.isNaN ? 0.998 : min(max(rawValue, 0.5), 0.9999)
    }

    /// 0.998: UIKit's, contract 7.6.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99: UIKit's, contract 7.6.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }
}
