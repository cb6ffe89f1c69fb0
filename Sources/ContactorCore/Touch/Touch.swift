/// One finger on the panel, from the moment it comes down until it is lifted or taken away (contract 2.1).
///
/// The engine makes one object per contact and uses it in every event of that contact's life. Its locations are in
/// points of its window unless a view is named. Not `Sendable`: it belongs to the isolation domain of its engine.
public final class Touch {
  /// The touch's number.
  public let id: TouchID
  /// The device that reports the contact.
  public let device: DeviceID
  /// The kernel's identity of the contact on its device.
  public let trackingID: Int32
  /// The window that the touch began in.
  public let window: Window?
  /// The view that was hit when the touch began; it never changes, even if the view moves away.
  public let view: View?

  /// Where the touch is in its life, as of the last frame.
  @safe @exclusivity(unchecked) public internal(set) var phase: TouchPhase = .began
  /// The phase while a view is told of another one, which a gesture kept back or took away.
  @safe @exclusivity(unchecked) var actualPhase: TouchPhase?
  /// Whether the finger is on the panel, whatever a view is being told.
  var isDown: Bool { (actualPhase ?? phase).isDown }
  /// When the touch last changed.
  @safe @exclusivity(unchecked) public internal(set) var timestamp: Timestamp
  /// When the touch began.
  public let beganAt: Timestamp
  /// How many taps this touch makes: 1 for a first one, 2 for the second of a double tap; 0 once it has moved too far
  /// or stayed down too long (contract 2.3).
  @safe @exclusivity(unchecked) public internal(set) var tapCount: Int = 1

  /// What the device said last, with position in window points.
  @safe @exclusivity(unchecked) public internal(set) var contact: Contact

  @safe @exclusivity(unchecked) var location: Point
  @safe @exclusivity(unchecked) var previousLocation: Point
  @safe @exclusivity(unchecked) var previousTimestamp: Timestamp
  /// The states that were merged into the last delivery, oldest first; empty where it was one frame.
  @safe @exclusivity(unchecked) var merged: ContiguousArray<Sample> = []
  let startLocation: Point
  /// Whether the touch reaches its view; false for a second finger on a single-touch view and the like.
  @safe @exclusivity(unchecked) var isDelivered = true
  /// Whether the engine took it from its view before the finger left; what the device says of it then is ignored.
  @safe @exclusivity(unchecked) var isRevoked = false
  /// The delivery in which the touch last changed, so that a delivery finds its touches without a set.
  @safe @exclusivity(unchecked) var changedIn: UInt64 = 0
  /// The delivery whose views have had this touch.
  @safe @exclusivity(unchecked) var handledIn: UInt64 = 0

  /// The delivery whose recognizers have had this touch.
  @safe @exclusivity(unchecked) var fedIn: UInt64 = 0

  /// The recognizers that see the touch or came too late for it, deepest view first.
  @safe @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []
  /// What recognizers keep from the touch's view.
  @safe @exclusivity(unchecked) var keptBack = KeptBack.nothing
  /// Whether its recognizers have let it go.
  @safe @exclusivity(unchecked) var isUnbound = false

  /// The controls that track or tracked the touch, which an end does not always reach: an override may hold it back, or take
  /// the view out that would pass it on.
  @safe @exclusivity(unchecked) private var tracker: Weak<Control>?
  @safe @exclusivity(unchecked) private var otherTrackers: ContiguousArray<Weak<Control>> = []

  /// Whether the contact's places come in the window's points; else in the screen's, which the window's frame turns.
  let isRouted: Bool
  /// Whether the touch began outside of the window that is modal.
  let isOutside: Bool

  /// Where a touch belongs.
  struct Destination {
    let window: Window?
    let view: View?
    let isRouted: Bool
    var isOutside = false

    /// A touch beside the modal window.
    static func outside(_ window: Window?) -> Destination {
      Destination(window: window, view: nil, isRouted: false, isOutside: true)
    }
  }

