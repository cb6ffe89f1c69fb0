internal import ContactorCore

/// What a source has read and not yet delivered: one batch.
///
/// Lifts stay revocable while they are in it, for a device may turn out to be gone. Delivered frames give their memory
/// back, so that frames need no allocation at rest.
struct EventQueue {
  /// What happened since the queue was last taken, in order.
  private(set) var events: [InputEvent] = []
  /// Arrays that hosts have given back.
  private var spareContacts: [[Contact]] = []

  /// Adds what is no frame.
  mutating func append(_ event: InputEvent) {
    events.append(event)
  }

  /// Adds a copy of a frame whose memory belongs to another.
  mutating func append(copying frame: TouchFrame) {
    var contacts = takeSpare()
    contacts.append(contentsOf: frame.contacts)
    events.append(
      .frame(TouchFrame(device: frame.device, timestamp: frame.timestamp, contacts: contacts)))
  }

  /// Adds a frame before what is younger, unless that is about other devices or older still than something else.
  mutating func insert(_ frame: TouchFrame) {
    var index = events.count
    while index > 0, case .frame(let other) = events[index - 1], other.timestamp > frame.timestamp {
      index -= 1
    }
    events.insert(.frame(frame), at: index)
  }

  /// An empty array, with memory if some was given back.
  mutating func takeSpare() -> [Contact] {
    spareContacts.popLast() ?? []
  }

  /// Whether the batch holds a contact of the device that finished in a phase.
  func hasFinished(of device: DeviceID, as phase: TouchPhase) -> Bool {
    events.contains { event in
      guard case .frame(let frame) = event, frame.device == device else { return false }
      return frame.contacts.contains { $0.phase == phase }
    }
  }

  /// Whether the batch says already that the device was lost.
  func hasLost(_ device: DeviceID) -> Bool {
    events.contains { event in
      guard case .anomaly(let anomaly) = event else { return false }
      return anomaly.kind == .deviceLost && anomaly.device == device
    }
  }

  /// Turns the device's lifts into cancellations.
  mutating func revokeEnds(of device: DeviceID) {
    for index in events.indices {
      guard case .frame(var frame) = events[index], frame.device == device else { continue }
      frame.cancelEnds()
      events[index] = .frame(frame)
    }
  }

  /// Hands the batch out; give the array back with `giveBack(_:)` to have it used again.
  mutating func take() -> [InputEvent] {
    let taken = events
    events = []
    return taken
  }

  /// Takes back a batch that was delivered, for its memory.
  mutating func giveBack(_ delivered: consuming [InputEvent]) {
    for index in delivered.indices {
      guard case .frame(var frame) = delivered[index] else { continue }
      // The array must be ours alone to keep its memory when it is emptied.
      delivered[index] = .deviceRemoved(frame.device, at: frame.timestamp)
      frame.contacts.removeAll(keepingCapacity: true)
      if spareContacts.count < 16 { spareContacts.append(frame.contacts) }
    }
    guard events.isEmpty else { return }
    delivered.removeAll(keepingCapacity: true)
    events = delivered
  }
}

extension TouchFrame {
  /// Turns the frame's lifts into cancellations.
  mutating func cancelEnds() {
    for index in contacts.indices where contacts[index].phase == .ended {
      contacts[index].phase = .cancelled
    }
  }
}
