/// Begins, goes on and ends a gesture of several fingers; what the fingers do is reckoned elsewhere.
///
/// | state | finger down | fingers moved | finger up | finger cancelled |
/// | --- | --- | --- | --- | --- |
/// | waiting | fails if too many, begins where there is no slop | begins beyond the slop | last one: fails | last one: fails |
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
  mutating func began(down count: Int) -> GestureStep {
    guard !isUnderWay else { return .wait }
    if count > maximum { return .fail(.tooManyTouches(count, limit: maximum)) }
    guard hysteresis <= 0, count >= minimum else { return .wait }
    isUnderWay = true
    return .begin
  }

  /// Fingers moved, `way` in all since they came down.
  mutating func moved(_ way: Double, fingers: Int) -> GestureStep {
    guard fingers >= minimum else { return .wait }
    if isUnderWay { return .change }
    guard way >= hysteresis else { return .wait }
    isUnderWay = true
    return .begin
  }

  /// Fingers were lifted; `count` are down still, and `shortfall` says why it was no gesture.
  func ended(down count: Int, _ shortfall: @autoclosure () -> GestureReason.Cause) -> GestureStep {
    if isUnderWay { return count < minimum ? .recognize : .wait }
    return count == 0 ? .fail(shortfall()) : .wait
  }

  /// Fingers were taken away; `count` are down still.
  func cancelled(down count: Int) -> GestureStep {
    if isUnderWay { return count < minimum ? .cancel : .wait }
    return count == 0 ? .fail(.cancelled) : .wait
  }
}
