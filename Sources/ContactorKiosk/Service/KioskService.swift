import CContactorSystem
import ContactorCore
public import ContactorInput
public import ContactorLayout
public import ContactorSystem
public import ContactorTrace
import Glibc

/// Runs a layout on touchscreens until a signal ends it.
///
/// SIGINT and SIGTERM end the service. SIGHUP opens the log anew, as after a rotation, and reloads the layout; a change
/// of the layout file, or of one that it includes, reloads it, too. A layout that cannot be read is reported, and the old one stays.
public final class KioskService {
  /// The options of a service, as the command line gives them.
  public struct Options {
    /// The layout file.
    public var layout: String
    /// The device nodes to use; all touchscreens of the seat where empty.
    public var devices: [String] = []
    /// The seat whose touchscreens are used where `devices` is empty; `nil` for that of `login`, or `seat0`.
    public var seat: String?
    /// The login session that this program belongs to; `nil` where touches count whichever session is active.
    public var login: LoginSession?
    /// The library or interface that devices are read by.
    public var source = TouchSourceKind.libinput
    /// Whether no other program gets the devices' events (`EVIOCGRAB`).
    public var isExclusive = false
    /// The program, with its arguments, that brings panels up to date after a kill (see `CopiedPanels`); empty for none.
    public var guardProgram: [String] = []
    /// The socket of the helper that starts programs (see `ProgramServer`); `nil` where this process starts them.
    public var programs: String?
    /// The log file, `-` for standard output; `nil` for no log.
    public var log: String?
    /// The path of the event and control socket, instead of the layout's; `nil` for as the layout says.
    public var socket: String?
    /// Its path where neither `socket` nor the layout names one; `nil` for no socket then.
    public var standardSocket: String?
    /// The folder for messages that wait for the layout's broker; `nil` for in memory, until the service ends.
    public var brokerFolder: String?
    /// The file of figures for Prometheus, instead of the layout's; `nil` for as the layout says.
    public var metrics: String?
    /// The program's version, for its status.
    public var version = ""
    /// The service manager's requests.
    public var environment = ServiceEnvironment()
    /// The treatment of a layout that others can change.
    public var trust = TrustedLayoutFiles.Trust.warns
    /// The file for the last good layout; `nil` to keep none.
    public var lastGood: String?
    /// The file for the pairing of alike panels; `nil` for until the service ends.
    public var pairing: String?

    /// Creates options for a layout file.
    public init(layout: String) {
      self.layout = layout
    }
  }

  let options: Options
  let loop: EventLoop
  let session: LayoutSession
  private let executor: Executor
  let log: LogWriter
  /// The event and control socket; `nil` if there is none.
  var control: ControlServer?
  /// The connection to the layout's broker; `nil` if there is none.
  var broker: KioskBroker?
  /// Counts for the socket, the broker and the file of figures; `nil` without any of them.
  var metrics: KioskMetrics?
  /// The file of figures; `nil` if none is asked for.
  var metricsFile: MetricsFile?
  /// When the service was made.
  let begun: Timestamp
  /// How often another layout was taken.
  private(set) var reloads = 0
  /// How often a panel came or went.
  private(set) var panelChanges = 0
  var source: (any LiveTouchSource)?
  /// The copies of forwarded panels; `nil` if nothing is forwarded.
  var copies: CopiedPanels?
  /// Finds out which panels other programs hold; `nil` where the layout does not want that.
  var grabs: GrabWatch?
  /// Follows the login session; `nil` without one.
  var login: LoginWatch?
  /// The panels that were let go with the seat, and the next look at whether fingers are on them.
  var leftNodes: [String] = []
  var returning: TimerID?
  private var watch: FileWatch?
  private lazy var timer = DeadlineTimer(loop) { [unowned self] in reachDeadline() }
  private var reloadTimer: TimerID?
  private var failure: InputError?
  /// The keyboards that are plugged in; `nil` where the layout takes no keys, or they cannot be read.
  var keyboards: KioskKeyboards?
  /// Presses the layout's keys; `nil` if it has none, or they cannot be pressed.
  var keys: KioskKeys?
  /// Finds panels whose `devices` entry is doubtful.
  var conflicts = PanelConflicts()
  /// Writes the pairing of alike panels; `nil` while there was none to write.
  var pairingKeeper: NewestWriter<PairingFile>?
  /// The pairings that the file has.
  var keptPairings: [String: PanelIdentity] = [:]
  /// Whether panels are to be mapped by other entries.
  var mappingHasChanged = false
  /// The turns that the panels are mapped by: `LayoutSession.turnNumber`.
  var followedTurns = 0
  /// Records the engine's input; `nil` without a recording.
  var recorder: Recorder?
  /// Tells the service manager how the service is.
  let supervision: ServiceSupervision
  /// Keeps the last good layout; `nil` if none is kept.
  private var keeper: LayoutKeeper?
  /// The layout with which the service starts, as it was loaded.
  private var start: LayoutLoader.Loaded?
  let complain: (String) -> Void
  let note: (String) -> Void

