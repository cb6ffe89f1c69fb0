internal import ContactorCore
import ContactorEvdev

/// Reads the frames of a `libinput record` text in the order of their times; the text has its devices one after the other.
///
/// Each device has its own reader, so memory holds one window for each.
struct MergedReader: TraceReading {
  private static let deviceLimit = 256
  private var devices: [DeviceReader]

  /// Opens a file at each of its devices.
  init(path: String, _ sections: [LibinputSections.Section]) throws(TraceError) {
    // Each device needs an open file and a window.
    guard sections.count <= Self.deviceLimit else {
      throw TraceError(
        .unsupported, file: path,
        message: "the recording has \(sections.count) devices; up to \(Self.deviceLimit) can be read in the order of their times")
    }
    devices = []
    for (index, section) in sections.enumerated() {
      let end = index + 1 < sections.count ? sections[index + 1].offset : nil
      let window = ByteWindow(try FileSource(path: path, from: section.offset, to: end))
      let parser = LibinputParser(devicesBefore: UInt32(index))
      devices.append(DeviceReader(TextReader(window, parser, linesBefore: section.line)))
    }
  }

  var offset: Int64 { devices.reduce(0) { $0 + $1.offset } }

  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    for index in devices.indices { try devices[index].fill() }
    let times = devices.map(\.time)
    guard let first = times.indices.filter({ times[$0] != nil }).min(by: { times[$0]! < times[$1]! }) else { return false }
    let others = times.enumerated().compactMap { $0.offset == first ? nil : $0.element }
    try devices[first].handOut(upTo: others.min(), into: &sink)
    return true
  }

  /// One device's reader, and the items that it has read and not yet handed out.
  private struct DeviceReader {
    private var reader: TextReader<FileSource, LibinputParser>
    private var waiting = TraceCollector()
    private var item = 0
    private var event = 0
    private var isFinished = false

    init(_ reader: TextReader<FileSource, LibinputParser>) { self.reader = reader }

    var offset: Int64 { reader.offset }

    /// The time of the next item; `nil` at the end.
    var time: Timestamp? {
      guard item < waiting.items.count else { return nil }
      switch waiting.items[item] {
      case .events(let events, _): return events[event].time
      case .record(let record): return record.time ?? Timestamp(microseconds: .min)
      }
    }

    /// Reads until an item is waiting, or to the end of the device.
    mutating func fill() throws(TraceError) {
      while item == waiting.items.count, !isFinished {
        waiting = TraceCollector()
        item = 0
        isFinished = try !reader.readNext(into: &waiting)
        try waiting.finish()
      }
    }

    /// Hands out the next record, or the next frame and those after it that begin no later than a time.
    mutating func handOut(upTo limit: Timestamp?, into sink: inout some TraceSink) throws(TraceError) {
      switch waiting.items[item] {
      case .record(let record): try sink.take(record)
      case .events(let events, let device):
        let end = Self.end(of: events, from: event, upTo: limit)
        try sink.take(Array(events[event..<end]), from: device)
        event = end
        if end < events.count { return }
      }
      item += 1
      event = 0
    }

    private static func end(of events: [EvdevEvent], from start: Int, upTo limit: Timestamp?) -> Int {
      guard let limit else { return events.count }
      var index = start
      while index < events.count {
        let event = events[index]
        index += 1
        guard event.type == EvdevCode.synchronization, event.code == EvdevCode.report else { continue }
        if index == events.count || events[index].time > limit { break }
      }
      return index
    }
  }
}
