public import ContactorCore

/// A view that shows a part of its content and moves it with a finger (contract 7.6).
///
/// The content is the subviews; the offset is the origin of the bounds, so scrolling changes nothing of the subviews: a frame costs the same
/// for 10 and for 10,000 of them. Set `contentSize`. Lengths are in points of the view's own space.
///
/// Touches of the content wait for `contentTouchDelay`: a finger that drags before scrolls, and nothing else; one that rests or is lifted goes
/// to the view that it hit. A finger that is put down while the content moves stops it and does not reach the content.
open class ScrollView: View {
  /// The object that is asked and notified; held weakly.
  @safe @exclusivity(unchecked) open weak var delegate: (any ScrollViewDelegate)?

  /// The size of the content, in points.
  ///
  /// NaN and negative lengths count as 0, greater ones than `maximumLength` as that.
  public var contentSize: Size {
    get { Size(width: unscaledSize.width * zoom.scale, height: unscaledSize.height * zoom.scale) }
    set { if takeContentSize(newValue) { limitsChanged() } }
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
  @safe @exclusivity(unchecked) public var bounces = true {
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
  @safe @exclusivity(unchecked) public internal(set) var isDragging = false
  /// Whether the content moves after a finger was lifted.
  public var isDecelerating: Bool { motion == .decelerating }
  /// Whether the offset changes by `setContentOffset(_:animated:)`.
  public var isScrollAnimating: Bool { motion == .animating }

  /// The recognizer that drags the content; other recognizers can require it to fail, and it them.
  public let panGestureRecognizer: PanGestureRecognizer
  /// The recognizer that zooms; enabled while the zoom scale has a range.
  public let pinchGestureRecognizer: PinchGestureRecognizer

  /// How long touches of the content wait.
  ///
  /// 150 ms: contract 7.6.
  public static let contentTouchDelay = Duration.milliseconds(150)
  /// The time between two frames of a motion, at which the host is asked for an advance.
  ///
  /// 1/60 s: that of most panels. Offsets are those of event time, whatever the time between two frames.
  public static let frameInterval = Duration.microseconds(16_667)
  /// The greatest length of the content and the greatest offset, in points: 10⁹, above which a coordinate has no place in a view's index.
  public static let maximumLength = 1e9

  /// The kinds of changes of the offset without a finger.
  enum Motion {
    case none, decelerating, animating, zooming
  }

  /// The size of the content at scale 1.
  @safe @exclusivity(unchecked) private(set) var unscaledSize = Size.zero
  @safe @exclusivity(unchecked) private(set) var insets = EdgeInsets.zero
  @safe @exclusivity(unchecked) var horizontal = ScrollMachine()
  @safe @exclusivity(unchecked) var vertical = ScrollMachine()
  @safe @exclusivity(unchecked) var motion = Motion.none
  var clock = MotionClock()
  /// Counts what stops or begins a motion or a drag, or sets the offset, so that code after a call out notices.
  @safe @exclusivity(unchecked) var epoch: UInt64 = 0
  var drag = DragSession()
  @safe @exclusivity(unchecked) var zoom = ZoomState()
  @safe @exclusivity(unchecked) private var tellingDepth = 0
  /// The view's size when the offset was limited.
  private var limitedSize = Size.zero

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

  /// Shows the offset at which a motion ended, which had this `epoch`.
  func showEnd(of ended: UInt64) { show(machineOffset) }

  /// Shows the rectangle of what got the focus.
  func showFocus(_ rect: Rect) { scrollRectToVisible(rect, animated: false) }

  /// Called after the offset has changed, before the delegate; an override calls `super`.
  open func didScroll() {}

  /// Called when the content has come to rest after a drag, a throw or an animated change, before the delegate; an override calls `super`.
  open func didEndScrolling() {}

  /// Whether a drag may take a touch back that the view inside has got; asked if `canCancelContentTouches`.
  ///
  /// True. UIKit's default is false for a control; here, a finger that rested on a button and then drags scrolls, as hands that hesitate at a
  /// kiosk expect. A control that follows a finger keeps its drags: see `DragFollowing`.
  open func touchesShouldCancel(in view: View) -> Bool { true }

  /// A scroll area.
  override open var standardAccessibility: Accessibility { Accessibility(.scrollArea) }

  /// The actions that a scroll view takes by name, in addition to those of every view: `scrollPageDown:`, `scrollLineDown:`,
  /// `scrollToEndOfDocument:` and their opposites.
  override open class var actions: [Action] { super.actions + scrollActions }

  /// Refuses actions that scroll if the content is at its end that way, so that a scroll view around this one gets them; an override
  /// calls `super`.
  override open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    if case .scroll(let motion)? = TextCommand.named[name], !hasMore(for: motion) { return false }
    return super.canPerformAction(name, withSender: sender)
  }

  /// Scrolls by a page for page up and page down that nothing inside the view handled; an override calls `super`.
  override open func keyDown(with event: KeyEvent) -> Bool { scrollByKey(event) || super.keyDown(with: event) }

  /// Scrolls by the view's height, or, if the content is not higher than the view, by its width; returns whether there was more to show.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard index == nil, !isHidden else { return false }
    switch action {
    case .scrollForward: return scrollPage(by: 1)
    case .scrollBackward: return scrollPage(by: -1)
    case .custom(let name): return zoom(byAction: name)
    default: return false
    }
  }

  /// `Zoom In` and `Zoom Out`, for a view that fingers can zoom.
  override open func customAccessibilityActions(at index: Int? = nil) -> [String] { index == nil ? zoomActions : [] }

  /// The indicators.
  override open var contentParts: [ContentPart] {
    var parts: [ContentPart] = []
    for (part, kind) in [(Part.verticalIndicator, "verticalIndicator"), (.horizontalIndicator, "horizontalIndicator")] {
      let frame = contentFrame(for: part)
      if !frame.isEmpty { parts.append(ContentPart(kind, frame: frame)) }
    }
    return parts
  }

  /// Keeps the offset within the content when the view's size has changed; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.size != limitedSize else { return }
    limitedSize = bounds.size
    limitsChanged()
  }

  /// Stops what moves in a view that leaves its window; an override calls `super`.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if !clock.runs(in: application) { stopMotion() }
  }

  // MARK: Changes

  /// Takes the size of the content without a look at the offset; returns whether it is another.
  @discardableResult
  func takeContentSize(_ size: Size) -> Bool {
    func usable(_ length: Double) -> Double { length > 0 ? min(length, Self.maximumLength) : 0 }
    let usable = Size(width: usable(size.width), height: usable(size.height))
    guard usable != contentSize else { return false }
    unscaledSize = usable / zoom.scale
    return true
  }

  /// Sets the origin of the bounds and notifies; the observers may change anything.
  func show(_ offset: Point) {
    guard offset != area.origin else { return }
    bounds.origin = offset
    // An observer that scrolls whenever the view has scrolled is not called endlessly.
    guard tellingDepth < Self.nestingLimit else { return }
    tellingDepth += 1
    didScroll()
    delegate?.scrollViewDidScroll(self)
    tellingDepth -= 1
  }

  /// The greatest nesting of changes of the offset by observers of the offset.
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
