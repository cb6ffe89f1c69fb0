import ContactorControls
import ContactorCore

/// What the application is about.
///
/// It is of the main actor, as everything here that says nothing else.
final class Score {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}

/// A control that counts its touches.
///
/// A subclass of an engine's class is `nonisolated`: what it overrides is, too. It tells the main actor values, no touches.
nonisolated final class Knob: Control {
  private(set) var turns = 0
  private let score: Score

  init(score: Score, frame: Rect) {
    self.score = score
    super.init(frame: frame)
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    turns += 1
    let x = touch.location(in: self).x
    MainActor.assumeIsolated { [score] in score.add("knob touched at \(x)") }
    return true
  }
}
