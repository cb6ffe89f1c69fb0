import ContactorCore
import ContactorEvdev

/// What fingers on a panel do, as a command of touchpanel; the panel's name in it is `t`.
enum FingerStep {
  /// Places are in percent of the panel.
  case down(Int, x: Double, y: Double)
  case move(Int, x: Double, y: Double)
  case up(Int)
  case palm(Int)
  case axis(UInt16, Int32)
  /// The end of a frame.
  case frame
  case pause(milliseconds: Int)

  var command: String {
    switch self {
    case .down(let slot, let x, let y): "down t \(slot) \(x) \(y)"
    case .move(let slot, let x, let y): "move t \(slot) \(x) \(y)"
    case .up(let slot): "up t \(slot)"
    case .palm(let slot): "palm t \(slot)"
    case .axis(let code, let value): "raw t \(EvdevCode.absolute) \(code) \(value)"
    case .frame: "sync t"
    case .pause(let milliseconds): "sleep \(milliseconds)"
    }
  }

  /// 60 frames at 125 Hz of fingers that come, move, change in size and pressure, turn into palms, and go; then none is left.
  static func touches(on panel: EvdevDescription, seed: UInt64) -> [FingerStep] {
    var fingers = RandomFingers(on: panel, seed: seed)
    for _ in 0..<60 { fingers.addFrame() }
    fingers.liftAll()
    return fingers.steps
  }
}

/// Fingers that do one thing or another in each frame, the same for the same seed.
private struct RandomFingers {
  private(set) var steps: [FingerStep] = []
  private let panel: EvdevDescription
  /// Axes beside the place.
  private let extras: [UInt16]
  private var state: UInt64
  /// Where the finger in each slot is, in percent of the panel; nil for none.
  private var places: [(x: Double, y: Double)?]
  /// The slots of fingers that are palms.
  private var palms: Set<Int> = []

  init(on panel: EvdevDescription, seed: UInt64) {
    self.panel = panel
    state = seed
    let hasSlots = panel.contactProtocol == .slots
    let slots = hasSlots ? Int(panel.axes[EvdevCode.slot]?.maximum ?? 9) + 1 : panel.contactProtocol == .single ? 1 : 5
    places = Array(repeating: nil, count: min(slots, 10))
    let codes = [EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.contactPressure]
    extras = codes.filter { hasSlots && panel.axes[$0] != nil }
  }

  mutating func addFrame() {
    for slot in places.indices {
      if let place = places[slot] {
        change(slot, place)
      } else if random(10) < 2 {
        begin(slot)
      }
    }
    steps += [.frame, .pause(milliseconds: 8)]
  }

  mutating func liftAll() {
    steps += places.indices.filter { places[$0] != nil }.map { .up($0) }
    steps.append(.frame)
  }

  private mutating func begin(_ slot: Int) {
    let place = (x: Double(random(99)), y: Double(random(99)))
    places[slot] = place
    palms.remove(slot)
    steps.append(.down(slot, x: place.x, y: place.y))
  }

  private mutating func change(_ slot: Int, _ place: (x: Double, y: Double)) {
    let tellsPalms = panel.axes[EvdevCode.toolType] != nil && panel.contactProtocol == .slots
    switch random(20) {
    case 0, 1:
      places[slot] = nil
      steps.append(.up(slot))
      // libinput loses the next contact of this slot unless the finger is back before its tracking id.
      if palms.contains(slot) { steps.append(.axis(EvdevCode.toolType, 0)) }
    case 2 where tellsPalms && !palms.contains(slot):
      palms.insert(slot)
      steps.append(.palm(slot))
    case 3..<8: break
    default: move(slot, from: place)
    }
  }

  private mutating func move(_ slot: Int, from place: (x: Double, y: Double)) {
    let moved = (x: min(place.x + Double(random(30)) / 10, 100), y: min(place.y + Double(random(30)) / 10, 100))
    places[slot] = moved
    steps.append(.move(slot, x: moved.x, y: moved.y))
    for code in extras where random(3) == 0 {
      guard let axis = panel.axes[code] else { return }
      let range = UInt64(max(1, Int64(axis.maximum) - Int64(axis.minimum)))
      return steps.append(.axis(code, axis.minimum + Int32(random(range))))
    }
  }

  private mutating func random(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
