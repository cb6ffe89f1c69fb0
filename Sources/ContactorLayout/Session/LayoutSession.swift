import ContactorControls
public import ContactorCore
package import ContactorEvdev
public import ContactorSystem
public import ContactorTrace

/// A running layout: input events go in, actions and log lines come out.
///
/// The session does no input or output but the log's, so that a replay runs the same code as a kiosk.
public final class LayoutSession {
  /// Takes the end of a program, and when it ended.
  ///
  /// It may be called at any time, also before `Execute` returns; a second call does nothing. A moment before the engine's time counts as
  /// that. Actions that wait for the end are done before the call returns or, while the session handles something, after that.
  public typealias ProgramEnded = (_ outcome: ProcessOutcome, _ moment: Timestamp) -> Void

  /// Executes a `run` action: the action, its argument vector and its variables, filled in.
  ///
  /// The last parameter must be called when the program has ended: further actions of the same control wait for it (contract 13.1).
  public typealias Execute = (RunAction, [String], [String: String], _ ended: @escaping ProgramEnded) -> Void

  /// Compares a secret with the hash of a `verify` action, without waiting: see `SecretVerifier`.
  ///
  /// The last parameter must be called with whether it is right, and when that was known; as with `ProgramEnded`, at any time, and a
  /// second call does nothing.
  public typealias Verify = (VerifyAction, Secret, _ ended: @escaping (_ isRight: Bool, _ moment: Timestamp) -> Void) -> Void

