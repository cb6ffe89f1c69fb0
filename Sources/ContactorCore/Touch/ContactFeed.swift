/// Makes touch frames of contacts that a host identifies by its own ids: from SDL, Wayland, LVGL or a toolkit's callbacks (contract 1.11).
///
/// Call `down`, `moved`, `up` and `cancelled` as the host's events arrive, then handle the frame that collects them:
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
/// A host whose events come in groups (Wayland's `frame`) asks for a frame at the end of a group; a host whose events come singly asks
/// for one after each event. A host with a single pointer omits the id. Ids are integers of any type. The bits of an id with fewer
/// than 64 bits are extended by its sign, so −1 of any width is one id. An id may be used again at once after `up`, even in the same
/// frame.
///
/// Positions are in points of the window that the device is routed to (`Application.route(_:to:)`); without a route, in points of the
/// space that contains the windows' frames.
///
/// | error of the host                               | effect                                                                    |
/// | ----------------------------------------------- | ------------------------------------------------------------------------- |
/// | `down` of an id that is down                    | the contact moves; the engine counts `beganTwice`                         |
/// | `moved`, `up`, `cancelled` of an id that is not down | nothing moves; the engine counts `unknownContact`                    |
/// | `down` at NaN or infinity                       | no touch until that id is down again; the engine counts `invalidPosition` |
/// | `moved` or `up` at NaN or infinity              | the contact stays where it was; the engine counts `invalidPosition`       |
/// | no `up`                                         | the contact is down until `cancelAll()`                                   |
///
/// A feed is a value. An action may feed it while one of its frames is handled. Feeding takes O(contacts that are down), and O(1) for
/// contacts that are fed in the same order in each frame. From frame to frame nothing is allocated, provided that a frame is handled
/// and released before the next contact is fed.
public struct ContactFeed: Sendable {
  /// The device of the frames.
  public let device: DeviceID
  /// Converts the host's times to timestamps.
  ///
  /// Use it for the time of `Application.advance(to:)`, too, so that all times are of one clock.
  public var clock: HostClock

  private struct KnownContact: Sendable {
    var id: UInt64
    /// The last position, for an `up` without a position.
    var location: Point
    var trackingID: Int32
    var slot: Int32
    /// The index in `contacts` of the last change if that was a move, else −1.
    var move: Int32 = -1
    var isDown = true
  }

  /// The contacts that are down, and those that ended since the last frame.
  private var known: ContiguousArray<KnownContact> = []
  private var freeSlots: ContiguousArray<Int32> = []
  /// Not private, for tests: the number starts over after 2³¹ contacts.
  var lastTrackingID: Int32 = 0
  /// Whether tracking ids have started over, so that the next one may be in use.
  private var hasWrapped = false
  /// The index at which the next id is expected: hosts list contacts in the same order each time.
  private var expected = 0
  private var hasEnded = false
  private var contacts: [Contact] = []
  /// Whether `contacts` were returned in a frame, and only their storage is reused.
  private var isTaken = false

  /// Creates a feed without contacts.
  ///
  /// - Parameters:
  ///   - device: the device of the frames; each feed of an application has its own.
  ///   - clock: the clock of the host's times.
  public init(device: DeviceID, clock: HostClock = .microseconds64) {
    self.device = device
    self.clock = clock
  }

  // MARK: Contacts

  /// Reports that a contact touched down; its id is 0 if the host has none.
  @inlinable
  public mutating func down<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point) {
    begin(UInt64(truncatingIfNeeded: id), location)
  }

  /// Reports that a contact moved; several moves of a contact in a frame become the last of them.
  @inlinable
  public mutating func moved<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point) {
    change(UInt64(truncatingIfNeeded: id), .moved, location)
  }

  /// Reports that a contact was lifted, at a position or, for `nil`, at its last one.
  @inlinable
  public mutating func up<ID: FixedWidthInteger>(_ id: ID = UInt64(0), at location: Point? = nil) {
    change(UInt64(truncatingIfNeeded: id), .ended, location)
  }

  /// Reports that a contact was taken away: a palm, a window that lost the panel, a gesture of the compositor.
  @inlinable
  public mutating func cancelled<ID: FixedWidthInteger>(_ id: ID = UInt64(0)) {
    change(UInt64(truncatingIfNeeded: id), .cancelled, nil)
  }

  /// Reports that every contact that is down was taken away: Wayland's `cancel`, which names none, or a host that loses its input.
  public mutating func cancelAll() {
    for index in known.indices where known[index].isDown { change(at: index, .cancelled, nil) }
  }

  // MARK: Frames

  /// Whether no contact was fed since the last frame.
  public var isEmpty: Bool { isTaken || contacts.isEmpty }

  /// The changes fed since the last frame, in that order, at a time of the host's clock.
  ///
  /// If nothing was fed, the frame has no contacts: handling it does what is due until its time.
  @inlinable
  public mutating func frame(at ticks: some FixedWidthInteger) -> TouchFrame {
    frame(at: clock.timestamp(at: ticks))
  }

  /// The changes fed since the last frame, in that order, at a timestamp.
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

  // MARK: Collecting

  @usableFromInline
  mutating func begin(_ id: UInt64, _ location: Point) {
    guard let index = place(of: id) else {
      let contact = KnownContact(
        id: id, location: location, trackingID: nextTrackingID(), slot: freeSlots.popLast() ?? Int32(truncatingIfNeeded: known.count))
      known.append(contact)
      expected = known.count
      return append(contact, .began, location)
    }
    if !known[index].isDown {
      // The next contact of the id has the slot of the ended one, so that the engine delivers the end first (contract 1.4).
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
      // No contact has this tracking id: the engine counts an anomaly and does nothing else.
      return append(KnownContact(id: id, location: .zero, trackingID: -1, slot: -1), phase, location)
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

  private mutating func append(_ contact: KnownContact, _ phase: TouchPhase, _ location: Point?) {
    if isTaken {
      isTaken = false
      contacts.removeAll(keepingCapacity: true)
    }
    contacts.append(
      Contact(trackingID: contact.trackingID, slot: contact.slot, phase: phase, location: location ?? contact.location))
  }

  /// The index of an id in `known`; `nil` if there is none.
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

  /// A number above 0 that no contact of the feed has; it starts over after the largest number.
  private mutating func nextTrackingID() -> Int32 {
    repeat {
      if lastTrackingID == .max { hasWrapped = true }
      lastTrackingID = lastTrackingID == .max ? 1 : lastTrackingID + 1
    } while hasWrapped && known.contains { $0.trackingID == lastTrackingID }
    return lastTrackingID
  }
}
