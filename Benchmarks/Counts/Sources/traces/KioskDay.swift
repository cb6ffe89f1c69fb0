import ContactorCore
import ContactorEvdev
import ContactorTrace

/// A day of a busy kiosk: 24 hours at 100 Hz, touched a fifth of the time.
///
/// The panel is one of slots, with pressure, and the pointer that the kernel makes of the first contact. Touches are taps
/// on the controls, drags along the sliders, swipes, scrolls and, now and then, pinches of two fingers.
struct KioskDay {
  static let device: TraceDevice = {
    var description = EvdevDescription(name: "Kiosk Panel")
    description.bus = 3
    description.vendor = 0x0eef
    description.product = 0x0001
    description.properties = [EvdevCode.direct]
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    for code in [EvdevCode.x, EvdevCode.positionX] { description.axes[code] = EvdevAxis(0, 4095, resolution: 20) }
    for code in [EvdevCode.y, EvdevCode.positionY] { description.axes[code] = EvdevAxis(0, 4095, resolution: 30) }
    description.axes[EvdevCode.slot] = EvdevAxis(0, 9)
    description.axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
    description.axes[EvdevCode.contactPressure] = EvdevAxis(0, 255)
    return TraceDevice(description, id: DeviceID(rawValue: 1), node: "/dev/input/event1")
  }()
  private static let period: Int64 = 10_000
  private static let day: Int64 = 86_400_000_000

  private var chance = Chance(seed: 24)
  private var frames = Frames(device.id, from: 1_000_000)
  private var id: Int32 = 0
  private var owed: Int64 = 0
  private var places: [(x: Int32, y: Int32, pressure: Int32)?] = [nil, nil]
  /// How many frames touched.
  private(set) var frameCount = 0

  /// Hands the day to a sink.
  mutating func write(into sink: inout some TraceSink) throws(TraceError) {
    let end = frames.time + Self.day
    try sink.take(.device(Self.device, at: Timestamp(microseconds: frames.time)))
    while true {
      let before = frames.time
      try touch(into: &sink)
      // Four times as long as it was touched it rests, on average over some touches.
      owed += (frames.time - before) * 4
      let rest = owed / 4 * Int64(2 + chance.below(5)) / 4 / Self.period * Self.period
      owed -= rest
      frames.time += rest
      if frames.time >= end { break }
    }
    try frames.flush(into: &sink)
    try sink.finish()
  }

  private mutating func touch(into sink: inout some TraceSink) throws(TraceError) {
    // A control of the ten by five; the layout's bottom row has the sliders.
    let (x, y) = (Int32(205 + 410 * chance.below(10)), Int32(410 + 819 * chance.below(5)))
    switch chance.below(10) {
    case 0..<6: try stroke(8 + chance.below(12), (x, y), (0, 0), into: &sink)
    case 6: try stroke(80 + chance.below(100), (x, 3686), (chance.below(9) - 4, 0), into: &sink)
    case 7: try stroke(20 + chance.below(20), (x, y), (chance.below(120) - 60, 0), into: &sink)
    case 8: try stroke(40 + chance.below(60), (x, y), (0, chance.below(60) - 30), into: &sink)
    default: try stroke(50 + chance.below(50), (x, y), (12, 9), fingers: 2, into: &sink)
    }
  }

  /// Fingers that come down, move by a step a frame, and are lifted.
  private mutating func stroke(
    _ count: Int32, _ start: (x: Int32, y: Int32), _ step: (x: Int32, y: Int32), fingers: Int = 1,
    into sink: inout some TraceSink
  ) throws(TraceError) {
    for index in 0..<count {
      for finger in 0..<fingers {
        let way = finger == 0 ? index : -index
        move(
          finger, x: start.x + Int32(finger) * 200 + way * step.x + chance.below(3),
          y: start.y + way * step.y + chance.below(3), pressure: 80 + chance.below(4), isFirst: index == 0)
      }
      if index == 0 { frames.button(true) }
      try report(into: &sink)
    }
    for finger in 0..<fingers {
      if fingers > 1 { frames.axis(EvdevCode.slot, Int32(finger)) }
      frames.axis(EvdevCode.trackingID, -1)
      places[finger] = nil
    }
    if fingers > 1 { frames.axis(EvdevCode.slot, 0) }
    frames.button(false)
    try report(into: &sink)
  }

  private mutating func report(into sink: inout some TraceSink) throws(TraceError) {
    try frames.report(into: &sink)
    frames.time += Self.period
    frameCount += 1
  }

  private mutating func move(_ finger: Int, x: Int32, y: Int32, pressure: Int32, isFirst: Bool) {
    let (x, y) = (min(max(x, 0), 4095), min(max(y, 0), 4095))
    if finger > 0 { frames.axis(EvdevCode.slot, Int32(finger)) }
    if isFirst {
      id = id == 65535 ? 0 : id + 1
      frames.axis(EvdevCode.trackingID, id)
    }
    let last = places[finger]
    if last?.x != x { frames.axis(EvdevCode.positionX, x) }
    if last?.y != y { frames.axis(EvdevCode.positionY, y) }
    if last?.pressure != pressure { frames.axis(EvdevCode.contactPressure, pressure) }
    if finger > 0 {
      frames.axis(EvdevCode.slot, 0)
    } else {
      if last?.x != x { frames.axis(EvdevCode.x, x) }
      if last?.y != y { frames.axis(EvdevCode.y, y) }
    }
    places[finger] = (x, y, pressure)
  }

  /// The layout that is touched: fifty controls, ten by five, and the gestures that a kiosk has.
  static let layout: String = {
    var text = "contactor: 1\nscreen: {size: [1000, 500], mm: [204, 136]}\nviews:\n"
    for row in 0..<5 {
      for column in 0..<10 {
        let frame = "frame: [\(column * 100 + 5), \(row * 100 + 5), 90, 90]"
        let id = "id: c\(row * 10 + column)"
        let isSlider = row == 4
        let kind = isSlider ? "slider" : ["button", "button", "switch", "stepper"][row]
        let event = kind == "button" ? "touchUpInside" : "valueChanged"
        let value = isSlider ? ", value: {min: 0, max: 100, at: 30}" : ""
        text += "  - {\(id), kind: \(kind), \(frame)\(value), on: {\(event): {emit: e\(row * 10 + column)}}}\n"
      }
    }
    text += "gestures:\n"
    text += "  - {id: back, kind: swipe, direction: right, touches: 3, on: {recognized: {emit: back}}}\n"
    text += "  - {id: zoom, kind: pinch, on: {changed: {emit: zoom}}}\n"
    text += "  - {id: admin, kind: tap, taps: 7, region: [0, 0, 100, 100], on: {recognized: {emit: admin}}}\n"
    return text
  }()
}
