/// The engine: frames of contacts go in, calls on responders and targets come out (contract 1.1, 3.5).
///
/// It reads no clock and does no input or output. The host calls `handle(_:)` with each frame, and `advance(to:)` when
/// `nextDeadline` has come. Not `Sendable`: use it from one isolation domain.
///
/// What every frame touches is marked `@exclusivity(unchecked)`: nothing keeps such a property borrowed while it calls
/// out, and the checks at run time were 43 % of a frame's instructions.
open class Application: Responder {
  /// The thresholds.
  @exclusivity(unchecked) public var tuning = Tuning()
  /// The windows, back to front.
  @exclusivity(unchecked) public private(set) var windows: ContiguousArray<Window> = []
  /// The window that gets touches of devices that are routed nowhere, where none is hit.
  public var keyWindow: Window? {
    didSet { keyWindowChanged(from: oldValue) }
  }
  /// Sees what happens; kept weakly.
  public weak var observer: (any EngineObserver)? {
    didSet {
      state.hasObserver = observer != nil
      updateSending()
    }
  }

  /// The window whose first responder comes second in AppKit's search order; `nil` if none was named.
  public weak var mainWindow: Window? {
    didSet { mainWindowChanged(from: oldValue) }
  }
  /// A window that takes the main window's place while it is shown.
  public weak var modalWindow: Window?
  /// Asked and told about the application, and the end of the chain if it is a responder; not kept.
  public weak var delegate: (any ApplicationDelegate)? {
    didSet { linkDelegate() }
  }
  /// What was looked up when the delegate was set.
  var link = DelegateLink<ApplicationDelegateMethods>()
  /// Passes on what windows and the application tell (contract 8.3).
  public let notifications = NotificationHub()
  /// Where an action without a target is looked for.
  public var searchPolicy = ActionSearchPolicy.firstResponder
  /// Whether the application has ended: the host leaves its loop.
  public internal(set) var isTerminated = false
  var isTerminationPending = false

  @exclusivity(unchecked) var state = EngineState()
  /// The event of the touches that are down.
  public let event = Event()
  private var routes: [DeviceID: Window] = [:]

  /// Decides between the gesture recognizers.
  @exclusivity(unchecked) let gestures: GestureArena

  /// Creates an application without windows.
  override public init() {
    gestures = GestureArena()
    super.init()
    gestures.application = self
  }

  deinit {
    gestures.shutDown()
    for window in windows { window.owner = nil }
    // A finger that is still down is never lifted for its control, and control and touch keep each other.
    for touch in event.allTouches.touches {
      var view = touch.view
      while let holder = view {
        (holder as? Control)?.letGo(touch)
        view = holder.superview
      }
    }
  }

  /// The delegate, if it is a responder.
  override open var next: Responder? { delegate as? Responder }

  /// The key window's first responder: the window itself where none was made so; `nil` without a key window (contract 3.4).
  public var firstResponder: Responder? { keyWindow?.firstResponder }

  /// The time of the last frame or advance.
  public var now: Timestamp { state.now }

  /// When `advance(to:)` has something to do; `nil` for never.
  public var nextDeadline: Timestamp? { state.timers.nextDeadline }

  /// Adds a window in front of the others; the first one becomes the key window.
  public func addWindow(_ window: Window) {
    window.owner?.removeWindow(window)
    windows.append(window)
    window.owner = self
    updateSending()
    if keyWindow == nil { keyWindow = window }
  }

  /// Removes a window; touches in it are cancelled.
  public func removeWindow(_ window: Window) {
    guard window.owner === self else { return }
    revokeTouches { $0.window === window }
    routes = routes.filter { $0.value !== window }
    windows.removeAll { $0 === window }
    if mainWindow === window { mainWindow = nil }
    if modalWindow === window { modalWindow = nil }
    if keyWindow === window { keyWindow = windows.last }
    window.owner = nil
  }

  /// Maps a device to a window: its touches begin there and nowhere else.
  ///
  /// `nil` undoes it.
  public func route(_ device: DeviceID, to window: Window?) {
    routes[device] = window
  }

  /// The window that a new touch belongs to: the device's own, else the front-most that is hit, else the key window.
  func window(for device: DeviceID, at point: Point) -> Window? {
    if let window = routes[device] { return window }
    if windows.count == 1 { return windows[0] }
    return windows.last { $0.hitTest(point, with: event) != nil } ?? keyWindow
  }

  override final var ownOverrides: OverriddenMethods { OverriddenMethods.ofApplication(type(of: self)) }

  /// Whether controls may call targets without passing `sendAction`: nobody overrides or watches it.
  @exclusivity(unchecked) private(set) var sendsDirectly = false

  private func updateSending() {
    sendsDirectly = !state.hasObserver && !overridden.contains(.sendAction)
  }

  // MARK: Sending

  /// Gives an event to the windows whose touches changed; every touch goes through here (contract 3.5).
  open func sendEvent(_ event: Event) {
    if windows.count == 1 { return windows[0].sendEvent(event) }
    for window in windows where event.allTouches.touches.contains(where: { $0.window === window }) {
      window.sendEvent(event)
    }
  }

  /// Sends one action to one target, or to the first that does it for `nil`, and says whether someone did; every
  /// action goes through here (contract 5.8, 6.1).
  @discardableResult
  open func sendAction(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?
  ) -> Bool {
    let events = (sender as? Control)?.sending ?? []
    guard let target else {
      let found = sendToNobodyInParticular(action, from: sender, for: event)
      observer?.actionSent(action, to: found, from: sender, for: events, handled: found != nil)
      return found != nil
    }
    let handled = action.perform(on: target, sender: sender, event: event)
    observer?.actionSent(action, to: target, from: sender, for: events, handled: handled)
    return handled
  }

  // MARK: Time

  /// Has work done at a moment of event time; it is done by the first frame or advance that reaches it.
  @discardableResult
  public func schedule(at deadline: Timestamp, _ body: @escaping () -> Void) -> TimerToken {
    state.timers.schedule(at: deadline, body)
  }

  /// Takes back work that is not done yet.
  public func cancel(_ timer: TimerToken) {
    state.timers.cancel(timer)
  }

  /// Lets time pass to a moment: what is due until then is done, each at its own deadline.
  public func advance(to moment: Timestamp) {
    while let item = state.timers.popDue(at: moment) {
      if item.deadline > state.now { state.now = item.deadline }
      item.body()
    }
    if moment > state.now { state.now = moment }
  }
}
