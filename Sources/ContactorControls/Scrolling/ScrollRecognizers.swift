import ContactorCore

/// The pan of a scroll view: it delays the touches of the content, and begins for drags that are the scroll view's.
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  private weak var scrollView: ScrollView?
  /// The view that the first finger hit.
  private weak var content: View?
  /// Whether the finger was put down while the content moved: it holds the content and touches nothing else.
  private var holds = false
  /// Whether the content has got its touches, or gets them in this delivery.
  private var hasReachedContent = false
  /// The last displacement that was along an axis that does not scroll, in points of the window.
  private var heldBack = Point.zero
  /// The displacement at the last judgement, and its time.
  private var latest = Point.zero
  private var judgedAt = Timestamp(microseconds: 0)

  override var kind: String { "scroll" }

  /// Adds the recognizer to its scroll view.
  func attach(to view: ScrollView) {
    scrollView = view
    countsFromRecognition = true
    delaysTouchesEnded = false
    view.addGestureRecognizer(self)
  }

  // MARK: Touches

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    let isFirst = numberOfTouches == touches.count
    if isFirst { begin(touches, event) }
    super.touchesBegan(touches, with: event)
    if isFirst, holds { state = .began }
  }

  private func begin(_ touches: TouchSet, _ event: Event) {
    content = touches.first?.view
    heldBack = .zero
    latest = .zero
    holds = scrollView?.fingerDown() ?? false
    hasReachedContent = !holds && scrollView?.delaysTouches != true
    delaysTouchesBegan = !hasReachedContent
    if delaysTouchesBegan, !holds { deadline = event.timestamp + ScrollView.contentTouchDelay }
  }

  override func deadlinePassed(at moment: Timestamp) {
    hasReachedContent = true
    delaysTouchesBegan = false
  }

  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    super.touchesMoved(touches, with: event)
    // The machine of a pan that began with the finger takes its first movement as the beginning.
    if holds, state == .began { state = .changed }
  }

  override func movement(of displacement: Point) -> Double {
    if holds { return .infinity }
    let length = super.movement(of: displacement)
    guard length >= points(hysteresis), let scrollView else { return length }
    judgedAt = scrollView.now
    if !hasReachedContent, follower != nil {
      // The control gets the touch now; whether it takes it shows until the finger moves on.
      deadlinePassed(at: judgedAt)
      heldBack = displacement
      return 0
    }
    switch scrollView.judge(displacement, content: content, hasReachedContent) {
    case .scroll:
      latest = displacement
      return length
    case .wait:
      heldBack = displacement
      return 0
    case .leave:
      fail(.other("the content follows the finger"))
      return 0
    }
  }

  /// Lets the translation of a gesture that has just begun leave out what was dragged before it could begin.
  func dropFormerMovement(at now: Timestamp) {
    if holds { return }
    if judgedAt != now {
      // Another recognizer had to fail first.
      setTranslation(.zero, in: nil)
    } else if heldBack != .zero {
      setTranslation(latest - heldBack, in: nil)
    }
  }

  override func stateChanged() {
    super.stateChanged()
    scrollView?.panChanged(self)
  }

  override func reset() {
    super.reset()
    holds = false
    scrollView?.fingersGone()
  }

  // MARK: Others

  override func canPrevent(_ other: GestureRecognizer) -> Bool { other !== scrollView?.pinchGestureRecognizer }

  override func canBePrevented(by other: GestureRecognizer) -> Bool { other !== scrollView?.pinchGestureRecognizer }
}

/// The pinch of a scroll view: it goes together with the pan.
final class ScrollPinchGestureRecognizer: PinchGestureRecognizer {
  private weak var scrollView: ScrollView?

  override var kind: String { "zoom" }

  /// Adds the recognizer to its scroll view; it is enabled while the zoom scale has a range.
  func attach(to view: ScrollView) {
    scrollView = view
    isEnabled = false
    delaysTouchesEnded = false
    view.addGestureRecognizer(self)
  }

  override func stateChanged() {
    super.stateChanged()
    scrollView?.pinchChanged(self)
  }

  override func reset() {
    super.reset()
    if let scrollView, !scrollView.isTracking { scrollView.settleZoom() }
  }

  override func canPrevent(_ other: GestureRecognizer) -> Bool { other !== scrollView?.panGestureRecognizer }

  override func canBePrevented(by other: GestureRecognizer) -> Bool { other !== scrollView?.panGestureRecognizer }
}

// MARK: - What is the scroll view's

extension ScrollView {
  /// The owner of a drag.
  enum Judgement {
    /// The scroll view's.
    case scroll
    /// Nobody's yet: it goes along an axis that does not scroll.
    case wait
    /// The content's.
    case leave
  }

  /// The greatest slope of a drag along one axis, for `isDirectionalLockEnabled`.
  ///
  /// 0.5, an angle of 27°: that of a swipe, see `Tuning.swipeDeviation`.
  static let directionalLockSlope = 0.5

  /// Decides whose a drag is, for a displacement in points of the window.
  func judge(_ displacement: Point, content: View?, _ hasReachedContent: Bool) -> Judgement {
    let way = direction(ofWindow: displacement)
    let (x, y) = (way.x.magnitude, way.y.magnitude)
    let axis = x > y ? ScrollAxes.horizontal : .vertical
    if panGestureRecognizer.follower != nil { return .leave }
    guard canScroll(along: axis) else { return .wait }
    if hasReachedContent, let content, content !== self, !canCancelContentTouches || !touchesShouldCancel(in: content) { return .leave }
    drag.lock = isDirectionalLockEnabled && min(x, y) <= Self.directionalLockSlope * max(x, y) ? axis : .both
    return .scroll
  }

  /// Whether touches of the content wait: those of a view that nothing can scroll do not.
  var delaysTouches: Bool { delaysContentTouches && (canScroll(along: .vertical) || canScroll(along: .horizontal)) }

  /// Whether a finger can move the content along an axis.
  func canScroll(along axis: ScrollAxes) -> Bool {
    guard isScrollEnabled else { return false }
    let isVertical = axis == .vertical
    let limits = isVertical ? verticalLimits : horizontalLimits
    return limits.upper > limits.lower || bounces && (isVertical ? alwaysBounceVertical : alwaysBounceHorizontal)
  }
}
