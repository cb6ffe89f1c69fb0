internal import ContactorCore
import ContactorEvdev

/// Parses what tslib's `ts_print`, `ts_print_raw` and `ts_print_mt` print: a time, a place, and the pressure, 0 for a finger that lifts.
///
/// | line | from |
/// | --- | --- |
/// | `1351116708.506099:    400    240    255` | `ts_print` |
/// | `1351116708.506099: (slot 1)    400    240    255` | `ts_print_mt` |
///
/// The places are those that tslib gives to programs: pixels, with `ts_print_raw` the panel's units. The text has no ranges.
struct TslibParser: LineParser {
  private static let slotLimit: Int64 = 256
  private let id = DeviceID(rawValue: 1)
  private var down: Set<Int64> = []
  private var lastTrackingID: Int32 = -1
  private var time: Timestamp?
  private var isKnown = false
  private var batch = EventBatch()

  static let eventInitials = Array("0123456789".utf8)

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    guard line.seconds() != nil, line.take(0x3a), line.isAtFieldEnd, !line.isAtEnd else { return false }
    line.skipSpaces()
    return line.starts(with: "(slot") || line.starts(with: "(Slot") || line.decimal() != nil
  }

  /// A line's numbers.
  private struct Sample {
    var time: Int64
    var slot: Int64 = 0
    var x: Int32
    var y: Int32
    var pressure: Int32
  }

  /// Whether a line is a sample.
  static func isLine(_ line: FieldCursor) -> Bool { (try? sample(line)) != nil }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var start = line
    start.skipSpaces()
    if start.isAtEnd || start.starts(with: "libts") || start.starts(with: "tslib") { return !EventSearch.follows(start, Self.self) }
    guard start.seconds() != nil, start.take(0x3a) else { return false }
    let sample = try Self.sample(line)
    let now = Timestamp(microseconds: sample.time)
    if !isKnown {
      isKnown = true
      try sink.take(.device(TraceDevice(TouchDevice(id: id, node: "", name: "")), at: now))
    }
    if let time, time != now { try endFrame(&sink) }
    time = now
    try add(sample, &sink)
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try endFrame(&sink)
    try batch.flush(&sink)
  }

  private mutating func add(_ sample: Sample, _ sink: inout some TraceSink) throws(TraceError) {
    let time = Timestamp(microseconds: sample.time)
    let id = id
    func add(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCode.absolute) throws(TraceError) {
      try batch.add(EvdevEvent(at: time, type: type, code: code, value: value), id, &sink)
    }
    let wasTouched = !down.isEmpty
    try add(EvdevCode.slot, Int32(sample.slot))
    if sample.pressure > 0 {
      if down.insert(sample.slot).inserted {
        lastTrackingID = lastTrackingID &+ 1 & 0xffff
        try add(EvdevCode.trackingID, lastTrackingID)
      }
      try add(EvdevCode.positionX, sample.x)
      try add(EvdevCode.positionY, sample.y)
      try add(EvdevCode.contactPressure, sample.pressure)
    } else if down.remove(sample.slot) != nil {
      try add(EvdevCode.trackingID, -1)
    }
    if wasTouched == down.isEmpty { try add(EvdevCode.touch, down.isEmpty ? 0 : 1, type: EvdevCode.key) }
  }

  private mutating func endFrame(_ sink: inout some TraceSink) throws(TraceError) {
    guard let time else { return }
    self.time = nil
    try batch.add(EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0), id, &sink)
  }

  private static func sample(_ cursor: FieldCursor) throws(TraceError) -> Sample {
    var line = cursor
    line.skipSpaces()
    guard let time = line.seconds(), line.take(0x3a) else { throw .mistake("expected a time and a colon, found '\(cursor.text)'") }
    line.skipSpaces()
    var slot: Int64 = 0
    if line.take("(slot ") || line.take("(Slot ") {
      line.skipSpaces()
      guard let number = line.digits(), number < slotLimit, line.take(0x29) else {
        throw .mistake("expected a slot below \(slotLimit), found '\(cursor.text)'")
      }
      slot = number
    }
    var numbers: [Int32] = []
    for _ in 0..<3 {
      line.skipSpaces()
      guard let number = line.decimal(), let value = Int32(exactly: number), line.isAtFieldEnd else {
        throw .mistake("expected column, row and pressure, found '\(cursor.text)'")
      }
      numbers.append(value)
    }
    line.skipSpaces()
    guard line.isAtEnd else { throw .mistake("expected column, row and pressure, found '\(cursor.text)'") }
    return Sample(time: time, slot: slot, x: numbers[0], y: numbers[1], pressure: numbers[2])
  }
}
