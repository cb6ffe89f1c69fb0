/// The engine: frames of contacts go in, calls on responders and targets come out (contract 1.1, 3.5).
///
/// The engine reads no clock and does no input or output. The host calls `handle(_:)` with each frame, and `advance(to:)` when
/// `nextDeadline` has come. Not `Sendable`: use it from one isolation domain.
///
/// Every object that the engine calls may call the engine in any way (contract 5.14). A frame or an advance that arrives while
/// another is being handled waits for its turn.
open class Application: Responder {
  /// The thresholds.
  @safe @exclusivity(unchecked) public var tuning = Tuning() {
    didSet { tapDuration = tuning.tapDuration.clampedMicroseconds }
  }
  /// `Tuning.tapDuration` in microseconds, converted once because each frame compares it.
  @safe @exclusivity(unchecked) final var tapDuration = Tuning().tapDuration.clampedMicroseconds
  /// The window that gets the keys of the machine's keyboard, and a touch of an unrouted device that hits no window; `nil` if no window
  /// can be it.
  ///
  /// It is never a hidden window, and never one that a presented window blocks, see `Window.makeKey()`. When it goes, is hidden or
  /// blocked, another one takes its place (contract 3.4).
  public var keyWindow: Window? {
    get { currentKeyWindow }
    set { makeKey(newValue) }
  }
  /// The stored key window; see `makeKey(_:)` and `settleKeyWindow()`.
  final var currentKeyWindow: Window? {
    didSet {
      keyChanges += 1
      currentKeyWindow?.keyOrder = keyChanges
      firstResponderChanged()
      keyWindowChanged(from: oldValue)
    }
  }
  /// How often a window was made the key window; windows note it, so that the former key window is found again.
  @safe @exclusivity(unchecked) final var keyChanges: UInt64 = 0
  /// The window whose first responder comes second in AppKit's search order; `nil` if none was named; held weakly.
  public weak var mainWindow: Window? {
    didSet { mainWindowChanged(from: oldValue) }
  }
  /// The window whose `DidBecomeKey` was posted, and whose `DidResignKey` was not yet.
  ///
  /// Retained: a weak reference would make each count of the key window's references slower, a tenth of a frame's cost.
  final var toldKeyWindow: Window?
  /// The same for the main window.
  final weak var toldMainWindow: Window?
  /// The modal window that was presented last; it gets all new touches of its screen while it is shown, and takes the main window's
  /// place; while it is hidden it does neither; held weakly; see `present(_:)`.
  ///
  /// Each screen can have a modal window of its own: a window with routed devices and the windows presented over it are a screen, and
  /// all windows without devices are one together (contract 3.6).
  @safe @exclusivity(unchecked) public weak var modalWindow: Window?
  /// The menu whose key equivalents come after those of the key window's views.
  public var mainMenu: (any KeyEquivalentPerforming)? {
    didSet {
      guard oldValue !== mainMenu else { return }
      oldValue?.didBecomeMainMenu(of: nil)
      mainMenu?.didBecomeMainMenu(of: self)
    }
  }
  /// The object that gets pressed keys that no responder, view or menu handled: what moves the focus (contract 7.8).
  public var unhandledKeys: (any KeyEquivalentPerforming)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The object that is asked and notified about the application; the end of the chain if it is a responder; held weakly.
  public weak var delegate: (any ApplicationDelegate)? {
    didSet { linkDelegate() }
  }
  /// The delegate's optional methods and registrations, looked up when the delegate was set.
  final var link = DelegateLink<ApplicationDelegateMethods>()
  /// The text that was cut or copied in the application's text controls (contract 7.7).
  public final let pasteboard = Pasteboard()
  /// Passes the notifications of windows and the application to their observers (contract 8.3).
  public let notifications = NotificationHub()
  /// The order of the search for the target of an action without one.
  @safe @exclusivity(unchecked) public var searchPolicy = ActionSearchPolicy.firstResponder
  /// Whether the application has ended; the host then leaves its loop.
  @safe @exclusivity(unchecked) public internal(set) final var isTerminated = false
  @safe @exclusivity(unchecked) final var isTerminationPending = false
  /// Whether the observers of the end are being called.
  @safe @exclusivity(unchecked) final var isTerminating = false

  /// The event that contains the touches that are down.
  public final let event = Event()
  @safe @exclusivity(unchecked) final var windowList: ContiguousArray<Window> = []
  final var routes: [DeviceID: Window] = [:]
  /// The devices whose windows were removed, and that were not routed again.
  final var strayDevices: Set<DeviceID> = []
  /// The windows shown by `present(_:)`, the front one last.
  final var presented: ContiguousArray<Window> = []
  /// How many calls of `present(_:)` of controllers are running.
  final var presentationDepth = 0
  final let observers = ObserverList()
  @safe @exclusivity(unchecked) final var hasObservers = false
  /// The class of the last sender that was a control; it saves a cast per action.
  @safe @exclusivity(unchecked) final var senderClass: ObjectIdentifier?
  /// Whether a view's layout is due.
  @safe @exclusivity(unchecked) final var isLayoutDue = false
  /// Whether touches were delivered outside of a frame, so that the host is to call for the layouts that are due after it.
  @safe @exclusivity(unchecked) private var owesLayout = false
  /// Arbitrates between the gesture recognizers.
  final let gestures = GestureReferee()

