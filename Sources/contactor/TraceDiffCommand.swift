import ArgumentParser
import ContactorTrace

/// `contactor trace diff`.
struct TraceDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two recordings, of whatever formats; exit 1 at the first difference.")

  @Argument(help: "A recording.", completion: .recording)
  var first: String

  @Argument(help: "The recording to compare it with.", completion: .recording)
  var second: String

  @Flag(help: "Count times from each recording's own beginning.")
  var relative = false

  func run() throws {
    do {
      var left = try RecordingReader(path: first)
      var right = try RecordingReader(path: second)
      guard let difference = try TraceDifference.find(&left, &right, relative: relative) else { return }
      throw Failure(
        [
          "the recordings differ after \(count(difference.position, "entry", "entries"))",
          "  \(first): \(difference.first ?? "(ends)")", "  \(second): \(difference.second ?? "(ends)")",
        ], .failed)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
