/// The engine: frames of contacts go in, calls on responders and targets come out (contract 1.1, 3.5).
///
/// It reads no clock and does no input or output. The host calls `handle(_:)` with each frame, and `advance(to:)` when
/// `nextDeadline` has come. Not `Sendable`: use it from one isolation domain.
///
/// Whatever it calls may call it back in any way (contract 5.14). A frame or an advance that comes in while one is being
/// handled waits for its turn.
open class Application: Responder {
  /// The thresholds.
  @safe @exclusivity(unchecked) public var tuning = Tuning() {
    didSet { tapDuration = tuning.tapDuration.clampedMicroseconds }
  }
  /// The tuning's, in microseconds: it is compared in each frame.
  @safe @exclusivity(unchecked) final var tapDuration = Tuning().tapDuration.clampedMicroseconds
  /// The window that gets touches of devices that are routed nowhere, where none is hit.
  public var keyWindow: Window? {
    didSet { keyWindowChanged(from: oldValue) }
  }
  /// The window whose first responder comes second in AppKit's search order; `nil` if none was named.
  public weak var mainWindow: Window? {
    didSet { mainWindowChanged(from: oldValue) }
  }
  /// A window that takes the main window's place while it is shown, and all new touches; see `present(_:)`.
  public weak var modalWindow: Window?
  /// Asked and told about the application, and the end of the chain if it is a responder; not kept.
  public weak var delegate: (any ApplicationDelegate)? {
    didSet { linkDelegate() }
  }
  /// What was looked up when the delegate was set.
  final var link = DelegateLink<ApplicationDelegateMethods>()
  /// Passes on what windows and the application tell (contract 8.3).
  public let notifications = NotificationHub()
  /// Where an action without a target is looked for.
  @safe @exclusivity(unchecked) public var searchPolicy = ActionSearchPolicy.firstResponder
  /// Whether the application has ended: the host leaves its loop.
  @safe @exclusivity(unchecked) public internal(set) final var isTerminated = false
  @safe @exclusivity(unchecked) final var isTerminationPending = false

  /// The event of the touches that are down.
  public final let event = Event()
  @safe @exclusivity(unchecked) final var windowList: ContiguousArray<Window> = []
  final var routes: [DeviceID: Window] = [:]
  /// The windows that `present(_:)` shows, the last one in front.
  final var presented: ContiguousArray<Window> = []
  final let observers = Observers()
  @safe @exclusivity(unchecked) final var hasObservers = false
  /// The class of the last sender that was a control, so that it need not be found out each time.
  @safe @exclusivity(unchecked) final var senderClass: ObjectIdentifier?
  /// Whether some view's layout is due.
  @safe @exclusivity(unchecked) final var isLayoutDue = false
  /// Decides between the gesture recognizers.
  final let gestures = GestureReferee()

  // MARK: What is remembered from frame to frame

  /// The time of the last frame or advance.
  @safe @exclusivity(unchecked) public internal(set) final var now = Timestamp(microseconds: 0)
  /// The same for other modules, for which reading a stored property costs a check of exclusive access.
  package final var time: Timestamp { now }
  /// The time of the last frame, against which steps back are noticed.
  @safe @exclusivity(unchecked) final var lastFrame: Timestamp?
  @safe @exclusivity(unchecked) final var timers = TimerQueue()
  /// Whether a frame or an advance is being handled; what comes in meanwhile waits.
  @safe @exclusivity(unchecked) final var isBusy = false {
    didSet { needsNoKeeping = isBusy || isPlain }
  }
  /// Whether the application is of this very class, whose `sendAction` looks at nothing of the application once an action has
  /// been called.
  @safe @exclusivity(unchecked) private var isPlain = false
  /// Whether an action can be sent through the application without keeping it meanwhile: whoever gave it a frame keeps it, or
  /// it may die while the action runs.
  @safe @exclusivity(unchecked) private(set) final var needsNoKeeping = false
  @safe @exclusivity(unchecked) private var waiting: ContiguousArray<Work> = []
  @safe @exclusivity(unchecked) final var tracking = TouchTracking()
  /// Contacts whose touch was taken away while the finger is still down; what they do is ignored.
  final var revoked: ContiguousArray<ContactKey> = []
  final var taps = TapMemory()
  /// The storage of the set of touches that is handed to a view, reused.
  final var scratch: ContiguousArray<Touch> = []
  final var verifier = StreamVerifier()
  final var actionLookup = ActionLookup()

  /// Something that came in while something else was being handled.
  private enum Work {
    case frame(TouchFrame)
    case advance(Timestamp)
  }

  /// Creates an application without windows.
  override public init() {
    super.init()
    gestures.applicationLink = BackReference(self)
    isPlain = type(of: self) == Application.self
    needsNoKeeping = isPlain
  }

  deinit {
    needsNoKeeping = false
    // A finger that is still down is never lifted for its control, and control and touch keep each other.
    let touches = event.touches + gestures.arena.owedTouches
    gestures.shutDown(event.touches)
    for window in windowList { window.owner = nil }
    for touch in touches {
      for control in touch.trackers { control.letGo(touch) }
    }
  }

  /// The delegate, if it is a responder.
  override open var next: Responder? { delegate as? Responder }

