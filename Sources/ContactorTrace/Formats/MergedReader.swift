internal import ContactorCore
import ContactorEvdev

/// Reads a text of `libinput record` that has several devices, one after the other, as it happened: frame by frame in the
/// order of their times.
///
/// Each device is read by a reader of its own, so memory holds a window of each and no more.
struct MergedReader: TraceReading {
  private static let deviceLimit = 256
  private var lanes: [Lane]

  /// Opens a file at each of its devices.
  init(path: String, _ sections: [LibinputSections.Section]) throws(TraceError) {
    // Each device is a file of its own that is open, with its window.
    guard sections.count <= Self.deviceLimit else {
      throw TraceError(
        .unsupported, file: path,
        message: "the recording has \(sections.count) devices; up to \(Self.deviceLimit) can be read in the order of their times")
    }
    lanes = []
    for (index, section) in sections.enumerated() {
      let end = index + 1 < sections.count ? sections[index + 1].offset : nil
      let window = ByteWindow(try FileSource(path: path, from: section.offset, to: end))
      let parser = LibinputParser(devicesBefore: UInt32(index))
      lanes.append(Lane(TextReader(window, parser, linesBefore: section.line)))
    }
  }

  var offset: Int64 { lanes.reduce(0) { $0 + $1.offset } }

  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    for index in lanes.indices { try lanes[index].fill() }
    let times = lanes.map(\.time)
    guard let first = times.indices.filter({ times[$0] != nil }).min(by: { times[$0]! < times[$1]! }) else { return false }
    let others = times.enumerated().compactMap { $0.offset == first ? nil : $0.element }
    try lanes[first].hand(upTo: others.min(), into: &sink)
    return true
  }

  /// What is read of one device and waits for its turn.
  private struct Lane {
    private var reader: TextReader<FileSource, LibinputParser>
    private var waiting = TraceCollector()
    private var item = 0
    private var event = 0
    private var isFinished = false

    init(_ reader: TextReader<FileSource, LibinputParser>) { self.reader = reader }

    var offset: Int64 { reader.offset }

    /// When the next of it happened; `nil` at the end.
    var time: Timestamp? {
      guard item < waiting.items.count else { return nil }
      switch waiting.items[item] {
      case .events(let events, _): return events[event].time
      case .record(let record): return record.time ?? Timestamp(microseconds: .min)
      }
    }

    /// Sees to it that there is something, until the end.
    mutating func fill() throws(TraceError) {
      while item == waiting.items.count, !isFinished {
        waiting = TraceCollector()
        item = 0
        isFinished = try !reader.readNext(into: &waiting)
        try waiting.finish()
      }
    }

    /// Hands out a record, or the frames that begin no later than a moment, the first in any case.
    mutating func hand(upTo limit: Timestamp?, into sink: inout some TraceSink) throws(TraceError) {
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
