// refused: main actor-isolated property 'count' can not be mutated from a nonisolated context
// A closure of no actor that changes a class of the main actor.
import ContactorCore

@MainActor final class Player {
  var count = 0
}

func wire(_ control: Control, to player: Player) {
  control.addAction("play", for: .touchUpInside) { _, _ in player.count += 1 }
}
