/// Makes touch frames of contacts that a host knows by its own ids: from SDL, Wayland, LVGL or a toolkit's callbacks (contract 1.11).
///
/// Call `down`, `moved`, `up` and `cancelled` as the host's events come, then hand over what was gathered:
///
/// ```swift
/// var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
///
/// feed.down(event.finger, at: Point(x: event.x * width, y: event.y * height))
/// feed.moved(event.finger, at: Point(x: event.x * width, y: event.y * height))
/// feed.up(event.finger)
/// application.handle(feed.frame(at: event.timestamp))
/// ```
///
/// A host whose events come in groups (Wayland's `frame`) asks for a frame at the end of a group; one whose events come alone asks
/// after each. A host with a single pointer leaves the id out. Ids are any integers; of one with fewer than 64 bits the bits count,
/// so −1 of any width is one id. An id may be used again at once after `up`, even in the same frame.
///
/// Places are in points of the window that the device belongs to (`Application.route(_:to:)`); without a route, of the space that the
/// windows' frames are in.
///
/// | what the host says wrongly                      | what comes of it                                                          |
/// | ----------------------------------------------- | ------------------------------------------------------------------------- |
/// | `down` of an id that is down                    | the contact moves; the engine counts `beganTwice`                         |
/// | `moved`, `up`, `cancelled` of an id that is not down | nothing moves; the engine counts `unknownContact`                    |
/// | `down` at NaN or infinity                       | no touch until that id is down again; the engine counts `invalidPosition` |
/// | `moved` or `up` at NaN or infinity              | the contact stays where it was; the engine counts `invalidPosition`       |
/// | `up` that never comes                           | the contact is down until `cancelAll()`                                   |
///
/// It is a value: it may be kept anywhere, and an action may feed it while a frame of it is handled. Feeding takes O(contacts that are
/// down), and O(1) for contacts that are fed in the same order in each frame. From frame to frame nothing is allocated, provided that
/// a frame is handled and let go before the next contact is fed.
public struct ContactFeed: Sendable {
  /// The device that the frames name.
  public let device: DeviceID
  /// Turns the host's times into timestamps.
  ///
  /// Ask it for the time to pass to `Application.advance(to:)`, so that all times are of one clock.
  public var clock: HostClock

  private struct Known: Sendable {
    var id: UInt64
    /// Where it was last, for an `up` without a place.
    var location: Point
    var trackingID: Int32
    var slot: Int32
    /// Where in the gathered contacts the last change is, if that was a move; else −1.
    var move: Int32 = -1
    var isDown = true
  }

  /// The contacts that are down, and those that ended since the last frame.
  private var known: ContiguousArray<Known> = []
  private var freeSlots: ContiguousArray<Int32> = []
  /// For tests not private: it starts over after 2³¹ contacts.
  var lastTrackingID: Int32 = 0
  /// Whether tracking ids started over, so that one may still be in use.
  private var hasWrapped = false
  /// Where the id after the last one is expected: hosts name contacts in the same order each time.
  private var expected = 0
  private var hasEnded = false
  private var contacts: [Contact] = []
  /// Whether `contacts` were handed over, and only their storage is of use.
  private var isTaken = false

  /// Creates a feed without contacts.
  ///
  /// - Parameters:
  ///   - device: the device that its frames name; each feed of an application has one of its own.
  ///   - clock: the clock of the times that the host states.
  public init(device: DeviceID, clock: HostClock = .microseconds64) {
    self.device = device
    self.clock = clock
  }

  // MARK: Contacts

