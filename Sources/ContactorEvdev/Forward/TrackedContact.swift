internal import ContactorCore

/// A contact of the panel, from its beginning until its end has been written or dropped.
struct TrackedContact {
  enum State: UInt8 {
    /// It began in this frame, and nothing is decided.
    case fresh
    /// It is let through, and goes down on the copy in this frame.
    case beginning
    /// It is held back; what happened to it is in `HeldSamples`.
    case held
    /// It was held back, and is released in this frame.
    case released
    /// It is down on the copy, unless its end has been written.
    case passing
    /// It is cancelled for the readers of the copy in this frame.
    case leaving
    /// It was cancelled, has moved aside on the copy, and is lifted there after a pause.
    case aside
    /// It never reaches the copy again.
    case kept
  }

  /// A rule that holds contacts back until more is known of them.
  enum HoldingRule: UInt8 {
    case none
    /// `Ghost.shorterThan`.
    case shorterThan
    /// `Ghost.smallerThan`.
    case smallerThan
  }

  /// The tracking id on the panel.
  let id: Int32
  /// The panel's slot.
  let panelSlot: Int32
  /// Tells contacts apart that have the same id.
  let serial: UInt64
  /// When it began.
  private(set) var begun: Timestamp
  var state = State.fresh
  var verdict = ForwardVerdict.pass
  var cause: ForwardCause?
  /// Whether a note said that a verdict holds it back.
  var isHeldByVerdict = false
  /// The rule that a note said holds it back.
  var holdingRule = HoldingRule.none
  /// Whether it has not lasted for long enough yet, or has not been large enough.
  var isYoung = false
  var isSmall = false
  /// Whether a value changed since the last frame was written.
  var isChanged = true
  /// Whether the finger is lifted.
  var hasEnded = false
  /// Whether its end is held back with it.
  var isEndHeld = false
  /// Whether the panel lost the contact rather than saw a finger lift.
  var isLost = false
  /// The slot on the copy; −1 if it is not there.
  var slot = -1
  var sample = ContactSample.empty
  /// Where it began, in points.
  let start: Point
  /// The region of its first place, by its index; −1 for none.
  var region = -1
  /// Where it was last, in points, and when.
  var location: Point
  var time: Timestamp
  /// Where it has rested, in points, and since when.
  var rest: Point
  var restsSince: Timestamp
  /// When it moved aside.
  var asideSince: Timestamp

  init(_ contact: Contact, serial: UInt64, at time: Timestamp) {
    id = contact.trackingID
    panelSlot = contact.slot
    self.serial = serial
    begun = time
    self.time = time
    start = contact.location
    location = contact.location
    rest = contact.location
    restsSince = time
    asideSince = time
  }

  /// Moves the times with the clock.
  mutating func follow(_ turn: ClockTurn) {
    begun = turn.moved(begun)
    time = turn.moved(time)
    restsSince = turn.moved(restsSince)
    asideSince = turn.moved(asideSince)
  }

  /// Whether the panel has reported its position.
  var isPlaced: Bool {
    sample[ContactSample.x] != ContactSample.unknown && sample[ContactSample.y] != ContactSample.unknown
  }
}

/// An event of a contact that is held back.
struct HeldSample {
  enum Kind: UInt8 {
    case down
    case move
    case up
  }

  let serial: UInt64
  let kind: Kind
  var time: Timestamp
  let sample: ContactSample
}

/// The events of the contacts that are held back, in the order of arrival.
struct HeldSamples {
  /// How many there may be before moves of a contact are merged.
  static let capacity = 512

  private(set) var all: [HeldSample] = []

  init() {
    all.reserveCapacity(Self.capacity)
  }

  /// Adds an event; a move that finds the memory full replaces the contact's last move.
  mutating func append(_ sample: HeldSample) {
    if all.count >= Self.capacity, sample.kind == .move { makeRoom(for: sample.serial) }
    all.append(sample)
  }

  /// Moves the times with the clock.
  mutating func follow(_ turn: ClockTurn) {
    for index in all.indices { all[index].time = turn.moved(all[index].time) }
  }

  /// Removes what happened to the contacts that a condition is true of.
  mutating func removeAll(where isGone: (UInt64) -> Bool) {
    all.removeAll { isGone($0.serial) }
  }

  /// Removes every second move of each contact, but never its last one; `false` if none was removed.
  mutating func thin() -> Bool {
    let count = all.count
    var kept: [HeldSample] = []
    kept.reserveCapacity(Self.capacity)
    var skipped: Set<UInt64> = []
    // From the end, so that the last move of each contact is one that stays.
    for sample in all.reversed() {
      if sample.kind == .move {
        if skipped.remove(sample.serial) != nil { continue }
        skipped.insert(sample.serial)
      }
      kept.append(sample)
    }
    all = kept.reversed()
    return all.count < count
  }

  private mutating func makeRoom(for serial: UInt64) {
    if let last = all.lastIndex(where: { $0.serial == serial }), all[last].kind == .move {
      all.remove(at: last)
      return
    }
    // The contact has no move to give up: another's first is taken, which is followed by a later place.
    for index in all.indices where all[index].kind == .move {
      let other = all[index].serial
      guard all[(index + 1)...].contains(where: { $0.serial == other && $0.kind == .move }) else { continue }
      all.remove(at: index)
      return
    }
  }
}
