import CSystem
import ContactorCore
public import ContactorInput
public import ContactorLayout
import ContactorSystem
public import ContactorTrace
import Glibc

/// Runs a layout on touchscreens until a signal ends it.
///
/// SIGINT and SIGTERM end the service. SIGHUP opens the log anew, as after a rotation, and reloads the layout; a change
/// of the layout file reloads it, too. A layout that cannot be read is reported, and the old one stays.
public final class KioskService {
  /// The options of a service, as the command line gives them.
  public struct Options {
    /// The layout file.
    public var layout: String
    /// The device nodes to use; all touchscreens of the seat where empty.
    public var devices: [String] = []
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

    /// Creates options for a layout file.
    public init(layout: String) {
      self.layout = layout
    }
  }

  let options: Options
  let loop: EventLoop
  let session: LayoutSession
  private let executor: Executor
  private let log: LogWriter?
  var source: (any LiveTouchSource)?
  /// The copies of forwarded panels; `nil` where nothing is forwarded.
  var copies: CopiedPanels?
  private var watch: FileWatch?
  private lazy var timer = DeadlineTimer(loop) { [unowned self] in reachDeadline() }
  private var reloadTimer: TimerID?
  private var failure: InputError?
  /// The keyboards that are plugged in; `nil` where the layout takes no keys, or they cannot be read.
  var keyboards: KioskKeyboards?
  /// Presses the layout's keys; `nil` where it has none, or they cannot be pressed.
  var keys: KioskKeys?
  /// Records the engine's input; `nil` without a recording.
  var recorder: Recorder?
  let complain: (String) -> Void
  let note: (String) -> Void

  /// Prepares the service; `run()` opens the devices.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `options.layout`.
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets each line that is no problem.
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
    self.log = log
    let file = options.layout
    session = LayoutSession(layout: layout, log: log) { run, argv, environment, ended in
      executor.execute(run, argv, environment, file: file, ended)
    }
    session.onRowsWanted = { [weak session] request in
      if let session { executor.fetch(request, for: session, file: file) }
    }
    executor.meet = { [unowned self] end in meet(end) }
    executor.prepare(layout)
    followDisplay()
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
        log?.reopen()
        session.logReopened()
        reload()
      }
    }
    if let log, let descriptor = log.noticeDescriptor {
      try InputError.wrap { () throws(SystemError) in try loop.watch(descriptor) { log.hear() } }
    }
    session.onKey = { [unowned self] in keys?.perform($0, $1, $2) ?? false }
    followKeys()
    try startReading()
    if source?.devices.isEmpty == true, failure == nil {
      note("no touchscreen yet; waiting for one ('contactor devices' says what is there)")
    }
    followKeyboards()
    watch = FileWatch(options.layout, loop) { [unowned self] in reloadSoon() }
    // Parsing the command line and the layout touched megabytes of code that is not needed again.
    cct_release_startup_pages()
    try InputError.wrap { () throws(SystemError) in try loop.run() }
    source?.suspend { take($0) }
    copies?.closeAll()
    keyboards?.close()
    session.finish()
    tellWaiting()
    keys?.close()
    recorder?.close()
    executor.shutdown()
    if let descriptor = log?.noticeDescriptor { loop.unwatch(descriptor) }
    log?.close()
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
    read()
  }

  private func openSource() throws(InputError) -> any LiveTouchSource {
    var settings = TouchSourceOptions(
      isExclusive: options.isExclusive, log: { [complain] in complain("libinput: \($0)") },
      problem: { [complain] in complain($0.description) },
      mapping: { [unowned self] in session.layout.pipeline(for: $0) })
    settings.tap = recorder
    settings.waitsForMissing = true
    prepareForwarding(&settings)
    let source = try sourceKind.open(options.devices, options: settings)
    for path in source.missingPaths { note("\(path): not there yet; waiting for it") }
    return source
  }

  private func read() {
    do throws(InputError) {
      try source?.dispatch { take($0) }
    } catch {
      fail(error)
    }
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
    timer.set(session.nextDeadline)
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

  /// Tells how many actions are not done any more.
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
      reload()
    }
  }

  private func reload() {
    do throws(LayoutError) {
      let layout = try Layout.load(path: options.layout)
      for warning in LayoutCheck.warnings(in: layout) { note(warning.description) }
      executor.prepare(layout)
      session.replaceLayout(layout)
      followLayout()
      followDisplay()
      followKeyboards()
      followForwarding()
      followKeys()
      recorder?.note("\(options.layout): reloaded", at: session.application.now)
      source?.remap { [unowned self] in session.layout.pipeline(for: $0) }
      note("\(options.layout): reloaded")
    } catch {
      for diagnostic in error.diagnostics { complain(diagnostic.description) }
      note("\(options.layout): not reloaded; the layout from before stays")
    }
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
    recorder?.tellsPrograms = true
    session.onOutcome = { [unowned self] in recorder?.take($0, at: $1) }
    session.onRows = { [unowned self] in recorder?.take($0, at: max(session.application.now, loop.now)) }
    followLayout()
  }

  /// Tells the recorder the layout's secure views.
  func followLayout() {
    guard let recorder else { return }
    let ids = session.layout.secureIDs
    // Raw events hold positions in secure views, so that a layout with such views is recorded in frames only.
    recorder.hidesEvents = !ids.isEmpty
    recorder.isSecure =
      ids.isEmpty ? nil : { [unowned session] point, panel in session.isSecure(point, of: panel, ids) }
  }

  /// Records an event and gives it to the engine.
  func take(_ event: InputEvent) {
    // What a panel's end does to its copy is recorded before that end.
    if case .deviceRemoved = event {
      session.handle(event)
      recorder?.take(event)
    } else {
      if case .frame(let frame) = event, let recorder, session.findsScreenOff(before: frame) {
        recorder.note(TraceRecord.screenOff, at: frame.timestamp)
      }
      recorder?.take(event)
      recordCopy(of: event)
      session.handle(event)
    }
  }

  /// Advances the engine's time, and records that if a deadline passes.
  func advance(to moment: Timestamp) {
    if let recorder, let deadline = session.nextDeadline, deadline <= moment { recorder.advance(to: moment) }
    session.advance(to: moment)
  }
}
