import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Five fingers that circle on a panel with every axis, at 120 Hz: a turn in two seconds, and some noise.
///
/// As panels do, it reports a slot where something of its contact has changed, and of that only what has. That is 4.6
/// events a contact and frame: as raw events 572 bytes a frame.
struct Drag {
  static let fingers: Int32 = 5
  static let device: TraceDevice = {
    var description = EvdevDescription(name: "ACME Panel")
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    for code in [EvdevCode.slot, EvdevCode.trackingID] + axes {
      description.axes[code] = EvdevAxis(0, code == EvdevCode.slot ? 9 : 4095, resolution: 12)
    }
    return TraceDevice(description, id: DeviceID(rawValue: 1), node: "/dev/input/event0")
  }()
  /// Position, size, orientation, pressure.
  private static let axes: [UInt16] = [0x35, 0x36, 0x30, 0x31, 0x34, 0x3a]

  private var chance = Chance(seed: 7)
  private var last = [Int32](repeating: .min, count: 5 * 6)
  private var frames = Frames(device.id, from: 5_000_000_000)
  private var number: Int32 = 0
  /// The positions of a turn, 240 frames.
  private let circle: [(x: Int32, y: Int32)]

  init() {
    // A point on a circle by repeated small turns, without a sine.
    var (x, y) = (900.0, 0.0)
    let step = 2 * Double.pi / 240
    circle = (0..<240).map { _ in
      defer {
        let (c, s) = (1 - step * step / 2 + step * step * step * step / 24, step - step * step * step / 6)
        (x, y) = (x * c - y * s, x * s + y * c)
      }
      return (Int32(x), Int32(y))
    }
  }

  /// Hands a number of frames to a sink, after the description if they are the first.
  mutating func write(frames count: Int, into sink: inout some TraceSink) throws(TraceError) {
    if number == 0 { try sink.take(.device(Self.device, at: Timestamp(microseconds: frames.time))) }
    for _ in 0..<count { try frame(into: &sink) }
    try frames.flush(into: &sink)
  }

  private mutating func frame(into sink: inout some TraceSink) throws(TraceError) {
    frames.time += 8_333 + Int64(chance.below(40)) - 20
    for finger in 0..<Self.fingers { contact(finger) }
    if number == 0 { frames.button(true) }
    try frames.report(into: &sink)
    number += 1
  }

  private mutating func contact(_ finger: Int32) {
    let place = circle[Int((number + 48 * finger) % 240)]
    let values = (
      2048 + place.x + chance.below(3), 2048 + place.y + chance.below(3), 60 + chance.below(3) / 2,
      50 + chance.below(3) / 2, 10 + chance.below(5) / 4, 90 + chance.below(4)
    )
    frames.axis(EvdevCode.slot, finger)
    if number == 0 { frames.axis(EvdevCode.trackingID, 100 + finger) }
    let row = Int(finger) * 6
    for (column, value) in [values.0, values.1, values.2, values.3, values.4, values.5].enumerated()
    where last[row + column] != value {
      last[row + column] = value
      frames.axis(Self.axes[column], value)
    }
  }
}
