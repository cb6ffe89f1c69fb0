/// An event for responders: the touches at one time (contract 2.2).
///
/// One event object exists from the first finger down to the last finger up, as in UIKit; its contents change from frame to frame. A
/// sender can subclass it, so that the event carries a payload up the responder chain.
open class Event {
  /// The time of the last frame.
  @safe @exclusivity(unchecked) public internal(set) final var timestamp: Timestamp
  /// Every touch that is down or was lifted in this frame, in the order in which the touches began.
  public final var allTouches: TouchSet { TouchSet(touches) }
  @safe @exclusivity(unchecked) final var touches: ContiguousArray<Touch> = []
  /// The control events of the current delivery; empty outside of an action (contract 5.10).
  @safe @exclusivity(unchecked) public internal(set) final var controlEvents: Control.Events = []

  /// Creates an event without touches, for senders that create their own.
  public init(timestamp: Timestamp = Timestamp(microseconds: 0)) {
    self.timestamp = timestamp
  }

  /// The touches of the view: those that hit it and were delivered to it.
  public func touches(for view: View) -> TouchSet {
    TouchSet(touches.filter { $0.view === view && $0.isDelivered })
  }

  /// The first touch of the view; allocates nothing.
  final func firstTouch(of view: View) -> Touch? {
    touches.first { $0.view === view && $0.isDelivered }
  }

  /// The time and the control events of an event's current delivery; `nil` for no event.
  ///
  /// One call, which retains nothing: each stored property that another module reads costs a check of exclusive access.
  package static func delivery(of event: Event?) -> (timestamp: Timestamp, controlEvents: Control.Events)? {
    event.map { ($0.timestamp, $0.controlEvents) }
  }

  /// The touches that began in the window.
  public func touches(for window: Window) -> TouchSet {
    TouchSet(touches.filter { $0.window === window })
  }
}

extension Event {
  /// Every state of the touch since the last delivery, oldest first, its current state last (contract 2.2).
  ///
  /// There are several if frames were merged, see `Application.handle(merging:)`. The touches are copies with the `id` of the touch.
  /// Empty for a touch that is not in the event.
  public func coalescedTouches(for touch: Touch) -> [Touch] {
    guard allTouches.contains(touch) else { return [] }
    var previous = touch.previousLocation
    let samples = touch.merged.isEmpty ? [Touch.Sample(contact: touch.contact, timestamp: touch.timestamp)] : Array(touch.merged)
    return samples.map { sample in
      defer { previous = sample.contact.location }
      return Touch(copying: touch, contact: sample.contact, at: sample.timestamp, from: previous)
    }
  }

  /// The probable positions of the touch one and two frames later, extrapolated from its last two frames (contract 2.2).
  ///
  /// Empty for a touch that does not move, that is not in the event, or whose last two frames lie more than `Tuning.predictionLimit`
  /// apart. The touches are copies.
  public func predictedTouches(for touch: Touch) -> [Touch] {
    let interval = touch.timestamp.microseconds(since: touch.previousTimestamp)
    guard allTouches.contains(touch), touch.phase == .moved, interval > 0, interval <= Tuning.predictionLimit.clampedMicroseconds else {
      return []
    }
    let step = touch.location - touch.previousLocation
    return (1...2).map { count in
      var contact = touch.contact
      contact.location = Point(x: touch.location.x + step.x * Double(count), y: touch.location.y + step.y * Double(count))
      let previous = Point(x: contact.location.x - step.x, y: contact.location.y - step.y)
      return Touch(copying: touch, contact: contact, at: touch.timestamp.advanced(byMicroseconds: interval * Int64(count)), from: previous)
    }
  }
}

extension Application {
  /// Handles frames that arrived together; successive frames in which contacts only move are delivered as one, so that a host that falls
  /// behind does not act on every step (contract 2.2).
  ///
  /// `Event.coalescedTouches(for:)` has every step. Frames of other devices, and frames in which a contact begins, ends or is cancelled,
  /// are delivered separately.
  public func handle(merging frames: some Sequence<TouchFrame>) {
    var waiting: TouchFrame?
    for frame in frames {
      let moves = frame.contacts.allSatisfy { $0.phase == .moved || $0.phase == .stationary }
      if let before = waiting, moves, before.device == frame.device {
        merge(before)
      } else if let before = waiting {
        handle(before)
      }
      waiting = frame
      if !moves {
        handle(frame)
        waiting = nil
      }
    }
    if let waiting { handle(waiting) }
  }

  /// Records the states of a frame that a later frame supersedes.
  private func merge(_ frame: TouchFrame) {
    for contact in frame.contacts where contact.location.isFinite {
      let key = ContactKey(device: frame.device, trackingID: contact.trackingID)
      guard contact.phase == .moved, let touch = touch(for: key) else { continue }
      touch.merged.append(Touch.Sample(contact: contact, timestamp: max(frame.timestamp, now)))
      tracking.hasMerged = true
    }
  }
}

/// The touches of one phase in one delivery: a set in the order in which the touches began.
///
/// It is a value that a receiver may store. Most sets contain one touch, which needs no storage of its own, so that delivering a frame
/// allocates nothing.
public struct TouchSet: RandomAccessCollection {
  /// The only touch; `nil` if the set is stored in `touches`.
  @usableFromInline var only: Touch?
  /// The touches, unless `only` is the single one.
  @usableFromInline var touches: ContiguousArray<Touch>

  @inline(__always)
  init(_ touches: ContiguousArray<Touch> = []) {
    self.touches = touches
    only = nil
  }

  /// Creates the set of a single touch; allocates nothing.
  @inline(__always)
  init(only touch: Touch) {
    touches = []
    only = touch
  }

  /// The position of the first touch: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last touch.
  @inlinable public var endIndex: Int { only == nil ? touches.count : 1 }
  /// The touch at a position; O(1).
  @inlinable public subscript(position: Int) -> Touch {
    if let only {
      precondition(position == 0, "a set of one touch has position 0 only")
      return only
    }
    return touches[position]
  }

  /// Whether the touch is in the set; O(n).
  @inlinable
  public func contains(_ touch: Touch) -> Bool {
    if let only { return only === touch }
    return touches.contains { $0 === touch }
  }
}
