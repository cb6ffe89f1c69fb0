extension Event {
  /// Every state of the touch since the last delivery, oldest first, the last being its present one (contract 2.2).
  ///
  /// More than one where several frames were merged, see `Application.handle(merging:)`. The touches are copies; their
  /// `id` is that of the touch. Empty for a touch that is not in the event.
  public func coalescedTouches(for touch: Touch) -> [Touch] {
    guard allTouches.contains(touch) else { return [] }
    var previous = touch.previousLocation
    let samples = touch.merged.isEmpty ? [Touch.Sample(contact: touch.contact, timestamp: touch.timestamp)] : Array(touch.merged)
    return samples.map { sample in
      defer { previous = sample.contact.location }
      return Touch(copying: touch, contact: sample.contact, at: sample.timestamp, from: previous)
    }
  }

  /// Where the touch will probably be one and two frames later, going on as it went in the last (contract 2.2).
  ///
  /// Empty for a touch that does not move, that is not in the event, or whose last two frames lie more than
  /// `Tuning.predictionLimit` apart. The touches are copies.
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
