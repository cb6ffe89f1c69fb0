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

  /// Ignores the last of new touches where there are too many.
  final func ignoreSurplus(_ new: TouchSet, over limit: Int, _ event: Event) {
    for touch in new.reversed() where touches.count > limit { ignore(touch, for: event) }
  }
}
