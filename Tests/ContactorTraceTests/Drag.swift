import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Five fingers that circle on a panel with every axis, as the issue on sizes has it: 10 s at 120 Hz.
enum Drag {
  static let device: TraceDevice = {
    var description = EvdevDescription(name: "ACME Panel")
    description.codes[1] = [330]
    for code in [0x2f, 0x30, 0x31, 0x34, 0x35, 0x36, 0x39, 0x3a] as [UInt16] {
      description.axes[code] = EvdevAxis(0, code == 0x2f ? 9 : 4095, resolution: 12)
    }
    return TraceDevice(description, id: DeviceID(rawValue: 1), node: "/dev/input/event0")
  }()

  static func events(frames: Int = 1200) -> [EvdevEvent] {
    var random = SeededGenerator(7)
    var events: [EvdevEvent] = []
    var last: [[Int32]] = (0..<5).map { _ in [0, 0, 0, 0, 0, 0] }
    for frame in 0..<frames {
      let time = Timestamp(microseconds: 5_000_000_000 + Int64(frame) * 8_333 + Int64(random.below(40)))
      func add(_ code: UInt16, _ value: Int, type: UInt16 = 3) {
        events.append(EvdevEvent(at: time, type: type, code: code, value: Int32(value)))
      }
      for finger in 0..<5 {
        let angle = circle(Double(frame) / 240 + Double(finger) / 5)
        let values = [
          2048 + Int(angle.x * 900) + random.below(3), 2048 + Int(angle.y * 900) + random.below(3),
          60 + random.below(3) / 2, 50 + random.below(3) / 2, 10 + random.below(5) / 4, 90 + random.below(4),
        ].map { Int32($0) }
        guard frame == 0 || values != last[finger] else { continue }
        add(0x2f, finger)
        if frame == 0 { add(0x39, 100 + finger) }
        for (code, place) in zip([0x35, 0x36, 0x30, 0x31, 0x34, 0x3a] as [UInt16], 0..<6)
        where frame == 0 || values[place] != last[finger][place] { add(code, Int(values[place])) }
        last[finger] = values
      }
      if frame == 0 { add(330, 1, type: 1) }
      add(0, 0, type: 0)
    }
    return events
  }

  /// A point of the unit circle, by the fraction of the turn: a few terms are enough for a test.
  private static func circle(_ turn: Double) -> Point {
    let whole = turn - turn.rounded(.down)
    let quarter = Int(whole * 4)
    let angle = (whole * 4 - Double(quarter)) * Double.pi / 2
    let (s, c) = (
      angle - angle * angle * angle / 6 + angle * angle * angle * angle * angle / 120,
      1 - angle * angle / 2 + angle * angle * angle * angle / 24
    )
    switch quarter {
    case 0: return Point(x: c, y: s)
    case 1: return Point(x: -s, y: c)
    case 2: return Point(x: -c, y: -s)
    default: return Point(x: s, y: -c)
    }
  }
}
