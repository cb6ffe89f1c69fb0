/// One finger on the panel, from the moment it touches down until it is lifted or cancelled (contract 2.1).
///
/// The engine creates one object per contact and uses it in every event of that contact. Locations are in points of the touch's window
/// unless a view is named. Not `Sendable`: it belongs to the isolation domain of its engine.
public final class Touch {
  /// The touch's number.
  public let id: TouchID
  /// The device that reports the contact.
  public let device: DeviceID
  /// The contact's identity on its device.
  public let trackingID: Int32
  /// The window that the touch began in.
  public let window: Window?
  /// The view that was hit when the touch began; it never changes, even if the view moves away.
  public let view: View?

  /// The phase of the touch as of the last frame.
  @safe @exclusivity(unchecked) public internal(set) var phase: TouchPhase = .began
  /// The touch's own phase while `phase` shows a view another one, because a gesture withheld or cancelled the touch.
  @safe @exclusivity(unchecked) var actualPhase: TouchPhase?
  /// Whether the finger is on the panel, whatever phase a view is shown.
  var isDown: Bool { (actualPhase ?? phase).isDown }
  /// The time of the touch's last change.
  @safe @exclusivity(unchecked) public internal(set) var timestamp: Timestamp
  /// The time at which the touch began.
  @safe @exclusivity(unchecked) public internal(set) var beganAt: Timestamp
  /// The number of taps that this touch makes: 1 for a first one, 2 for the second of a double tap; 0 once it has moved too far or stayed
  /// down too long (contract 2.3).
  @safe @exclusivity(unchecked) public internal(set) var tapCount: Int = 1

  /// The device's last report, with the position in window points.
  @safe @exclusivity(unchecked) public internal(set) var contact: Contact

  @safe @exclusivity(unchecked) var location: Point
  @safe @exclusivity(unchecked) var previousLocation: Point
  @safe @exclusivity(unchecked) var previousTimestamp: Timestamp
  /// The states that were merged into the last delivery, oldest first; empty if it was one frame.
  @safe @exclusivity(unchecked) var merged: ContiguousArray<Sample> = []
  package let startLocation: Point
  /// Whether the touch is delivered to its view; false, for example, for a second finger on a single-touch view.
  @safe @exclusivity(unchecked) var isDelivered = true
  /// Whether the engine cancelled the touch while the finger was down; later reports of the contact are ignored.
  @safe @exclusivity(unchecked) var isRevoked = false
  /// The last delivery that changed the touch; a delivery finds its touches by this number.
  @safe @exclusivity(unchecked) var changedIn: UInt64 = 0
  /// The last delivery that passed the touch to its view.
  @safe @exclusivity(unchecked) var sentToViewIn: UInt64 = 0

  /// The last delivery that passed the touch to a recognizer.
  @safe @exclusivity(unchecked) var sentToRecognizersIn: UInt64 = 0

  /// The recognizers that see the touch or that it came too late for, deepest view first.
  @safe @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []
  /// The phase that recognizers withhold from the touch's view.
  @safe @exclusivity(unchecked) var delayedPhase = DelayedPhase.none
  /// Whether the touch's recognizers have released it.
  @safe @exclusivity(unchecked) var isUnbound = false

  /// The controls that track or tracked the touch.
  ///
  /// The end of a touch does not always reach them: an override may hold it back, or remove the view that would pass it on.
  @safe @exclusivity(unchecked) private var tracker: Weak<Control>?
  @safe @exclusivity(unchecked) private var otherTrackers: ContiguousArray<Weak<Control>> = []

  /// Whether the contact's positions are in the window's points; otherwise they are in points of the screen.
  let isRouted: Bool
  /// Whether the contact's positions are in points of the window that its device is mapped to, and this one was presented over none.
  private let isFromPanel: Bool
  /// Whether the touch began outside of the modal window.
  let isOutside: Bool

  /// The window and view of a touch.
  struct Destination {
    let window: Window?
    let view: View?
    let isRouted: Bool
    var isFromPanel = false
    var isOutside = false

