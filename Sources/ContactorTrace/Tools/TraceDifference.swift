internal import ContactorCore
import ContactorEvdev

/// The first place at which two recordings differ.
public struct TraceDifference: Hashable, Sendable {
  /// How many equal events and records precede the difference.
  public var position: Int
  /// The first recording's line there, as `TraceTextWriter` writes it; `nil` where that recording has ended.
  public var first: String?
  /// The second recording's line there; `nil` where that recording has ended.
  public var second: String?

  /// Compares two recordings: raw events, frames, anomalies and devices, in their order.
  ///
  /// Notes, states, blocks, files, formats and the names of device nodes are not compared.
  ///
  /// - Parameter relative: whether times are counted from each recording's own beginning.
  /// - Returns: `nil` where they are the same.
  /// - Complexity: O(n) time, constant memory.
  public static func find(
    _ first: inout some TraceReading, _ second: inout some TraceReading, relative: Bool = false
  ) throws(TraceError) -> TraceDifference? {
    var left = Side(isRelative: relative)
    var right = Side(isRelative: relative)
    var position = 0
    while true {
      try left.fill(&first)
      try right.fill(&second)
      let count = min(left.lines.count, right.lines.count)
      for index in 0..<count where left.lines[index] != right.lines[index] {
        return TraceDifference(position: position + index, first: left.text(index), second: right.text(index))
      }
      position += count
      if count == 0 {
        guard left.lines.isEmpty != right.lines.isEmpty else { return nil }
        return TraceDifference(position: position, first: left.text(0), second: right.text(0))
      }
      left.drop(count)
      right.drop(count)
    }
  }
}

/// The lines of one of the two recordings that are read and not yet compared.
private struct Side: TraceSink {
  enum Line: Hashable {
    case event(EvdevEvent, DeviceID)
    case record(TraceRecord)
  }

  private(set) var lines: [Line] = []
  private var start: Int64?
  private var ids: [DeviceID: DeviceID] = [:]
  private var names: [DeviceID: String] = [:]
  /// Removed devices, whose names the lines not yet compared may need.
  private var gone: [DeviceID] = []
  private var lastNumber: UInt32 = 0
  private let isRelative: Bool
  private var isAtEnd = false

  init(isRelative: Bool) {
    self.isRelative = isRelative
  }

  mutating func fill(_ reader: inout some TraceReading) throws(TraceError) {
    if lines.isEmpty, !gone.isEmpty {
      for number in gone { names[number] = nil }
      gone = []
    }
    while lines.isEmpty, !isAtEnd { isAtEnd = try !reader.readNext(into: &self) }
  }

  mutating func drop(_ count: Int) { lines.removeFirst(count) }

  func text(_ index: Int) -> String? {
    guard lines.indices.contains(index) else { return nil }
    switch lines[index] {
    case .event(let event, let id): return TraceText.line(event, names[id] ?? "device\(id.rawValue)")
    case .record(let record): return TraceText.line(record, record.deviceID.flatMap { names[$0] } ?? "")
    }
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    let id = number(device)
    for index in events.indices {
      let event = unsafe events[index]
      let time = time(event.time)
      lines.append(.event(EvdevEvent(at: time, type: event.type, code: event.code, value: event.value), id))
    }
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, _):
      var plain = TraceDevice(TouchDevice(id: number(device.id), node: "", name: device.device.name), description: device.description)
      plain.hasFrames = device.hasFrames
      names[plain.id] = TraceText.name(of: device)
      // Not every format has the time of a description.
      lines.append(.record(.device(plain, at: Timestamp(microseconds: 0))))
    case .deviceRemoved(let id, let at):
      lines.append(.record(.deviceRemoved(number(id), at: time(at))))
      if let number = ids.removeValue(forKey: id) { gone.append(number) }
    case .frame(var frame):
      frame.device = number(frame.device)
      frame.timestamp = time(frame.timestamp)
      lines.append(.record(.frame(frame)))
    case .anomaly(var anomaly):
      anomaly.device = number(anomaly.device)
      anomaly.timestamp = time(anomaly.timestamp)
      lines.append(.record(.anomaly(anomaly)))
    case .wait(let until): lines.append(.record(.wait(until: time(until))))
    case .damage: lines.append(.record(record))
    case .state, .rows, .note: break
    }
  }

  mutating func finish() throws(TraceError) {}

  private mutating func time(_ time: Timestamp) -> Timestamp {
    guard isRelative else { return time }
    let origin = start ?? time.microseconds
    start = origin
    return Timestamp(microseconds: time.microseconds &- origin)
  }

  /// A device's number in the order of appearance, because formats number devices differently.
  private mutating func number(_ id: DeviceID) -> DeviceID {
    if let known = ids[id] { return known }
    lastNumber += 1
    let number = DeviceID(rawValue: lastNumber)
    ids[id] = number
    return number
  }
}
