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
  @exclusivity(unchecked) public internal(set) var phase: TouchPhase = .began
  /// When the touch last changed.
  @exclusivity(unchecked) public internal(set) var timestamp: Timestamp
  /// When the touch began.
  public let beganAt: Timestamp
  /// How many taps this touch makes: 1 for a first one, 2 for the second of a double tap; 0 once it has moved too far
  /// or stayed down too long (contract 2.3).
  @exclusivity(unchecked) public internal(set) var tapCount: Int = 1

  /// What the device said last, with position in window points.
  @exclusivity(unchecked) public internal(set) var contact: Contact

  @exclusivity(unchecked) var location: Point
  @exclusivity(unchecked) var previousLocation: Point
  @exclusivity(unchecked) var previousTimestamp: Timestamp
  /// The states that were merged into the last delivery, oldest first; empty where it was one frame.
  @exclusivity(unchecked) var merged: ContiguousArray<Sample> = []
  let startLocation: Point
  /// Whether the touch reaches its view; false for a second finger on a single-touch view and the like.
  @exclusivity(unchecked) var isDelivered = true
  /// Whether the engine took it from its view before the finger left; what the device says of it then is ignored.
  @exclusivity(unchecked) var isRevoked = false
  /// The delivery in which the touch last changed, so that a delivery finds its touches without a set.
  @exclusivity(unchecked) var changedIn: UInt64 = 0
  /// The delivery whose views have had this touch.
  @exclusivity(unchecked) var handledIn: UInt64 = 0

  /// The recognizers that see the touch or came too late for it, deepest view first.
  @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []
  /// What recognizers keep from the touch's view.
  @exclusivity(unchecked) var keptBack = KeptBack.nothing
  /// Whether its recognizers have let it go.
  @exclusivity(unchecked) var isUnbound = false

  init(
    id: TouchID, device: DeviceID, contact: Contact, window: Window?, view: View?, at timestamp: Timestamp
  ) {
    self.id = id
    self.device = device
    self.contact = contact
    self.window = window
    self.view = view
    self.timestamp = timestamp
    beganAt = timestamp
    trackingID = contact.trackingID
    location = contact.location
    previousLocation = contact.location
    previousTimestamp = timestamp
    startLocation = contact.location
  }

  /// Whether the touch is still down.
  public var isAlive: Bool { phase != .ended && phase != .cancelled }

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
    self.init(
      id: touch.id, device: touch.device, contact: contact, window: touch.window, view: touch.view, at: timestamp)
    phase = contact.phase
    tapCount = touch.tapCount
    previousLocation = previous
  }
}
