import ContactorControls
import ContactorCore

/// A control that counts its touches.
final class Knob: Control {
  private(set) var turns = 0

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    turns += 1
    return true
  }
}

/// A target: a class of no actor, used by the one that made it.
final class Panel: Responder {
  private(set) var lines: [String] = []

  func submit(_ sender: Button) { lines.append("submitted") }
  func turn(_ sender: Knob) { lines.append("turned \(sender.turns) times") }
}

extension TypedAction<Panel> {
  static var submit: Self { .init { $0.submit($1) } }
  static var turn: Self { .init(Panel.turn(_:)) }
}