  /// The layout.
  public internal(set) var layout: Layout
  /// The engine.
  public let application: Application
  private(set) var windows: [Window] = []
  package private(set) var panels: [TouchDevice] = []
  /// Which of several alike panels takes which entry.
  var pairing = PanelPairing()
  /// Called with what changed about the pairing of panels, after the change.
  public var onPairing: (([PanelPairing.Change], Timestamp) -> Void)?
  @safe @exclusivity(unchecked) private var ignored = IgnoredPanels()
  /// The room of the last frame's contacts, for the next.
  @safe @exclusivity(unchecked) private var contacts: [Contact] = []
  /// Touches recorded without their positions.
  @safe @exclusivity(unchecked) private var placeless = PlacelessTouches()
  /// The views and windows by their ids, for actions that are sent to one.
  package private(set) var responders: [String: Responder] = [:]
  /// The program's objects by their ids in the layout.
  var objects: [String: ConnectedObject] = [:]
  /// Called for each list that wants its rows from a file or a program, also for those that want them already; `setRows` answers.
  public var onRowsWanted: ((RowsRequest) -> Void)? {
    didSet {
      let waiting = unansweredRequests
      unansweredRequests = []
      if let onRowsWanted { waiting.forEach(onRowsWanted) }
    }
  }
  /// Requests from before there was a closure that takes them.
  var unansweredRequests: [RowsRequest] = []
  /// Called with the rows that a list got, as a log has them; not for secure lists.
  package var onRows: ((TraceRows) -> Void)?
  /// Called with a sentence where a recording that is played does not have the rows of a list.
  package var onRowsProblem: ((String) -> Void)?
  /// The rows that lists got.
  var ledger = RowsLedger()
  /// Called for each connection that cannot be made, after `connect(_:as:)` or as another layout is shown.
  public var onConnectionError: ((ConnectionError) -> Void)?
  /// The nesting of actions that set off other actions.
  @safe @exclusivity(unchecked) var depth = 0
  /// The actions with `every` or `after` that were asked for.
  var limitedActions: [ActionSlot: LimitedAction] = [:]
  /// The actions that wait for others, and the programs that they wait for.
  var lanes = ActionLanes()
  /// The secrets that are compared, and the wrong ones so far.
  var verifications = Verifications()
  /// Compares secrets for `verify` actions; if `nil`, these are logged and not done, unless a played recording holds the answers.
  public var onVerify: Verify? {
    didSet { log.tellsVerifies = onVerify != nil && layout.verifiesSecrets }
  }
  /// Called with each answer to a `verify`, for a recorder.
  package var onVerdict: ((TraceVerdict, Timestamp) -> Void)?
  /// Called with the end of each program, for a recorder; not for those of secure controls.
  package var onOutcome: ((TraceOutcome, Timestamp) -> Void)?
  /// Called with each mode that the host enters, for a recorder.
  package var onModeEntered: ((String, Timestamp) -> Void)?
  /// Called as the host turns panels, before anything follows from it.
  package var onTurned: ((Int, String?, Timestamp) -> Void)?
  /// Grows each time panels are turned; a host maps its devices anew when it has changed, but not while it reads them.
  public internal(set) var turnNumber = 0
  /// Called with each panel that the host found held by another program, or free again, for a recorder.
  package var onGrabbed: ((_ panel: String, _ isGrabbed: Bool, Timestamp) -> Void)?
  /// Whether the host's login session has its seat; see `noteLogin(isActive:at:)`.
  public internal(set) var isLoginActive = true
  /// Called as that changes, for a recorder.
  package var onLoginChanged: ((_ isActive: Bool, Timestamp) -> Void)?
  /// Called with a sentence where a recording that is played lacks the end of a program that others waited for.
  package var onOutcomeProblem: ((String) -> Void)?
  /// The gestures, in the order of the layout.
  package private(set) var gestures: [BoundGesture] = []
  package let log: EngineLog
  /// Called when forwarding does anything but let a contact through; gets the contact's touch if the engine has one.
  package var onForwardNote: ((ForwardNote, TouchDevice, TouchID?) -> Void)?
  /// Called when someone touches what the application does not get, for whoever owns the display; at most each five seconds.
  public var onActivity: ((LayoutForward.Wake) -> Void)?
  /// The forwarding of panels to the application.
  let forwarding = SessionForwarding()
  private let writer: LogWriter?
  let execute: Execute?
  /// Presses keys, or types a text, for `key` actions; if `nil`, they are only logged.
  ///
  /// Gets the action, its text filled in (empty for keys), and what to do; the result says whether it could be done.
  public var onKey: ((KeyAction, String, KeyAction.Phase) -> Bool)?
  /// Publishes a message to the broker for `mqtt` actions; if `nil`, they are only logged.
  ///
  /// The result says whether the message was taken. Nothing of secure controls is published.
  public var onPublish: ((PublishAction.Message) -> Bool)?
  /// The keys that gestures hold down, with the ids of the gestures.
  @safe @exclusivity(unchecked) var heldKeys: [(gesture: String, action: KeyAction)] = []
  /// Whether the display is off, set by the host: the next touch wakes it and is swallowed (contract 12.2); that touch makes this
  /// `false` again.
  public var screenIsOff = false
  /// Reads whether the display is off; called as the first finger lands.
  public var displayIsOff: (() -> Bool)?
  /// The state that concerns contacts that end and begin again.
  @safe @exclusivity(unchecked) var debounce = DebounceState()
  /// Called with each contact that began again and goes on as the one before.
  package var onBounce: ((DeviceID, ContactDebounce.Bounce) -> Void)?
  /// The state of the layout's policies.
  @safe @exclusivity(unchecked) var policies = PolicyState()

  /// An action that a control or a gesture of the layout asked for.
  public struct PerformedAction: Hashable, Sendable {
    /// The action's name, such as `toggle:`; `run` and `emit` for actions of those kinds.
    public let name: String
    /// The id of the view that handled the action, the program, or the name that was emitted; empty if nothing handled it.
    public let target: String
    /// The id of the control or gesture that asked for it.
    public let sender: String
    /// The control event or the gesture's state, such as `touchUpInside`.
    public let event: String
    /// The program and its arguments, filled in, for `run`; empty for other actions.
    public let argv: [String]
    /// Whether a target handled the action.
    public let isHandled: Bool
  }

  /// Called for every action, also for those that the log leaves out; `nil` for no call.
  ///
  /// The call comes while a frame is handled: after `Execute` if the action is `run`, after the target was called if an
  /// action was sent.
  public var onAction: ((PerformedAction) -> Void)? {
    get { log.actionTold }
    set {
      log.actionTold = newValue
      observe()
    }
  }

