import ContactorControls
import ContactorCore

/// A target that is no responder: an ordinary class of the main actor.
final class Player: ActionTarget {
  private let score: Score

  init(score: Score) { self.score = score }

  func play(_ sender: Button) { score.add("played by \(sender.identifier)") }

  static var actions: [Action] { [Action(.play)] }
}

extension TypedAction<Player> {
  static var play: Self { .init { $0.play($1) } }
}

/// A responder: `nonisolated`, as it is a subclass, with an action of the main actor.
///
/// An engine that ran elsewhere would not call the action.
nonisolated final class Menu: View {
  private var choices = 0
  private let score: Score

  init(score: Score, frame: Rect) {
    self.score = score
    super.init(frame: frame)
  }

  @MainActor func choose(_ sender: Button, forEvent event: Event?) {
    choices += 1
    score.add("choice \(choices) by \(sender.identifier)")
  }

  override class var actions: [Action] {
    super.actions + [
      Action("choose:forEvent:", onMainActor: { (menu: Menu, sender: Button, event: Event?) in menu.choose(sender, forEvent: event) })
    ]
  }
}
