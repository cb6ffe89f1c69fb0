import ContactorCore
public import ContactorEvdev
public import ContactorInput
public import ContactorLayout
public import ContactorSystem
import ContactorTrace
import Glibc

/// Stands between touchscreens and all other programs until a signal ends it: each panel is taken over, and its copy carries what
/// the rules let through (contract 11).
///
/// SIGINT and SIGTERM end the service: contacts are lifted on the copies, and the panels are given back. SIGHUP opens the log anew.
/// At rest nothing wakes it.
public final class ForwardService {
  /// The options of a service, as the command line gives them.
  public struct Options {
    /// The device nodes to forward; all touchscreens of the seat where empty.
    public var devices: [String] = []
    /// The seat whose touchscreens are forwarded where `devices` is empty; `nil` for that of `login`, or `seat0`.
    public var seat: String?
    /// The login session that this program belongs to; `nil` where panels are kept whichever session is active.
    public var login: LoginSession?
    /// The rules.
    public var rules = ForwardRules()
    /// The program, with its arguments, that gives the panels back should this process be killed; empty for none.
    public var guardProgram: [String] = []
    /// The service manager's requests.
    public var environment = ServiceEnvironment()

    /// Creates options that forward everything.
    public init() {}
  }

  private let options: Options
  private let loop: EventLoop
  private let log: LogWriter?
  private let complain: (String) -> Void
  private let note: (String) -> Void
  private let copies: CopiedPanels
  private var panels: [ForwardedPanel] = []
  private var source: EvdevSource?
  private var timer: DeadlineTimer?
  private var failure: InputError?
  private var counts = ForwardCounts()
  private let supervision: ServiceSupervision
  /// Follows the login session; `nil` without one.
  private var login: LoginWatch?

  /// Prepares the service; `run()` opens the devices.
  ///
  /// - Parameters:
  ///   - log: gets a `forward` line for each contact that a rule was applied to.
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets each other line.
  public init(
    _ options: Options, log: LogWriter?, complain: @escaping (String) -> Void, note: @escaping (String) -> Void
  ) throws(InputError) {
    self.options = options
    self.log = log
    self.complain = complain
    self.note = note
    loop = try InputError.wrap { () throws(SystemError) in try EventLoop() }
    copies = CopiedPanels(loop, guardProgram: options.guardProgram, complain: complain, note: note)
    supervision = ServiceSupervision(options.environment, loop, complain: complain)
  }

  /// Forwards until a signal ends it.
  ///
  /// - Throws: `InputError` where a named device cannot be opened, or reading is broken for good.
  public func run() throws(InputError) -> ForwardCounts {
    try watchSignals()
    let source = try openSource()
    self.source = source
    // Events from before the deadline are handled first.
    timer = DeadlineTimer(loop) { [unowned self] in read() }
    copies.failed = { [unowned self] id in
      forget(id)
      self.source?.giveBack(id)
    }
    try InputError.wrap { () throws(SystemError) in
      try loop.watch(source) { [unowned self] in read() }
    }
    read()
    if let session = options.login {
      login = LoginWatch.follow(session, loop, complain: complain) { [unowned self] in take($0) }
      if login?.isActive == false { take(.leave) }
    }
    if source.devices.isEmpty, failure == nil, login?.isActive != false {
      note("no touchscreen yet; waiting for one ('contactor devices' says what is there)")
    }
    tellStatus()
    supervision.ready()
    try InputError.wrap { () throws(SystemError) in try loop.run() }
    supervision.stopping()
    source.suspend { take($0) }
    copies.closeAll()
    if let descriptor = log?.noticeDescriptor { loop.unwatch(descriptor) }
    log?.close()
    if let failure { throw failure }
    return counts
  }

