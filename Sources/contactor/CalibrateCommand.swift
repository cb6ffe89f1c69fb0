import ArgumentParser
import ContactorCore
import ContactorKiosk
import ContactorSystem
import Glibc

/// `contactor calibrate`.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Makes a touchscreen's calibration from marks that you touch, and prints the lines that keep it.",
    discussion: """
      Marks are shown one after another: touch each with one finger and hold it for a moment. The result goes to standard output, how far \
      the touches are off to standard error. Nothing is installed: the lines say where they go.

        contactor calibrate                      a rule, an entry and a command
        contactor calibrate --for udev -o rule   udev's rule, for every program
        contactor calibrate --for layout         the entry in a layout's devices
        contactor calibrate --socket /run/marks  another program shows the marks

      framebuffer draws on /dev/fb0, which needs root or the group 'video'; a desktop that runs covers it. terminal draws in this terminal, \
      which must fill the screen of the panel without borders. socket has other programs show the marks: each that connects gets lines of \
      JSON, with places as fractions of the screen:

        {"kind":"calibrate","mark":1,"of":4,"x":0.1,"y":0.1}

      and then taken, refused with a reason, and done with the matrix, or failed. Without --show it is socket where --socket is given, \
      framebuffer on the kernel's console, over SSH and without a terminal, if /dev/fb0 can be opened and no desktop is in the environment, \
      and else terminal. Lines on standard error say where each mark is, too.

      The panel is read without the calibration that udev has, and no other program gets its touches meanwhile. A program that has grabbed \
      it, as a kiosk that forwards, must be stopped first: sudo systemctl stop contactor.

      Three marks fit any touches; four and five tell how good the result is. Touches that do not fit together are refused, and \
      --force takes them. SIGINT, SIGTERM, the key q in a terminal and --timeout leave everything as it was.

      Exit status 0 done; 1 no calibration was made; 2 wrong usage, or several touchscreens and no --device; 3 no touchscreen, no \
      permission, or a panel that another program has grabbed.
      """)

  enum Show: String, ExpressibleByArgument, CaseIterable {
    case framebuffer, terminal, socket

    var kind: CalibrateService.Show {
      switch self {
      case .framebuffer: .framebuffer
      case .terminal: .terminal
      case .socket: .socket
      }
    }
  }

  enum Keeper: String, ExpressibleByArgument, CaseIterable {
    case udev, layout, forward

    var kind: CalibrationResult.Keeper {
      switch self {
      case .udev: .udev
      case .layout: .layout
      case .forward: .forward
      }
    }
  }

  @Option(help: ArgumentHelp("The touchscreen's device node; needed where there are several.", valueName: "node"), completion: .deviceNode)
  var device: String?

  @Option(
    help: ArgumentHelp("How many marks to touch: 3, 4 (the corners) or 5 (and the centre).", valueName: "marks"),
    completion: .list(["3", "4", "5"]))
  var marks = 4

  @Option(help: ArgumentHelp("Where marks are shown.", valueName: "display"))
  var show: Show?

  @Option(help: ArgumentHelp("The path of the socket that --show socket makes.", valueName: "socket"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp("The framebuffer that --show framebuffer draws on; /dev/fb0 without it.", valueName: "node"),
    completion: .shellCommand("ls -d /dev/fb* 2>/dev/null"))
  var framebuffer: String?

  @Option(name: .customLong("for"), help: ArgumentHelp("What keeps the calibration; all, to choose from, without it.", valueName: "keeper"))
  var keeper: Keeper?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write the result to this file, which must not be a link; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["rules", "yaml", "json"]))
  var output = "-"

  @Option(
    help: ArgumentHelp("The panel's width and height in mm, such as 154x86, for one that does not state them.", valueName: "size"))
  var mm: String?

  @Option(help: ArgumentHelp("Give up when no mark is touched for so many seconds: above 0 and below 1e6.", valueName: "seconds"))
  var timeout = 120.0

  @Flag(help: "Print one JSON object instead of lines to copy.")
  var json = false

  @Flag(help: "Take a calibration even where the touches do not fit together.")
  var force = false

  func validate() throws {
    guard CalibrationMarks.counts.contains(marks) else { throw ValidationError("--marks takes 3, 4 or 5, not \(marks)") }
    guard timeout > 0, timeout < 1e6 else { throw ValidationError("--timeout takes seconds above 0 and below 1e6") }
    if socket != nil, show != nil, show != .socket { throw ValidationError("--socket is for --show socket") }
    if socket == nil, show == .socket { throw ValidationError("--show socket needs the path of the socket: --socket PATH") }
    if socket?.isEmpty == true { throw ValidationError("--socket takes the path of the socket to make") }
    if framebuffer != nil, show != nil && show != .framebuffer || socket != nil {
      throw ValidationError("--framebuffer is for --show framebuffer")
    }
    if output != "-", keeper == nil, !json {
      throw ValidationError("-o writes for one of them: add --for udev, --for layout or --for forward, or --json")
    }
    _ = try size()
  }

  func run() throws {
    try refuseLink()
    var options = CalibrateService.Options()
    options.device = device
    options.marks = marks
    options.show = show?.kind
    options.socket = socket
    options.framebuffer = framebuffer
    options.size = try size()
    options.timeout = .microseconds(Int64(max(timeout * 1e6, 1)))
    options.isForced = force
    let result: CalibrationResult
    let text: [UInt8]
    do throws(CalibrationFailure) {
      result = try CalibrateService(options) { Console.note($0) }.run()
    } catch {
      throw Failure([error.description], error.kind.code)
    }
    for line in result.summary { Console.note(line) }
    do throws(CalibrationResult.Failure) {
      text = json ? result.json : Array(try result.text(for: keeper?.kind).utf8)
    } catch {
      throw Failure([error.description], .failed)
    }
    try write(text)
  }

  /// The size in millimetres.
  private func size() throws -> Size? {
    guard let mm else { return nil }
    let sides = mm.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= 100_000 }) else {
      throw ValidationError("--mm takes the width and the height in millimetres, such as 154x86, not '\(mm)'")
    }
    return Size(width: sides[0], height: sides[1])
  }

  /// Refuses a link as the output: a rule is written as root, and a link would lead it elsewhere.
  private func refuseLink() throws {
    var status = stat()
    guard output != "-", unsafe lstat(output, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw Failure(["\(output): is a link; give the name of the file itself"], .failed)
  }

  private func write(_ text: [UInt8]) throws {
    guard output != "-" else { return Console.print(String(decoding: text, as: UTF8.self)) }
    try refuseLink()
    do throws(SystemError) {
      let file = try AtomicFile(output, needsFile: true)
      try file.write(text)
      file.makeReadable()
      try file.synchronize()
      try file.commit()
    } catch {
      // The marks need not be touched again.
      Console.print(String(decoding: text, as: UTF8.self))
      throw Failure([error.description, "what was to be written is on standard output"], .failed)
    }
  }
}

extension CalibrationFailure.Kind {
  /// The exit status.
  fileprivate var code: Console.Code {
    switch self {
    case .data: .failed
    case .usage: .usage
    case .device: .noDevice
    }
  }
}