  /// Prepares the service; `run()` opens the devices.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `options.layout`.
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets each other line.
  public init(
    _ options: Options, layout: Layout, log: LogWriter?, complain: @escaping (String) -> Void,
    note: @escaping (String) -> Void
  ) throws(InputError) {
    self.options = options
    self.complain = complain
    self.note = note
    let loop = try InputError.wrap { () throws(SystemError) in try EventLoop() }
    self.loop = loop
    let executor = Executor(loop, programs: options.programs, complain: complain)
    self.executor = executor
    // Lines for subscribers are made without a log, too.
    let log = log ?? LogWriter()
    self.log = log
    begun = loop.now
    supervision = ServiceSupervision(options.environment, loop, complain: complain)
    let file = options.layout
    session = LayoutSession(layout: layout, log: log) { run, argv, environment, ended in
      executor.execute(run, argv, environment, file: file, ended)
    }
    session.onRowsWanted = { [weak session] request in
      if let session { executor.fetch(request, for: session, file: file) }
    }
    executor.meet = { [unowned self] end in meet(end) }
    session.onOutcome = { [unowned self] in
      recorder?.take($0, at: $1)
      metrics?.take($0)
    }
    executor.prepare(layout)
    let verifier = try InputError.wrap { () throws(SystemError) in try SecretVerifier(loop: loop) }
    session.onVerify = { [unowned self] verify, secret, ended in
      // While a thread is being started the session handles something.
      var isStarting = true
      defer { isStarting = false }
      verifier.verify(secret, against: verify.hash) { [unowned self] isRight, problem in
        if let problem { complain("\(verify.hashMark.place(in: file)): verify: \(problem)") }
        if isStarting { ended(isRight, Timestamp(microseconds: 0)) } else { meet { ended(isRight, $0) } }
      }
    }
    followDisplay()
    beginPairing()
    keptPairings = session.knownPairings
  }

