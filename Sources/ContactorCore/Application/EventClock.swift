/// Decides which time counts if frames are earlier than the last one (contract 1.10).
///
/// Such a frame is processed at the last one's time (contract 1.2). Frames in a row that agree, each a second too early or more and not
/// earlier than the one before, are right, and the later time was wrong:
///
/// | who set the later time | how many must agree |
/// | --- | --- |
/// | the same device, or another one with fewer than four frames that agree | 4 |
/// | another device, with four frames that agree or more: the two clocks differ | 100 |
package struct EventClock {
  /// How many frames must agree.
  private static let agreement = 4
  /// How many must agree against another device that goes on with its own clock: the time stays with that device while both are used.
  private static let majority = 100
  /// A frame that is less too early was read late: frames of several panels are, after a stall, and then catch up.
  private static let lag: Microseconds = 1_000_000
  /// A frame so much later than the last one begins a new count of frames that agree: 10 s.
  private static let leap: Microseconds = 10_000_000

  /// The meaning of a frame's time.
  package enum Judgement: Equatable {
    /// The frame is not earlier than the last one.
    case onTime
    /// The frame is earlier, and is processed at the last one's time.
    case early
    /// The frame is earlier, and its time counts.
    case right
  }

  /// The time of the last frame, and who sent it.
  private var last = Timestamp(microseconds: .min)
  private var leader = DeviceID(rawValue: 0)
  /// How many frames in a row agree on the last frame's time.
  private var confirmations = 0
  /// How many earlier frames in a row agree, and the last one's time.
  private var earlier = 0
  private var lastEarlier = Timestamp(microseconds: .min)

  /// Creates a clock that takes any time.
  package init() {}

  /// Takes the time of a frame.
  @inline(__always)
  package mutating func take(_ time: Timestamp, of device: DeviceID) -> Judgement {
    if time < last { return judge(time, before: last, device) }
    if time.microseconds(since: last) > Self.leap {
      confirmations = 1
    } else if confirmations < Self.agreement {
      confirmations += 1
    }
    last = time
    leader = device
    earlier = 0
    return .onTime
  }

  @inline(never)
  private mutating func judge(_ time: Timestamp, before last: Timestamp, _ device: DeviceID) -> Judgement {
    guard last.microseconds(since: time) >= Self.lag else { return .early }
    earlier = earlier > 0 && time >= lastEarlier ? earlier + 1 : 1
    lastEarlier = time
    let clocksDiffer = leader != device && confirmations >= Self.agreement
    guard earlier >= (clocksDiffer ? Self.majority : Self.agreement) else { return .early }
    earlier = 0
    self.last = time
    leader = device
    confirmations = Self.agreement
    return .right
  }
}

extension Application {
  /// Makes an earlier time count: everything that has a time moves with the clock, so that what is left of a press, a pause or a motion
  /// stays the same.
  @inline(never)
  final func turnBack(to time: Timestamp) {
    let way = time.microseconds(since: now)
    guard way < 0 else { return }
    now = time
    event.timestamp = event.timestamp.advanced(byMicroseconds: way)
    timers.shift(by: way)
    taps.shift(by: way)
    verifier.forgetTime()
    let touches = event.touches
    for touch in touches { touch.shiftTime(by: way, to: time) }
    for touch in gestures.arena.undeliveredTouches where !touches.contains(touch) { touch.shiftTime(by: way, to: time) }
    gestures.arena.shiftTime(by: way)
    for window in windowList { window.turnBack(by: way) }
    clockListeners.removeAll { $0.owner == nil }
    for listener in clockListeners where listener.owner != nil { listener.body(way) }
  }

  /// Calls a closure when event time is turned back, with the microseconds, below 0, as long as the owner lives; for objects that keep times.
  package final func followClock(_ owner: AnyObject, _ body: @escaping (Int64) -> Void) {
    clockListeners.append(ClockListener(owner: owner, body: body))
  }
}

/// A view that keeps times.
package protocol ClockFollower: View {
  /// Moves the times by microseconds below 0, as event time was turned back (contract 1.10).
  func clockTurnedBack(by microseconds: Int64)
}

extension View {
  fileprivate final func turnBack(by microseconds: Microseconds) {
    (self as? any ClockFollower)?.clockTurnedBack(by: microseconds)
    for view in subviews { view.turnBack(by: microseconds) }
  }
}

/// A closure that is called when event time is turned back.
struct ClockListener {
  weak var owner: AnyObject?
  let body: (Int64) -> Void
}
