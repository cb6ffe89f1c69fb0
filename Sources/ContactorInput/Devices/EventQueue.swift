internal import ContactorCore

/// The batch of events that a source has read and not yet delivered.
///
/// Lifts in the batch can still become cancellations, when their device turns out to be gone. Delivered frames give their
/// memory back, so that frames need no allocation in steady state.
struct EventQueue {
  /// The events since the batch was last taken, in order.
  private(set) var events: [InputEvent] = []
  /// Empty arrays, with their memory, of frames that were delivered.
  private var spareContacts: [[Contact]] = []

  /// Adds an event.
  mutating func append(_ event: InputEvent) {
    events.append(event)
  }

  /// Adds a copy of a frame that is only lent.
  mutating func append(copying frame: TouchFrame) {
    var contacts = takeSpare()
    contacts.append(contentsOf: frame.contacts)
    events.append(
      .frame(TouchFrame(device: frame.device, timestamp: frame.timestamp, contacts: contacts)))
  }

  /// Adds a frame before the younger frames at the end of the batch.
  mutating func insert(_ frame: TouchFrame) {
    var index = events.count
    while index > 0, case .frame(let other) = events[index - 1], other.timestamp > frame.timestamp {
      index -= 1
    }
    events.insert(.frame(frame), at: index)
  }

  /// Returns an empty array, with memory if some was given back.
  mutating func takeSpare() -> [Contact] {
    spareContacts.popLast() ?? []
  }

  /// Whether a contact of the device has the phase, `ended` or `cancelled`, in this batch.
  func hasFinished(of device: DeviceID, as phase: TouchPhase) -> Bool {
    events.contains { event in
      guard case .frame(let frame) = event, frame.device == device else { return false }
      return frame.contacts.contains { $0.phase == phase }
    }
  }

  /// Whether the batch already holds the anomaly that the device was lost.
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

  /// Hands the batch out; `giveBack(_:)` takes its memory back.
  mutating func take() -> [InputEvent] {
    let taken = events
    events = []
    return taken
  }

  /// Takes a delivered batch back, to use its memory again.
  mutating func giveBack(_ delivered: consuming [InputEvent]) {
    for index in delivered.indices {
      guard case .frame(var frame) = delivered[index] else { continue }
      // Only an array without another reference keeps its memory when it is emptied.
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