  /// Opens the devices and works until a signal ends it.
  ///
  /// - Throws: `InputError` where a named device cannot be opened, or reading is broken for good.
  public func run() throws(InputError) {
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM]) { [unowned self] _ in loop.stop() }
    }
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGHUP]) { [unowned self] _ in
        log.reopen()
        session.logReopened()
        reload()
      }
    }
    if let descriptor = log.noticeDescriptor {
      try InputError.wrap { () throws(SystemError) in try loop.watch(descriptor) { [log] in log.hear() } }
    }
    session.onKey = { [unowned self] in keys?.perform($0, $1, $2) ?? false }
    session.onActivity = { [unowned self] in keys?.wake($0) }
    followKeys()
    followOutputs()
    beginWatching()
    followGrabs()
    followLogin()
    try startReading()
    if source?.devices.isEmpty == true, failure == nil, hasSeat {
      note("no touchscreen yet; waiting for one ('contactor devices' says what is there)")
    }
    followKeyboards()
    watch = FileWatch(options.layout, loop) { [unowned self] in reloadSoon() }
    watch?.watch(besides: session.layout.includedFiles)
    beginSupervision()
    // Parsing the command line and the layout touched megabytes of code that is not needed again.
    cct_release_startup_pages()
    try InputError.wrap { () throws(SystemError) in try loop.run() }
    supervision.stopping()
    source?.suspend { take($0) }
    copies?.closeAll()
    keyboards?.close()
    session.finish()
    closeOutputs()
    tellWaiting()
    keys?.close()
    recorder?.close()
    executor.shutdown()
    if let descriptor = log.noticeDescriptor { loop.unwatch(descriptor) }
    log.close()
    keeper?.close()
    pairingKeeper?.close()
    metricsFile?.close()
    tellForwarding()
    if let failure { throw failure }
  }

  /// Opens the panels and handles what they send from now on.
  func startReading() throws(InputError) {
    let source = try openSource()
    self.source = source
    try InputError.wrap { () throws(SystemError) in
      try loop.watch(source) { [unowned self] in read() }
    }
    if !hasSeat { letGo() }
    read()
  }

  private func openSource() throws(InputError) -> any LiveTouchSource {
    var settings = TouchSourceOptions(
      isExclusive: options.isExclusive, log: { [complain] in complain("libinput: \($0)") },
      problem: { [complain] in complain($0.description) },
      mapping: { [unowned self] in session.pipeline(for: $0) })
    settings.tap = recorder
    settings.waitsForMissing = true
    settings.usesPointer = { [unowned self] in session.layout.usesPointer($0) }
    prepareForwarding(&settings)
    let source = try sourceKind.open(options.devices, seat: options.seat ?? options.login?.seat ?? "seat0", options: settings)
    for path in source.missingPaths { note("\(path): not there yet; waiting for it") }
    return source
  }

  func read() {
    do throws(InputError) {
      try source?.dispatch { take($0) }
    } catch {
      fail(error)
    }
    followMapping()
    advance(to: session.application.now)
    arm()
  }

  /// Ends the service, because reading is broken for good.
  func fail(_ error: InputError) {
    failure = error
    loop.stop()
  }

  /// Schedules the engine's next deadline.
  func arm() {
    followMapping()
    timer.set(session.nextDeadline)
    if log.rotationIsOverdue { rotateLog() }
    tellStatus()
  }

  /// Applies the deadline that has come.
  private func reachDeadline() {
    // Events from before it are handled first.
    read()
    if let deadline = session.nextDeadline, deadline <= loop.now { advance(to: deadline) }
    arm()
  }

  /// Takes the end of a program, after the events and the deadlines before it.
  private func meet(_ end: (Timestamp) -> Void) {
    let moment = loop.now
    read()
    advance(to: max(moment, session.application.now))
    end(session.application.now)
    arm()
  }

  /// Reports how many actions were dropped.
  private func tellWaiting() {
    let count = session.waitingActionCount
    if count > 0 { note("\(count) \(count == 1 ? "action" : "actions") that waited \(count == 1 ? "was" : "were") not done") }
  }

  // MARK: Reloading

  /// Reloads the layout 100 ms after the last change, for editors write a file in several steps.
  private func reloadSoon() {
    if let reloadTimer { loop.cancel(reloadTimer) }
    reloadTimer = loop.schedule(at: loop.now + .milliseconds(100)) { [unowned self] in
      reloadTimer = nil
      reload(always: false)
    }
  }

  /// Reads the layout file anew.
  ///
  /// - Parameter always: whether a layout that says the same as before is shown anew, too: someone asked for it.
  /// - Returns: the first mistake where the layout from before stays; `nil` where the new one is shown.
  @discardableResult
  func reload(always: Bool = true) -> String? {
    supervision.reloading()
    defer {
      tellStatus()
      supervision.ready()
    }
    do throws(LayoutError) {
      let loaded = try LayoutLoader(path: options.layout, trust: options.trust).load(warn: note)
      if !always, supervision.trouble.isEmpty, loaded.layout == session.layout.asWritten { return nil }
      executor.prepare(loaded.layout)
      // Panels that it expects are waited for from now on.
      if loaded.layout.devices.contains(where: \.isExpected) { advance(to: max(loop.now, session.application.now)) }
      let pointers = session.layout.pointerMatches
      session.replaceLayout(loaded.layout)
      watch?.watch(besides: loaded.layout.includedFiles)
      followLayout()
      for doubt in conflicts.show(loaded.layout) { complain(doubt.description) }
      followDisplay()
      followKeyboards()
      followForwarding(reopens: pointers != loaded.layout.pointerMatches)
      followGrabs()
      followKeys()
      // Not now: a peer that asked for this waits for its answer.
      loop.schedule(at: loop.now) { [weak self] in self?.followOutputs() }
      reloads += 1
      recorder?.note("\(options.layout): reloaded", at: session.application.now)
      source?.remap { [unowned self] in session.pipeline(for: $0) }
      note("\(options.layout): reloaded")
      supervision.trouble = ""
      if let copy = loaded.copy { keeper?.keep(copy) }
      return nil
    } catch {
      for diagnostic in error.diagnostics { complain(diagnostic.description) }
      // The mistake may be in a file that the layout did not include before.
      watch?.watch(besides: session.layout.includedFiles + error.includedFiles)
      note("\(options.layout): not reloaded; the layout from before stays")
      let count = error.diagnostics.count
      supervision.trouble = "layout not reloaded: \(count) \(count == 1 ? "mistake" : "mistakes")"
      return error.diagnostics.first?.description ?? "not reloaded"
    }
  }

  // MARK: The service manager

  /// Takes over how the layout was loaded, so that it is kept if it is good; must be called before `run()`.
  public func begin(with loaded: LayoutLoader.Loaded) {
    start = loaded
    if let moment = loaded.lastGood { supervision.trouble = "runs the last good layout, of \(moment)" }
  }

  /// Says that the devices are open, and keeps the layout that works.
  private func beginSupervision() {
    tellStatus()
    supervision.ready()
    guard let path = options.lastGood else { return }
    do throws(SystemError) {
      keeper = try LayoutKeeper(path: path, loop: loop, complain: complain)
      if let copy = start.take()?.copy { keeper?.keep(copy) }
    } catch {
      complain("\(path): the layout is not kept: \(error)")
    }
  }

  private func tellStatus() {
    showState()
    let mode = session.mode
    guard supervision.needsStatus(mode) else { return }
    supervision.tellStatus(source?.devices ?? [], mode: mode, showsMode: !session.layout.modes.isEmpty)
  }

  /// Has the log go on in a new file that can be read by itself.
  private func rotateLog() {
    log.rotate()
    session.logRotated()
  }

  /// Rotates a log that has its size as soon as the panel that sent an event has lost its last contact.
  func rotateLog(after event: InputEvent) {
    guard log.rotationIsDue else { return }
    if case .frame(let frame) = event, frame.contacts.contains(where: { $0.phase != .ended && $0.phase != .cancelled }) { return }
    rotateLog()
  }
}

