import ArgumentParser
import ContactorInput
import ContactorKiosk

/// `contactor run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Does what a layout says when its controls are touched.",
    discussion: """
      Runs until SIGINT or SIGTERM. Touchscreens may come and go at any time. SIGHUP, or a change of the file, reloads
      the layout; one with mistakes is reported, and the old one stays.
      """)

  @Argument(help: "The layout file.")
  var layout: String

  @OptionGroup var input: SourceOptions

  @Flag(help: "Take the touchscreens for this program alone; nothing else sees their touches, the desktop included.")
  var grab = false

  @Option(help: ArgumentHelp("Write what happens as JSON lines; - for standard output.", valueName: "file"))
  var log: String?

  func run() throws {
    let parsed = try loadLayout(layout)
    for warning in LayoutCheck.warnings(in: parsed) { Console.line(warning.description) }
    var options = KioskService.Options(layout: layout)
    options.devices = input.devices
    options.source = input.source.kind
    options.isExclusive = grab
    options.log = log
    let writer = try openLog(log)
    do throws(InputError) {
      try KioskService(
        options, layout: parsed, log: writer, complain: { Console.error($0) }, note: { Console.note($0) }
      ).run()
    } catch {
      throw Failure(error)
    }
  }
}
