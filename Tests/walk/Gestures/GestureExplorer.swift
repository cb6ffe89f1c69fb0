import ContactorCore

/// Plays what fingers can do on views full of recognizers, each interleaving from rest to rest.
struct GestureExplorer {
  /// How many interleavings were played.
  private(set) var played = 0
  private(set) var mistakes: [String] = []
  private let stands = GestureStand.Manner.allCases.map { ($0, GestureStand($0)) }
  /// Fast enough for taps and swipes, and slow enough for long presses.
  private let intervals: [Int64] = [30_000, 300_000]

  /// Sequences decided, and recognized.
  var counts: (decided: Int, recognized: Int) {
    stands.reduce((0, 0)) { ($0.0 + $1.1.counts.decided, $0.1 + $1.1.counts.recognized) }
  }

  /// Plays every interleaving of as many steps by each of the fingers.
  mutating func playAll(fingers: Int, steps: Int) {
    extend([], isDown: Array(repeating: false, count: fingers), left: Array(repeating: steps, count: fingers))
  }

  private mutating func extend(_ moves: [Move], isDown: [Bool], left: [Int]) {
    guard left.contains(where: { $0 > 0 }) else { return play(moves, fingers: left.count) }
    for finger in left.indices where left[finger] > 0 {
      for step in Step.possible(whileDown: isDown[finger]) {
        var (isDown, left) = (isDown, left)
        isDown[finger] = step != .up && step != .cancel
        left[finger] -= 1
        extend(moves + [Move(finger: finger, step: step)], isDown: isDown, left: left)
      }
    }
  }

  /// Plays an interleaving of three fingers that is chosen at random.
  mutating func playOne(steps: Int, _ random: Chance) {
    var (isDown, left) = ([false, false, false], [steps, steps, steps])
    var moves: [Move] = []
    while left.contains(where: { $0 > 0 }) {
      let finger = random.below(3)
      guard left[finger] > 0 else { continue }
      let possible = Step.possible(whileDown: isDown[finger])
      let step = possible[random.below(possible.count)]
      isDown[finger] = step != .up && step != .cancel
      left[finger] -= 1
      moves.append(Move(finger: finger, step: step))
    }
    play(moves, fingers: 3)
  }

  private mutating func play(_ moves: [Move], fingers: Int) {
    for (manner, stand) in stands {
      for interval in intervals {
        played += 1
        for mistake in stand.play(moves, fingers: fingers, interval: interval) where mistakes.count < 10 {
          let steps = moves.map { "\($0.finger) \($0.step)" }.joined(separator: ", ")
          mistakes.append("\(manner), every \(interval) µs: \(steps): \(mistake)")
        }
      }
    }
  }
}