    /// The destination of a touch beside the modal window.
    static func outside(_ window: Window?, isRouted: Bool = false) -> Destination {
      Destination(window: window, view: nil, isRouted: isRouted, isOutside: true)
    }
  }

  init(id: TouchID, device: DeviceID, contact: Contact, at place: Destination, _ timestamp: Timestamp) {
    self.id = id
    self.device = device
    self.contact = contact
    window = place.window
    view = place.view
    isRouted = place.isRouted
    isFromPanel = place.isFromPanel
    isOutside = place.isOutside
    self.timestamp = timestamp
    beganAt = timestamp
    trackingID = contact.trackingID
    location = contact.location
    if !isRouted, let window { location = window.convertReported(location, by: device, isFromPanel: isFromPanel) }
    self.contact.location = location
    previousLocation = location
    previousTimestamp = timestamp
    startLocation = location
  }

  /// Moves the touch to the contact's new position: the usual change, without a special case.
  @inline(__always)
  func follow(_ contact: Contact, at now: Timestamp, in delivery: UInt64) {
    previousLocation = location
    previousTimestamp = timestamp
    take(contact)
    phase = .moved
    timestamp = now
    changedIn = delivery
  }

  /// Stores the device's report, with its position converted to points of the window.
  @inline(__always)
  func take(_ contact: Contact) {
    self.contact = contact
    location = contact.location
    guard !isRouted, let window else { return }
    location = window.convertReported(location, by: device, isFromPanel: isFromPanel)
    self.contact.location = location
  }

  /// Records a control that tracks the touch.
  func addTracker(_ control: Control) {
    if tracker == nil { tracker = Weak(control) } else { otherTrackers.append(Weak(control)) }
  }

  /// The controls that track or tracked the touch.
  var trackers: ContiguousArray<Control> {
    var trackers: ContiguousArray<Control> = []
    if let first = tracker?.object { trackers.append(first) }
    for other in otherTrackers {
      if let control = other.object { trackers.append(control) }
    }
    return trackers
  }

  /// Makes controls stop tracking the touch, which is over; returns whether a control still tracked it.
  @discardableResult
  func leaveTrackers() -> Bool {
    var wasTracked = tracker?.object?.forget(self) == true
    let others = otherTrackers
    for other in others where other.object?.forget(self) == true { wasTracked = true }
    return wasTracked
  }

  /// Whether the touch is down.
  public var isAlive: Bool { phase.isDown }

  /// The touch's location in points of the view, or of its window for `nil`.
  ///
  /// - Complexity: O(depth of the view).
  public func location(in view: View?) -> Point {
    view?.convertFromWindow(location) ?? location
  }

  /// The touch's location before its last change, in points of the view, or of its window for `nil`.
  public func previousLocation(in view: View?) -> Point {
    view?.convertFromWindow(previousLocation) ?? previousLocation
  }
}

extension Touch {
  /// The values of a touch that a log needs.
  ///
  /// They are read in one call: each stored property that another module reads costs a check of exclusive access.
  package struct Moment {
    package let timestamp: Timestamp
    package let phase: TouchPhase
    package let location: Point
    package let tapCount: Int
  }

  package var moment: Moment {
    Moment(timestamp: timestamp, phase: phase, location: location, tapCount: tapCount)
  }
}

extension Touch: Hashable {
  /// Two touches are equal if they are the same object.
  public static func == (left: Touch, right: Touch) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Touch {
  /// The state of a touch at one time.
  struct Sample {
    let contact: Contact
    let timestamp: Timestamp
  }

  /// Moves the touch's times with the clock, to the present at most: the number of microseconds may be less than it should.
  final func shiftTime(by microseconds: Microseconds, to now: Timestamp) {
    timestamp = min(timestamp.advanced(byMicroseconds: microseconds), now)
    beganAt = min(beganAt.advanced(byMicroseconds: microseconds), now)
    previousTimestamp = previousTimestamp.advanced(byMicroseconds: microseconds)
    for index in merged.indices {
      let sample = merged[index]
      merged[index] = Sample(contact: sample.contact, timestamp: sample.timestamp.advanced(byMicroseconds: microseconds))
    }
  }

  /// Creates a copy of a touch at one time, for coalesced and predicted touches.
  convenience init(copying touch: Touch, contact: Contact, at timestamp: Timestamp, from previous: Point) {
    let place = Destination(window: touch.window, view: touch.view, isRouted: true, isOutside: touch.isOutside)
    self.init(id: touch.id, device: touch.device, contact: contact, at: place, timestamp)
    phase = contact.phase
    tapCount = touch.tapCount
    previousLocation = previous
  }
}

extension Touch {
  /// The touch's location as exactly as the device reports it; here the same as `location(in:)`, which is not rounded.
  public func preciseLocation(in view: View?) -> Point { location(in: view) }