  /// Builds the layout's views.
  ///
  /// - Parameters:
  ///   - log: gets a line for everything that happens; `nil` for none.
  ///   - execute: does `run` actions; with `nil` they are logged only.
  public init(layout: Layout, log: LogWriter? = nil, execute: Execute? = nil) {
    self.layout = layout
    self.execute = execute
    let application = Application()
    self.application = application
    self.log = EngineLog(log, application)
    writer = log
    // Weak, here and for the actions: recognizers still fail while the session dies.
    self.log.failed = { [weak self] in self?.perform($0, .failed) }
    followClock()
    application.placelessTouchBegan = { [weak self] in self?.beginPlaceless($0, $1, $2) }
    show(layout)
  }

  /// Whether a view or window is one of the layout's.
  package func owns(_ view: View) -> Bool { windows.contains { $0 === view } || responders.values.contains { $0 === view } }

  /// Puts another layout in place of this one: fingers that are down are cancelled and ignored until they are lifted,
  /// values start from the layout's.
  public func replaceLayout(_ layout: Layout) {
    for window in windows { application.removeWindow(window) }
    releaseKeys()
    dropLimitedActions()
    dropLanes()
    var layout = layout
    layout.turns = self.layout.turns.filter { turn in layout.windows.contains { $0.id == turn.key } }
    self.layout = layout
    show(layout)
    writer?.flush()
  }

  private func show(_ layout: Layout) {
    var bindings: [(Control, LayoutBinding)] = []
    responders = [:]
    log.settings = layout.log
    log.tellsPrograms = execute != nil && layout.runsPrograms
    log.tellsVerifies = onVerify != nil && layout.verifiesSecrets
    log.secure.show(layout)
    log.valueSenders = layout.valueSenders
    unansweredRequests = []
    let tunings = layout.tuningsByID
    let builder = LayoutBuilder(
      tunings: tunings, bind: { bindings.append(($0, $1)) }, name: { [self] in responders[$0] = $1 })
    windows = layout.windows.map(builder.window(for:))
    for window in windows { application.addWindow(window) }
    showPairing()
    for panel in panels { route(panel) }
    showDebounce()
    gestures = makeGestures()
    startPolicies()
    observe()
    measure()
    refreshForwarding()
    for (control, binding) in bindings { connect(control, binding) }
    for view in layout.allViews where view.kind == .table {
      if let table = responders[view.id] as? LayoutTableView { connect(table, view) }
    }
    connectOutlets()
  }

  /// Observes the engine while there is a log, a closure or an action of a failed gesture; without an observer the engine is faster.
  private func observe() {
    let isBoundToFailure = gestures.contains { !$0.actions(in: .failed).isEmpty }
    let isWanted = writer?.isConnected == true || onAction != nil || isBoundToFailure
    if isWanted { application.addObserver(log) } else { application.removeObserver(log) }
  }

  /// Observes the engine, or ceases to, as the log got a reader or lost it.
  package func logConnectionChanged() { observe() }

  // MARK: Panels

  /// Routes a panel to its window, or to none.
  func route(_ panel: TouchDevice) {
    let index = layout.windowIndex(for: panel)
    ignored.set(panel.id, isIgnored: index == nil)
    application.route(panel.id, to: index.map { windows[$0] })
  }

  /// Converts thresholds in millimetres to points again, as the density depends on the panels that are plugged in.
  func measure() {
    var tuning = Tuning()
    if let density = layout.tuning.number("pointsPerMillimetre") { tuning.pointsPerMillimetre = density }
    for (index, window) in windows.enumerated() {
      window.pointsPerMillimetre = layout.knownPointsPerMillimetre(inWindow: index, panels: panels)
    }
    // One engine has one tuning; where screens differ, the first one's millimetres count.
    layout.tuning.apply(
      to: &tuning, pointsPerMillimetre: windows[0].pointsPerMillimetre ?? tuning.pointsPerMillimetre)
    application.tuning = tuning
  }

  private func add(_ panel: TouchDevice, at time: Timestamp) {
    meetHealth(time)
    notePolicies(time)
    take(pairing.add(panel), at: time, adding: panel)
    panels.append(panel)
    route(panel)
    measure()
    logDevice(panel, at: time)
    addHealth(panel, at: time)
  }

