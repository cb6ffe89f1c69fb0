import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorTrace

/// `contactor trace info`.
struct TraceInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Shows what a recording holds, and what of it was lost.")

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  func run() throws {
    let tally = Tally()
    defer { Console.print(tally.text(trace)) }
    try pour(trace, into: tally.sink) { reader in
      tally.format = reader.format
      tally.summary = reader.summary
    }
  }
}

/// Collects the counts in an object, so that they can be printed when reading fails.
private final class Tally {
  var info = TraceInfo()
  var format: TraceFileFormat?
  var summary: BlockSummary?

  struct Sink: TraceSink {
    let tally: Tally

    mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
      try unsafe tally.info.take(events, from: device)
    }

    mutating func take(_ record: TraceRecord) throws(TraceError) { try tally.info.take(record) }
    mutating func finish() throws(TraceError) {}
  }

  var sink: Sink { Sink(tally: self) }

  func text(_ path: String) -> String {
    var lines: [String] = []
    if let format { lines.append("format    \(format.rawValue)") }
    if let first = info.first, let last = info.last {
      let span = "from \(seconds(first.microseconds)) to \(seconds(last.microseconds))"
      lines.append("time      \(span), \(seconds(last.microseconds(since: first))) s")
    }
    if let summary {
      let state = summary.isClosed ? "closed" : "not closed: the recorder was stopped or is at work"
      lines.append("blocks    \(summary.blocks), \(summary.bytes) bytes; \(state)")
    }
    for (_, device) in info.devices { lines += describe(device) }
    if info.otherCount > 0 {
      let others = info.others
      lines.append(
        "          and \(count(info.otherCount, "further device")): \(count(others.frames, "frame")), "
          + "\(count(others.events, "event")), \(count(others.contacts, "contact"))")
    }
    for (kind, number) in info.anomalies.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("anomaly   \(kind.rawValue): \(number)")
    }
    let lost = info.damage.map(\.length).reduce(0, +)
    if !info.damage.isEmpty { lines.append("lost      \(lost) bytes in \(count(info.damage.count, "place"))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A length without decimals, at most 1e9, for a recording may claim any length.
  private func whole(_ length: Double) -> Int { Int(min(length.rounded(), 1e9)) }

  private func describe(_ info: TraceInfo.Device) -> [String] {
    let device = info.device?.device
    let name = device.map { $0.name.isEmpty ? "(no name)" : $0.name } ?? "(not described)"
    var first = "device    \(name)"
    if let device {
      first += ", " + [device.vendor, device.product].map(hexadecimal).joined(separator: ":")
      if !device.node.isEmpty { first += ", \(device.node)" }
      if let size = device.size { first += ", \(whole(size.width)) × \(whole(size.height)) mm" }
    }
    if let kind = info.device?.description.flatMap(DeviceClass.otherThanTouchscreen) { first += ", \(kind)" }
    if info.device?.copyOf != nil { first += ", the copy that the application read" }
    var second = "          \(count(info.frames, "frame")), \(count(info.events, "event")), \(count(info.contacts, "contact"))"
    second += ", at most \(info.mostContacts) at once"
    if let interval = info.medianInterval { second += ", a frame every \(Double(interval.clampedMicroseconds) / 1000) ms" }
    var lines = [first, second]
    if info.losses > 0 { lines.append("          the kernel lost events \(info.losses) times") }
    if info.stepsBack > 0 { lines.append("          time stepped back \(info.stepsBack) times") }
    return lines
  }

  private func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  private func seconds(_ time: Microseconds) -> String {
    let fraction = String(time.magnitude % 1_000_000)
    return (time < 0 ? "-" : "") + "\(time.magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  }
}

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
