import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorTrace

/// A uinput panel that replays one panel of a recording.
final class UinputReplayPanel {
  private static let unitsPerPoint = 100.0

  private let device: UinputDevice
  private let description: EvdevDescription
  /// From points to device units.
  private let units: AffineTransform
  /// The state that the events sent so far have left the panel in.
  private var tracker: StateTracker
  private var frame: [UinputEvent] = []
  /// The tracking id in each slot, of contacts that came as frames; `nil` for a free slot.
  private var slots: [Int32?] = []
  /// How many positions did not fit into 32 bits and were put at the end of the axis.
  private(set) var clampedCount = 0
  /// Whether raw events were recorded; frames are not replayed then.
  var hasEvents = false

  /// Makes the panel, as the recording describes it, and waits until udev knows it.
  ///
  /// - Parameter screen: the screen's size in points, for a device without a description.
  /// - Throws: `InputError` where the recording does not have what libinput needs of a panel.
  init(_ recorded: TraceDevice, screen: Size?) throws(InputError) {
    if let described = recorded.description {
      description = try Self.playable(described, recorded.device)
      units = recorded.transform?.inverse ?? .identity
    } else {
      guard let screen else {
        throw InputError(
          .system, place: recorded.device.name.isEmpty ? "replay" : recorded.device.name,
          message: "these touches are in points and tell of no panel; give --layout, for the size of the screen")
      }
      description = Self.description(named: recorded.device.name, screen)
      units = AffineTransform(scaleX: Self.unitsPerPoint, y: Self.unitsPerPoint)
    }
    tracker = StateTracker(of: description)
    let device = try UinputDevice(description, physicalPath: recorded.device.physicalPath)
    _ = device.waitUntilReady()
    self.device = device
  }

  /// The panel's node.
  var node: String { device.node }

  /// The description as the kernel and libinput take it: with a name, and ranges of its places.
  private static func playable(_ description: EvdevDescription, _ device: TouchDevice) throws(InputError) -> EvdevDescription {
    var playable = description
    if playable.name.isEmpty { playable.name = device.name.isEmpty ? "Contactor replay" : device.name }
    guard playable.horizontal?.extent != nil, playable.vertical?.extent != nil else {
      let place = device.shortName.isEmpty ? playable.name : device.shortName
      throw InputError(
        .system, place: place,
        message: "the recording does not have the ranges of its columns and rows, without which libinput takes no touches from it; give "
          + "--range x=0..4095,y=0..4095 or --like FILE")
    }
    return playable
  }

  private static func description(named name: String, _ screen: Size) -> EvdevDescription {
    var description = EvdevDescription(
      touchscreen: name, x: axis(screen.width), y: axis(screen.height), slots: 32, hasPointer: true)
    description.bus = 6
    return description
  }

  /// An axis of hundredths of a point, as long as 32 bits allow.
  private static func axis(_ points: Double) -> EvdevAxis {
    EvdevAxis(0, EvdevAxis(1, .max).value(nearest: max(2, (points * unitsPerPoint).rounded(.down)) - 1).value)
  }

  /// Adds an event to the frame.
  func add(_ event: EvdevEvent) {
    frame.append(UinputEvent(type: event.type, code: event.code, value: event.value))
  }

  /// Adds a frame of the engine's input; contacts without a location are left out.
  func add(_ touches: TouchFrame) {
    let wasTouched = slots.contains { $0 != nil }
    for contact in touches.contacts where contact.phase != .stationary {
      let slot = slots.firstIndex(of: contact.trackingID)
      if contact.phase == .ended || contact.phase == .cancelled {
        guard let slot else { continue }
        slots[slot] = nil
        add(EvdevCode.slot, Int32(slot))
        add(EvdevCode.trackingID, -1)
        continue
      }
      guard contact.location.isFinite, let place = slot ?? freeSlot() else { continue }
      add(EvdevCode.slot, Int32(place))
      if slot == nil {
        slots[place] = contact.trackingID
        add(EvdevCode.trackingID, contact.trackingID & 0xffff)
      }
      let point = contact.devicePosition ?? units.apply(to: contact.location)
      let x = (description.horizontal ?? EvdevAxis(0, 0)).value(nearest: point.x)
      let y = (description.vertical ?? EvdevAxis(0, 0)).value(nearest: point.y)
      if x.isClamped || y.isClamped { clampedCount += 1 }
      add(EvdevCode.positionX, x.value)
      add(EvdevCode.positionY, y.value)
    }
    let isTouched = slots.contains { $0 != nil }
    if wasTouched != isTouched {
      frame.append(UinputEvent(type: EvdevCode.key, code: EvdevCode.touch, value: isTouched ? 1 : 0))
    }
    frame.append(.report)
  }

  /// Adds the events that bring the panel to a state.
  func jump(to state: EvdevState) {
    frame += tracker.state.release(of: description) + state.introduction(of: description)
  }

  /// Sends the frame.
  func send() throws(InputError) {
    defer { frame.removeAll(keepingCapacity: true) }
    for event in frame { tracker.take(event.type, event.code, event.value) }
    try device.emit(frame)
  }

  /// Lifts everything that is down; a frame that was not sent is dropped.
  func release() {
    frame = tracker.state.release(of: description)
    try? send()
  }

  private func add(_ code: UInt16, _ value: Int32) {
    frame.append(UinputEvent(type: EvdevCode.absolute, code: code, value: value))
  }

  private func freeSlot() -> Int? {
    if let free = slots.firstIndex(of: nil) { return free }
    let count = Int(description.axes[EvdevCode.slot]?.maximum ?? 0) + 1
    guard slots.count < count else { return nil }
    slots.append(nil)
    return slots.count - 1
  }
}

extension EvdevState {
  /// The events that lift everything that is down on a panel, as a frame; none if nothing is down.
  func release(of description: EvdevDescription) -> [UinputEvent] {
    let tracker = StateTracker(self, of: description)
    guard tracker.isTouched else { return [] }
    var events: [UinputEvent] = []
    for slot in tracker.state.touchedSlots {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(slot)))
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.trackingID, value: -1))
    }
    for key in keys.sorted() { events.append(UinputEvent(type: EvdevCode.key, code: key, value: 0)) }
    // An empty list ends the contacts of a panel that lists them.
    if description.contactProtocol == .lists {
      events.append(UinputEvent(type: EvdevCode.synchronization, code: EvdevCode.contactReport, value: 0))
    }
    return events + [.report]
  }

  /// The events that bring a panel without contacts to this state, as a frame; none if nothing is down.
  func introduction(of description: EvdevDescription) -> [UinputEvent] {
    let tracker = StateTracker(self, of: description)
    guard tracker.isTouched else { return [] }
    var events: [UinputEvent] = []
    let contacts = tracker.state.slots.sorted { $0.key < $1.key }
    for slot in tracker.state.touchedSlots {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(slot)))
      for (code, values) in contacts {
        events.append(UinputEvent(type: EvdevCode.absolute, code: code, value: values[slot]))
      }
    }
    if (description.axes[EvdevCode.slot]?.maximum ?? -1) >= 0 {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: currentSlot))
    }
    for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] where description.axes[code] != nil {
      events.append(UinputEvent(type: EvdevCode.absolute, code: code, value: axes[code] ?? 0))
    }
    for key in keys.sorted() { events.append(UinputEvent(type: EvdevCode.key, code: key, value: 1)) }
    return events + [.report]
  }

  private var touchedSlots: [Int] {
    let ids = slots[EvdevCode.trackingID] ?? []
    return ids.indices.filter { ids[$0] >= 0 }
  }
}