  /// A contact came down; its id is 0 where the host has none.
  @inlinable
  public mutating func down<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point) {
    begin(UInt64(truncatingIfNeeded: id), location)
  }

  /// A contact is somewhere else; several moves of one contact in a frame become the last of them.
  @inlinable
  public mutating func moved<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point) {
    change(UInt64(truncatingIfNeeded: id), .moved, location)
  }

  /// A contact was lifted, at a place or, for `nil`, where it was last.
  @inlinable
  public mutating func up<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point? = nil) {
    change(UInt64(truncatingIfNeeded: id), .ended, location)
  }

  /// A contact was taken away: a palm, a window that lost the panel, a gesture of the compositor's.
  @inlinable
  public mutating func cancelled<ID: FixedWidthInteger>(_ id: ID = UInt64(0)) {
    change(UInt64(truncatingIfNeeded: id), .cancelled, nil)
  }

  /// Every contact that is down was taken away: Wayland's `cancel`, which names none, or a host that loses its input.
  public mutating func cancelAll() {
    for index in known.indices where known[index].isDown { change(at: index, .cancelled, nil) }
  }

  // MARK: Frames

  /// Whether nothing was fed since the last frame.
  public var isEmpty: Bool { isTaken || contacts.isEmpty }

  /// What was fed since the last frame, in that order, at a time of the host's clock.
  ///
  /// Where nothing was fed the frame has no contacts: to handle it does what is due until its time, and nothing else.
  @inlinable
  public mutating func frame(at ticks: some FixedWidthInteger) -> TouchFrame {
    frame(at: clock.timestamp(at: ticks))
  }

  /// What was fed since the last frame, in that order, at a moment.
  ///
  /// For a host that has no times of its own, with `MonotonicClock.now` of ContactorInput.
  public mutating func frame(at moment: Timestamp) -> TouchFrame {
    guard !isEmpty else { return TouchFrame(device: device, timestamp: moment, contacts: []) }
    isTaken = true
    expected = 0
    for index in known.indices { known[index].move = -1 }
    if hasEnded { releaseSlots() }
    return TouchFrame(device: device, timestamp: moment, contacts: contacts)
  }

  private mutating func releaseSlots() {
    hasEnded = false
    for contact in known where !contact.isDown { freeSlots.append(contact.slot) }
    known.removeAll { !$0.isDown }
  }

  // MARK: Gathering

  @usableFromInline
  mutating func begin(_ id: UInt64, _ location: Point) {
    guard let index = place(of: id) else {
      let contact = Known(
        id: id, location: location, trackingID: nextTrackingID(), slot: freeSlots.popLast() ?? Int32(truncatingIfNeeded: known.count))
      known.append(contact)
      expected = known.count
      return append(contact, .began, location)
    }
    if !known[index].isDown {
      // The id's next contact has the slot of the one that ended, so that the engine sees that one end first (contract 1.4).
      known[index].isDown = true
      known[index].trackingID = nextTrackingID()
    }
    known[index].move = -1
    if location.isFinite { known[index].location = location }
    append(known[index], .began, location)
  }

  @usableFromInline
  mutating func change(_ id: UInt64, _ phase: TouchPhase, _ location: Point?) {
    guard let index = place(of: id), known[index].isDown else {
      // A tracking id that no contact has: the engine counts it and does nothing else.
      return append(Known(id: id, location: .zero, trackingID: -1, slot: -1), phase, location)
    }
    change(at: index, phase, location)
  }

  private mutating func change(at index: Int, _ phase: TouchPhase, _ location: Point?) {
    let place = location ?? known[index].location
    let isValid = place.isFinite
    if isValid { known[index].location = place }
    if phase == .moved, isValid, known[index].move >= 0 {
      contacts[Int(known[index].move)].location = place
      return
    }
    append(known[index], phase, place)
    if phase == .moved {
      if isValid { known[index].move = Int32(truncatingIfNeeded: contacts.count - 1) }
    } else {
      known[index].move = -1
      known[index].isDown = false
      hasEnded = true
    }
  }

  private mutating func append(_ contact: Known, _ phase: TouchPhase, _ location: Point?) {
    if isTaken {
      isTaken = false
      contacts.removeAll(keepingCapacity: true)
    }
    contacts.append(
      Contact(trackingID: contact.trackingID, slot: contact.slot, phase: phase, location: location ?? contact.location))
  }

  /// Where an id is among the known ones; `nil` where it is not.
  private mutating func place(of id: UInt64) -> Int? {
    var index = expected
    if index >= known.count || known[index].id != id {
      index = 0
      while index < known.count, known[index].id != id { index += 1 }
      if index == known.count { return nil }
    }
    expected = index + 1
    return index
  }

  /// A number above 0 that no contact of the feed has; after the largest it starts over.
  private mutating func nextTrackingID() -> Int32 {
    repeat {
      if lastTrackingID == .max { hasWrapped = true }
      lastTrackingID = lastTrackingID == .max ? 1 : lastTrackingID + 1
    } while hasWrapped && known.contains { $0.trackingID == lastTrackingID }
    return lastTrackingID
  }
}

