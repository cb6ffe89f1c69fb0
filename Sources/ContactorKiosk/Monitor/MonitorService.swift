import ContactorCore
import ContactorEvdev
public import ContactorInput
import ContactorLayout
import ContactorSystem
public import ContactorTrace
import Glibc

/// Shows what touchscreens report, or a recording, until a signal ends it: a live picture in a terminal, else JSON lines.
///
/// At rest nothing wakes it.
public final class MonitorService {
  /// The options of a monitor, as the command line gives them.
  public struct Options {
    /// The device nodes to show; all touchscreens of the seat where empty.
    public var devices: [String] = []
    /// The library or interface that devices are read by.
    public var source = TouchSourceKind.libinput
    /// The recording to play instead of reading devices, `-` for standard input; `nil` for the devices.
    public var recording: String?
    /// How to understand the recording if it does not say so itself.
    public var recordingOptions = ReadingOptions.playing
    /// How many times faster than recorded the recording is played; above 0.
    public var speed = 1.0
    /// The rules of a dry run of forwarding, which shows what copies of the panels would carry; `nil` for none.
    public var forward: ForwardRules?
    /// Whether JSON lines are written to a terminal, too.
    public var isJSON = false

    /// Creates options for all touchscreens.
    public init() {}
  }

  /// Opens the touchscreens, with the mapping of panels and the receiver of problems.
  typealias Opening = (
    _ mapping: @escaping (TouchDevice) -> PositionPipeline, _ problem: @escaping (String) -> Void
  ) throws(InputError) -> any LiveTouchSource

  private let loop: EventLoop
  private let open: Opening
  private let complain: (String) -> Void
  private let descriptors: (output: Int32, input: Int32)
  private let drawsPicture: Bool
  private var output: (any MonitorOutput)?
  private var source: (any LiveTouchSource)?
  /// The source as a recording, whose times are not those of the loop; `nil` for touchscreens.
  private var recording: RecordingSource?
  private var ticker: TimerID?
  private var timer: TimerID?
  private lazy var gestures = MonitorGestures { [unowned self] in output?.show($0) }
  private let rules: ForwardRules?
  private var preview: ForwardPreview?
  private var failure: InputError?

  /// Prepares a monitor; `run()` opens the devices.
  ///
  /// - Parameter complain: gets each problem as one line without prefix; while a picture is shown, at its end.
  public convenience init(_ options: Options, complain: @escaping (String) -> Void) throws(InputError) {
    let opening: Opening = { (mapping, problem) throws(InputError) in
      if let recording = options.recording {
        return try RecordingSource(path: recording, options.recordingOptions, factor: options.speed)
      }
      var settings = TouchSourceOptions(
        log: { problem("libinput: \($0)") }, problem: { problem($0.description) }, mapping: mapping)
      // A copy that another Contactor has made is not taken for trying rules, unless it is named.
      settings.allowsCopies = options.forward == nil || !options.devices.isEmpty
      return try options.source.open(options.devices, options: settings)
    }
    try self.init(
      opening, output: STDOUT_FILENO, input: STDIN_FILENO, isJSON: options.isJSON, forward: options.forward, complain: complain)
  }

  init(
    _ open: @escaping Opening, output: Int32, input: Int32, isJSON: Bool, forward: ForwardRules? = nil,
    complain: @escaping (String) -> Void
  ) throws(InputError) {
    loop = try InputError.wrap { () throws(SystemError) in try EventLoop() }
    self.open = open
    self.complain = complain
    rules = forward
    descriptors = (output, input)
    drawsPicture = !isJSON && Terminal.isDrawable(output)
  }

