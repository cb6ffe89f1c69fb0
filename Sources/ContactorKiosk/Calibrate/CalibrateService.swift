public import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorSystem
import ContactorTrace
import CContactorSystem
import Glibc

/// Why no calibration was made.
public struct CalibrationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure, which decides about the exit status.
  public enum Kind: Hashable, Sendable {
    /// The touches give no calibration, or there were none.
    case data
    /// Options are missing, or do not go together.
    case usage
    /// There is no touchscreen or no screen, or it may not be used.
    case device
  }

  /// The kind.
  public let kind: Kind
  /// What is wrong, and the way out.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }

  init(_ error: InputError) {
    let stop = error.code == .grabbed ? "; a running Contactor lets go once it is stopped: sudo systemctl stop contactor" : ""
    self.init(error.code == .system ? .data : .device, error.description + stop)
  }

  init(_ error: SystemError) {
    let isAccess = [EACCES, EPERM, ENOENT, ENODEV, ENXIO].contains(error.errno)
    self.init(isAccess ? .device : .data, error.description)
  }
}

/// Makes the calibration of one touchscreen: shows marks, one after another, and reads where they are touched.
///
/// The panel belongs to this program alone meanwhile, so that no other one does what the touches would do. Whatever the end, the panel and
/// the screen are given back as they were.
public final class CalibrateService {
  /// Where marks are shown.
  public enum Show: String, Hashable, Sendable, CaseIterable {
    /// The kernel's framebuffer.
    case framebuffer
    /// The terminal, which must fill the screen.
    case terminal
    /// Programs that connect to a socket.
    case socket
  }

  /// What the command line gives.
  public struct Options {
    /// The touchscreen's node; `nil` for the only one.
    public var device: String?
    /// How many marks, 3 to 5.
    public var marks = 4
    /// Where marks are shown; `nil` for what `CalibrateService.show(_:)` finds.
    public var show: Show?
    /// The path of the socket.
    public var socket: String?
    /// The framebuffer's node; `nil` for the first one.
    public var framebuffer: String?
    /// The panel's size in millimetres, for a panel that does not state it.
    public var size: Size?
    /// How long a mark is waited for.
    public var timeout = Duration.seconds(120)
    /// Whether a doubtful calibration is taken.
    public var isForced = false

    /// Creates options for the only touchscreen.
    public init() {}
  }

  private let options: Options
  private let say: (String) -> Void
  private let loop: EventLoop
  private var display: (any CalibrationDisplay)?
  private var socket: SocketMarks?
  private var source: EvdevSource?
  private let description = PanelDescription()
  private var steps: CalibrationSteps
  private let places: [Point]
  /// Where the marks stand that were shown.
  private var shown: [Point] = []
  private var timer: TimerID?
  private var outcome: Result<CalibrationResult, CalibrationFailure>?
  private var panel: TouchDevice?
  private var old: String?

  /// Prepares a calibration; `run()` opens the touchscreen and the screen.
  ///
  /// - Parameter say: gets each line for the person who touches, without prefix.
  public init(_ options: Options, say: @escaping (String) -> Void) throws(CalibrationFailure) {
    (self.options, self.say) = (options, say)
    steps = CalibrationSteps(count: options.marks)
    places = CalibrationMarks.places(options.marks)
    loop = try Self.wrap { () throws(SystemError) in try EventLoop() }
  }

  /// Shows the marks until all were touched.
  ///
  /// - Throws: `CalibrationFailure` at SIGINT, SIGTERM, SIGHUP, when no mark is touched for too long, where the panel goes away, and where
  ///   the touches do not fit together.
  public func run() throws(CalibrationFailure) -> CalibrationResult {
    let listing = try choose()
    old = listing?.udev.calibration
    try watchSignals()
    try openPanel(listing?.device.node ?? options.device ?? "")
    try openDisplay()
    defer { close() }
    let name = panel.map { "\($0.node) (\(CalibrationResult.shown($0.name)))" } ?? listing?.device.node ?? ""
    tell("calibrating \(name): touch each mark with one finger, and hold it for a moment")
    if let old { tell("udev's present calibration, \(CalibrationResult.shown(old)), is left out while the marks are touched") }
    showMark(note: "")
    read()
    if outcome == nil { try Self.wrap { () throws(SystemError) in try loop.run() } }
    switch outcome {
    case .success(let result): return result
    case .failure(let failure): throw failure
    case nil: throw CalibrationFailure(.data, "nothing was touched")
    }
  }

  // MARK: Opening

  /// The touchscreen to calibrate; `nil` for a node that udev does not take for one.
  private func choose() throws(CalibrationFailure) -> DeviceListing? {
    let listings: [DeviceListing]
    do throws(InputError) { listings = try DeviceList.scan() } catch { throw CalibrationFailure(error) }
    if let node = options.device {
      var status = stat()
      guard unsafe stat(node, &status) == 0 else { return nil }
      let number = status.st_rdev
      return listings.first { listing in
        var other = stat()
        return unsafe stat(listing.device.node, &other) == 0 && other.st_rdev == number
      }
    }
    let panels = listings.filter { !$0.isCopy }
    if panels.count > 1 {
      let list = panels.map { "\($0.device.node) (\(CalibrationResult.shown($0.device.name)))" }.joined(separator: ", ")
      throw CalibrationFailure(.usage, "there are \(panels.count) touchscreens; give one of them with --device: \(list)")
    }
    guard let panel = panels.first else {
      throw CalibrationFailure(
        .device, "no touchscreen found; plug one in, or see whether the kernel has a driver for it ('dmesg | grep input')")
    }
    if let problem = panel.problem { throw CalibrationFailure(problem) }
    return panel
  }

