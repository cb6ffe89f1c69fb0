import ContactorCore

/// What every stream of frames must keep to: each contact begins once and ends once, and all numbers are numbers.
final class StreamRules {
  /// The ids of the contacts that are down.
  private(set) var alive: [Int32] = []

  /// Checks a frame; traps with the rule that was broken.
  func check(_ frame: TouchFrame) {
    precondition(!frame.contacts.isEmpty, "an empty frame")
    for (index, contact) in frame.contacts.enumerated() {
      check(contact)
      precondition(
        !frame.contacts[..<index].contains { $0.trackingID == contact.trackingID },
        "a contact twice in a frame")
      let place = alive.firstIndex(of: contact.trackingID)
      switch contact.phase {
      case .began:
        precondition(place == nil, "began twice")
        alive.append(contact.trackingID)
      case .moved, .stationary: precondition(place != nil, "moves and is not down")
      case .ended, .cancelled:
        guard let place else { preconditionFailure("ends and is not down") }
        alive.remove(at: place)
      }
    }
  }

  private func check(_ contact: Contact) {
    precondition(contact.trackingID >= 0, "an id below 0")
    precondition(contact.slot >= -1 && contact.slot < 256, "a slot out of range")
    precondition(contact.location.isFinite && contact.devicePosition != nil, "a position that is no number")
    precondition((0...1).contains(contact.pressure ?? 0), "a pressure out of range")
    precondition(
      (contact.touchMajor ?? 0).isFinite && (contact.touchMinor ?? 0).isFinite, "a size that is no number")
  }
}