  private func logDevice(_ panel: TouchDevice, at time: Timestamp) {
    let index = layout.windowIndex(for: panel)
    let window = windows.count > 1 ? index.map { layout.windows[$0].id } : nil
    log.deviceAdded(
      panel, window: window, isIgnored: index == nil, isIdentified: layout.tellsIdentities,
      hasSeat: layout.devices.contains { $0.match.seat != nil }, at: time)
  }

  /// Begins another file of the log with what a reader of that file alone needs: the panels, and that programs are run; the next
  /// `rows` line of each list has all rows.
  package func logRotated() {
    if !policies.health.awaitsFirstMoment { tellExpected(at: application.now) }
    for panel in panels {
      tellPairing(of: panel, at: application.now)
      logDevice(panel, at: application.now)
    }
    logReopened()
    writer?.flush()
  }

  private func remove(_ id: DeviceID, at time: Timestamp) {
    meetHealth(time)
    application.cancelTouches(of: id)
    stopForwarding(id, at: time)
    panels.removeAll { $0.id == id }
    dropPolicies(of: id)
    ignored.remove(id)
    placeless.remove(id)
    debounce.contacts.remove(id)
    application.route(id, to: nil)
    measure()
    removeHealth(id, at: time)
    log.deviceRemoved(id, at: time)
    take(pairing.remove(id), at: time)
  }

  private func handle(_ frame: TouchFrame) {
    if pairing.isWaiting { take(pairing.take(frame), at: frame.timestamp) }
    guard let admitted = ignored.admit(frame) else { return }
    var frame = rounded(admitted)
    debounce(&frame)
    handleRounded(frame)
    contacts = (consume frame).contacts
  }

  /// Returns the frame with positions rounded as in the log.
  ///
  /// The source keeps its array for the next frame, so that changing it would copy it; the session has one of its own. An action that
  /// hands in another frame meanwhile finds an empty one.
  private func rounded(_ frame: TouchFrame) -> TouchFrame {
    var rounded: [Contact] = []
    swap(&rounded, &contacts)
    rounded.removeAll(keepingCapacity: true)
    for var contact in frame.contacts {
      contact.location.roundToLog()
      rounded.append(contact)
    }
    return TouchFrame(device: frame.device, timestamp: frame.timestamp, contacts: rounded)
  }

  func handleRounded(_ frame: TouchFrame) {
    // Frames of a device that was never added, as a script has them, belong to the first window too.
    if windows.count > 1, !panels.contains(where: { $0.id == frame.device }) {
      application.route(frame.device, to: windows[0])
    }
    let admitted = admitPolicies(frame)
    takeHealth(frame)
    if !forwarding.isIdle { forwarding.begin(frame) }
    if let admitted { deliver(admitted) }
    if !forwarding.isIdle { forwarding.end(frame.device, at: frame.timestamp) }
    if policies.health.hasChanges { tellHealth() }
  }

  private func deliver(_ frame: TouchFrame) {
    if log.tellsPrograms { log.programs(at: frame.timestamp) }
    if log.tellsVerifies { log.verifies(at: frame.timestamp) }
    if log.tellsDebounced { log.debounced(at: frame.timestamp) }
    log.frameBegins()
    let hasPlaceless = frame.contacts.contains { !$0.location.isFinite }
    guard hasPlaceless else { return application.handle(frame) }
    // Events that time alone causes come before the frame's touches.
    application.advance(to: frame.timestamp)
    for contact in frame.contacts {
      if let id = placeless.take(contact, of: frame.device) { log.placeless(id, contact.phase) }
    }
    application.handle(frame)
    log.frameEnds()
  }

  /// Notes a touch that began without a place: it was in a secure view when it was recorded.
  private func beginPlaceless(_ id: TouchID, _ contact: Contact, _ device: DeviceID) {
    if placeless.begin(id, contact, of: device) { log.placeless(id, .began) }
  }

  // MARK: Input