  /// The key window's first responder: the window itself where none was made so; `nil` without a key window (contract 3.4).
  public var firstResponder: Responder? { keyWindow?.firstResponder }

  // MARK: Sending

  /// Gives an event to the windows whose touches changed; every touch goes through here (contract 3.5).
  open func sendEvent(_ event: Event) {
    let windows = windowList
    if windows.count == 1 { return windows[0].sendEvent(event) }
    for window in windows where event.touches.contains(where: { $0.window === window }) {
      window.sendEvent(event)
    }
  }

  /// Sends one action to one target, or to the first that does it for `nil`, and says whether someone did; every
  /// action goes through here (contract 5.8, 6.1).
  ///
  /// A closure is called as it is, without a search.
  @discardableResult
  open func sendAction(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?
  ) -> Bool {
    if hasObservers { return sendObserved(action, to: target, from: sender, for: event) }
    if action.callIfKnown(target, sender, event) { return true }
    return sendOther(action, to: target, from: sender, for: event)
  }

  // MARK: Time

  /// When `advance(to:)` has something to do; `nil` for never.
  public var nextDeadline: Timestamp? {
    if !waiting.isEmpty { return now }
    guard let timer = timers.nextDeadline else { return gestures.arena.nextDeadline }
    return gestures.arena.nextDeadline.map { min($0, timer) } ?? timer
  }

  /// Has work done at a moment of event time: by the first frame or advance that reaches it.
  ///
  /// Work that is set while time advances waits for the next frame or advance, even if its moment has come.
  @discardableResult
  public func schedule(at deadline: Timestamp, _ body: @escaping () -> Void) -> TimerToken {
    timers.schedule(at: deadline, every: nil, body)
  }

  /// Has work done after some event time, and from then on again and again if `interval` is given.
  ///
  /// A frame or advance does it once at most: beats that were missed are skipped, not made up for (contract 1.10). The
  /// least interval is a microsecond.
  @discardableResult
  public func schedule(
    after delay: Duration, every interval: Duration? = nil, _ body: @escaping () -> Void
  ) -> TimerToken {
    timers.schedule(
      at: now.advanced(byMicroseconds: delay.clampedMicroseconds), every: interval.map(\.clampedMicroseconds), body)
  }

  /// Takes back work that is not done yet, and all later beats of repeating work.
  public func cancel(_ timer: TimerToken) {
    let cancelled = timers.cancel(timer)
    withExtendedLifetime(cancelled) {}
  }

  /// Lets time pass to a moment: what is due until then is done, each at its own deadline.
  ///
  /// Called from within an action, it waits until what is being handled is done.
  public func advance(to moment: Timestamp) {
    guard beginWork(.advance(moment)) else { return }
    passTime(to: moment)
    dropFinished()
    endWork()
  }

  /// Takes what a device reported: updates the touches and delivers them.
  ///
  /// A frame older than the last one is processed at that one's time and counted as an anomaly (contract 1.2). Called
  /// from within an action, the frame waits until what is being handled is done.
  public func handle(_ frame: TouchFrame) {
    guard beginWork(.frame(frame)) else { return }
    process(frame)
    endWork()
  }

  private func process(_ frame: TouchFrame) {
    if let last = lastFrame, frame.timestamp < last {
      report(.timeWentBack, frame.device)
    } else {
      lastFrame = frame.timestamp
    }
    passTime(to: frame.timestamp)
    track(frame)
  }

  /// Does what is due until a moment, once each, in the order of the moments; gestures come first.
  private func passTime(to moment: Timestamp) {
    if let due = gestures.arena.nextDeadline, due <= moment {
      passDeadlines(to: moment)
    } else if let due = timers.nextDeadline, due <= moment {
      passDeadlines(to: moment)
    }
    if moment > now { now = moment }
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

  // MARK: One thing at a time

  /// How much that came in while something was being handled is done in one call of the host; the rest waits for the next,
  /// so that actions which feed the engine cannot keep it for ever.
  private static let nestedLimit = 1_000

  /// Begins to handle something; false where it waits for something else.
  private func beginWork(_ work: @autoclosure () -> Work) -> Bool {
    guard !isBusy else {
      waiting.append(work())
      return false
    }
    isBusy = true
    keepObservers()
    guard waiting.isEmpty else {
      // What was left over comes first.
      waiting.append(work())
      endWork()
      return false
    }
    return true
  }

  private func endWork() {
    if !waiting.isEmpty { drain() }
    if isLayoutDue { layOut() }
    isBusy = false
    letGoOfObservers()
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

  /// Does something that delivers touches outside of a frame; frames that come in meanwhile wait.
  final func deliverNow(_ work: () -> Void) {
    if isBusy { return work() }
    isBusy = true
    keepObservers()
    work()
    endWork()
  }

  /// Lays out what is due in all windows.
  final func layOut() {
    isLayoutDue = false
    for window in windowList where !window.layoutQueue.isEmpty { window.layOut(in: window) }
  }

  final func report(_ kind: Anomaly.Kind, _ device: DeviceID = DeviceID(rawValue: 0)) {
    tell { $0.anomaly(Anomaly(kind, device: device, at: now)) }
  }
}