  private func openPanel(_ node: String) throws(CalibrationFailure) {
    var settings = TouchSourceOptions(isExclusive: true) { _ in PositionPipeline(window: Size(width: 1, height: 1)) }
    settings.ignoresCalibration = true
    settings.tap = description
    settings.problem = { [weak self] problem in self?.end(CalibrationFailure(problem)) }
    do throws(InputError) {
      let source = try EvdevSource(paths: [node], options: settings)
      self.source = source
      try InputError.wrap { () throws(SystemError) in try loop.watch(source) { [unowned self] in read() } }
    } catch {
      throw CalibrationFailure(error)
    }
    panel = source?.devices.first
    guard description.hasRange else { throw Self.rangeless(node) }
  }

  private static func rangeless(_ node: String) -> CalibrationFailure {
    CalibrationFailure(
      .device, "\(node): the panel does not state the range of its positions, so there is nothing to calibrate; see its driver")
  }

  private func openDisplay() throws(CalibrationFailure) {
    let show: Show
    if let given = options.show { show = given } else { show = try Self.show(options) }
    switch show {
    case .framebuffer:
      display = try Self.wrap { () throws(SystemError) in
        try FramebufferMarks(options.framebuffer ?? FramebufferMarks.standardNode)
      }
    case .terminal:
      guard let output = [STDOUT_FILENO, STDERR_FILENO].first(where: { Terminal.isDrawable($0) }) else {
        throw CalibrationFailure(.usage, "--show terminal needs a terminal as standard output or standard error")
      }
      let terminal = try Self.wrap { () throws(SystemError) in try Terminal(output: output, input: STDIN_FILENO) }
      if let keys = terminal.keys {
        try Self.wrap { () throws(SystemError) in
          try loop.watch(keys) { [unowned self] in
            if terminal.readKeys()?.contains(UInt8(ascii: "q")) ?? true { end(Self.ended("by the key q")) }
          }
        }
      }
      try Self.wrap { () throws(SystemError) in try loop.watchSignals([SIGWINCH]) { [unowned self] _ in beginAnew(terminal) } }
      display = TerminalMarks(terminal)
    case .socket:
      guard let path = options.socket else { throw CalibrationFailure(.usage, "--show socket needs --socket PATH") }
      let marks = try Self.wrap { () throws(SystemError) in try SocketMarks(path: path, loop) { [unowned self] in tell($0) } }
      (display, socket) = (marks, marks)
    }
  }

  /// Where marks are shown unless it is said.
  private static func show(_ options: Options) throws(CalibrationFailure) -> Show {
    func has(_ variable: String) -> Bool { unsafe getenv(variable).map { unsafe $0.pointee != 0 } ?? false }
    let isTerminal = Terminal.isDrawable(STDOUT_FILENO) || Terminal.isDrawable(STDERR_FILENO)
    let facts = ShowFacts(
      hasSocket: options.socket != nil, hasFramebuffer: options.framebuffer != nil,
      canDraw: unsafe access(FramebufferMarks.standardNode, R_OK | W_OK) == 0, isTerminal: isTerminal,
      isConsole: cct_is_console(STDOUT_FILENO), isRemote: has("SSH_CONNECTION"), hasDesktop: has("WAYLAND_DISPLAY") || has("DISPLAY"))
    guard let show = facts.show else {
      throw CalibrationFailure(
        .usage,
        "there is no screen to show marks on: no terminal on the panel's screen, and \(FramebufferMarks.standardNode) cannot be opened; give "
          + "--show framebuffer as root or in the group 'video', or --show socket --socket PATH for a program that shows them")
    }
    return show
  }

