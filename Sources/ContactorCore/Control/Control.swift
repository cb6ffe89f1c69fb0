/// A view that turns touches into control events and sends actions for them (contract 4 and 5).
///
/// A control tracks one touch at a time: the first that hits it. The application draws it.
open class Control: View {
  /// Whether the control reacts to touches; a disabled control swallows them.
  ///
  /// Disabling a control cancels its tracking.
  @safe @exclusivity(unchecked) open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { stopTracking() }
      changed(.state)
    }
  }
  /// Whether the control is selected; the engine stores the value and does not interpret it.
  @safe @exclusivity(unchecked) open var isSelected = false {
    didSet { if isSelected != oldValue { changed(.state) } }
  }
  /// Whether the control appears pressed: true while a tracked touch is inside.
  @safe @exclusivity(unchecked) open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { changed(.state) } }
  }
  /// Whether a touch is being tracked.
  public var isTracking: Bool { tracked != nil }
  /// Whether the tracked touch is inside the bounds grown by `trackingOutset`.
  @safe @exclusivity(unchecked) public private(set) var isTouchInside = false
  /// How far outside its bounds a tracked touch counts as inside; `nil` for `Tuning.trackingOutset`, 70 points.
  @safe @exclusivity(unchecked) public var trackingOutset: Distance?
  /// Whether the control sends `primaryActionTriggered` after `touchUpInside`: true for buttons.
  open var sendsPrimaryAction: Bool { false }

  /// The pairs that were registered more than once, each once, in order; those of cells, too (contract 5.2).
  open var duplicateRegistrations: [DuplicateRegistration] { table.duplicates }

  /// The touch that is being tracked; `nil` if there is none.
  public var trackedTouch: Touch? { tracked }

  @safe @exclusivity(unchecked) private var tracked: Touch?
  @safe @exclusivity(unchecked) private var tracker = ControlTracker()
  @safe @exclusivity(unchecked) final var table = DispatchTable()
  /// The events of the call in progress to an entry, for the log.
  @safe @exclusivity(unchecked) var sending: Events = []

  // MARK: Hooks

  /// Called when a touch hits the control, before `touchDown` is sent; return false to refuse the touch.
  open func beginTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Called when the tracked touch moved, before the drag events are sent; return false to stop tracking without further events.
  open func continueTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Called when the tracked touch was lifted, before the up event is sent, or when `continueTracking` ended tracking.
  open func endTracking(_ touch: Touch?, with event: Event?) {}

  /// Called when tracking was cancelled, before `touchCancel` is sent.
  open func cancelTracking(with event: Event?) {}

  /// Called when a tracked touch was lifted, after `endTracking(_:with:)` and before `touchUpInside` or `touchUpOutside` is sent.
  ///
  /// The place to take the value of the lift, so that actions of these events find it; `valueChanged` is sent in
  /// `trackingDidEnd(_:with:)`. The control no longer tracks a touch. It is not called for a touch that was cancelled.
  open func takeLift(of touch: Touch, with event: Event?) {}

  /// Called when tracking is over, however it ended, after the up event or `touchCancel` was sent.
  ///
  /// For events that are sent once for a whole touch, such as `valueChanged` of a slider that is not continuous. An action of these events
  /// may have removed or disabled the control. It is not called for a touch whose end did not come or did not reach `Control`.
  open func trackingDidEnd(_ touch: Touch, with event: Event?) {}

  // MARK: Touches

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    // An override that called `super` late may have lost the touch in the meantime, for example to a gesture.
    guard tracked == nil, isEnabled, let touch = touches.first, touch.isAlive, touch.isDelivered else { return }
    tracked = touch
    touch.addTracker(self)
    isTouchInside = true
    guard beginTracking(touch, with: event), tracked === touch else {
      if tracked === touch { clearTracking() }
      return
    }
    if !isHighlighted { isHighlighted = true }
    send(tracker.began(tapCount: touch.tapCount), touch, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    guard let tracked = unsafe tracked.map({ unsafe Unmanaged.passUnretained($0) }) else { return }
    // The set retains the touch.
    unsafe tracked._withUnsafeGuaranteedRef { if touches.contains($0) { moved($0, event) } }
  }

  @inline(__always)
  private func moved(_ touch: Touch, _ event: Event?) {
    let inside = isInside(touch)
    isTouchInside = inside
    let goesOn = continueTracking(touch, with: event)
    guard tracked === touch else { return }
    guard goesOn else {
      tracker.stopped()
      clearTracking()
      endTracking(touch, with: event)
      return trackingDidEnd(touch, with: event)
    }
    if isHighlighted != inside { isHighlighted = inside }
    send(tracker.moved(inside: inside), touch, event)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    guard let touch = tracked, touches.contains(touch) else { return }
    let inside = isInside(touch)
    isTouchInside = inside
    endTracking(touch, with: event)
    guard tracked === touch else { return }
    clearTracking()
    takeLift(of: touch, with: event)
    send(tracker.ended(inside: inside), touch, event)
    if inside, sendsPrimaryAction { send(.primaryActionTriggered, touch, event) }
    trackingDidEnd(touch, with: event)
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    guard let touch = tracked, touches.contains(touch) else { return }
    cancel(touch, event)
  }

  override var acceptsTouches: Bool { isEnabled }

  /// Refuses single taps of one finger to recognizers of views around the control: the control's own action wins, as in UIKit.
  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view === self || !recognizer.isSingleTap
  }

  private func isInside(_ touch: Touch) -> Bool {
    bounds.outset(by: trackingOutsetInPoints).contains(convertFromWindow(touch.location))
  }

  /// How far outside its bounds a tracked touch counts as inside, in points of the control's window.
  public final var trackingOutsetInPoints: Double {
    if let trackingOutset { return trackingOutset.points(at: density) }
    return applicationLink.read { $0.tuning.trackingOutset } ?? Tuning().trackingOutset
  }

  private func stopTracking() {
    if let touch = tracked { cancel(touch, application?.event) }
  }

  private func cancel(_ touch: Touch, _ event: Event?) {
    cancelTracking(with: event)
    guard tracked === touch else { return }
    clearTracking()
    send(tracker.cancelled(), touch, event)
    trackingDidEnd(touch, with: event)
  }

  /// Cancels tracking of a touch that will no longer reach the control.
  final func cancelIfTracked(_ touch: Touch, _ event: Event?) {
    if tracked === touch { cancel(touch, event) }
  }

  /// Stops tracking a touch whose end was not reported to this control.
  ///
  /// - Returns: whether the control tracked the touch.
  final func forget(_ touch: Touch) -> Bool {
    guard tracked === touch else { return false }
    tracker.stopped()
    clearTracking()
    return true
  }

  /// Stops tracking a touch whose end will not come, without calling any object.
  func drop(_ touch: Touch) {
    guard tracked === touch else { return }
    let dropped = tracked
    tracked = nil
    tracker.stopped()
    withExtendedLifetime(dropped) {}
  }

  private func clearTracking() {
    let dropped = tracked
    tracked = nil
    isTouchInside = false
    if isHighlighted { isHighlighted = false }
    withExtendedLifetime(dropped) {}
  }

  // MARK: Sending

  /// Sends the actions registered for the events, without a touch; the actions get no event (contract 4.9).
  public func sendActions(for events: Events) {
    sendActions(for: events, with: nil)
  }

  /// Sends the actions registered for the events as one delivery, with the event that caused it.
  ///
  /// For subclasses whose value follows a touch.
  public func sendActions(for events: Events, with event: Event?) {
    if isObserved { return sendForTouch(events, event) }
    if !table.allEvents.isDisjoint(with: events) { deliver(events, event) }
  }

  @inline(never)
  private func sendForTouch(_ events: Events, _ event: Event?) {
    guard let event else { return send(events, nil, nil) }
    send(events, tracked ?? event.firstTouch(of: self), event)
  }

  /// Sends the actions registered for the events as one delivery, with the touch that caused it.
  package func sendActions(for events: Events, by touch: Touch, with event: Event?) {
    send(events, touch, event)
  }

  private var isObserved: Bool { applicationLink.read { $0.hasObservers } ?? false }

  /// Sends one delivery.
  @inline(__always)
  private func send(_ events: Events, _ touch: Touch?, _ event: Event?) {
    if isObserved { announce(events, touch) }
    // An observer may have changed the table.
    if !table.allEvents.isDisjoint(with: events) { deliver(events, event) }
  }

  @inline(__always)
  private func announce(_ events: Events, _ touch: Touch?) {
    let link = applicationLink
    // While the application handles a frame, the caller of `handle(_:)` retains it.
    if link.read({ $0.observers.areRetained }) ?? false, !events.isEmpty {
      link.callUncounted { $0.observers.control(self, sends: events, touch: touch) }
    } else {
      announceUnretained(events, touch)
    }
  }

  @inline(never)
  private func announceUnretained(_ events: Events, _ touch: Touch?) {
    if !events.isEmpty { application?.tell { $0.control(self, sends: events, touch: touch) } }
  }

  /// The greatest nesting of deliveries of one control: an action that sends its own events again would never end.
  private static let nestingLimit = 16

  /// Calls the entries for the events, each through `sendAction(_:to:for:)` (contract 5.8).
  ///
  /// A change of the table by an action affects the next delivery (contract 5.9): this one goes on with the entries with which it began.
  private func deliver(_ events: Events, _ event: Event?) {
    guard table.deliveries < Self.nestingLimit else {
      application?.report(.nestedTooDeep)
      return
    }
    let outerEvents = event?.controlEvents
    event?.controlEvents = events
    table.beginDelivery()
    callEntries(for: events, event)
    sending = []
    if table.endDelivery() { cleanUp() }
    if let outerEvents { event?.controlEvents = outerEvents }
  }

  @inline(__always)
  private func callEntries(for events: Events, _ event: Event?) {
    let (version, count) = (table.version, table.entries.count)
    var index = 0
    while index < count {
      guard table.version == version else { return callFormerEntries(from: index, version, for: events, event) }
      let entry = unsafe table.uncountedEntry(at: index)
      index += 1
      let wanted = unsafe entry.events.intersection(events)
      if !wanted.isEmpty, let action = unsafe entry.action { unsafe call(action, entry.target, wanted, event) }
    }
  }

  /// Goes on with the entries with which a delivery began, after an action has changed the table.
  @inline(never)
  private func callFormerEntries(from first: Int, _ version: UInt32, for events: Events, _ event: Event?) {
    for entry in table.entries(of: version)[first...] {
      let wanted = entry.events.intersection(events)
      guard !wanted.isEmpty, let action = entry.action else { continue }
      unsafe call(.passUnretained(action), entry.target, wanted, event)
    }
  }

  /// Calls one entry, or records that its target has been deallocated.
  @inline(__always)
  private func call(_ action: Unmanaged<Action>, _ reference: BackReference<AnyObject>, _ wanted: Events, _ event: Event?) {
    sending = wanted
    let target = reference.object
    if target == nil, !reference.isEmpty { return table.noteDead() }
    unsafe action._withUnsafeGuaranteedRef { sendAction($0, to: target, for: event) }
  }

  @inline(never)
  private func cleanUp() {
    change { $0.cleanUp() }
  }

  /// Sends one action to one target; every action of the control passes through this method (contract 5.8).
  ///
  /// The target is `nil` for an action without a target, and for a closure.
  open func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    let link = applicationLink
    guard link.read({ $0.canSendUnretained }) ?? false else { return sendRetained(action, to: target, for: event) }
    link.callUncounted { _ = $0.sendAction(action, to: target, from: self, for: event) }
  }

  /// Sends an action while retaining the application, or without an application.
  @inline(never)
  private func sendRetained(_ action: Action, to target: AnyObject?, for event: Event?) {
    if let application {
      application.sendAction(action, to: target, from: self, for: event)
    } else {
      action.perform(on: target, sender: self, event: event)
    }
  }
}

