import ContactorCore

/// What became of one touch, for a line of an explanation.
struct TouchStory {
  let id: TouchID
  private let view: String
  /// Whether nothing but its times may be told.
  private let isSecret: Bool
  private let start: Point
  private let density: Double?
  private var end: (phase: TouchPhase, time: Timestamp)?
  private var way = 0.0

  init(_ touch: Touch, isSecret: Bool) {
    id = touch.id
    self.isSecret = isSecret
    view = touch.view?.identifier ?? ""
    start = touch.location(in: nil)
    density = touch.window?.pointsPerMillimetre
  }

  /// Takes the touch's next state.
  ///
  /// - Parameter isEnding: whether the recording is over: the finger was not lifted, as far as is known.
  mutating func take(_ touch: Touch, isEnding: Bool) {
    let place = touch.location(in: nil) - start
    way = max(way, (place.x * place.x + place.y * place.y).squareRoot())
    if !touch.isAlive, !isEnding { end = (touch.phase, touch.timestamp) }
  }

  /// One line; times are counted from `origin`.
  func line(from origin: Timestamp, beganAt: Timestamp) -> String {
    var text = "touch \(id.rawValue): down "
    if isSecret {
      text += "in a secure view"
    } else {
      text += "at \(Measure.place(start))" + (view.isEmpty ? " outside of every view" : " in \(view)")
    }
    if beganAt > origin { text += " at \(Measure.after(beganAt - origin))" }
    if !isSecret { text += ", moved \(Measure.way(way, density))" }
    guard let end else { return text + ", still down at the end" }
    return text + ", \(end.phase == .ended ? "lifted" : "cancelled") at \(Measure.after(end.time - origin))"
  }
}
