// refused: call to main actor-isolated instance method 'play' in a synchronous nonisolated context
// The same as a closure.
import ContactorCore

@MainActor final class Player {
  func play(_ sender: Control) {}
}

extension TypedAction<Player> {
  static var play: Self { .init { $0.play($1) } }
}
