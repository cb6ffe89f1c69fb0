// refused: main actor-isolated static property 'play' can not be referenced from a nonisolated context
// An action of the main actor, registered by a function of no actor.
import ContactorCore

@MainActor final class Player {
  func play(_ sender: Control) {}
}

extension TypedAction<Player> {
  @MainActor static var play: Self { .init { $0.play($1) } }
}

func wire(_ control: Control, to player: Player) {
  control.addTarget(player, action: .play, for: .touchUpInside)
}
