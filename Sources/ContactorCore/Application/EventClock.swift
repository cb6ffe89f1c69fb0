/// Decides which time counts, between devices whose clocks differ (contract 1.10).
///
/// A frame that is earlier than the last one is processed at the last one's time (contract 1.2). Four such frames in a row that agree, each a
/// second too early or more and not earlier than the one before, are right, and the later time was wrong:
///
/// | who set the later time | what happens |
/// | --- | --- |
/// | the same device, or another one with fewer than four frames there | the earlier time counts |
/// | another device, with four frames there or more | the clocks of the two differ: the late one's is corrected from now on |
/// | the device itself, with a corrected clock | the correction ends, and the next four frames decide |
struct EventClock {
  /// How many frames must agree.
  static let agreement = 4
  /// A frame that is less too early, 1 s, was read late: frames of several panels are, after a stall, and then catch up.
  private static let lag: Microseconds = 1_000_000
  /// A device's frame so much later than the last frame begins a new count of frames that agree: 10 s.
  private static let leap: Microseconds = 10_000_000

  /// What a frame's time means.
  enum Judgement: Equatable {
    /// The frame is not earlier than the last one.
    case onTime(Timestamp)
    /// The frame is earlier, and is processed at the last one's time.
    case early
    /// The frame is earlier, and its time counts.
    case right(Timestamp)
  }

  /// The time of the last frame, and who sent it.
  private(set) var last: Timestamp?
  private var leader = DeviceID(rawValue: 0)
  /// How many frames in a row agree on the last frame's time.
  private var confirmations = 0
  /// How many earlier frames in a row agree, and the last one's time.
  private var earlier = 0
  private var lastEarlier = Timestamp(microseconds: .min)
  /// What is added to the times of devices whose clocks are corrected; few.
  private var corrections: [(device: DeviceID, microseconds: Microseconds)] = []

  /// Takes the time of a frame.
  @inline(__always)
  mutating func take(_ time: Timestamp, of device: DeviceID) -> Judgement {
    let time = corrections.isEmpty ? time : corrected(time, device)
    if let last, time < last { return judge(time, before: last, device) }
    let leaps = last.map { time.microseconds(since: $0) > Self.leap } ?? true
    confirmations = leaps ? 1 : min(confirmations + 1, Self.agreement)
    last = time
    leader = device
    earlier = 0
    return .onTime(time)
  }

  private func corrected(_ time: Timestamp, _ device: DeviceID) -> Timestamp {
    corrections.first { $0.device == device }.map { time.advanced(byMicroseconds: $0.microseconds) } ?? time
  }

  @inline(never)
  private mutating func judge(_ time: Timestamp, before last: Timestamp, _ device: DeviceID) -> Judgement {
    guard last.microseconds(since: time) >= Self.lag else { return .early }
    earlier = earlier > 0 && time >= lastEarlier ? earlier + 1 : 1
    lastEarlier = time
    guard earlier >= Self.agreement else { return .early }
    earlier = 0
    if let index = corrections.firstIndex(where: { $0.device == device }) {
      corrections.remove(at: index)
      return .early
    }
    if leader != device, confirmations >= Self.agreement {
      corrections.append((device, last.microseconds(since: time)))
      return .early
    }
    self.last = time
    leader = device
    confirmations = Self.agreement
    return .right(time)
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
    for touch in touches { touch.shiftTime(by: way) }
    for touch in gestures.arena.undeliveredTouches where !touches.contains(touch) { touch.shiftTime(by: way) }
    gestures.arena.shiftTime(by: way)
    for window in windowList { window.turnBack(by: way) }
    clockListeners.removeAll { $0.owner == nil }
    for listener in clockListeners where listener.owner != nil { listener.body(way) }
  }

  /// Calls a closure with the microseconds by which event time was turned back, below 0, as long as the owner lives; for what keeps times.
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
