import ContactorCore

/// Makes one contact of a contact that ends and begins again (contract 11.9): worn glass, wet fingers and resistive panels let a finger
/// go for some milliseconds.
///
/// | contact | begins | moves | ends | is cancelled | its time passes | another begins elsewhere |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | none | down; near a withheld one it goes on with that | – | – | – | – | – |
/// | down | passes: the panel lost the end | passes | withheld; without a rule it passes | passes | – | stays down |
/// | withheld | goes on | – | – | – | ends | ends before that |
///
/// A contact that goes on keeps the tracking id with which it began, whatever the panel gives it afterwards. Each panel has contacts of its
/// own.
///
/// A time has passed as soon as it has by the engine's clock or by the panel's own, which may differ (contract 1.10).
package struct ContactDebounce {
  /// The time and distance within which a contact is the same; without a time none is.
  struct Rule: Hashable {
    /// The time within which it begins again.
    var time: Microseconds
    /// The distance within which it begins again, in points.
    var distance: Double
    /// The index of its window: a finger that lands elsewhere there ends it.
    var window = 0
  }

  /// The time of a frame.
  struct Moment {
    /// By the engine's clock.
    let time: Timestamp
    /// By the panel's.
    let own: Timestamp

    /// The times of a frame; the same for both clocks unless stated.
    init(_ time: Timestamp, own: Timestamp? = nil) {
      self.time = time
      self.own = own ?? time
    }

    func advanced(byMicroseconds duration: Microseconds) -> Moment {
      Moment(time.advanced(byMicroseconds: duration), own: own.advanced(byMicroseconds: duration))
    }
  }

  /// The fate of a contact of a frame.
  enum Outcome: Hashable {
    /// It goes on to the engine, perhaps with another tracking id and phase.
    case pass
    /// It does not, as it may begin again.
    case withhold
    /// It goes on as the contact that was withheld.
    case join(Bounce)
    /// It is a new one: to be added, after those that are withheld elsewhere have ended.
    case begin
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

  /// A contact that ends, and when by its panel's clock.
  typealias End = (device: DeviceID, contact: Contact, time: Timestamp)

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
    var ended: Moment?

    /// When it ends; `nil` while it is down.
    var deadline: Moment? { ended?.advanced(byMicroseconds: rule.time) }
  }

  private var entries: [Entry] = []
  /// The greatest number of contacts that are followed, as a hostile recording may have any number.
  private static let limit = 1024

  /// Whether no contact is followed.
  var isIdle: Bool { entries.isEmpty }

  /// When the next withheld contact ends.
  var nextDeadline: Timestamp? { entries.lazy.compactMap(\.deadline?.time).min() }

  /// Takes a contact of a frame.
  mutating func take(_ contact: inout Contact, of device: DeviceID, at moment: Moment) -> Outcome {
    let known = entries.firstIndex { $0.device == device && $0.input == contact.trackingID && $0.ended == nil }
    if contact.phase == .began { return begin(&contact, of: device, at: moment, known) }
    guard let known else { return .pass }
    contact.trackingID = entries[known].output
    guard contact.phase == .ended else {
      if contact.phase == .cancelled { entries.remove(at: known) }
      return .pass
    }
    guard entries[known].rule.time > 0 else {
      entries.remove(at: known)
      return .pass
    }
    entries[known].end = contact
    entries[known].ended = moment
    return .withhold
  }

  private mutating func begin(_ contact: inout Contact, of device: DeviceID, at moment: Moment, _ known: Int?) -> Outcome {
    if let known {
      // The panel lost the end of its last contact with this id; the engine knows what to do.
      contact.trackingID = entries[known].output
      return .pass
    }
    guard let (index, distance) = nearest(to: contact, of: device), let ended = entries[index].ended else { return .begin }
    entries[index].input = contact.trackingID
    entries[index].ended = nil
    contact.trackingID = entries[index].output
    contact.phase = .moved
    let gap = max(moment.time.microseconds(since: ended.time), moment.own.microseconds(since: ended.own))
    return .join(Bounce(trackingID: contact.trackingID, gap: gap, distance: distance))
  }

  /// Adds a contact that begins; it gets a tracking id that no other of its panel has.
  ///
  /// - Parameter rule: the rule for its place; `nil` for none.
  mutating func add(_ contact: inout Contact, of device: DeviceID, _ rule: Rule?) {
    let input = contact.trackingID
    var output = input
    if entries.contains(where: { $0.device == device && $0.output == output }) {
      output = .max
      while entries.contains(where: { $0.device == device && $0.output == output }) { output -= 1 }
    }
    guard output != input || rule?.time ?? 0 > 0, entries.count < Self.limit else { return }
    contact.trackingID = output
    entries.append(
      Entry(device: device, input: input, output: output, rule: rule ?? Rule(time: 0, distance: 0), end: contact, ended: nil))
  }

  /// The withheld contact nearest to one that begins, if it is near enough and of the same tool.
  private func nearest(to contact: Contact, of device: DeviceID) -> (index: Int, distance: Double)? {
    var nearest: (index: Int, distance: Double)?
    for (index, entry) in entries.enumerated() where entry.device == device && entry.ended != nil && entry.end.tool == contact.tool {
      let distance = entry.end.location.distance(to: contact.location)
      if distance <= entry.rule.distance, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest
  }

  // MARK: Ends

  /// Removes the contact that ends next, if its time has passed by the engine's clock; the first of those with one deadline.
  mutating func takeDue(at time: Timestamp) -> End? { takeFirst { $0.time <= time } }

  /// Removes the contact of a panel that ends next, if its time has passed by the panel's clock.
  mutating func takeDue(of device: DeviceID, at own: Timestamp) -> End? { takeFirst(of: device) { $0.own <= own } }

  /// Removes the contact that is withheld on a panel or in a window and ends next: a finger has landed elsewhere.
  mutating func takeWithheld(of device: DeviceID, window: Int) -> End? { takeFirst(of: device, orIn: window) { _ in true } }

  private mutating func takeFirst(of device: DeviceID? = nil, orIn window: Int? = nil, _ isDue: (Moment) -> Bool) -> End? {
    var first: (index: Int, deadline: Moment)?
    for (index, entry) in entries.enumerated() {
      guard let deadline = entry.deadline, device == nil || entry.device == device || entry.rule.window == window else { continue }
      if isDue(deadline), first.map({ deadline.time < $0.deadline.time }) ?? true { first = (index, deadline) }
    }
    guard let first else { return nil }
    let entry = entries.remove(at: first.index)
    return (entry.device, entry.end, first.deadline.own)
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { entries.removeAll { $0.device == device } }

  /// Moves the times with the engine's clock, by microseconds below 0; a panel's time that was far ahead was wrong, too.
  mutating func shift(by microseconds: Microseconds, to now: Timestamp) {
    for index in entries.indices {
      guard let ended = entries[index].ended else { continue }
      let own = ended.own > now ? ended.own.advanced(byMicroseconds: microseconds) : ended.own
      entries[index].ended = Moment(ended.time.advanced(byMicroseconds: microseconds), own: own)
    }
  }
}