  private func watchSignals() throws(CalibrationFailure) {
    try Self.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] number in
        end(Self.ended("by \(number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "SIGHUP")"))
      }
      // A program that is stopped would keep the panel and the screen.
      try loop.watchSignals([SIGTSTP]) { _ in }
    }
  }

  private static func ended(_ cause: String) -> CalibrationFailure {
    CalibrationFailure(.data, "ended \(cause) before all marks were touched; nothing was changed")
  }

  // MARK: Touches

  private func read() {
    guard outcome == nil, let source else { return }
    do throws(InputError) { try source.dispatch { take($0) } } catch { end(CalibrationFailure(error)) }
  }

  private func take(_ event: InputEvent) {
    guard outcome == nil else { return }
    switch event {
    case .deviceAdded(let device, _):
      panel = device
      if !description.hasRange { end(Self.rangeless(device.node)) }
    case .deviceRemoved:
      end(CalibrationFailure(.device, "\(panel?.node ?? "the panel"): the device went away; nothing was changed"))
    case .frame(let frame): for step in steps.handle(frame) where outcome == nil { follow(step) }
    case .anomaly: break
    }
  }

  private func follow(_ step: CalibrationSteps.Step) {
    switch step {
    case .taken(let mark, let place):
      var line = JSONLine()
      line.add("kind", word: "calibrate")
      line.add("taken", Int64(mark + 1))
      line.add("x", exact: place.x)
      line.add("y", exact: place.y)
      socket?.send(line.finished())
      if steps.mark != nil { showMark(note: "") }
    case .refused(let mark, let refusal):
      var line = JSONLine()
      line.add("kind", word: "calibrate")
      line.add("refused", Int64(mark + 1))
      line.add("reason", refusal.rawValue)
      line.add("message", refusal.words)
      socket?.send(line.finished())
      showMark(note: refusal.words)
    case .finished: finish()
    }
  }

  private func showMark(note: String) {
    guard let mark = steps.mark, let display else { return }
    let place = display.show(mark, of: steps.count, at: places[mark], note: note)
    shown = Array(shown.prefix(mark)) + [place]
    if !note.isEmpty { tell(note) }
    tell("mark \(mark + 1) of \(steps.count): \(Self.words(places[mark]))")
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: loop.now + options.timeout) { [unowned self] in
      let seconds = Double(options.timeout.components.seconds) + Double(options.timeout.components.attoseconds) / 1e18
      end(CalibrationFailure(.data, "no touch for \(CalibrationNumber.short(seconds)) s; nothing was changed"))
    }
  }

  /// Where a mark is, in words.
  static func words(_ place: Point) -> String {
    "\(Int((place.x * 100).rounded())) % from the left, \(Int((place.y * 100).rounded())) % from the top"
  }

  /// Begins with the first mark again, as the screen has another size.
  private func beginAnew(_ terminal: Terminal) {
    guard outcome == nil else { return }
    terminal.invalidate()
    steps = CalibrationSteps(count: options.marks)
    shown = []
    showMark(note: "the terminal has another size: begin with the first mark again")
  }

  // MARK: The end

  private func finish() {
    guard let panel else { return }
    do throws(CalibrationFit.Failure) {
      let fit = try CalibrationFit(zip(steps.touches, shown).map { CalibrationFit.Pair(touch: $0, mark: $1) })
      let result = CalibrationResult(device: panel, given: options.size, fit: fit, old: old)
      if let doubt = result.doubt, !options.isForced { return end(CalibrationFailure(.data, doubt.description)) }
      var line = JSONLine()
      result.add(to: &line)
      socket?.send(line.finished())
      outcome = .success(result)
      loop.stop()
    } catch {
      end(CalibrationFailure(.data, error.description))
    }
  }

  private func end(_ failure: CalibrationFailure) {
    guard outcome == nil else { return }
    var line = JSONLine()
    line.add("kind", word: "calibrate")
    line.add("failed", failure.description)
    socket?.send(line.finished())
    outcome = .failure(failure)
    loop.stop()
  }

  private func close() {
    if let timer { loop.cancel(timer) }
    display?.close()
    (display, socket) = (nil, nil)
    source?.suspend { _ in }
    source = nil
  }

  private func tell(_ line: String) {
    if display?.hidesErrors != true { say(line) }
  }

  private static func wrap<Value>(_ body: () throws(SystemError) -> Value) throws(CalibrationFailure) -> Value {
    do throws(SystemError) { return try body() } catch { throw CalibrationFailure(error) }
  }
}

/// What decides about where marks are shown unless it is said.
struct ShowFacts {
  /// Whether a socket is given.
  var hasSocket = false
  /// Whether a framebuffer is given.
  var hasFramebuffer = false
  /// Whether the first framebuffer can be opened.
  var canDraw = false
  /// Whether there is a terminal.
  var isTerminal = false
  /// Whether standard output is one of the kernel's consoles.
  var isConsole = false
  /// Whether the terminal is that of another machine.
  var isRemote = false
  /// Whether a desktop covers the framebuffer.
  var hasDesktop = false

  /// Where marks are shown; `nil` for nowhere.
  var show: CalibrateService.Show? {
    if hasSocket { return .socket }
    if hasFramebuffer { return .framebuffer }
    if canDraw, !hasDesktop, isConsole || isRemote || !isTerminal { return .framebuffer }
    return isTerminal && !isRemote ? .terminal : nil
  }
}

/// Keeps what a source tells a tap as it opens a panel.
private final class PanelDescription: EventTap {
  private(set) var hasRange = true

  func panelOpened(
    _ device: TouchDevice, _ description: EvdevDescription, state: EvdevState, transform: AffineTransform, sendsEvents: Bool
  ) { hasRange = description.normalization != nil }

  func panel(_ device: DeviceID, sent events: UnsafeBufferPointer<EvdevEvent>) {}
  func panel(_ device: DeviceID, isAt state: EvdevState, at time: Timestamp) {}
  func panel(_ device: DeviceID, isMappedBy transform: AffineTransform) {}
}
