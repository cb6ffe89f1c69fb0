import ArgumentParser
import ContactorCore
import ContactorKiosk
import ContactorReport
import ContactorTrace

/// `contactor trace stroke`.
struct TraceStrokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stroke",
    abstract: "Cuts a shape out of a recording, as a gesture for a layout.",
    discussion: """
      Prints a stroke gesture whose points are what the fingers drew; put it under gestures: in a layout. Several such
      texts in a list make one gesture that knows a shape in several hands. --from and --to choose a part of the
      recording, by t as a log tells it.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: "The gesture's id.")
  var name: String

  @Option(
    help: ArgumentHelp("The layout that was touched, for a panel that it turns.", valueName: "file"), completion: .layout)
  var layout: String?

  @Option(
    help: ArgumentHelp(
      "Where the drawing begins: whole microseconds, as t in a log; the recording's beginning unless given.",
      valueName: "microseconds"))
  var from: Int64?

  @Option(
    help: ArgumentHelp(
      "Where the drawing ends: whole microseconds, as t in a log, not before --from; the recording's end unless given.",
      valueName: "microseconds"))
  var to: Int64?

  func validate() throws {
    guard from ?? .min <= to ?? .max else { throw ValidationError("--from is after --to") }
  }

  func run() throws {
    let parsed = try layout.map(loadLayout)
    do {
      let span = Timestamp(microseconds: from ?? .min)...Timestamp(microseconds: to ?? .max)
      guard let snippet = try StrokeCutting.snippet(path: trace, layout: parsed, name: name, during: span)
      else { throw Failure(["\(trace): no finger moved there"], .failed) }
      Console.print(snippet)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}
