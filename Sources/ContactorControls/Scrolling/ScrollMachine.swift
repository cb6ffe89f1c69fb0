import ContactorCore

/// The state machine of scrolling along one axis: the offset of the content at a time (contract 7.6).
///
/// Events and times go in, the offset comes out. Every motion is a closed form of the time since it began, never a sum of steps, so the
/// offset at a time does not depend on when it was asked for before.
///
/// | state        | meaning                                  | finger down | finger moved | finger up                    | rests |
/// | ------------ | ---------------------------------------- | ----------- | ------------ | ---------------------------- | ----- |
/// | idle         | at rest                                  | touched     | –            | –                            | –     |
/// | touched      | a finger holds the content               | –           | dragging     | idle, or springing           | –     |
/// | dragging     | the content follows the finger           | –           | dragging     | decelerating, springing, idle | –    |
/// | decelerating | slows down; beyond an end it springs back | touched    | –            | –                            | idle  |
/// | springing    | returns to an end, or goes to a target   | touched     | –            | –                            | idle  |
/// | animating    | goes to an offset that code set          | touched     | –            | –                            | idle  |
struct ScrollMachine {
  /// The states; see the table.
  enum State: UInt8 {
    case idle, touched, dragging, decelerating, springing, animating

    /// Whether the offset changes without a finger.
    var isMoving: Bool { rawValue >= State.decelerating.rawValue }
  }

  /// The share of the finger's way that the content follows at first beyond its end.
  ///
  /// 0.55: UIKit's, contract 7.6.
  static let rubberBandCoefficient = 0.55
  /// The speed of a spring, per second: critically damped, it is at 9 % of its way after 0.4 s.
  ///
  /// 10 per second: ours; the spring that is published for UIKit's has a mass of 1, a stiffness of 100 and no overshoot, which is this one.
  static let springRate = 10.0
  /// The speed below which a lifted finger does not throw the content, in points per second.
  ///
  /// 50: the minimum fling velocity of Android's `ViewConfiguration`.
  static let flingSpeed = 50.0
  /// The distance from its target at which a motion ends on the target, in points.
  ///
  /// 0.25: less than a pixel of a panel with up to four pixels a point.
  static let restDistance = 0.25
  /// The duration of an animated change, in seconds.
  ///
  /// 0.3: that of UIKit's `setContentOffset(_:animated:)`.
  static let animationDuration = 0.3
  /// The greatest duration of a motion, in seconds.
  ///
  /// 1,000: a throw with the greatest speed takes 150 s at the slowest rate.
  static let longestMotion = 1000.0
  /// The greatest speed that is thrown, in points per second.
  ///
  /// 100,000: a finger that crosses a panel of 1,000 points in one hundredth of a second.
  static let maximumSpeed = 100_000.0

  /// A motion without a finger, as a function of the seconds since it began.
  private enum Curve {
    /// x(t) = from + velocity·(e^(−k·t) − 1) / −k, with k = −1000·ln(rate): a share of the speed is lost in each millisecond.
    case decay(from: Double, velocity: Double, k: Double)
    /// x(t) = target + (away + (velocity + ω·away)·t)·e^(−ω·t): a critically damped spring.
    case spring(target: Double, away: Double, velocity: Double, omega: Double)
    /// From one offset to another, see `eased`.
    case ease(from: Double, to: Double, duration: Double)
  }

  private(set) var state = State.idle
  /// The offset at rest, and the position of the finger while it drags: beyond the end more than is shown.
  private(set) var position = 0.0
  private var limits = ScrollLimits(content: 0, before: 0, after: 0, view: 0, bounces: true)
  private var curve = Curve.ease(from: 0, to: 0, duration: 0)
  private var start = Timestamp(microseconds: 0)
  /// The seconds after which the curve is replaced by `bounce`, or is over.
  private var length = 0.0
  /// The spring that follows a deceleration which met the end.
  private var bounce: Curve?
  private var bounceLength = 0.0
}

// MARK: - Offsets

extension ScrollMachine {
  /// The offset at a time.
  func offset(at time: Timestamp) -> Double {
    switch state {
    case .idle, .touched: return position
    case .dragging: return limits.banded(position)
    case .decelerating, .springing, .animating: return place(after: seconds(to: time))
    }
  }

  /// Moves the time of the motion's beginning with the clock.
  mutating func shift(by microseconds: Int64) { start = start.advanced(byMicroseconds: microseconds) }

  /// The time at which the motion ends; `nil` if there is none.
  var restsAt: Timestamp? {
    guard state.isMoving else { return nil }
    return start.advanced(byMicroseconds: Int64((min(length + bounceLength, Self.longestMotion) * 1e6).rounded(.up)))
  }

  /// The offset at which the motion ends, and that of now if there is none.
  var target: Double {
    if state.isMoving { return Self.target(of: bounce ?? curve) }
    return state == .dragging ? limits.banded(position) : position
  }

