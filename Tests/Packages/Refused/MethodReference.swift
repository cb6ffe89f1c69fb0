// refused: call to main actor-isolated initializer 'init(_:named:)' in a synchronous nonisolated context
// A method of the main actor as an action of no actor.
import ContactorCore

@MainActor final class Player {
  func play(_ sender: Control) {}
}

extension TypedAction<Player> {
  static var play: Self { .init(Player.play(_:)) }
}