  /// Opens the devices or the recording, and shows what happens.
  ///
  /// Returns at the recording's end, at SIGINT, SIGTERM, SIGHUP or the key q, and when the reader of the output is gone.
  ///
  /// - Throws: `InputError` where a named device cannot be opened, or reading is broken for good.
  public func run() throws(InputError) {
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in loop.stop() }
    }
    var early: [String] = []
    // Opened before the terminal is taken, so that an error ends the program with nothing drawn.
    let source = try open({ PanelUnit($0).pipeline }) { [unowned self] problem in
      if let output { output.note(problem) } else { early.append(problem) }
    }
    self.source = source
    recording = source as? RecordingSource
    try InputError.wrap { () throws(SystemError) in
      try loop.watch(source) { [unowned self] in read() }
    }
    let screen = drawsPicture ? try makeScreen() : nil
    let log = screen == nil ? try makeLog() : nil
    output = screen ?? log
    for problem in early { output?.note(problem) }
    preview = rules.map { rules in
      ForwardPreview(rules, complain: { [unowned self] in output?.note($0) }) { [unowned self] in show($0) }
    }
    if screen == nil, recording == nil, source.devices.isEmpty, early.isEmpty { complain(Self.emptyNote) }
    read()
    try InputError.wrap { () throws(SystemError) in try loop.run() }
    source.suspend { take($0) }
    if let descriptor = log?.noticeDescriptor { loop.unwatch(descriptor) }
    log?.close()
    screen?.leave()
    for problem in screen?.problems ?? [] { complain(problem) }
    for finding in recording?.findings ?? [] { complain(finding) }
    output = nil
    if let failure { throw failure }
  }

  private static let emptyNote = "no touchscreen yet; waiting for one ('contactor devices' says what is there)"

  // MARK: Outputs

  private func makeLog() throws(InputError) -> MonitorLog {
    let writer = try InputError.wrap { () throws(SystemError) in
      try LogWriter(descriptor: descriptors.output, complain: complain) { [weak self] failure in
        // A reader that has seen enough, as `head` has, is no error.
        if failure.errno != EPIPE {
          self?.failure = InputError(
            .system, errno: failure.errno, place: "standard output", message: failure.reason)
        }
        self?.loop.stop()
      }
    }
    let log = MonitorLog(writer, complain: complain)
    if let descriptor = log.noticeDescriptor {
      try InputError.wrap { () throws(SystemError) in try loop.watch(descriptor) { [weak log] in log?.hear() } }
    }
    return log
  }

  private func makeScreen() throws(InputError) -> MonitorScreen {
    let terminal = try InputError.wrap { () throws(SystemError) in
      try Terminal(output: descriptors.output, input: descriptors.input)
    }
    let screen = MonitorScreen(terminal, loop, isPlain: Terminal.isPlain) { [unowned self] in loop.stop() }
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGWINCH]) { [unowned screen] _ in screen.redraw() }
    }
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGTSTP]) { [unowned screen] _ in
        screen.leave()
        kill(getpid(), SIGSTOP)
        screen.enter()
      }
    }
    if let keys = terminal.keys {
      try InputError.wrap { () throws(SystemError) in
        try loop.watch(keys) { [unowned self] in
          let pressed = terminal.readKeys()
          if pressed?.contains(UInt8(ascii: "q")) ?? true { loop.stop() }
        }
      }
    }
    return screen
  }

  // MARK: Events

  private func read() {
    do throws(InputError) {
      try source?.dispatch { take($0) }
    } catch {
      failure = error
      loop.stop()
    }
    if recording?.isAtEnd == true { endRecording() }
    output?.flush()
    tickWhileTouched()
    waitForDeadlines()
  }

  private func take(_ event: InputEvent) {
    output?.handle(event)
    // The gestures of a recorded panel are those of its copy, too.
    if case .deviceAdded(let device, _) = event, device.isCopy, recording != nil {
    } else {
      gestures.handle(event)
    }
    preview?.handle(event)
  }

  private func show(_ step: ForwardPreview.Step) {
    switch step {
    case .event(let event): output?.handle(event)
    case .note(let note, of: let panel): output?.handle(note, of: panel)
    }
  }

  /// The next time at which a gesture or a rule of forwarding is decided.
  private var nextDeadline: Timestamp? {
    [gestures.nextDeadline, preview?.nextDeadline].compactMap(\.self).min()
  }

  private func advance(to deadline: Timestamp) {
    gestures.advance(to: deadline)
    preview?.advance(to: deadline)
  }

  /// Shows what timeouts decide.
  ///
  /// JSON lines end then; a picture stays until a key is pressed.
  private func endRecording() {
    // Each deadline that passes may set another one; there are few.
    for _ in 0..<Self.lastDeadlines {
      guard let deadline = nextDeadline else { break }
      advance(to: deadline)
    }
    if !drawsPicture || isatty(descriptors.input) != 1 { loop.stop() }
  }

  /// How many deadlines are waited for at the end of a recording.
  private static let lastDeadlines = 64

  /// The present time on the clock of the panels' events.
  private var now: Timestamp { recording?.recordedTime(at: loop.now) ?? loop.now }

  /// Schedules the next timeout of a gesture, such as a long press, or of a rule.
  private func waitForDeadlines() {
    if let timer { loop.cancel(timer) }
    timer = nextDeadline.map { deadline in
      loop.schedule(at: recording?.timeHere(of: deadline) ?? deadline) { [unowned self] in
        timer = nil
        // Events from before the deadline are handled first.
        read()
        advance(to: deadline)
        output?.flush()
        waitForDeadlines()
      }
    }
  }

  /// Calls the output's `tick` every second while something touches, and only then.
  private func tickWhileTouched() {
    guard output?.isTouched == true else {
      if let ticker { loop.cancel(ticker) }
      ticker = nil
      return
    }
    guard ticker == nil else { return }
    ticker = loop.schedule(at: loop.now + .seconds(1)) { [unowned self] in
      ticker = nil
      // Events from before the tick are handled first.
      read()
      if output?.isTouched == true { output?.tick(at: now) }
      output?.flush()
      tickWhileTouched()
    }
  }
}

/// The output of a monitor: JSON lines, or a picture.
protocol MonitorOutput: AnyObject {
  /// Whether a contact is down, so that `tick(at:)` must be called.
  var isTouched: Bool { get }
  /// Takes an event of a source.
  func handle(_ event: InputEvent)
  /// Takes what rules of forwarding do to a contact of a panel other than to let it through.
  func handle(_ note: ForwardNote, of panel: DeviceID)
  /// Takes a gesture that was recognized.
  func show(_ gesture: MonitorGesture)
  /// Updates values that change with time; called every second while something touches.
  func tick(at moment: Timestamp)
  /// Takes a problem, one line.
  func note(_ problem: String)
  /// Shows the events that were taken.
  func flush()
}
