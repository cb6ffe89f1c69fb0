import ContactorCore

/// The time since the screen was last used (contract 12.1).
///
/// A contact is of use as it lands, moves and is lifted, and while it is down until it has stayed in its place for `restLimit`; such a
/// contact rests, and its lift does not count as use either.
struct IdleClock {
  /// How long a contact may stay in its place before it rests.
  static let restLimit = Duration.seconds(60)

  /// How long after the last use the screen is idle; `nil` for never.
  var after: Duration?
  /// Whether the screen is idle.
  private(set) var isIdle = false
  private var lastUse: Timestamp?
  private var places = ContactPlaces()

  /// When the screen becomes idle unless it is used; `nil` if it is idle, or never will be.
  var deadline: Timestamp? {
    guard !isIdle, let after, let lastUse else { return nil }
    return places.all.reduce(lastUse + after) { max($0, $1.since + Self.restLimit) }
  }

  /// Begins to count if nothing was counted yet: a screen is not idle before it has been there for a while.
  mutating func start(at time: Timestamp) {
    if lastUse == nil { lastUse = time }
  }

  /// Counts from now on, as contacts were not followed before.
  mutating func restart(at time: Timestamp) {
    lastUse = time
    places.removeAll()
  }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    lastUse = lastUse?.advanced(byMicroseconds: microseconds)
    places.shift(by: microseconds)
  }

  /// Takes the contacts of a frame.
  ///
  /// - Parameter slop: how far a contact may stray from its place, in points.
  /// - Returns: whether the frame ends idleness.
  mutating func take(_ frame: TouchFrame, slop: Double) -> Bool {
    let time = frame.timestamp
    var isUsed = false
    for contact in frame.contacts {
      switch places.take(contact, of: frame.device, at: time, slop: slop) {
      case .began, .moved: isUsed = true
      case .ended(let place): if time < place.since + Self.restLimit { isUsed = true }
      case .stayed: break
      }
    }
    guard isUsed else { return false }
    lastUse = lastUse.map { max($0, time) } ?? time
    defer { isIdle = false }
    return isIdle
  }

  /// Lets time pass.
  ///
  /// - Returns: whether idleness begins.
  mutating func advance(to time: Timestamp) -> Bool {
    guard let deadline, deadline <= time else { return false }
    isIdle = true
    return true
  }

  /// Ends idleness without a touch, as another layout may know none.
  mutating func stop() { isIdle = false }

  /// Whether a contact is down that does not rest.
  func isTouched(at time: Timestamp) -> Bool { places.all.contains { time < $0.since + Self.restLimit } }

  /// Whether a contact is down and does not rest.
  func isInUse(_ device: DeviceID, _ trackingID: Int32, at time: Timestamp) -> Bool {
    places.all.contains { $0.trackingID == trackingID && $0.device == device && time < $0.since + Self.restLimit }
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { places.remove(device) }
}
