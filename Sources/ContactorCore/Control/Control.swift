/// A view that turns touches into control events and sends actions for them (contract 4 and 5).
///
/// It tracks one touch at a time: the first that hits it. What it draws is the application's business.
open class Control: View {
  /// Whether the control takes touches; a disabled one swallows them.
  ///
  /// Disabling it while it tracks cancels tracking.
  @safe @exclusivity(unchecked) open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { stopTracking() }
      changed(.state)
    }
  }
  /// Whether the control is selected; the engine keeps it and does not interpret it.
  @safe @exclusivity(unchecked) open var isSelected = false {
    didSet { if isSelected != oldValue { changed(.state) } }
  }
  /// Whether the control shows that it is pressed: while a tracked touch is inside.
  @safe @exclusivity(unchecked) open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { changed(.state) } }
  }
  /// Whether a touch is being tracked.
  public var isTracking: Bool { tracked != nil }
  /// Whether the tracked touch is inside the bounds grown by `trackingOutset`.
  @safe @exclusivity(unchecked) public private(set) var isTouchInside = false
  /// How far outside its bounds the control counts a tracked touch as inside; `nil` for the tuning's 70 points.
  @safe @exclusivity(unchecked) public var trackingOutset: Distance?
  /// Whether the control sends `primaryActionTriggered` after `touchUpInside`: true for buttons and their like.
  open var sendsPrimaryAction: Bool { false }

  /// The touch that is being tracked; `nil` for none.
  public var trackedTouch: Touch? { tracked }

  @safe @exclusivity(unchecked) private var tracked: Touch?
  @safe @exclusivity(unchecked) private var tracker = ControlTracker()
  @safe @exclusivity(unchecked) final var table = DispatchTable()
  /// The events of the entry that is being performed, for the log.
  @safe @exclusivity(unchecked) var sending: Events = []

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
    // An override that called `super` late may have lost the touch meanwhile, also to a gesture.
    guard tracked == nil, isEnabled, let touch = touches.first, touch.isAlive, touch.isDelivered else { return }
    tracked = touch
    touch.addTracker(self)
    isTouchInside = true
    guard beginTracking(touch, with: event), tracked === touch else {
      if tracked === touch { rest() }
      return
    }
    if !isHighlighted { isHighlighted = true }
    send(tracker.began(tapCount: touch.tapCount), touch, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    guard let tracked = unsafe tracked.map({ unsafe Unmanaged.passUnretained($0) }) else { return }
    // The set keeps it.
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
      rest()
      endTracking(touch, with: event)
      return
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
    rest()
    send(tracker.ended(inside: inside), touch, event)
    if inside, sendsPrimaryAction { send(.primaryActionTriggered, touch, event) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    guard let touch = tracked, touches.contains(touch) else { return }
    cancel(touch, event)
  }

  override var acceptsTouches: Bool { isEnabled }

  /// Refuses single taps of one finger to recognizers placed around the control: its own action wins, as in UIKit.
  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view === self || !recognizer.isSingleTap
  }

  private func isInside(_ touch: Touch) -> Bool {
    bounds.outset(by: trackingOutsetInPoints).contains(convertFromWindow(touch.location))
  }

  /// How far outside its bounds the control counts a tracked touch as inside, in points of its window.
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
    rest()
    send(tracker.cancelled(), touch, event)
  }

  /// Cancels tracking a touch that passes the control by from now on.
  final func lose(_ touch: Touch, _ event: Event?) {
    if tracked === touch { cancel(touch, event) }
  }

  /// Tracks a touch no longer that is over without this control having been told.
  ///
  /// - Returns: Whether it was the tracked one.
  final func abandon(_ touch: Touch) -> Bool {
    guard tracked === touch else { return false }
    tracker.stopped()
    rest()
    return true
  }

  /// Drops the touch, of which no end will come, and calls nobody.
  func letGo(_ touch: Touch) {
    guard tracked === touch else { return }
    let dropped = tracked
    tracked = nil
    tracker.stopped()
    withExtendedLifetime(dropped) {}
  }

  private func rest() {
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

  /// Sends the actions registered for the events as one delivery, with the event that made the control do so.
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

  /// Sends the actions registered for the events as one delivery, with the touch that made the control do so.
  package func sendActions(for events: Events, by touch: Touch, with event: Event?) {
    send(events, touch, event)
  }

  private var isObserved: Bool { applicationLink.read { $0.hasObservers } ?? false }

  /// Sends one delivery.
  @inline(__always)
  private func send(_ events: Events, _ touch: Touch?, _ event: Event?) {
    if isObserved { announce(events, touch) }
    // Told of it, an observer may have changed the table.
    if !table.allEvents.isDisjoint(with: events) { deliver(events, event) }
  }

  @inline(__always)
  private func announce(_ events: Events, _ touch: Touch?) {
    let link = applicationLink
    // One that is handling a frame is kept by whoever gave it the frame.
    if link.read({ $0.observers.areKept }) ?? false, !events.isEmpty {
      link.callKept { $0.observers.control(self, sends: events, touch: touch) }
    } else {
      announceAlone(events, touch)
    }
  }

  @inline(never)
  private func announceAlone(_ events: Events, _ touch: Touch?) {
    if !events.isEmpty { application?.tell { $0.control(self, sends: events, touch: touch) } }
  }

  /// How many deliveries of one control may lie one inside the other: an action that sends its own events again would never
  /// end.
  private static let nestingLimit = 16

  /// Calls the entries for the events, each through the choke points (contract 5.8).
  ///
  /// What an action adds or removes counts from the next delivery on (contract 5.9): this one goes on with the entries it
  /// began with.
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

  /// Goes on with the entries that a delivery began with, once an action has changed the table.
  @inline(never)
  private func callFormerEntries(from first: Int, _ version: UInt32, for events: Events, _ event: Event?) {
    for entry in table.entries(of: version)[first...] {
      let wanted = entry.events.intersection(events)
      guard !wanted.isEmpty, let action = entry.action else { continue }
      unsafe call(.passUnretained(action), entry.target, wanted, event)
    }
  }

  /// Calls one entry, or notes that its target has died.
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

  /// Sends one action to one target; every action of the control goes through here (contract 5.8).
  ///
  /// The target is `nil` for whoever does the action, and for a closure.
  open func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    let link = applicationLink
    guard link.read({ $0.needsNoKeeping }) ?? false else { return sendKept(action, to: target, for: event) }
    link.callKept { _ = $0.sendAction(action, to: target, from: self, for: event) }
  }

  /// Sends an action while the application is kept, or without one.
  @inline(never)
  private func sendKept(_ action: Action, to target: AnyObject?, for event: Event?) {
    if let application {
      application.sendAction(action, to: target, from: self, for: event)
    } else {
      action.perform(on: target, sender: self, event: event)
    }
  }
}

