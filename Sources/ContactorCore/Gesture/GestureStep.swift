/// What a recognizer's state machine wants after an input.
///
/// A machine is a value: a touch or a moment goes in, a step comes out, and `GestureRecognizer.apply(_:)` carries it
/// out. So a machine can be tested without an engine.
public enum GestureStep: Hashable, Sendable {
  /// Nothing yet.
  case wait
  /// A continuous gesture begins.
  case begin
  /// A continuous gesture goes on.
  case change
  /// A discrete gesture is recognized, or a continuous one ends.
  case recognize
  /// A continuous gesture is broken off; one that has not begun fails.
  case cancel
  /// The touches are not this gesture.
  case fail(GestureReason.Cause)
}

extension GestureRecognizer {
  /// Carries out a step; the usual one, none, costs a comparison.
  @inline(__always)
  final func take(_ step: GestureStep) {
    if step != .wait { apply(step) }
  }

  /// Carries out a step and keeps when the machine wants to be called.
  final func take(_ step: GestureStep, due moment: Timestamp?) {
    if deadline != moment { deadline = moment }
    take(step)
  }

  /// Carries out a step after fingers were lifted; what begins with so few left is over at once.
  final func end(_ step: GestureStep, isOver: Bool) {
    take(step)
    if step == .begin, isOver { take(.recognize) }
  }

  /// Takes new touches into a gesture of so many fingers at most: the touches that were there before, `nil` where no new
  /// one is taken.
  ///
  /// Too many make it fail as long as it has not begun, also while it waits for another recognizer to fail; afterwards the
  /// last of them are ignored.
  final func takeIn(_ new: TouchSet, upTo limit: Int, _ event: Event) -> ContiguousArray<Touch>? {
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

/// Begins, goes on and ends a gesture of several fingers; what the fingers do is reckoned elsewhere.
///
/// | state | finger down | fingers moved | finger up | finger cancelled |
/// | --- | --- | --- | --- | --- |
/// | waiting | fails if too many | begins beyond the slop | last one: fails | last one: fails |
/// | under way | – | changes | too few left: ends | too few left: cancelled |
struct ContinuousMachine: Hashable {
  /// How many fingers it needs.
  var minimum = 1
  /// How many it takes.
  var maximum = Int.max
  /// How far the fingers must go, in the gesture's own unit.
  var hysteresis = 0.0
  private(set) var isUnderWay = false

  /// A finger came down; `count` are down now.
  func began(down count: Int) -> GestureStep {
    guard count > maximum, !isUnderWay else { return .wait }
    return .fail(.tooManyTouches(count, limit: maximum))
  }

  /// Fingers moved, `way` in all since they came down.
  mutating func moved(_ way: Double, fingers: Int) -> GestureStep {
    guard fingers >= minimum else { return .wait }
    if isUnderWay { return .change }
    guard way >= hysteresis else { return .wait }
    isUnderWay = true
    return .begin
  }

  /// Fingers were lifted; `count` are down still of `fingers`, `way` was gone in all, and `shortfall` says why it was no
  /// gesture.
  ///
  /// Fingers that came far enough with their very last sample begin it; it is over if too few are left.
  mutating func ended(
    down count: Int, of fingers: Int, way: Double, _ shortfall: GestureReason.Cause
  ) -> GestureStep {
    if !isUnderWay, fingers >= minimum, way >= hysteresis, way > 0 {
      isUnderWay = true
      return .begin
    }
    if isUnderWay { return count < minimum ? .recognize : .wait }
    return count == 0 ? .fail(shortfall) : .wait
  }

  /// Fingers were taken away; `count` are down still.
  func cancelled(down count: Int) -> GestureStep {
    if isUnderWay { return count < minimum ? .cancel : .wait }
    return count == 0 ? .fail(.cancelled) : .wait
  }
}
