import ArgumentParser
import ContactorInput
import ContactorKiosk
import ContactorLayout
import ContactorSystem
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

      \(ServiceArguments.help)

      With --last-good FILE, or as a service with a StateDirectory, each layout that works is kept there. Where the layout cannot be read or \
      has mistakes as the service starts, every mistake is told, and the last good one is run until the file is mended.

      In a login session on a seat, touches count while the session is the active one of the seat (systemd-logind). While another one is, \
      after a change of the virtual terminal or of the user, what was touched is cancelled, panels and keyboards are let go, and no key \
      is pressed. Services of the system belong to no session.

      As root, or started by systemd, a layout is refused that other users can change: whoever writes it decides what is started. Its file \
      and all folders on the way to it must belong to root or this user, and no one else may write to them; a folder such as /tmp (sticky) \
      may. The error names the command that mends it. Otherwise this is a warning.
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

  @OptionGroup var logFiles: LogArguments

  @Option(
    help: ArgumentHelp(
      "Keep the last layout that worked, and run it where the present one cannot be used (default: last-good-layout in the unit's "
        + "StateDirectory).", valueName: "file"), completion: .file())
  var lastGood: String?

  @Option(
    help: ArgumentHelp(
      "Keep there which of several alike panels is which, for 'pair' in the layout (default: pairing in the unit's StateDirectory).",
      valueName: "file"), completion: .file())
  var pairing: String?

  @Flag(help: "Run the layout even where other users can change it, and with it what is started.")
  var trustAnyone = false

  @Option(help: ArgumentHelp("Record the touches.", valueName: "file"), completion: .file(extensions: ["trace"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Have programs started by the helper that listens there ('contactor programs'), not by this process.", valueName: "socket"),
    completion: .file())
  var programs: String?

  @OptionGroup var recording: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "Make the event and control socket there, and not where the layout's outputs: {socket: …} says; contactor status and ctl ask there.",
      valueName: "socket"),
    completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Write figures for Prometheus there every 15 s, and not where the layout's outputs: {metrics: …} says; the name ends in .prom.",
      valueName: "file"),
    completion: .file(extensions: ["prom"]))
  var metrics: String?

  @OptionGroup var login: LoginOptions

  func validate() throws {
    try logFiles.check(log)
    guard record != nil || (recording.ring == nil && !recording.force) else {
      throw ValidationError("--ring and --force are for --record FILE")
    }
    if metrics == "-" { throw ValidationError("--metrics needs a file; 'contactor ctl metrics' prints the figures of a running service") }
    if record == "-", log == "-" { throw ValidationError("--log and --record cannot both be standard output") }
    if record == "-", recording.ring != nil { throw ValidationError("a ring needs a file: --record FILE") }
  }

  func run() throws {
    // Before the first thread is started.
    let environment = ServiceEnvironment.take()
    var options = KioskService.Options(layout: layout)
    options.environment = environment
    options.trust = trustAnyone ? .trustsAnyone : LayoutLoader.trust(isManaged: environment.isManaged)
    options.lastGood = lastGood ?? environment.stateDirectory.map { $0 + "/last-good-layout" }
    options.pairing = pairing ?? environment.stateDirectory.map { $0 + "/pairing" }
    options.seat = login.seat
    options.login = try login.find()
    let loader = LayoutLoader(path: layout, trust: options.trust, lastGood: options.lastGood)
    let loaded = try start(loader)
    options.devices = input.devices
    options.source = input.source.kind
    options.isExclusive = grab
    options.log = log
    options.guardProgram = ContactorCommand.guardProgram
    options.programs = programs
    options.socket = socket
    options.metrics = metrics
    options.standardSocket = environment.runtimeDirectory.map { $0 + "/events" }
    options.brokerFolder = environment.stateDirectory.map { $0 + "/mqtt" }
    options.version = ContactorCommand.configuration.version
    let writer = try openLog(log, isLive: true, logFiles)
    do {
      let service = try KioskService(
        options, layout: loaded.layout, log: writer, complain: { [layout] in Console.error($0, waits: false, layout: layout) },
        note: { [layout] in Console.note($0, waits: false, layout: layout) })
      service.begin(with: loaded)
      if let record { try service.record(recording.options(path: record)) }
      try service.run()
    } catch let error as InputError {
      throw Failure(error)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}

extension RunCommand {
  /// Loads the layout, or the last good one; every mistake becomes a line of the form FILE:LINE:COLUMN.
  private func start(_ loader: LayoutLoader) throws -> LayoutLoader.Loaded {
    do throws(LayoutError) {
      return try loader.start(
        diagnose: { Console.line($0, layout: layout) }, complain: { Console.error($0, layout: layout) })
    } catch {
      throw Failure(["\(layout): \(count(error.diagnostics.count, "mistake")); nothing was started"], .failed)
    }
  }
}

/// `contactor check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in layout files.",
    discussion: """
      Each mistake is a line FILE:LINE:COLUMN with what was expected and the nearest right key. Warnings, such as a
      program that is not there, are told beside them and do not fail the check, unless --strict is given. A mistake in
      an included file, or in a template, has its place there, and in parentheses where that is used. Keys are looked up
      in the keymap of XKB_DEFAULT_LAYOUT and its like. A note says by how much the rules of 'forward' delay touches.
      With --json each is a line of JSON on standard output with file, line, column, severity, message, expected,
      suggestion and uses, the other places. Exit status 1 if there is a mistake.
      """)

  @Argument(help: ArgumentHelp("The layout files; - for standard input.", valueName: "layout"), completion: .layout)
  var layouts: [String]

  @Flag(help: "Fail on warnings, too.")
  var strict = false

  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  func validate() throws {
    if layouts.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input (-) can be checked once only") }
  }

  func run() throws {
    var problems: [String] = []
    for layout in layouts {
      let diagnostics = LayoutCheck.diagnostics(path: layout) { KeyCheck.diagnostics(of: $0) + LayoutCheck.latency(of: $0) }
      for diagnostic in diagnostics {
        if json { Console.print(diagnostic.json + "\n") } else { Console.line(diagnostic.description) }
      }
      let name = layout == "-" ? "standard input" : layout
      let warnings = diagnostics.count { $0.severity == .warning }
      let mistakes = diagnostics.count { $0.severity == .error }
      let more = warnings > 0 ? ", \(count(warnings, "warning"))" : ""
      if mistakes > 0 || strict && warnings > 0 {
        problems.append("\(name): \(mistakes > 0 ? count(mistakes, "mistake") : "no mistakes")\(more)")
      } else if !json {
        Console.print("\(name): no mistakes\(more)\n")
      }
    }
    guard problems.isEmpty else { throw Failure(json ? [] : problems, .failed) }
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

/// The options that choose the login session and the seat.
struct LoginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The login session whose touches count, by its id; none for those of every session (default: the session in which this is started).",
      valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Use the touchscreens of this seat, where no --device is given (default: the seat of the session, else seat0).", valueName: "seat"))
  var seat: String?

  func validate() throws {
    if session?.isEmpty == true || seat?.isEmpty == true { throw ValidationError("--session and --seat need a name") }
  }

  /// Finds the session; `nil` for none.
  func find() throws -> LoginSession? {
    do throws(SystemError) {
      return try LoginSession.find(session.map { $0 == "none" ? .none : .named($0) } ?? .own)
    } catch {
      throw Failure(["\(error); --session none has touches count whichever session is active"], .failed)
    }
  }
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
