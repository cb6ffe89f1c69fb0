import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorKiosk
import ContactorReport
import ContactorTrace

/// `contactor trace convert`.
struct TraceConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a recording in another format.",
    discussion: """
      libinput replay takes what --format libinput writes, evemu-play what --format evemu writes. Raw events go from one
      format to the other as they are; what the engine was given stays in contactor and jsonl only.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @OptionGroup var target: TraceOutput

  @OptionGroup var ranges: GivenRanges

  func run() throws {
    try pour(trace, ranges.options(), into: target, deviceCount: deviceCount()) { $0 }
  }

  /// The number of devices, with which libinput's format begins; `nil` for a pipe, which is written with one.
  private func deviceCount() throws -> Int? {
    guard target.chosenFormat == .libinput, trace != "-" else { return nil }
    let devices = DeviceTally()
    try pour(trace, into: devices.sink, reportsDamage: false)
    return devices.ids.count
  }
}

/// Counts the devices of a recording.
private final class DeviceTally {
  var ids: Set<DeviceID> = []

  struct Sink: TraceSink {
    let tally: DeviceTally

    mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
      tally.ids.insert(device)
    }

    mutating func take(_ record: TraceRecord) throws(TraceError) {
      if let device = record.deviceID { tally.ids.insert(device) }
    }

    mutating func finish() throws(TraceError) {}
  }

  var sink: Sink { Sink(tally: self) }
}

/// `contactor trace cut`.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut", abstract: "Takes a part out of a recording: a time, some devices, or both.",
    discussion: """
      Times are in seconds from the recording's beginning, as info shows them less the first: --from 1.5 --to 20; or t= and the \
      microseconds that a log has as t: --from t=81500000. Contacts that are down as the part begins begin with it. A part in \
      which nothing happened is an error, and so is a device that is not in the recording; no file is written then.
      """)

  @Argument(help: "The recording.", completion: .recording)
  var trace: String

  @Option(
    help: ArgumentHelp(
      "Leave out what is before this time: seconds from the recording's beginning, such as 1.5, between -1e12 and 1e12, or t=microseconds.",
      valueName: "moment"), transform: RecordedMoment.init(parsing:))
  var from: RecordedMoment?

  @Option(
    help: ArgumentHelp(
      "Leave out this time and what follows: seconds from the recording's beginning, or t=microseconds; later than --from.",
      valueName: "moment"), transform: RecordedMoment.init(parsing:))
  var to: RecordedMoment?

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("Keep this device and no other; may be given several times.", valueName: "node"))
  var devices: [String] = []

  @OptionGroup var target: TraceOutput

  func validate() throws {
    if let to, to.isLater(than: from ?? .beginning) == false {
      throw ValidationError("--to \(to.name) must be later than --from \((from ?? .beginning).name)")
    }
  }

  func run() throws {
    guard trace != "-" else { throw Failure(["cut reads its recording twice; give a file"], .usage) }
    let info = try overview()
    let start = info.first ?? Timestamp(microseconds: 0)
    let begin = from.map { $0.time(after: start) } ?? start
    let end = to.map { $0.time(after: start) } ?? Timestamp(microseconds: .max)
    guard begin < end else { throw Failure(["--to \(to?.name ?? "") is not later than --from \(from?.name ?? "")"], .usage) }
    let tally = TraceTally()
    try pour(trace, into: target) {
      TraceCut($0, from: begin, to: end, nodes: Set(devices), tally: tally)
    } check: { () throws(TraceError) in
      if tally.kept == 0 { throw TraceError(.empty, file: trace, message: "nothing to keep: \(reason(tally))") }
    }
  }

  /// The reason why nothing is kept.
  private func reason(_ tally: TraceTally) -> String {
    let nodes = Set(tally.nodes + tally.nodes.map { String($0.split(separator: "/").last ?? "") })
    if let missing = devices.first(where: { !nodes.contains($0) }), tally.nodes.count < 16 {
      let known = tally.nodes.isEmpty ? "its devices have no names" : "there are " + tally.nodes.joined(separator: ", ")
      return "the recording has no device '\(missing)'; \(known)"
    }
    return "nothing happened from \((from ?? .beginning).name) to \(to?.name ?? "the end"); trace info shows how long the recording is"
  }

  /// The counts of the recording's beginning, up to the first record with a time.
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

/// `contactor trace stroke`.
struct TraceStrokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stroke",
    abstract: "Cuts a shape out of a recording, as a gesture for a layout.",
    discussion: """
      Prints a stroke gesture whose points are what the fingers drew; put it under gestures: in a layout. Several such
      texts in a list make one gesture that knows a shape in several hands. --from and --to choose a part of the
      recording, as in trace cut: seconds from its beginning, or t= and the microseconds that a log has as t.
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
      "Where the drawing begins: seconds from the recording's beginning, or t=microseconds; the beginning unless given.",
      valueName: "moment"), transform: RecordedMoment.init(parsing:))
  var from: RecordedMoment?

  @Option(
    help: ArgumentHelp(
      "Where the drawing ends: seconds from the recording's beginning, or t=microseconds, not before --from; the end unless given.",
      valueName: "moment"), transform: RecordedMoment.init(parsing:))
  var to: RecordedMoment?

  @OptionGroup var recording: PlayedRecording

  func validate() throws {
    if let from, let to, from.isLater(than: to) == true { throw ValidationError("--from is after --to") }
    if trace == "-", from?.isRelative == true || to?.isRelative == true {
      throw ValidationError("the beginning of standard input is not known before it is read: give --from and --to as t=microseconds")
    }
  }

  func run() throws {
    let parsed = try layout.map(loadLayout)
    do {
      let options = try recording.options()
      let cut = try StrokeCutting.snippet(path: trace, options, layout: parsed, name: name) { first in
        let start = from.map { $0.time(after: first) } ?? Timestamp(microseconds: .min)
        return start...max(start, to.map { $0.time(after: first) } ?? Timestamp(microseconds: .max))
      }
      Console.report(cut.findings, of: trace)
      guard let snippet = cut.text
      else { throw Failure(["\(trace): no finger moved there"], .failed) }
      Console.print(snippet)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}