extension KioskService {
  /// Whether keyboards are read: without libinput, which evdev does not need, only where the layout asks for them.
  var readsKeyboards: Bool { session.layout.keyboards ?? (options.source == .libinput && session.layout.readsKeyboards) }

  /// Records the engine's input from now on; must be called before `run()`.
  ///
  /// - Throws: `TraceError` where the file cannot be made. A later failure is reported in one line, and the kiosk goes on.
  public func record(_ options: RecordingOptions) throws(TraceError) {
    recorder = try Recorder(options, recordsFrames: true, loop: loop, complain: complain)
    recorder?.currentRows = { [unowned session] in session.currentRows }
    recorder?.currentPairings = { [unowned session] in session.currentPairings }
    recorder?.tellsPrograms = true
    session.onModeEntered = { [unowned self] in recorder?.note(TraceRecord.modeEntered($0), at: $1) }
    session.onTurned = { [unowned self] in recorder?.note(TraceRecord.turned($0, $1), at: $2) }
    session.onGrabbed = { [unowned self] in recorder?.note(TraceRecord.grabbed($0, $1), at: $2) }
    session.onLoginChanged = { [unowned self] in recorder?.note(TraceRecord.login(isActive: $0), at: $1) }
    session.onVerdict = { [unowned self] in recorder?.take($0, at: $1) }
    session.onRows = { [unowned self] in recorder?.take($0, at: max(session.application.now, loop.now)) }
    followLayout()
  }

  /// Tells the recorder the layout's secure views.
  func followLayout() {
    guard let recorder else { return }
    if session.layout.verifiesSecrets { recorder.tellsVerifies = true }
    let ids = session.layout.secureIDs
    // Raw events hold positions in secure views, so that a layout with such views is recorded in frames only.
    recorder.hidesEvents = !ids.isEmpty
    recorder.isSecure =
      ids.isEmpty ? nil : { [unowned session] point, panel in session.isSecure(point, of: panel, ids) }
  }

  /// Records an event and gives it to the engine.
  func take(_ event: InputEvent) {
    defer { rotateLog(after: event) }
    grabs?.take(event)
    switch event {
    case .deviceAdded, .deviceRemoved:
      panelChanges += 1
      supervision.panelsChanged()
    case .frame, .anomaly: break
    }
    // The changes to the copy of a panel that goes are recorded before its end.
    if case .deviceRemoved(let panel, _) = event {
      metrics?.remove(panel)
      conflicts.remove(panel)
      session.handle(event)
      copies?.panelIsGone(panel)
      recorder?.take(event)
    } else {
      if case .frame(let frame) = event, let recorder, session.findsScreenOff(before: frame) {
        recorder.note(TraceRecord.screenOff, at: frame.timestamp)
      }
      if case .deviceAdded(let panel, let time) = event { recordPairing(of: panel, at: time) }
      recorder?.take(event)
      recordCopy(of: event)
      session.handle(event)
      if case .deviceAdded(let panel, _) = event {
        for doubt in conflicts.add(panel, to: session.layout) { complain(doubt.description) }
      }
    }
  }

  /// Waits from now on for the panels that the layout expects.
  func beginWatching() {
    guard session.expectsPanels else { return }
    let moment = loop.now
    recorder?.advance(to: moment)
    session.begin(at: moment)
  }

  /// Advances the engine's time, and records that if a deadline passes.
  func advance(to moment: Timestamp) {
    if let recorder, let deadline = session.nextDeadline, deadline <= moment { recorder.advance(to: moment) }
    session.advance(to: moment)
  }
}
