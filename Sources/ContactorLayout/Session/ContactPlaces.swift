import ContactorCore

/// The contacts that are down, each with its place and the moment at which it came there.
struct ContactPlaces {
  struct Place {
    let device: DeviceID
    let trackingID: Int32
    var location: Point
    /// When the contact came there.
    var since: Timestamp
    /// Whether the contact counts as staying in its place, wherever it goes.
    let isFixed: Bool
  }

  /// The part of a contact in a frame.
  enum Change {
    case began
    /// It left its place, and has another.
    case moved
    /// It was lifted or cancelled.
    case ended(Place)
    /// It has not moved, or is not known.
    case stayed
  }

  /// The largest number of contacts that are followed, as a hostile recording may have any number.
  private static let limit = 256

  /// The contacts, in the order of their landing.
  private(set) var all: [Place] = []

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    for index in all.indices { all[index].since = all[index].since.advanced(byMicroseconds: microseconds) }
  }

  /// Takes a contact of a frame.
  ///
  /// - Parameters:
  ///   - slop: how far a contact may stray from its place, in points.
  ///   - isFixed: whether a contact that begins is to count as staying in its place.
  mutating func take(_ contact: Contact, of device: DeviceID, at time: Timestamp, slop: Double, isFixed: Bool = false) -> Change {
    let index = all.firstIndex { $0.trackingID == contact.trackingID && $0.device == device }
    switch contact.phase {
    case .began:
      if let index { all.remove(at: index) }
      if all.count < Self.limit {
        all.append(
          Place(device: device, trackingID: contact.trackingID, location: contact.location, since: time, isFixed: isFixed))
      }
      return .began
    case .ended, .cancelled: return index.map { .ended(all.remove(at: $0)) } ?? .stayed
    default:
      // A contact without a place, as in a recording of a secure view, stays in its place.
      guard let index, !all[index].isFixed, contact.location.distance(to: all[index].location) > slop else { return .stayed }
      (all[index].location, all[index].since) = (contact.location, time)
      return .moved
    }
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { all.removeAll { $0.device == device } }

  /// Forgets all contacts.
  mutating func removeAll() { all.removeAll() }
}