  /// The touch's previous location as exactly as the device reported it.
  public func precisePreviousLocation(in view: View?) -> Point { previousLocation(in: view) }

  /// Half of the contact's longer axis, in points; 0 if the panel does not report it.
  public var majorRadius: Double { (contact.touchMajor ?? 0) / 2 }

  /// The uncertainty of `majorRadius`, in points: half of the difference between the contact's two axes.
  ///
  /// Panels do not state it; the outline of a finger is known no better than its two axes differ. 0 if an axis is unknown.
  public var majorRadiusTolerance: Double {
    guard let major = contact.touchMajor, let minor = contact.touchMinor else { return 0 }
    return (major - minor).magnitude / 2
  }

  /// The force of the touch, 0 … `maximumPossibleForce`; 0 if the panel does not report it.
  public var force: Double { contact.pressure ?? 0 }

  /// The greatest force that the panel can report: 1, or 0 if it reports none.
  public var maximumPossibleForce: Double { contact.pressure == nil ? 0 : 1 }
}

/// The number of a touch: 1 for the first touch of the engine, then counting up.
public struct TouchID: Hashable, Sendable, Comparable {
  /// The number, from 1.
  public var rawValue: Int

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether the left touch began before the right one.
  @inlinable
  public static func < (left: TouchID, right: TouchID) -> Bool { left.rawValue < right.rawValue }
}

/// The ends of recent taps; the tap count of a touch nearby is derived from them (contract 2.3).
struct TapMemory {
  private struct Tap {
    let view: ObjectIdentifier
    /// Retains the view's memory, so that no other view gets its address.
    let memory: Weak<View>
    let location: Point
    var time: Timestamp
    let count: Int
  }

  /// The greatest number of taps that are kept; most panels report ten fingers.
  private static let limit = 32

  private var taps: ContiguousArray<Tap> = []

  /// Moves the times with the clock.
  mutating func shift(by microseconds: Microseconds) {
    for index in taps.indices { taps[index].time = taps[index].time.advanced(byMicroseconds: microseconds) }
  }

  /// Records the end of a touch whose tap count is above 0.
  ///
  /// The reference to the view is weak, so nothing is released that could call back.
  mutating func remember(_ touch: Touch) {
    guard touch.tapCount > 0, let view = touch.view else { return }
    if taps.count >= Self.limit { taps.removeFirst() }
    taps.append(
      Tap(
        view: ObjectIdentifier(view), memory: Weak(view), location: touch.location, time: touch.timestamp,
        count: touch.tapCount))
  }

  /// The tap count of a touch that begins: the count of the nearest tap that it repeats, plus 1; otherwise 1.
  mutating func countForTouch(in view: View, at location: Point, _ time: Timestamp, _ tuning: Tuning) -> Int {
    // The taps are in the order of time.
    let interval = tuning.tapInterval.clampedMicroseconds
    var expired = 0
    while expired < taps.count, time.microseconds(since: taps[expired].time) > interval { expired += 1 }
    if expired > 0 { taps.removeFirst(expired) }
    let limit = tuning.tapDistance * tuning.tapDistance
    var best: (index: Int, distance: Double)?
    for index in taps.indices where taps[index].view == ObjectIdentifier(view) {
      let distance = taps[index].location.squaredDistance(to: location)
      if distance <= limit, distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    guard let best else { return 1 }
    let count = taps.remove(at: best.index).count
    return count == .max ? count : count + 1
  }
}
