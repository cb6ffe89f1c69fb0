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
