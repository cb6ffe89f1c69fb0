import ArgumentParser
import ContactorInput
import ContactorKiosk
import ContactorLayout
import ContactorTrace

/// `contactor run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Does what a layout says when its controls are touched.",
    discussion: """
      Runs until SIGINT or SIGTERM. Touchscreens may come and go at any time. SIGHUP opens the log anew, as after its rotation; it, or a change of the file, reloads \
      the layout; one with mistakes is reported, and the old one stays.

      Keyboards that are plugged in type into the text that is being edited, where the layout has a text field, a text view \
      or a PIN field, or says keyboards: true. They are not grabbed. XKB_DEFAULT_LAYOUT=de in the environment chooses the \
      keys; reading keyboards needs the group 'input'. Keys are neither logged nor recorded.

      Programs of 'run' actions inherit the rights and the restrictions of this process. With --programs they are started by a helper \
      that has its own, such as contactor-programs.service. Where it cannot be reached, an action is not handled, and one line says so; \
      the next action tries again. 'user:' in a layout needs root, or CAP_SETUID and CAP_SETGID, in the process that starts the programs.

      --record keeps what the engine was given and what the kernel reported: contactor replay gives the same log again. \
      Touches that begin in views with secure: true are recorded without their places, and with such a layout no raw \
      events are recorded at all. \(RecordingArguments.help)
      """)

  @Argument(help: "The layout file.", completion: .layout)
  var layout: String

  @OptionGroup var input: SourceOptions

  @Flag(help: "Take the touchscreens for this program alone; nothing else sees their touches, the desktop included.")
  var grab = false

  @Option(
    help: ArgumentHelp("Write what happens as JSON lines; - for standard output.", valueName: "file"),
    completion: .file())
  var log: String?

  @Option(help: ArgumentHelp("Record the touches.", valueName: "file"), completion: .file(extensions: ["trace"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Have programs started by the helper that listens there ('contactor programs'), not by this process.", valueName: "socket"),
    completion: .file())
  var programs: String?

  @OptionGroup var recording: RecordingArguments

  func validate() throws {
    guard record != nil || (recording.ring == nil && !recording.force) else {
      throw ValidationError("--ring and --force are for --record FILE")
    }
    if record == "-", log == "-" { throw ValidationError("--log and --record cannot both be standard output") }
    if record == "-", recording.ring != nil { throw ValidationError("a ring needs a file: --record FILE") }
  }

  func run() throws {
    let parsed = try loadLayout(layout)
    for warning in LayoutCheck.warnings(in: parsed) { Console.line(warning.description) }
    var options = KioskService.Options(layout: layout)
    options.devices = input.devices
    options.source = input.source.kind
    options.isExclusive = grab
    options.log = log
    options.guardProgram = ContactorCommand.guardProgram
    options.programs = programs
    let writer = try openLog(log, isLive: true)
    do {
      let service = try KioskService(
        options, layout: parsed, log: writer, complain: { Console.error($0, waits: false) },
        note: { Console.note($0, waits: false) })
      if let record { try service.record(recording.options(path: record)) }
      try service.run()
    } catch let error as InputError {
      throw Failure(error)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}

/// `contactor check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in a layout file.",
    discussion: """
      Each mistake is a line FILE:LINE:COLUMN with what was expected and the nearest right key. Warnings, such as a
      program that is not there, are told beside them and do not fail the check. Keys are looked up in the keymap of
      XKB_DEFAULT_LAYOUT and its like. A note says by how much the rules of 'forward' delay touches. Exit status 1 if there is a mistake.
      """)

  @Argument(help: "The layout file; - for standard input.", completion: .layout)
  var layout: String

  func run() throws {
    let diagnostics = LayoutCheck.diagnostics(path: layout) { KeyCheck.diagnostics(of: $0) + LayoutCheck.latency(of: $0) }
    for diagnostic in diagnostics { Console.line(diagnostic.description) }
    let name = layout == "-" ? "standard input" : layout
    let warnings = diagnostics.count { $0.severity == .warning }
    let mistakes = diagnostics.count { $0.severity == .error }
    let more = warnings > 0 ? ", \(count(warnings, "warning"))" : ""
    guard mistakes == 0 else { throw Failure(["\(name): \(count(mistakes, "mistake"))\(more)"], .failed) }
    Console.print("\(name): no mistakes\(more)\n")
  }
}

/// The options that select touchscreens and how they are read.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("A device node to use, and no other; may be given several times.", valueName: "node"),
    completion: .deviceNode)
  var devices: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read touchscreens through libinput, or straight from the kernel (evdev), which needs no udev.",
      valueName: "source"))
  var source = SourceName.libinput
}

extension CompletionKind {
  /// Event nodes and the links to them.
  static let deviceNode = CompletionKind.shellCommand(
    "ls -d /dev/input/event* /dev/input/by-path/*-event /dev/input/by-id/*-event* 2>/dev/null")
  /// Recordings of every format: files of any name, for the format is told by the content.
  static let recording = CompletionKind.file()
  /// Layout files.
  static let layout = CompletionKind.file(extensions: ["yaml", "yml", "json"])
}

/// The values of `--source`.
enum SourceName: String, ExpressibleByArgument, CaseIterable {
  case libinput
  case evdev

  var kind: TouchSourceKind {
    switch self {
    case .libinput: .libinput
    case .evdev: .evdev
    }
  }
}