  /// Takes what a source yields.
  public func handle(_ event: InputEvent) {
    lanes.enter()
    if policies.health.awaitsFirstMoment { noteFirstMoment(event.time) }
    switch event {
    case .frame(let frame): handle(frame)
    case .deviceAdded(let panel, let time): add(panel, at: time)
    case .deviceRemoved(let id, let time): remove(id, at: time)
    case .anomaly(let anomaly): take(anomaly)
    }
    leaveLanes()
    writer?.flush()
  }

  /// Lets time pass.
  public func advance(to moment: Timestamp) {
    lanes.enter()
    if policies.health.awaitsFirstMoment { noteFirstMoment(moment) }
    meet(moment)
    leaveLanes()
    writer?.flush()
  }

  func meet(_ moment: Timestamp) {
    endWithheld(at: moment)
    passTime(meeting: moment)
    if !forwarding.isIdle { forwarding.advance(to: moment) }
    if policies.health.hasChanges { tellHealth() }
  }

  /// Whether a recording that is played says when time passed; set for those that hold the engine's own calls.
  @safe @exclusivity(unchecked) public var hasRecordedTime = false

  /// Plays a step of a recording.
  ///
  /// Where the recording does not say when time passed, it passes as with a host that is never late: each deadline is met
  /// at its own moment.
  public func play(_ step: ScriptReader.Step) {
    if !hasRecordedTime { passTime(to: step.time) }
    switch step {
    case .event(let event): handle(event)
    case .advance(let moment): advance(to: moment)
    case .rows(let rows, _): set(rows)
    case .screenOff: screenIsOff = true
    case .mode(let name, let time): enterMode(name, at: time)
    case .grabbed(let panel, let isGrabbed, let time): noteGrabbed(panel, isGrabbed, at: time)
    case .login(let isActive, let time): noteLogin(isActive: isActive, at: time)
    case .programs(let time): tellPrograms(at: time)
    case .outcome(let outcome, let time): take(outcome, at: time)
    case .verifies(let time): tellVerifies(at: time)
    case .verdict(let verdict, let time): take(verdict, at: time)
    case .debounced(let time): tellDebounced(at: time)
    case .pairing(let pairing, let time): take(pairing, at: time)
    case .turned(let degrees, let window, let time): turnPanels(by: degrees, ofWindow: window, at: time)
    }
  }

  /// Meets the deadlines before a moment, 100,000 at most, so that a recording whose clock jumps still ends.
  private func passTime(to moment: Timestamp) {
    for _ in 0..<100_000 {
      guard let deadline = nextDeadline, deadline < moment else { return }
      meet(deadline)
    }
  }

  /// Cancels what is being touched, before the session is thrown away.
  public func finish() {
    // As frames of their own, a microsecond later, so that a replay of the log does not take them for part of the last one.
    let time = application.now.advanced(byMicroseconds: 1)
    endAllWithheld(at: time)
    let touches = application.event.allTouches.filter(\.isAlive)
    let placeless = self.placeless.cancelled
    var devices: [DeviceID] = []
    for touch in touches where !devices.contains(touch.device) { devices.append(touch.device) }
    for device in placeless.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !devices.contains(device) { devices.append(device) }
    for device in devices {
      let contacts = touches.filter { $0.device == device }.map { touch in
        var contact = touch.contact
        contact.phase = .cancelled
        return contact
      }
      deliver(TouchFrame(device: device, timestamp: time, contacts: contacts + (placeless[device] ?? [])))
    }
    finishForwarding(at: time)
    releaseKeys()
    finishLanes()
    writer?.flush()
  }

  /// Lets time pass until no deadline is left, each deadline at its own moment.
  ///
  /// - Parameter limit: how much time passes at most; repeating deadlines end there, or after 10,000 of them.
  package func settle(within limit: Duration = .seconds(60)) {
    let end = application.now + limit
    for _ in 0..<10_000 {
      guard let deadline = nextDeadline, deadline <= end else { break }
      meet(deadline)
    }
    writer?.flush()
  }
}

extension Point {
  /// Rounds to thousandths of a point, as in the log, so that a log replays to the same values as it was
  /// written from.
  fileprivate mutating func roundToLog() {
    x = (x * 1000).rounded() / 1000
    y = (y * 1000).rounded() / 1000
  }
}