/// Turns the times of a host's events into timestamps: readings of 32 or 64 bits in any unit, unwrapped (contract 1.10, 1.11).
///
/// A host that has no other clock asks the feed's for all times, so that the engine knows one time only:
///
/// ```swift
/// let now = feed.clock.timestamp(at: SDL_GetTicks())
/// application.advance(to: now)
/// ```
///
/// Its timestamps count from the host's 0 unless it was made `near` a moment. A reading that lies up to 1/256 of the clock's range before
/// the last one (4.6 hours of 32-bit milliseconds, 16 seconds of 32-bit microseconds) is a step back: its timestamp is that much
/// earlier, and the engine handles it at the time it has. Every other reading is ahead, past the end of the range if need be.
/// A pause of more than the range (49.7 days of 32-bit milliseconds, 71.6 minutes of 32-bit microseconds) between two readings
/// loses whole ranges, which does no harm to the engine. Sums saturate.
public struct HostClock: Sendable {
  /// How many bits of a reading count.
  public enum Width: Int, Hashable, Sendable {
    /// Readings start over after 2³².
    case bits32 = 32
    /// Readings start over after 2⁶⁴.
    case bits64 = 64
  }

  /// How many bits of a reading count.
  public let width: Width
  /// How many units of the clock are a second; at least 1.
  public let ticksPerSecond: Int
  private let reference: Timestamp?
  /// The last reading; `nil` before the first.
  private var last: UInt64?
  /// The last reading with the ranges that passed before it.
  private var total: Int128 = 0

  /// Creates a clock that was not read yet.
  ///
  /// - Parameters:
  ///   - width: how many bits of a reading count.
  ///   - ticksPerSecond: how many of its units are a second; a number below 1 counts as 1.
  ///   - reference: a moment near the first reading, such as `MonotonicClock.now` for a clock that is `CLOCK_MONOTONIC` cut to 32 bits,
  ///     as compositors' times are. The first timestamp is then the nearest to it of those that the reading can mean.
  public init(_ width: Width, ticksPerSecond: Int, near reference: Timestamp? = nil) {
    self.width = width
    self.ticksPerSecond = max(1, ticksPerSecond)
    self.reference = reference
  }

  /// Milliseconds of 32 bits: SDL 2, Wayland, X11, LVGL.
  public static var milliseconds32: HostClock { HostClock(.bits32, ticksPerSecond: 1000) }
  /// Milliseconds of 64 bits.
  public static var milliseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1000) }
  /// Microseconds of 32 bits: the counters of microcontrollers.
  public static var microseconds32: HostClock { HostClock(.bits32, ticksPerSecond: 1_000_000) }
  /// Microseconds of 64 bits: libinput, GLib.
  public static var microseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1_000_000) }
  /// Nanoseconds of 64 bits: SDL 3, Android.
  public static var nanoseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1_000_000_000) }

  /// The moment that a reading means; readings are given in the order in which the host took them.
  @inlinable
  public mutating func timestamp(at ticks: some FixedWidthInteger) -> Timestamp {
    read(UInt64(truncatingIfNeeded: ticks))
  }

  @usableFromInline
  mutating func read(_ bits: UInt64) -> Timestamp {
    let mask = UInt64.max >> UInt64(64 - width.rawValue)
    let reading = bits & mask
    if let last {
      let back = (last &- reading) & mask
      total += back <= mask >> 8 ? -Int128(back) : Int128((reading &- last) & mask)
    } else {
      total = first(reading)
    }
    last = reading
    // Far beyond what a timestamp holds, and the product below fits.
    total = min(max(total, -1 << 100), 1 << 100)
    return Timestamp(microseconds: Int64(clamping: total * 1_000_000 / Int128(ticksPerSecond)))
  }

  /// The first reading, with as many ranges added as bring it nearest to the reference.
  private func first(_ reading: UInt64) -> Int128 {
    guard let reference else { return Int128(reading) }
    let wanted = Int128(reference.microseconds) * Int128(ticksPerSecond) / 1_000_000
    let range = Int128(1) << Int128(width.rawValue)
    return Int128(reading) + ((wanted - Int128(reading) + range / 2) >> Int128(width.rawValue)) * range
  }
}
