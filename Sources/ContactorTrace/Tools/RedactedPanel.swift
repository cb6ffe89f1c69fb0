internal import ContactorCore
import ContactorEvdev

/// Takes positions out of the raw events of one panel with slots.
struct RedactedPanel: RedactingPanel {
  private let areas: [Rect]
  private let transform: AffineTransform
  private let inverse: AffineTransform?
  private var tracker: StateTracker
  /// The slots whose contact must not be seen, and the place that is told instead, in device units.
  private var hidden: [Int: Point] = [:]

  init(_ areas: [Rect], _ transform: AffineTransform, _ state: EvdevState?) {
    self.areas = areas
    self.transform = transform
    inverse = transform.inverse
    tracker = StateTracker(state)
  }

  mutating func redact(_ frame: [EvdevEvent]) -> [EvdevEvent] {
    let firstSlot = Int(tracker.state.currentSlot)
    for event in frame { tracker.take(event) }
    var places: [Int: Point] = [:]
    let ids = tracker.state.slots[EvdevCode.trackingID] ?? []
    for slot in ids.indices where ids[slot] >= 0 {
      guard hidden[slot] == nil, let area = area(of: slot) else { continue }
      let place = inverse?.apply(to: area.center) ?? .zero
      hidden[slot] = place
      places[slot] = place
    }
    let result = rewrite(frame, from: firstSlot, told: places)
    for slot in hidden.keys where slot >= ids.count || ids[slot] < 0 { hidden[slot] = nil }
    return result
  }

  private func area(of slot: Int) -> Rect? {
    guard let x = value(EvdevCode.positionX, slot), let y = value(EvdevCode.positionY, slot) else { return nil }
    let point = transform.apply(to: Point(x: Double(x), y: Double(y)))
    return areas.first { $0.contains(point) }
  }

  private func value(_ code: UInt16, _ slot: Int) -> Int32? {
    guard let values = tracker.state.slots[code], slot < values.count else { return nil }
    return values[slot]
  }

  /// The frame without the axes of hidden contacts; of those hidden just now, with the place that is told.
  private func rewrite(_ frame: [EvdevEvent], from firstSlot: Int, told: [Int: Point]) -> [EvdevEvent] {
    var slot = firstSlot
    var told = told
    var result: [EvdevEvent] = []
    for event in frame {
      guard event.type == EvdevCode.absolute else {
        result.append(event)
        continue
      }
      if event.code == EvdevCode.slot { slot = Int(event.value) }
      if event.code == EvdevCode.slot || event.code == EvdevCode.trackingID {
        result.append(event)
      } else if event.code < EvdevCode.slot {
        // The pointer that the kernel makes of the first contact.
        if hidden.isEmpty { result.append(event) }
      } else if hidden[slot] == nil {
        result.append(event)
      } else if let place = told[slot], event.code == EvdevCode.positionX || event.code == EvdevCode.positionY {
        told[slot] = nil
        result.append(Self.axis(EvdevCode.positionX, place.x, event.time))
        result.append(Self.axis(EvdevCode.positionY, place.y, event.time))
      }
    }
    return result
  }

  private static func axis(_ code: UInt16, _ value: Double, _ time: Timestamp) -> EvdevEvent {
    EvdevEvent(at: time, type: EvdevCode.absolute, code: code, value: Int32(min(max(value.rounded(), -2e9), 2e9)))
  }
}