extension Control {
  /// What a control shows, with UIKit's raw values.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// None of the others.
    public static let normal: State = []
    /// A tracked touch is inside.
    public static let highlighted = State(rawValue: 1 << 0)
    /// The control takes no touches.
    public static let disabled = State(rawValue: 1 << 1)
    /// The control is selected.
    public static let selected = State(rawValue: 1 << 2)
    /// The control is its window's first responder.
    public static let focused = State(rawValue: 1 << 3)
  }

  /// What the control shows, from `isHighlighted`, `isEnabled`, `isSelected` and the first responder.
  public var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFirstResponder { state.insert(.focused) }
    return state
  }
}

/// The state machine behind a control's touch events: where the tracked touch is, and what to send (contract 4.3 – 4.6).
///
/// | state   | began          | moved inside            | moved outside            | ended           | cancelled   |
/// | ------- | -------------- | ----------------------- | ------------------------ | --------------- | ----------- |
/// | idle    | inside, `down` | –                       | –                        | –               | –           |
/// | inside  | –              | `dragInside`            | outside, `dragOutside+exit` | idle, `upInside` | idle, `cancel` |
/// | outside | –              | inside, `dragInside+enter` | `dragOutside`         | idle, `upOutside` | idle, `cancel` |
///
/// An ended touch may also have moved in the same frame; where it was lifted decides.
struct ControlTracker: Equatable {
  /// Where the tracked touch is.
  enum State: Equatable {
    /// Nothing is tracked.
    case idle
    /// The touch is inside the control or its tolerance.
    case inside
    /// The touch left the tolerance.
    case outside
  }

  private(set) var state = State.idle

  /// A touch begins to be tracked.
  ///
  /// The mask is sent as one delivery, as are those below.
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

  /// Tracking was broken off.
  mutating func cancelled() -> Control.Events {
    guard state != .idle else { return [] }
    state = .idle
    return .touchCancel
  }

  /// The control itself stopped tracking (`continueTracking` said no): at rest, nothing is sent.
  mutating func stopped() {
    state = .idle
  }
}
