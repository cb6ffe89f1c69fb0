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
