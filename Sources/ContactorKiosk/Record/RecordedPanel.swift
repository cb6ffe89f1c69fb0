import ContactorCore
import ContactorEvdev
import ContactorTrace

/// What a recorder knows of one panel.
final class RecordedPanel {
  /// What the recording says of it.
  var device: TraceDevice
  /// Follows the panel, so that a segment can begin amidst touches; `nil` where it sends no events.
  private(set) var tracker: StateTracker?
  /// Whether its description is in the recording.
  var isDescribed = false
  /// Events that came before the source told of the panel.
  private(set) var early: [EvdevEvent] = []
  /// The contacts whose place is nobody's business.
  private var secret: Set<Int32> = []

  init(_ device: TraceDevice, sendsEvents: Bool) {
    self.device = device
    if sendsEvents, let description = device.description { tracker = StateTracker(device.state, of: description) }
  }

  /// Follows events; keeps those that are too early.
  func follow(_ events: UnsafeBufferPointer<EvdevEvent>) {
    unsafe tracker?.take(events)
    if !isDescribed { unsafe early += events }
  }

  /// Starts to follow from a state.
  func follow(from state: EvdevState) {
    guard tracker != nil, let description = device.description else { return }
    tracker = StateTracker(state, of: description)
  }

  /// Hands out the events that were too early.
  func takeEarly() -> [EvdevEvent] {
    defer { early = [] }
    return early
  }

  /// Blanks the contacts that begin where `isSecret` says so, as long as they last: what is left are times and phases.
  func blank(_ frame: inout TouchFrame, where isSecret: (Point) -> Bool) {
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if contact.phase == .began, isSecret(contact.location) { secret.insert(contact.trackingID) }
      guard !secret.isEmpty, secret.contains(contact.trackingID) else { continue }
      if contact.phase == .ended || contact.phase == .cancelled { secret.remove(contact.trackingID) }
      var blank = Contact(
        trackingID: contact.trackingID, slot: contact.slot, phase: contact.phase, location: Point(x: .nan, y: .nan))
      blank.tool = contact.tool
      frame.contacts[index] = blank
    }
  }
}
