import ArgumentParser
import ContactorTrace

/// `contactor trace cat`.
struct TraceCatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat", abstract: "Prints a recording, an event a line; as JSON lines with --json.")

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Flag(help: "Print JSON lines, which replay.")
  var json = false

  func run() throws {
    let output = try FileSink(path: "-")
    if json {
      try pour(trace, into: JSONLinesWriter(output))
    } else {
      try pour(trace, into: TraceTextWriter(output))
    }
  }
}
