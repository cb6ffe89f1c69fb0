internal import ContactorCore
import ContactorEvdev

/// The state of one panel in a `FaultInjector`, and the faults of its frames.
struct FaultPanel {
  private(set) var tracker = StateTracker()
  var hasDropped = false
  private var dropsLeft = 0
  private let extents: [UInt16: Int32]
  private let slotCount: Int32
  private var slots: [Int32: Int32] = [:]
  private var ghostSlot: Int32?

  init(_ description: EvdevDescription?) {
    let stated = description?.slotCount ?? 0
    slotCount = stated > 0 ? Int32(stated) : 10
    var extents: [UInt16: Int32] = [:]
    for code in [EvdevCode.positionX, EvdevCode.positionY] {
      extents[code] = Int32(clamping: Int64(description?.axes[code]?.extent ?? 4096))
    }
    self.extents = extents
  }

  mutating func follow(_ frame: [EvdevEvent]) {
    for event in frame { tracker.take(event) }
  }

  var hasContacts: Bool { tracker.hasContact }

  static func isAxis(_ event: EvdevEvent, _ code: UInt16) -> Bool {
    event.type == EvdevCode.absolute && event.code == code
  }

  /// Adds to each id, so that ids soon reach 65535, where the kernel begins at 0 again.
  func wrapIDs(_ frame: inout [EvdevEvent]) {
    for index in frame.indices where Self.isAxis(frame[index], EvdevCode.trackingID) && frame[index].value >= 0 {
      frame[index].value = (frame[index].value &+ 65530) & 0xffff
    }
  }

  /// Gives each slot another number at its first use.
  mutating func shuffleSlots(_ frame: inout [EvdevEvent], _ random: inout FaultRandom) {
    // Events before the first `ABS_MT_SLOT` belong to slot 0.
    if slots.isEmpty, let first = frame.first, !Self.isAxis(first, EvdevCode.slot) {
      frame.insert(EvdevEvent(at: first.time, type: EvdevCode.absolute, code: EvdevCode.slot, value: 0), at: 0)
    }
    for index in frame.indices where Self.isAxis(frame[index], EvdevCode.slot) {
      let slot = frame[index].value
      guard (0..<slotCount).contains(slot) else { continue }
      if slots[slot] == nil {
        let free = (0..<slotCount).filter { !slots.values.contains($0) }
        slots[slot] = free.randomElement(using: &random) ?? slot
      }
      frame[index].value = slots[slot] ?? slot
    }
  }

  func jitter(_ frame: inout [EvdevEvent], _ random: inout FaultRandom) {
    for index in frame.indices where frame[index].type == EvdevCode.absolute {
      guard let extent = extents[frame[index].code] else { continue }
      let most = max(extent / 100, 1)
      frame[index].value = frame[index].value &+ Int32.random(in: -most...most, using: &random)
    }
  }

  func palm(_ frame: inout [EvdevEvent], _ random: inout FaultRandom) {
    guard hasContacts, random.chance(0.03), let end = frame.last,
      let slot = tracker.values(of: EvdevCode.trackingID).firstIndex(where: { $0 >= 0 })
    else { return }
    insert([(EvdevCode.slot, Int32(slot)), (EvdevCode.toolType, 2)], before: end, into: &frame)
  }

  mutating func ghost(_ frame: inout [EvdevEvent], _ random: inout FaultRandom) {
    guard let end = frame.last else { return }
    if let slot = ghostSlot {
      ghostSlot = nil
      return insert([(EvdevCode.slot, slot), (EvdevCode.trackingID, -1)], before: end, into: &frame)
    }
    let ids = tracker.values(of: EvdevCode.trackingID)
    let free = (0..<slotCount).last { Int($0) >= ids.count || ids[Int($0)] < 0 }
    guard random.chance(0.05), let free else { return }
    ghostSlot = free
    let x = Int32.random(in: 0..<max(extents[EvdevCode.positionX] ?? 1, 1), using: &random)
    let y = Int32.random(in: 0..<max(extents[EvdevCode.positionY] ?? 1, 1), using: &random)
    let id = 60000 + Int32(random.next() & 1023)
    insert(
      [(EvdevCode.slot, free), (EvdevCode.trackingID, id), (EvdevCode.positionX, x), (EvdevCode.positionY, y)],
      before: end, into: &frame)
  }

  /// Inserts axes before the end of a frame, and then selects the frame's last slot again.
  private func insert(_ axes: [(UInt16, Int32)], before end: EvdevEvent, into frame: inout [EvdevEvent]) {
    let slot = frame.last { Self.isAxis($0, EvdevCode.slot) }?.value ?? tracker.currentSlot
    for (code, value) in axes + [(EvdevCode.slot, slot)] {
      frame.insert(EvdevEvent(at: end.time, type: EvdevCode.absolute, code: code, value: value), at: frame.count - 1)
    }
  }

  /// Whether the frame is dropped.
  mutating func isDropping(_ random: inout FaultRandom) -> Bool {
    if dropsLeft == 0, random.chance(0.02) { dropsLeft = Int.random(in: 1...12, using: &random) }
    guard dropsLeft > 0 else { return false }
    dropsLeft -= 1
    return true
  }
}