  // MARK: State between frames

  /// The time of the last frame or advance.
  @safe @exclusivity(unchecked) public internal(set) final var now = Timestamp(microseconds: 0)
  /// `now` for other modules: reading a stored property there costs a check of exclusive access.
  package final var time: Timestamp { now }
  /// Which frames' times count; a frame that is earlier than the last one is an anomaly.
  @safe @exclusivity(unchecked) final var clock = EventClock()
  /// The closures that are called when event time is turned back.
  final var clockListeners: ContiguousArray<ClockListener> = []
  @safe @exclusivity(unchecked) final var timers = TimerQueue()
  /// The objects that move as time passes.
  @safe @exclusivity(unchecked) final var followers = TimeFollowers()
  /// Whether a frame or an advance is being handled; others wait meanwhile.
  @safe @exclusivity(unchecked) final var isBusy = false {
    didSet { canSendUnretained = isBusy || isBaseClass }
  }
  /// Whether the application is of the class `Application` itself, whose `sendAction` reads nothing of the application after it
  /// has called an action.
  @safe @exclusivity(unchecked) private var isBaseClass = false
  /// Whether a control can send an action through the application without retaining it: the caller of `handle(_:)` retains it, or
  /// the application may be deallocated while the action runs.
  @safe @exclusivity(unchecked) private(set) final var canSendUnretained = false
  @safe @exclusivity(unchecked) private var waiting: ContiguousArray<Work> = []
  @safe @exclusivity(unchecked) final var tracking = TouchTracking()
  /// Contacts whose touch was cancelled while the finger is still down; their changes are ignored.
  final var revoked: ContiguousArray<ContactKey> = []
  /// Called for each contact that begins without a place, with the number that it takes; `nil` reports an anomaly.
  ///
  /// Recordings have such contacts where the touches were secure. The engine does nothing else with them.
  package final var placelessTouchBegan: ((TouchID, Contact, DeviceID) -> Void)?
  final var taps = TapMemory()
  /// The storage of the set of touches that is passed to a view, reused.
  final var scratch: ContiguousArray<Touch> = []
  final var verifier = StreamVerifier()
  final var actionLookup = ActionLookup()

  /// A frame or an advance that arrived while another was being handled.
  private enum Work {
    case frame(TouchFrame)
    case advance(Timestamp)
  }

  /// Creates an application without windows.
  override public init() {
    super.init()
    gestures.applicationLink = BackReference(self)
    isBaseClass = type(of: self) == Application.self
    canSendUnretained = isBaseClass
  }

  deinit {
    canSendUnretained = false
    // A finger that is still down is never lifted for its control, and control and touch retain each other.
    let touches = event.touches + gestures.arena.undeliveredTouches
    gestures.shutDown(event.touches)
    for window in windowList { window.owner = nil }
    for window in windowList { window.unlinkPresenter() }
    for touch in touches {
      for control in touch.trackers { control.drop(touch) }
    }
    // The next two loops call out, to code that may give a window to another application.
    for window in windowList { window.endPresentation() }
    for window in windowList { window.settleAppearances() }
  }

  /// The delegate, if it is a responder.
  override open var next: Responder? { delegate as? Responder }

  /// The key window's first responder, or the key window if it has none; `nil` without a key window (contract 3.4).
  public var firstResponder: Responder? { keyWindow?.firstResponder }

  // MARK: Sending

  /// Sends an event to the windows whose touches changed; every touch passes through this method (contract 3.5).
  open func sendEvent(_ event: Event) {
    let windows = windowList
    if windows.count == 1 { return windows[0].sendEvent(event) }
    for window in windows where event.touches.contains(where: { $0.window === window }) {
      window.sendEvent(event)
    }
  }

  /// Sends one action to one target, or, for `nil`, to the first object in the search order that performs it; every action passes
  /// through this method (contract 5.8, 6.1).
  ///
  /// A closure is called without a search.
  ///
  /// - Returns: whether an object performed the action.
  @discardableResult
  open func sendAction(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?
  ) -> Bool {
    if hasObservers { return sendObserved(action, to: target, from: sender, for: event) }
    if action.callIfKnown(target, sender, event) { return true }
    return sendOther(action, to: target, from: sender, for: event)
  }

  // MARK: Time

  /// The time at which the host should call `advance(to:)`; `nil` for never.
  ///
  /// It is `now` if frames wait, or if a change outside of a frame cancelled touches and left views to lay out.
  public var nextDeadline: Timestamp? {
    if !waiting.isEmpty || owesLayout && isLayoutDue { return now }
    guard let timer = timers.nextDeadline else { return gestures.arena.nextDeadline }
    return gestures.arena.nextDeadline.map { min($0, timer) } ?? timer
  }

  /// Schedules a closure for a point of event time: the first frame or advance that reaches it calls the closure.
  ///
  /// A closure scheduled while time advances waits for the next frame or advance, even if its time has come.
  @discardableResult
  public func schedule(at deadline: Timestamp, _ body: @escaping () -> Void) -> TimerToken {
    timers.schedule(at: deadline, every: nil, body)
  }

