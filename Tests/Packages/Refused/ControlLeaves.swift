// refused: sending 'control' risks causing data races
// A control that sends an action of the main actor leaves it.
import ContactorCore

@MainActor final class Player {
  func play(_ sender: Control) {}
}

extension TypedAction<Player> {
  @MainActor static var play: Self { .init { $0.play($1) } }
}

@MainActor func makeControl(for player: Player) -> sending Control {
  let control = Control(frame: .zero)
  control.addTarget(player, action: .play, for: .touchUpInside)
  return control
}
