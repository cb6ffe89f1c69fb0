internal import ContactorCore
import ContactorEvdev

/// Removes positions from the raw events of one panel, frame by frame.
protocol RedactingPanel {
  /// The frame without positions in the redacted areas.
  mutating func redact(_ frame: [EvdevEvent]) -> [EvdevEvent]
}

/// Removes positions from the raw events of a panel with slots.
struct RedactedPanel: RedactingPanel {
  private let areas: [Rect]
  private let transform: AffineTransform
  private let inverse: AffineTransform?
  private var tracker: StateTracker
  /// The slots whose contact is hidden, and the position recorded instead, in device units.
  private var hidden: [Int: Point] = [:]

  init(_ areas: [Rect], _ transform: AffineTransform, _ state: EvdevState?) {
    self.areas = areas
    self.transform = transform
    inverse = transform.inverse
    tracker = StateTracker(state)
  }

  mutating func redact(_ frame: [EvdevEvent]) -> [EvdevEvent] {
    let firstSlot = Int(tracker.currentSlot)
    for event in frame { tracker.take(event) }
    var places: [Int: Point] = [:]
    let ids = tracker.values(of: EvdevCode.trackingID)
    for slot in ids.indices where ids[slot] >= 0 {
      guard hidden[slot] == nil, let area = area(of: slot) else { continue }
      let place = inverse?.apply(to: area.center) ?? .zero
      hidden[slot] = place
      places[slot] = place
    }
    let result = rewrite(frame, from: firstSlot, replacing: places)
    for slot in hidden.keys where slot >= ids.count || ids[slot] < 0 { hidden[slot] = nil }
    return result
  }

  private func area(of slot: Int) -> Rect? {
    guard let x = value(EvdevCode.positionX, slot), let y = value(EvdevCode.positionY, slot) else { return nil }
    let point = transform.apply(to: Point(x: Double(x), y: Double(y)))
    return areas.first { $0.contains(point) }
  }

  private func value(_ code: UInt16, _ slot: Int) -> Int32? {
    let values = tracker.values(of: code)
    guard slot < values.count else { return nil }
    return values[slot]
  }