  /// Schedules a closure after a span of event time, and then repeatedly if `interval` is given.
  ///
  /// One frame or advance calls the closure at most once: missed repetitions are skipped (contract 1.10). The least interval is
  /// 1 µs.
  @discardableResult
  public func schedule(
    after delay: Duration, every interval: Duration? = nil, _ body: @escaping () -> Void
  ) -> TimerToken {
    timers.schedule(
      at: now.advanced(byMicroseconds: delay.clampedMicroseconds), every: interval.map(\.clampedMicroseconds), body)
  }

  /// Cancels a scheduled closure that has not been called yet, and all later repetitions.
  public func cancel(_ timer: TimerToken) {
    let cancelled = timers.cancel(timer)
    withExtendedLifetime(cancelled) {}
  }

  /// Advances event time: everything due until then is done, each at its own deadline.
  ///
  /// A call from within an action waits until the current frame or advance has been handled.
  public func advance(to moment: Timestamp) {
    guard beginWork(.advance(moment)) else { return }
    passTime(to: moment)
    dropFinished()
    endWork()
  }

  /// Handles a frame that a device reported: updates the touches and delivers them.
  ///
  /// A frame older than the last one is processed at the last one's time and counted as an anomaly (contract 1.2); after four in a row
  /// that agree on an earlier time, that time counts, and `now` steps back once (contract 1.10). A frame from within
  /// an action waits until the current frame or advance has been handled.
  public func handle(_ frame: TouchFrame) {
    guard beginWork(.frame(frame)) else { return }
    process(frame)
    endWork()
  }

  private func process(_ frame: TouchFrame) {
    switch clock.take(frame.timestamp, of: frame.device) {
    case .onTime: passTime(to: frame.timestamp)
    case .early:
      report(.timeWentBack, frame.device)
      passTime(to: now)
    case .right:
      report(.timeWentBack, frame.device)
      turnBack(to: frame.timestamp)
      passTime(to: frame.timestamp)
    }
    track(frame)
  }

  /// Does everything due until a time, once each, in the order of the deadlines; gestures come before timers.
  private func passTime(to moment: Timestamp) {
    if let due = gestures.arena.nextDeadline, due <= moment {
      passDeadlines(to: moment)
    } else if let due = timers.nextDeadline, due <= moment {
      passDeadlines(to: moment)
    }
    if moment > now { now = moment }
    if !followers.all.isEmpty { tellFollowers() }
  }

  private func passDeadlines(to moment: Timestamp) {
    timers.beginPass()
    gestures.arena.beginPass()
    while true {
      let timer = timers.due(at: moment)
      if let gesture = gestures.arena.due(at: moment), gesture <= timer ?? gesture {
        if gesture > now { now = gesture }
        gestures.fire(at: gesture)
      } else if let timer, let item = timers.popDue(at: moment) {
        if timer > now { now = timer }
        item.body()
      } else {
        return
      }
    }
  }

  // MARK: Queue of frames and advances

  /// The greatest number of waiting frames and advances that one call of the host handles.
  ///
  /// The rest waits for the next call, so that actions that feed the engine cannot keep it running endlessly.
  private static let nestedLimit = 1_000

  /// Begins to handle a frame or an advance; false if it has to wait.
  private func beginWork(_ work: @autoclosure () -> Work) -> Bool {
    guard !isBusy else {
      waiting.append(work())
      return false
    }
    isBusy = true
    retainObservers()
    guard waiting.isEmpty else {
      // Work that an earlier call left over comes first.
      waiting.append(work())
      endWork()
      return false
    }
    return true
  }

  private func endWork() {
    if !waiting.isEmpty { drain() }
    if isLayoutDue { layOut() }
    owesLayout = false
    isBusy = false
    releaseObservers()
  }

  @inline(never)
  private func drain() {
    for _ in 0..<Self.nestedLimit where !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .frame(let frame): process(frame)
      case .advance(let moment):
        passTime(to: moment)
        dropFinished()
      }
    }
  }

  /// Runs a closure that delivers touches outside of a frame; frames that arrive meanwhile wait.
  ///
  /// The caller may be half-way through a change, so neither the waiting frames nor the layouts that are due are done before the host's
  /// next call.
  final func deliverNow(_ work: () -> Void) {
    if isBusy { return work() }
    isBusy = true
    retainObservers()
    work()
    owesLayout = true
    isBusy = false
    releaseObservers()
  }

  /// Lays out the views whose layout is due, in all windows.
  final func layOut() {
    isLayoutDue = false
    for window in windowList where !window.layoutQueue.isEmpty { window.layOut(in: window) }
  }

  /// Reports an anomaly that no device caused.
  package final func reportAnomaly(_ kind: Anomaly.Kind) { report(kind) }

  final func report(_ kind: Anomaly.Kind, _ device: DeviceID = DeviceID(rawValue: 0)) {
    tell { $0.anomaly(Anomaly(kind, device: device, at: now)) }
  }
}
