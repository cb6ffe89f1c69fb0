import ArgumentParser
import ContactorCore
import ContactorEvdev
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

  /// libinput's text begins with the number of devices; a pipe is taken to have one.
  private func deviceCount() throws -> Int? {
    guard target.chosenFormat == .libinput, trace != "-" else { return nil }
    let devices = DeviceTally()
    try pour(trace, into: devices.sink, reportsDamage: false)
    return devices.ids.count
  }
}

/// Counts devices.
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