extension Control {
  /// The appearance of a control, with UIKit's raw values.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// None of the other states.
    public static let normal: State = []
    /// A tracked touch is inside.
    public static let highlighted = State(rawValue: 1 << 0)
    /// The control is disabled.
    public static let disabled = State(rawValue: 1 << 1)
    /// The control is selected.
    public static let selected = State(rawValue: 1 << 2)
    /// The control is its window's first responder.
    public static let focused = State(rawValue: 1 << 3)
  }

  /// The control's appearance, from `isHighlighted`, `isEnabled`, `isSelected` and the first responder.
  public var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFirstResponder { state.insert(.focused) }
    return state
  }
}

/// The state machine of a control's touch events: the place of the tracked touch, and the events to send (contract 4.3 – 4.6).
///
/// | state   | began          | moved inside            | moved outside            | ended           | cancelled   |
/// | ------- | -------------- | ----------------------- | ------------------------ | --------------- | ----------- |
/// | idle    | inside, `down` | –                       | –                        | –               | –           |
/// | inside  | –              | `dragInside`            | outside, `dragOutside+exit` | idle, `upInside` | idle, `cancel` |
/// | outside | –              | inside, `dragInside+enter` | `dragOutside`         | idle, `upOutside` | idle, `cancel` |
///
/// A touch that ended may also have moved in the same frame; the position at which it was lifted decides.
struct ControlTracker: Equatable {
  /// The place of the tracked touch.
  enum State: Equatable {
    /// No touch is tracked.
    case idle
    /// The touch is inside the bounds grown by the tracking outset.
    case inside
    /// The touch is outside of them.
    case outside
  }

  private(set) var state = State.idle

  /// A touch begins to be tracked.
  ///
  /// Each of these methods returns the events of one delivery.
  mutating func began(tapCount: Int) -> Control.Events {
    guard state == .idle else { return [] }
    state = .inside
    return tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown
  }

  /// The tracked touch moved.
  mutating func moved(inside: Bool) -> Control.Events {
    switch (state, inside) {
    case (.idle, _): return []
    case (.inside, true): return .touchDragInside
    case (.outside, false): return .touchDragOutside
    case (.inside, false):
      state = .outside
      return [.touchDragOutside, .touchDragExit]
    case (.outside, true):
      state = .inside
      return [.touchDragInside, .touchDragEnter]
    }
  }

  /// The tracked touch was lifted.
  mutating func ended(inside: Bool) -> Control.Events {
    guard state != .idle else { return [] }
    state = .idle
    return inside ? .touchUpInside : .touchUpOutside
  }

  /// Tracking was cancelled.
  mutating func cancelled() -> Control.Events {
    guard state != .idle else { return [] }
    state = .idle
    return .touchCancel
  }

  /// The control stopped tracking (`continueTracking` returned false): the state is idle, nothing is sent.
  mutating func stopped() {
    state = .idle
  }
}
