extension GestureRecognizer {
  /// A setting's length in points; 0 where it is negative or no number.
  final func lengthInPoints(_ distance: Distance) -> Double { gestureScale.positivePoints(distance) }

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
