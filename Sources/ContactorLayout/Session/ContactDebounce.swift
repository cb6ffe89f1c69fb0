import ContactorCore

/// Makes one contact of a contact that ends and begins again (contract 11.9): worn glass, wet fingers and resistive panels let a finger
/// go for some milliseconds.
///
/// | contact | begins | moves | ends | is cancelled | its time passes |
/// | --- | --- | --- | --- | --- | --- |
/// | none | down; near a withheld one it goes on with that | – | – | – | – |
/// | down | – | passes | withheld; without a rule it passes | passes | – |
/// | withheld | another far away: stays withheld | – | – | – | ends |
///
/// A contact that goes on keeps the tracking id with which it began, whatever the panel gives it afterwards. Each panel has contacts of its
/// own.
package struct ContactDebounce {
  /// The time and distance within which a contact is the same; without a time none is.
  struct Rule: Hashable {
    /// The time within which it begins again.
    var time: Microseconds
    /// The distance within which it begins again, in points.
    var distance: Double
  }

  /// The fate of a contact of a frame.
  enum Outcome: Hashable {
    /// It goes on to the engine, perhaps with another tracking id and phase.
    case pass
    /// It does not, as it may begin again.
    case withhold
    /// It goes on as the contact that was withheld.
    case join(Bounce)
  }

  /// A contact that began again.
  package struct Bounce: Hashable {
    /// The tracking id that the engine knows.
    package let trackingID: Int32
    /// How long it was away, in microseconds.
    package let gap: Int64
    /// How far from its end it began again, in points.
    package let distance: Double
  }

  private struct Entry {
    let device: DeviceID
    /// The tracking id that the panel gives.
    var input: Int32
    /// The tracking id that the engine knows.
    let output: Int32
    let rule: Rule
    /// The end that is withheld.
    var end: Contact
    /// When the end was seen; `nil` while the contact is down.
    var endedAt: Timestamp?

    var deadline: Timestamp? { endedAt.map { $0.advanced(byMicroseconds: rule.time) } }
  }

  private var entries: [Entry] = []
  /// The greatest number of contacts that are followed, as a hostile recording may have any number.
  private static let limit = 1024

  /// Whether no contact is followed.
  var isIdle: Bool { entries.isEmpty }

  /// When the next withheld contact ends.
  var nextDeadline: Timestamp? { entries.lazy.compactMap(\.deadline).min() }

  /// Takes a contact of a frame.
  ///
  /// - Parameter rule: the rule for a contact that begins here.
  mutating func take(_ contact: inout Contact, of device: DeviceID, at time: Timestamp, _ rule: Rule?) -> Outcome {
    if contact.phase == .began { return begin(&contact, of: device, at: time, rule) }
    guard let index = entries.firstIndex(where: { $0.device == device && $0.input == contact.trackingID && $0.endedAt == nil })
    else { return .pass }
    contact.trackingID = entries[index].output
    guard contact.phase == .ended else {
      if contact.phase == .cancelled { entries.remove(at: index) }
      return .pass
    }
    guard entries[index].rule.time > 0 else {
      entries.remove(at: index)
      return .pass
    }
    entries[index].end = contact
    entries[index].endedAt = time
    return .withhold
  }

  private mutating func begin(_ contact: inout Contact, of device: DeviceID, at time: Timestamp, _ rule: Rule?) -> Outcome {
    // The panel lost the end of its last contact with this id; the engine knows what to do.
    entries.removeAll { $0.device == device && $0.input == contact.trackingID && $0.endedAt == nil }
    if let (index, distance) = nearest(to: contact, of: device), let ended = entries[index].endedAt {
      entries[index].input = contact.trackingID
      entries[index].endedAt = nil
      contact.trackingID = entries[index].output
      contact.phase = .moved
      return .join(Bounce(trackingID: contact.trackingID, gap: time.microseconds(since: ended), distance: distance))
    }
    let input = contact.trackingID
    var output = input
    if entries.contains(where: { $0.device == device && $0.output == output }) {
      output = .max
      while entries.contains(where: { $0.device == device && $0.output == output }) { output -= 1 }
    }
    guard output != input || rule?.time ?? 0 > 0, entries.count < Self.limit else { return .pass }
    contact.trackingID = output
    entries.append(
      Entry(device: device, input: input, output: output, rule: rule ?? Rule(time: 0, distance: 0), end: contact, endedAt: nil))
    return .pass
  }

  /// The withheld contact nearest to one that begins, if it is near enough and of the same tool.
  private func nearest(to contact: Contact, of device: DeviceID) -> (index: Int, distance: Double)? {
    var nearest: (index: Int, distance: Double)?
    for (index, entry) in entries.enumerated() where entry.device == device && entry.endedAt != nil && entry.end.tool == contact.tool {
      let distance = entry.end.location.distance(to: contact.location)
      if distance <= entry.rule.distance, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest
  }

  /// Removes the contact that ends next, if its time has passed at a moment; the first of those with one deadline.
  mutating func takeDue(at moment: Timestamp) -> (device: DeviceID, contact: Contact, deadline: Timestamp)? {
    var first: (index: Int, deadline: Timestamp)?
    for (index, entry) in entries.enumerated() {
      guard let deadline = entry.deadline, deadline <= moment, first.map({ deadline < $0.deadline }) ?? true else { continue }
      first = (index, deadline)
    }
    guard let first else { return nil }
    let entry = entries.remove(at: first.index)
    return (entry.device, entry.end, first.deadline)
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { entries.removeAll { $0.device == device } }
}