  private func watchSignals() throws(InputError) {
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM]) { [unowned self] _ in loop.stop() }
      try loop.watchSignals([SIGHUP]) { [unowned self] _ in
        // A manager that has asked for a reload waits for its end.
        supervision.reloading()
        log?.reopen()
        supervision.ready()
      }
    }
    guard let log, let descriptor = log.noticeDescriptor else { return }
    try InputError.wrap { () throws(SystemError) in try loop.watch(descriptor) { log.hear() } }
  }

  private func openSource() throws(InputError) -> EvdevSource {
    let rules = options.rules
    var settings = TouchSourceOptions(
      problem: { [complain] in complain($0.description) }, mapping: { rules.pipeline(for: $0) })
    settings.waitsForMissing = true
    settings.takesOver = { _ in true }
    settings.opened = { [unowned self] in open($0, $1, $2) }
    settings.closing = { [unowned self] in lift($0) }
    guard !options.devices.isEmpty else { return try EvdevSource(seat: options.seat ?? options.login?.seat ?? "seat0", options: settings) }
    let source = try EvdevSource(paths: options.devices, options: settings)
    for path in source.missingPaths { note("\(path): not there yet; waiting for it") }
    return source
  }

  private func read() {
    do throws(InputError) {
      try source?.dispatch { take($0) }
    } catch {
      failure = error
      loop.stop()
    }
    advance(to: loop.now)
    tellStatus()
  }

  private func tellStatus() {
    if supervision.needsStatus("") { supervision.tellStatus(source?.devices ?? []) }
  }

  /// Lets the panels go while another session has the seat.
  private func take(_ change: LoginState.Action) {
    guard change != .nothing, let login else { return }
    read()
    note(login.session.sentence(isActive: change == .comeBack))
    var line = JSONLine("session", at: loop.now)
    line.add("active", change == .comeBack)
    if change == .leave { source?.suspend { take($0) } }
    log?.append(line)
    do throws(InputError) {
      if change == .comeBack { try source?.resume { take($0) } }
    } catch {
      complain(error.description)
    }
    advance(to: loop.now)
    tellStatus()
  }

  // MARK: Panels

  private func open(_ device: TouchDevice, _ description: EvdevDescription, _ transform: AffineTransform) -> Bool {
    guard copies.add(device, copy: options.rules.copy(of: description), isKept: options.rules.keepsCopies) else { return false }
    let settings = options.rules.settings(for: device, transform: transform, complain: complain)
    let forwarder = Forwarder(description, device: device.id, transform: transform, settings: settings)
    panels.append(ForwardedPanel(device, forwarder))
    return true
  }

  /// Lifts every contact on the copy of a panel that is about to be given back, and removes the copy.
  private func lift(_ id: DeviceID) {
    endContacts(of: id)
    copies.remove(id)
  }

  private func endContacts(of id: DeviceID) {
    guard let panel = panel(id) else { return }
    panel.forwarder.liftAll(at: loop.now, .closed)
    send(panel)
    if panel.forwarder.hasAsides {
      CopiedPanels.rest()
      panel.forwarder.liftAll(at: loop.now, nil)
      send(panel)
    }
  }

  private func forget(_ id: DeviceID) {
    copies.panelIsGone(id)
    panels.removeAll { $0.device.id == id }
  }

  private func panel(_ id: DeviceID) -> ForwardedPanel? { panels.first { $0.device.id == id } }

  // MARK: Events

  private func take(_ event: InputEvent) {
    switch event {
    case .frame(let frame):
      guard let panel = panel(frame.device) else { return }
      panel.forwarder.begin(frame)
      panel.forwarder.end(at: frame.timestamp)
      send(panel)
    case .deviceAdded(let device, let time):
      supervision.panelsChanged()
      log?.append(Self.line("added", device, time))
    case .deviceRemoved(let id, let time):
      supervision.panelsChanged()
      if let panel = panel(id) { log?.append(Self.line("removed", panel.device, time)) }
      // Fingers that were down have moved aside, and rest there.
      endContacts(of: id)
      forget(id)
    case .anomaly: break
    }
  }

  /// Applies what the time decides, writes the log, and schedules the next deadline.
  private func advance(to moment: Timestamp) {
    for panel in panels where panel.forwarder.nextDeadline.map({ $0 <= moment }) ?? false {
      panel.forwarder.advance(to: moment)
      send(panel)
    }
    log?.flush()
    rotateLog()
    var next: Timestamp?
    for panel in panels {
      guard let deadline = panel.forwarder.nextDeadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    timer?.set(next)
  }

  /// Has a log that has its size go on in a new file, which begins with the panels.
  private func rotateLog() {
    guard let log, log.rotationIsDue else { return }
    log.rotate()
    for panel in panels { log.append(Self.line("added", panel.device, loop.now)) }
    log.flush()
  }

  /// Writes to the copy, and to the log.
  private func send(_ panel: ForwardedPanel) {
    counts.add(panel.forwarder.output)
    for note in panel.forwarder.notes { tell(note, panel) }
    panel.forwarder.clearNotes()
    copies.write(panel.forwarder.output, to: panel.device.id)
    panel.forwarder.clearOutput()
  }

  private func tell(_ note: ForwardNote, _ panel: ForwardedPanel) {
    counts.add(note)
    switch note.action {
    case .muted: complain("\(panel.device.node): too many contacts a second; the panel is muted")
    case .unmuted: self.note("\(panel.device.node): the panel is heard again")
    case .kept, .cancelled, .held, .released: break
    }
    guard let log, !note.isRoutine else { return }
    var line = JSONLine("forward", at: note.time)
    line.add("event", note.action.rawValue)
    line.add("why", note.cause.word)
    if let name = note.cause.name { line.add("name", name) }
    if note.trackingID >= 0 { line.add("contact", Int64(note.trackingID)) }
    line.add("device", panel.device.shortName)
    log.append(line)
  }

  private static func line(_ event: String, _ device: TouchDevice, _ time: Timestamp) -> JSONLine {
    var line = JSONLine("device", at: time)
    line.add("event", event)
    line.add("device", device.shortName)
    line.add("name", device.name)
    return line
  }
}

/// A panel that is taken over, and the state of its copy.
private final class ForwardedPanel {
  let device: TouchDevice
  @safe @exclusivity(unchecked) var forwarder: Forwarder

  init(_ device: TouchDevice, _ forwarder: Forwarder) {
    self.device = device
    self.forwarder = forwarder
  }
}
