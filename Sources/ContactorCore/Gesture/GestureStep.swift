/// The answer of a recognizer's state machine to an input.
///
/// A machine is a value: a touch or a time goes in, a step comes out, and `GestureRecognizer.apply(_:)` carries it out. So a machine can
/// be tested without an engine.
public enum GestureStep: Hashable, Sendable {
  /// No decision yet.
  case wait
  /// A continuous gesture begins.
  case begin
  /// A continuous gesture continues.
  case change
  /// A discrete gesture is recognized, or a continuous one ends.
  case recognize
  /// A continuous gesture is cancelled; a gesture that has not begun fails.
  case cancel
  /// The touches are not this gesture.
  case fail(GestureReason.Cause)
}

extension GestureRecognizer {
  /// Carries out a step; `wait`, the usual one, costs a comparison.
  @inline(__always)
  final func take(_ step: GestureStep) {
    if step != .wait { apply(step) }
  }

  /// Carries out a step and sets the machine's deadline.
  final func take(_ step: GestureStep, due moment: Timestamp?) {
    if deadline != moment { deadline = moment }
    take(step)
  }

  /// Carries out a step after fingers were lifted; if too few are left, a gesture that begins ends at once.
  final func end(_ step: GestureStep, isOver: Bool) {
    take(step)
    if step == .begin, isOver { take(.recognize) }
  }

  /// Fails if a finger has moved while fewer were down than the gesture needs: see `failsIfTooFewMove`.
  final func failIfTooFewMoved() {
    guard isUndecided, touches.count < leastTouches else { return }
    let slop = gestureScale.points(.points(Tuning().panHysteresis))
    guard touches.contains(where: { $0.location.squaredDistance(to: $0.startLocation) > slop * slop }) else { return }
    fail(.tooFewTouches(touches.count, needed: leastTouches))
  }

  /// Adds new touches to a gesture with a limited number of fingers; returns the previous touches, or `nil` if no new one was added.
  ///
  /// Too many touches make the gesture fail before it has begun, also while the recognizer waits for another one to fail. Afterwards the
  /// surplus touches are ignored.
  final func admit(_ new: TouchSet, upTo limit: Int, _ event: Event) -> ContiguousArray<Touch>? {
    if isWaiting, touches.downCount > limit {
      fail(.tooManyTouches(touches.downCount, limit: limit))
      return nil
    }
    let others = touches.without(new)
    if current.isUnderWay {
      for touch in new.reversed() where touches.count > limit { ignore(touch, for: event) }
    }
    return touches.count > others.count ? others : nil
  }
}

/// The state machine of a continuous gesture of several fingers; the recognizer measures their movement.
///
/// | state | finger down | fingers moved | finger up | finger cancelled |
/// | --- | --- | --- | --- | --- |
/// | waiting | fails if too many | begins beyond the slop | last one: fails | last one: fails |
/// | under way | – | changes | too few left: ends | too few left: cancelled |
struct ContinuousMachine: Hashable {
  /// The least number of fingers.
  var minimum = 1
  /// The greatest number of fingers.
  var maximum = Int.max
  /// The movement after which the gesture begins, in the gesture's own unit.
  var hysteresis = 0.0
  private(set) var isUnderWay = false

  /// A finger touched down; `count` are down now.
  func began(down count: Int) -> GestureStep {
    guard count > maximum, !isUnderWay else { return .wait }
    return .fail(.tooManyTouches(count, limit: maximum))
  }

  /// Fingers moved, `movement` in all since they touched down.
  mutating func moved(_ movement: Double, fingers: Int) -> GestureStep {
    guard fingers >= minimum else { return .wait }
    if isUnderWay { return .change }
    guard movement >= hysteresis else { return .wait }
    isUnderWay = true
    return .begin
  }

  /// Fingers were lifted: `count` of `fingers` are still down, and they moved `movement` in all.
  ///
  /// The cause `shortfall` explains a failure. Fingers that moved far enough with their last sample begin the gesture; it then ends if too
  /// few are left.
  mutating func ended(
    down count: Int, of fingers: Int, movement: Double, _ shortfall: GestureReason.Cause
  ) -> GestureStep {
    if !isUnderWay, fingers >= minimum, movement >= hysteresis, movement > 0 {
      isUnderWay = true
      return .begin
    }
    if isUnderWay { return count < minimum ? .recognize : .wait }
    return count == 0 ? .fail(shortfall) : .wait
  }

  /// Fingers were cancelled; `count` are still down.
  func cancelled(down count: Int) -> GestureStep {
    if isUnderWay { return count < minimum ? .cancel : .wait }
    return count == 0 ? .fail(.cancelled) : .wait
  }
}