  /// The velocity at a time, in points per second.
  func velocity(at time: Timestamp) -> Double {
    guard state.isMoving else { return 0 }
    let seconds = seconds(to: time)
    if let bounce, seconds >= length { return Self.velocity(of: bounce, after: seconds - length) }
    return Self.velocity(of: curve, after: seconds)
  }

  private func seconds(to time: Timestamp) -> Double { max(0, Double(time.microseconds(since: start)) / 1e6) }

  private func place(after seconds: Double) -> Double {
    if seconds < length { return Self.place(on: curve, after: seconds) }
    guard let bounce, seconds < length + bounceLength else { return target }
    return Self.place(on: bounce, after: seconds - length)
  }

  private static func place(on curve: Curve, after seconds: Double) -> Double {
    switch curve {
    case .decay(let from, let velocity, let k): return from + velocity * (1 - decay(-k * seconds)) / k
    case .spring(let target, let away, let velocity, let omega):
      return target + (away + (velocity + omega * away) * seconds) * decay(-omega * seconds)
    case .ease(let from, let to, let duration):
      return from + (to - from) * eased(seconds / duration)
    }
  }

  /// The share of an animated change after a share of its time: slow at both ends, 3s² − 2s³.
  static func eased(_ time: Double) -> Double {
    let share = min(max(time, 0), 1)
    return share * share * (3 - 2 * share)
  }

  private static func velocity(of curve: Curve, after seconds: Double) -> Double {
    switch curve {
    case .decay(_, let velocity, let k): return velocity * decay(-k * seconds)
    case .spring(_, let away, let velocity, let omega):
      return (velocity - omega * (velocity + omega * away) * seconds) * decay(-omega * seconds)
    case .ease: return 0
    }
  }

  private static func target(of curve: Curve) -> Double {
    switch curve {
    case .decay(let from, let velocity, let k): from + velocity / k
    case .spring(let target, _, _, _): target
    case .ease(_, let to, _): to
    }
  }
}

// MARK: - Fingers

extension ScrollMachine {
  /// A finger was put down: a motion stops at its present offset.
  mutating func touch(at time: Timestamp) {
    position = offset(at: time)
    state = .touched
  }

  /// The finger begins to drag.
  mutating func beginDrag(_ limits: ScrollLimits, at time: Timestamp) {
    position = limits.unbanded(offset(at: time))
    self.limits = limits
    state = .dragging
  }

  /// The limits changed while a finger drags: the finger stays at its position.
  mutating func setLimits(_ limits: ScrollLimits) {
    if state == .dragging { self.limits = limits }
  }

  /// Moves the content within its limits, and back from beyond them; returns what is left of the distance at the end.
  mutating func drag(by distance: Double) -> Double {
    let room = distance > 0 ? limits.upper - position : position - limits.lower
    guard state == .dragging, room > 0 else { return distance }
    let way = min(distance.magnitude, room)
    let step = distance > 0 ? way : -way
    position += step
    return distance - step
  }

  /// Moves content back that was pulled beyond its end; returns what is left of the distance when it is back.
  mutating func relax(by distance: Double) -> Double {
    let excess = position - limits.clamp(position)
    guard state == .dragging, excess * distance < 0 else { return distance }
    let way = min(distance.magnitude, excess.magnitude)
    let step = distance > 0 ? way : -way
    position += step
    return distance - step
  }

  /// Pulls the content beyond its end.
  mutating func stretch(by distance: Double) {
    let stretched = position + distance
    guard state == .dragging, stretched.magnitude <= ScrollView.maximumLength else { return }
    position = limits.bounces ? stretched : limits.clamp(stretched)
  }

  /// Whether a distance would move the content within its limits.
  func hasRoom(towards distance: Double) -> Bool {
    distance > 0 ? position < limits.upper : distance < 0 && position > limits.lower
  }
}

// MARK: - Motions

extension ScrollMachine {
  /// Sets the offset without a motion.
  mutating func place(_ offset: Double) {
    position = offset
    state = .idle
  }

  /// Moves everything by a distance: content above what is visible grew, and whatever goes on goes on.
  mutating func shift(by distance: Double) {
    position += distance
    curve = Self.shifted(curve, by: distance)
    bounce = bounce.map { Self.shifted($0, by: distance) }
  }

  private static func shifted(_ curve: Curve, by distance: Double) -> Curve {
    switch curve {
    case .decay(let from, let velocity, let k): .decay(from: from + distance, velocity: velocity, k: k)
    case .spring(let target, let away, let velocity, let omega):
      .spring(target: target + distance, away: away, velocity: velocity, omega: omega)
    case .ease(let from, let to, let duration): .ease(from: from + distance, to: to + distance, duration: duration)
    }
  }

  /// Moves the content by code while a finger drags it: the drag goes on from there.
  mutating func moveDrag(to offset: Double) {
    position = limits.unbanded(offset)
  }

  /// Ends a motion at its target.
  mutating func finish() {
    position = target
    state = .idle
  }

  /// Goes to an offset in a fixed time.
  mutating func animate(to offset: Double, at time: Timestamp) {
    begin(.ease(from: self.offset(at: time), to: offset, duration: Self.animationDuration), .animating, Self.animationDuration, at: time)
  }

