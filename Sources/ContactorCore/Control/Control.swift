/// A view that turns touches into control events and sends actions for them (contract 4 and 5).
///
/// It tracks one touch at a time: the first that hits it. What it draws is the application's business.
open class Control: View {
  /// Whether the control takes touches; a disabled one swallows them.
  ///
  /// Disabling it while it tracks cancels tracking.
  @exclusivity(unchecked) open var isEnabled = true {
    didSet { if !isEnabled { stopTracking() } }
  }
  /// Whether the control is selected; the engine keeps it and does not interpret it.
  open var isSelected = false
  /// Whether the control shows that it is pressed: while a tracked touch is inside.
  @exclusivity(unchecked) open var isHighlighted = false
  /// Whether a touch is being tracked.
  public var isTracking: Bool { trackedTouch != nil }
  /// Whether the tracked touch is inside the bounds grown by `trackingOutset`.
  @exclusivity(unchecked) public private(set) var isTouchInside = false
  /// How far outside its bounds the control counts a tracked touch as inside, in points; `nil` for the tuning's 70.
  @exclusivity(unchecked) public var trackingOutset: Double?
  /// Whether the control sends `primaryActionTriggered` after `touchUpInside`: true for buttons and their like.
  open var sendsPrimaryAction: Bool { false }

  /// The touch that is being tracked; `nil` for none.
  @exclusivity(unchecked) public private(set) var trackedTouch: Touch?
  @exclusivity(unchecked) private var tracker = ControlTracker()
  @exclusivity(unchecked) var table = DispatchTable()

  deinit {
    table.slots.deallocate()
  }

  // MARK: Hooks

  /// Asked when a touch hits the control, before `touchDown` is sent; false refuses the touch.
  open func beginTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Asked when the tracked touch moved, before the drag events are sent; false stops tracking and sends nothing more.
  open func continueTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Told that the tracked touch was lifted, before the up event is sent, or that `continueTracking` ended tracking.
  open func endTracking(_ touch: Touch?, with event: Event?) {}

  /// Told that tracking was broken off, before `touchCancel` is sent.
  open func cancelTracking(with event: Event?) {}

  // MARK: Touches

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    guard trackedTouch == nil, isEnabled, let touch = touches.first else { return }
    trackedTouch = touch
    isTouchInside = true
    guard beginTracking(touch, with: event), trackedTouch === touch else {
      if trackedTouch === touch { rest() }
      return
    }
    isHighlighted = true
    send(tracker.began(tapCount: touch.tapCount), touch, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let inside = isInside(touch)
    isTouchInside = inside
    let goesOn = continueTracking(touch, with: event)
    guard trackedTouch === touch else { return }
    guard goesOn else {
      tracker.stopped()
      rest()
      endTracking(touch, with: event)
      return
    }
    if isHighlighted != inside { isHighlighted = inside }
    send(tracker.moved(inside: inside), touch, event)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let inside = isInside(touch)
    isTouchInside = inside
    endTracking(touch, with: event)
    guard trackedTouch === touch else { return }
    rest()
    send(tracker.ended(inside: inside), touch, event)
    if inside, sendsPrimaryAction { send(.primaryActionTriggered, touch, event) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    cancel(touch, event)
  }

  override var acceptsTouches: Bool { isEnabled }

  /// Refuses single taps of one finger to recognizers placed around the control: its own action wins, as in UIKit.
  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view === self || !recognizer.isSingleTap
  }

  private func isInside(_ touch: Touch) -> Bool {
    let outset = trackingOutset ?? applicationLink.with(\.tuning.trackingOutset) ?? Tuning().trackingOutset
    return bounds.outset(by: outset).contains(convertFromWindow(touch.location))
  }

  private func stopTracking() {
    guard let touch = trackedTouch else { return }
    cancel(touch, application?.event)
  }

  private func cancel(_ touch: Touch, _ event: Event?) {
    cancelTracking(with: event)
    guard trackedTouch === touch else { return }
    rest()
    send(tracker.cancelled(), touch, event)
  }

  /// Drops the touch, of which no end will come, and calls nobody.
  func letGo(_ touch: Touch) {
    if trackedTouch === touch { trackedTouch = nil }
  }

  private func rest() {
    trackedTouch = nil
    isTouchInside = false
    if isHighlighted { isHighlighted = false }
  }

  // MARK: Sending

  /// The events of the entry that is being performed, for the log.
  @exclusivity(unchecked) var sending: Events = []

  /// Sends one action to one target; every action of the control goes through here (contract 5.8).
  open func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    if let application {
      application.sendAction(action, to: target, from: self, for: event)
    } else if let target {
      action.perform(on: target, sender: self, event: event)
    }
  }

  override final var controlOverrides: OverriddenMethods { OverriddenMethods.ofControl(type(of: self)) }
}
