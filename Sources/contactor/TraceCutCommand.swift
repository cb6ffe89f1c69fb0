import ArgumentParser
import ContactorCore
import ContactorTrace

/// `contactor trace cut`.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut", abstract: "Takes a part out of a recording: a time, some devices, or both.",
    discussion: """
      Times are in seconds from the recording's beginning, as info shows them less the first: --from 1.5 --to 20. A part in \
      which nothing happened is an error, and so is a device that is not in the recording; no file is written then.
      """)

  @Argument(help: "The recording.", completion: .recording)
  var trace: String

  @Option(
    help: ArgumentHelp(
      "Leave out what is before this time: seconds from the recording's beginning, such as 1.5, between -1e12 and 1e12.",
      valueName: "seconds"))
  var from: Double = 0

  @Option(
    help: ArgumentHelp(
      "Leave out this time and what follows: seconds from the recording's beginning, later than --from.",
      valueName: "seconds"))
  var to: Double?

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("Keep this device and no other; may be given several times.", valueName: "node"))
  var devices: [String] = []

  @OptionGroup var target: TraceOutput

  func validate() throws {
    guard from.isFinite, (to ?? 0).isFinite, abs(from) < 1e12, abs(to ?? 0) < 1e12 else {
      throw ValidationError("--from and --to take seconds, such as 1.5")
    }
    if let to, to <= from { throw ValidationError("--to \(to) s must be later than --from \(from) s") }
  }

  func run() throws {
    guard trace != "-" else { throw Failure(["cut reads its recording twice; give a file"], .usage) }
    let info = try overview()
    let start = info.first ?? Timestamp(microseconds: 0)
    let end = to.map { start + .microseconds(Int64($0 * 1e6)) } ?? Timestamp(microseconds: .max)
    let tally = TraceTally()
    try pour(trace, into: target) {
      TraceCut($0, from: start + .microseconds(Int64(from * 1e6)), to: end, nodes: Set(devices), tally: tally)
    } check: { () throws(TraceError) in
      if tally.kept == 0 { throw TraceError(.empty, file: trace, message: "nothing to keep: \(reason(tally))") }
    }
  }

  /// Why a part is empty.
  private func reason(_ tally: TraceTally) -> String {
    let nodes = Set(tally.nodes + tally.nodes.map { String($0.split(separator: "/").last ?? "") })
    if let missing = devices.first(where: { !nodes.contains($0) }), tally.nodes.count < 16 {
      let known = tally.nodes.isEmpty ? "its devices have no names" : "there are " + tally.nodes.joined(separator: ", ")
      return "the recording has no device '\(missing)'; \(known)"
    }
    return "nothing happened from \(from) s to \(to.map { "\($0) s" } ?? "the end"); trace info shows how long the recording is"
  }

  /// The first piece of the recording that has a time.
  private func overview() throws -> TraceInfo {
    do throws(TraceError) {
      var reader = try RecordingReader(path: trace)
      var info = TraceInfo()
      while info.first == nil, try reader.readNext(into: &info) {}
      return info
    } catch {
      throw Failure([error.description], .failed)
    }
  }
}