  init(id: TouchID, device: DeviceID, contact: Contact, at place: Destination, _ timestamp: Timestamp) {
    self.id = id
    self.device = device
    self.contact = contact
    window = place.window
    view = place.view
    isRouted = place.isRouted
    isOutside = place.isOutside
    self.timestamp = timestamp
    beganAt = timestamp
    trackingID = contact.trackingID
    location = contact.location
    if !place.isRouted, let window = place.window { location = window.convertFromScreen(contact.location) }
    self.contact.location = location
    previousLocation = location
    previousTimestamp = timestamp
    startLocation = location
  }

  /// Takes the contact's new place: the usual change, with nothing else to see to.
  @inline(__always)
  func follow(_ contact: Contact, at now: Timestamp, in delivery: UInt64) {
    previousLocation = location
    previousTimestamp = timestamp
    take(contact)
    phase = .moved
    timestamp = now
    changedIn = delivery
  }

  /// Takes what the device says, its place in points of the window.
  @inline(__always)
  func take(_ contact: Contact) {
    self.contact = contact
    location = contact.location
    guard !isRouted, let window else { return }
    location = window.convertFromScreen(contact.location)
    self.contact.location = location
  }

  /// Notes a control that tracks the touch.
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

  /// Has controls that track the touch still do so no longer, as it is over, and tells whether one did.
  @discardableResult
  func leaveTrackers() -> Bool {
    var wasTracked = tracker?.object?.abandon(self) == true
    let others = otherTrackers
    for other in others where other.object?.abandon(self) == true { wasTracked = true }
    return wasTracked
  }

  /// Whether the touch is still down.
  public var isAlive: Bool { phase.isDown }

  /// Where the touch is, in points of the view, or of its window for `nil`.
  ///
  /// - Complexity: O(depth of the view).
  public func location(in view: View?) -> Point {
    view?.convertFromWindow(location) ?? location
  }

  /// Where the touch was before its last change, in points of the view, or of its window for `nil`.
  public func previousLocation(in view: View?) -> Point {
    view?.convertFromWindow(previousLocation) ?? previousLocation
  }
}

extension Touch {
  /// What a log tells of a touch.
  ///
  /// Asked for in one call: another module that reads a stored property pays for a check of exclusive access each time.
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
  /// Two touches are equal when they are the same object.
  public static func == (left: Touch, right: Touch) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Touch {
  /// A state of a touch at one moment.
  struct Sample {
    let contact: Contact
    let timestamp: Timestamp
  }

  /// A touch that is a copy of another at one moment, for coalesced and predicted touches.
  convenience init(copying touch: Touch, contact: Contact, at timestamp: Timestamp, from previous: Point) {
    let place = Destination(window: touch.window, view: touch.view, isRouted: true, isOutside: touch.isOutside)
    self.init(id: touch.id, device: touch.device, contact: contact, at: place, timestamp)
    phase = contact.phase
    tapCount = touch.tapCount
    previousLocation = previous
  }
}

extension Touch {
  /// Where the touch is, as exactly as the device tells; here the same as `location(in:)`, which is not rounded.
  public func preciseLocation(in view: View?) -> Point { location(in: view) }

  /// Where the touch was, as exactly as the device told.
  public func precisePreviousLocation(in view: View?) -> Point { previousLocation(in: view) }

  /// Half of the contact's longer axis, in points; 0 where the panel does not report it.
  public var majorRadius: Double { (contact.touchMajor ?? 0) / 2 }

  /// How far `majorRadius` may be off, in points: half of what lies between the contact's two axes.
  ///
  /// Panels do not state it; a finger's outline is no better known than its two axes differ. 0 where one is unknown.
  public var majorRadiusTolerance: Double {
    guard let major = contact.touchMajor, let minor = contact.touchMinor else { return 0 }
    return (major - minor).magnitude / 2
  }

  /// How hard the finger presses, 0 … `maximumPossibleForce`; 0 where the panel does not report it.
  public var force: Double { contact.pressure ?? 0 }

  /// The greatest force that the panel can report: 1, or 0 where it reports none.
  public var maximumPossibleForce: Double { contact.pressure == nil ? 0 : 1 }
}