  /// Goes to another offset than an animated change began with, in the time that it has left; the present offset stays.
  ///
  /// The way that is left is stretched as a whole, so the content does not slow down and begin anew.
  mutating func redirectAnimation(to target: Double, at time: Timestamp) {
    guard state == .animating, case .ease(let from, let to, let duration) = curve, target != to else { return }
    let share = Self.eased(seconds(to: time) / duration)
    let place = from + (to - from) * share
    let start = share < 1 - 1e-6 ? (place - target * share) / (1 - share) : target
    curve = .ease(from: start, to: target, duration: duration)
  }

  /// The offset at which a throw with a velocity in points per second would end, if nothing stopped it.
  static func landing(from offset: Double, velocity: Double, rate: Double) -> Double {
    offset + velocity / (-1000 * naturalLogarithm(rate))
  }

  /// Decelerates from a velocity in points per second; a share of `rate` of the speed is left after each millisecond.
  ///
  /// Content that meets its end with a speed springs back from there, or stops if it does not bounce.
  mutating func throwContent(_ velocity: Double, rate: Double, _ limits: ScrollLimits, at time: Timestamp) {
    let from = offset(at: time)
    let k = -1000 * naturalLogarithm(rate)
    let landing = from + velocity / k
    let end = limits.clamp(landing)
    self.limits = limits
    let curve = Curve.decay(from: from, velocity: velocity, k: k)
    guard end != landing else {
      let way = (landing - from).magnitude
      return begin(curve, .decelerating, way > Self.restDistance ? naturalLogarithm(way / Self.restDistance) / k : 0, at: time)
    }
    // Beyond the end already: moving outwards, or inwards and too slowly to pass it.
    guard (end - from) * velocity > 0, (landing - end) * velocity > 0 else {
      return spring(to: end, velocity: limits.bounces ? velocity : 0, at: time)
    }
    // e^(−k·t) at the end: the share of the way to the landing that is left there.
    let share = (landing - end) / (landing - from)
    begin(curve, .decelerating, -naturalLogarithm(share) / k, at: time)
    let bounce = Curve.spring(target: end, away: 0, velocity: limits.bounces ? velocity * share : 0, omega: Self.springRate)
    self.bounce = bounce
    bounceLength = Self.springLength(bounce)
  }

  /// Goes on with other limits: a throw up to its end or its landing, whatever would end beyond them back to their end.
  ///
  /// - Returns: whether the motion has changed.
  mutating func redirect(_ limits: ScrollLimits, rate: Double, at time: Timestamp) -> Bool {
    guard state.isMoving else { return false }
    if bounce != nil, seconds(to: time) < length, limits.clamp(Self.target(of: curve)) != target {
      throwContent(velocity(at: time), rate: rate, limits, at: time)
    } else if limits.clamp(target) != target {
      throwContent(velocity(at: time), rate: rate, limits, at: time)
    } else {
      return false
    }
    return true
  }

  /// Goes to a target with a spring that takes the velocity along.
  ///
  /// No velocity towards a target passes it: the spring is as fast as that needs. With a rate of throws, a target at 0.5 to 1.25 times the way
  /// of a throw is reached as by a throw with another rate.
  mutating func spring(to target: Double, velocity: Double, likeThrow rate: Double? = nil, at time: Timestamp) {
    let away = offset(at: time) - target
    var omega = Self.springRate
    if velocity * away < 0 {
      // The rate at which the spring's curve is a pure exponential.
      let own = -velocity / away
      let share = rate.map { own / (-1000 * naturalLogarithm($0)) } ?? 0
      omega = share >= 0.8 && share <= 2 ? own : max(omega, own)
    }
    let curve = Curve.spring(target: target, away: away, velocity: velocity, omega: omega)
    begin(curve, .springing, Self.springLength(curve), at: time)
  }

  private mutating func begin(_ curve: Curve, _ state: State, _ length: Double, at time: Timestamp) {
    self.curve = curve
    self.state = state
    self.length = length
    start = time
    bounce = nil
    bounceLength = 0
  }

  /// The seconds after which a spring stays within `restDistance` of its target, found by halving to 1 µs.
  private static func springLength(_ curve: Curve) -> Double {
    guard case .spring(_, let away, let velocity, let omega) = curve else { return 0 }
    let slope = velocity + omega * away
    func isAtRest(_ seconds: Double) -> Bool {
      (away + slope * seconds).magnitude * decay(-omega * seconds) < restDistance
    }
    // The content passes its target at most once, and is farthest beyond it 1/ω later. If that is too little to count, or so late that nothing
    // is left of it, the content only comes closer from the beginning on; else from there on.
    var low = slope == 0 ? 0 : max(0, 1 / omega - away / slope)
    if low * omega > 700 || isAtRest(low) { low = 0 }
    if isAtRest(low) { return low }
    var step = 1 / omega
    while !isAtRest(low + step), step < longestMotion { step *= 2 }
    while step > 1e-6 {
      step /= 2
      if !isAtRest(low + step) { low += step }
    }
    return low + step
  }
}
