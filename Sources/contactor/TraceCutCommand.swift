import ArgumentParser
import ContactorCore
import ContactorTrace

/// `contactor trace cut`.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut", abstract: "Takes a part out of a recording: a time, some devices, or both.",
    discussion: "Times are seconds from the recording's beginning, as info shows them less the first.")

  @Argument(help: "The recording.")
  var trace: String

  @Option(help: ArgumentHelp("Leave out what is before this time.", valueName: "seconds"))
  var from: Double = 0

  @Option(help: ArgumentHelp("Leave out this time and what follows.", valueName: "seconds"))
  var to: Double?

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("Keep this device and no other; may be given several times.", valueName: "node"))
  var devices: [String] = []

  @OptionGroup var target: TraceOutput

  func validate() throws {
    guard from.isFinite, (to ?? 0).isFinite, abs(from) < 1e12, abs(to ?? 0) < 1e12 else {
      throw ValidationError("--from and --to take seconds")
    }
  }

  func run() throws {
    guard trace != "-" else { throw Failure(["cut reads its recording twice; give a file"], .usage) }
    let start = try beginning()
    let end = to.map { start + .microseconds(Int64($0 * 1e6)) } ?? Timestamp(microseconds: .max)
    try pour(trace, into: target) {
      TraceCut($0, from: start + .microseconds(Int64(from * 1e6)), to: end, nodes: Set(devices))
    }
  }

  private func beginning() throws -> Timestamp {
    do throws(TraceError) {
      var reader = try RecordingReader(path: trace)
      var info = TraceInfo()
      while info.first == nil, try reader.readNext(into: &info) {}
      return info.first ?? Timestamp(microseconds: 0)
    } catch {
      throw Failure([error.description], .failed)
    }
  }
}
