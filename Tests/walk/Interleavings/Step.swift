/// What a finger can do in one frame.
enum Step: UInt8, CaseIterable {
  /// Comes down in the middle of its place.
  case down
  /// Moves to the middle of its place.
  case moveIn
  /// Moves out of the reach of every control.
  case moveOut
  /// Is lifted where it is.
  case up
  /// Is taken away.
  case cancel

  /// What a finger can do: come down while it is up, all else while it is down.
  static func possible(whileDown isDown: Bool) -> [Step] {
    isDown ? [.moveIn, .moveOut, .up, .cancel] : [.down]
  }
}

/// One finger's step.
struct Move: Hashable {
  var finger: Int
  var step: Step
}
