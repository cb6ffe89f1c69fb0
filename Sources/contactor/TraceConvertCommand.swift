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

  func run() throws {
    try pour(trace, into: target, deviceCount: deviceCount()) { $0 }
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

  /// The reason why nothing is kept.
  private func reason(_ tally: TraceTally) -> String {
    let nodes = Set(tally.nodes + tally.nodes.map { String($0.split(separator: "/").last ?? "") })
    if let missing = devices.first(where: { !nodes.contains($0) }), tally.nodes.count < 16 {
      let known = tally.nodes.isEmpty ? "its devices have no names" : "there are " + tally.nodes.joined(separator: ", ")
      return "the recording has no device '\(missing)'; \(known)"
    }
    return "nothing happened from \(from) s to \(to.map { "\($0) s" } ?? "the end"); trace info shows how long the recording is"
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