  /// The frame without the axes of hidden contacts; those hidden in this frame get their replacement.
  private func rewrite(_ frame: [EvdevEvent], from firstSlot: Int, replacing replacements: [Int: Point]) -> [EvdevEvent] {
    var slot = firstSlot
    var replacements = replacements
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
        // The kernel derives the pointer's axes from the first contact.
        if hidden.isEmpty { result.append(event) }
      } else if hidden[slot] == nil {
        result.append(event)
      } else if let place = replacements[slot], event.code == EvdevCode.positionX || event.code == EvdevCode.positionY {
        replacements[slot] = nil
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

/// Removes positions from the raw events of a panel without slots: one that lists its contacts, or a single-touch panel.
///
/// The contacts of a list cannot be identified for certain. So once one of them enters an area, all are recorded at its
/// centre until nothing touches.
struct RedactedList: RedactingPanel {
  /// A pair of axes for a position, and its last values.
  private struct AxisPair {
    let xCode: UInt16
    let yCode: UInt16
    var x: Int32?
    var y: Int32?
    /// Whether another position was recorded since.
    var isStale = false

    mutating func take(_ event: EvdevEvent) -> Bool {
      if event.code == xCode { x = event.value }
      if event.code == yCode { y = event.value }
      return event.code == xCode || event.code == yCode
    }
  }

  private let areas: [Rect]
  private let transform: AffineTransform
  private let inverse: AffineTransform?
  private let description: EvdevDescription?
  private let buttons: Set<UInt16>
  private var listed = AxisPair(xCode: EvdevCode.positionX, yCode: EvdevCode.positionY)
  private var pointer = AxisPair(xCode: EvdevCode.x, yCode: EvdevCode.y)
  private var down: Set<UInt16>
  /// The position recorded instead, in device units, while contacts are hidden; else `nil`.
  private var replacement: Point?

  init(_ areas: [Rect], _ transform: AffineTransform, _ description: EvdevDescription?, _ state: EvdevState?) {
    self.areas = areas
    self.transform = transform
    self.description = description
    inverse = transform.inverse
    buttons = Set(description?.codes[EvdevCode.key] ?? []).intersection([EvdevCode.touch, EvdevCode.leftButton])
    down = Set(state?.keys ?? []).intersection(buttons)
    (pointer.x, pointer.y) = (state?.axes[EvdevCode.x], state?.axes[EvdevCode.y])
  }

  mutating func redact(_ frame: [EvdevEvent]) -> [EvdevEvent] {
    let isEmpty = look(at: frame)
    guard let replacement else { return completed(frame) }
    let result = frame.compactMap { rewritten($0, replacement) }
    (listed.isStale, pointer.isStale) = (true, true)
    if buttons.isEmpty ? isEmpty : down.isEmpty { self.replacement = nil }
    return result
  }

  /// Follows a frame and hides contacts that enter an area; returns whether nothing touches after the frame.
  private mutating func look(at frame: [EvdevEvent]) -> Bool {
    var (hasPlace, hasList, isPressed, isPending) = (false, false, true, false)
    for event in frame {
      switch event.type {
      case EvdevCode.key where buttons.contains(event.code):
        if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
      case EvdevCode.absolute:
        if listed.take(event) { (hasPlace, isPending) = (true, true) }
        if pointer.take(event) { hasPlace = true }
        if event.code == EvdevCode.pressure { isPressed = event.value != 0 }
      case EvdevCode.synchronization:
        if event.code == EvdevCode.contactReport { hasList = true }
        // A listed contact without a position has the last one, because the kernel leaves out unchanged values.
        if isPending || event.code == EvdevCode.contactReport { hide(listed) }
        if event.code == EvdevCode.report { hide(pointer) }
        isPending = false
      default: break
      }
    }
    return !isPressed || hasList && !hasPlace
  }

  private mutating func hide(_ place: AxisPair) {
    guard replacement == nil, let x = place.x, let y = place.y else { return }
    let point = transform.apply(to: Point(x: Double(x), y: Double(y)))
    guard let area = areas.first(where: { $0.contains(point) }) else { return }
    replacement = inverse?.apply(to: area.center) ?? .zero
  }

  /// An event of a hidden frame: its position is replaced, and a size or pressure other than 0 becomes the maximum.
  private func rewritten(_ event: EvdevEvent, _ replacement: Point) -> EvdevEvent? {
    guard event.type == EvdevCode.absolute else { return event }
    var event = event
    switch event.code {
    case EvdevCode.positionX, EvdevCode.x: event.value = Self.number(replacement.x)
    case EvdevCode.positionY, EvdevCode.y: event.value = Self.number(replacement.y)
    case EvdevCode.trackingID: break
    case EvdevCode.pressure, EvdevCode.contactPressure, EvdevCode.touchMajor:
      // With 0 some panels report that a contact is lifted.
      if event.value != 0 { event.value = description?.axes[event.code]?.maximum ?? 1 }
    default: return nil
    }
    return event
  }

  private static func number(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -2e9), 2e9)) }

  /// A frame that is not hidden, with the axes that it leaves out and that changed while contacts were hidden.
  private mutating func completed(_ frame: [EvdevEvent]) -> [EvdevEvent] {
    guard listed.isStale || pointer.isStale else { return frame }
    var result = frame
    Self.complete(&listed, &result)
    Self.complete(&pointer, &result)
    return result
  }

  private static func complete(_ place: inout AxisPair, _ frame: inout [EvdevEvent]) {
    let codes = [place.xCode, place.yCode]
    let isPlace = { (event: EvdevEvent) in event.type == EvdevCode.absolute && codes.contains(event.code) }
    guard place.isStale, let first = frame.firstIndex(where: isPlace) else { return }
    place.isStale = false
    for (code, value) in zip(codes, [place.x, place.y]) {
      guard let value, !frame.contains(where: { isPlace($0) && $0.code == code }) else { continue }
      frame.insert(
        EvdevEvent(at: frame[first].time, type: EvdevCode.absolute, code: code, value: value), at: first)
    }
  }
}
