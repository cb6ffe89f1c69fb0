import Glibc

let usage = """
  usage: walk --interleavings [--sample N] [--seed S]
         walk --gestures [--sample N] [--seed S]
         walk --frames N [--without-gestures] [--seed S]

    --interleavings  plays what three fingers can do in five steps each over nested, multi-touch, exclusive, disabled and
                     hidden controls, and compares the engine with a model of the contract; then N of the interleavings
                     (200000 unless given) one by one, chosen at random
    --gestures       plays all that two fingers can do in four steps each on views full of gesture recognizers, then N
                     interleavings of three fingers; every sequence must be decided once, and nothing may be left of it
    --frames N       plays N frames of a random walk, in which everything happens that can: devices that go, palms,
                     timestamps that stand still or step back, actions that change the views
                     --without-gestures leaves recognizers out, which is faster
    --seed S         starts the random numbers there; 1 unless given

  Exit status: 0 when nothing was wrong, 1 when something was, 2 for wrong usage.
  """

/// The number after an option, or what stands in for it.
func number(after option: String, else fallback: Int?) -> Int? {
  guard let index = CommandLine.arguments.firstIndex(of: option) else { return fallback }
  guard index + 1 < CommandLine.arguments.count else { return nil }
  return Int(CommandLine.arguments[index + 1])
}

func exploreInterleavings(sample: Int, seed: Int) -> Bool {
  var explorer = Explorer(comparesWays: true)
  let arrangements = Place.arrangements(of: 3)
  for places in arrangements { explorer.explore(places) }
  let found = explorer.result
  print("\(arrangements.count) arrangements, \(found.states) states, \(found.steps) steps compared")
  print("they cover all \(Explorer.interleavings(fingers: 3, steps: 5)) interleavings of five steps each")
  let random = Chance(seed: UInt64(truncatingIfNeeded: seed))
  for _ in 0..<sample { explorer.playOne(steps: 5, random) }
  print("\(sample) interleavings one by one: \(explorer.result.steps - found.steps) steps compared")
  for mistake in explorer.result.mistakes { print("wrong: \(mistake)") }
  return explorer.result.mistakes.isEmpty
}

func exploreGestures(sample: Int, seed: Int) -> Bool {
  var explorer = GestureExplorer()
  explorer.playAll(fingers: 2, steps: 4)
  print("\(explorer.played) sequences of two fingers")
  let random = Chance(seed: UInt64(truncatingIfNeeded: seed))
  for _ in 0..<sample { explorer.playOne(steps: 5, random) }
  let counts = explorer.counts
  print("\(explorer.played) sequences, \(counts.decided) decisions, \(counts.recognized) gestures")
  for mistake in explorer.mistakes { print("wrong: \(mistake)") }
  return explorer.mistakes.isEmpty
}

func walk(frames: Int, seed: Int) -> Bool {
  let hasGestures = !CommandLine.arguments.contains("--without-gestures")
  let walk = RandomWalk(seed: UInt64(truncatingIfNeeded: seed), hasGestures: hasGestures)
  walk.run(frames: frames)
  print(walk.summary)
  for mistake in walk.mistakes { print("wrong: \(mistake) (seed \(seed))") }
  return walk.mistakes.isEmpty
}

#if !DEBUG
  print("walk: built without the engine's verifier; tools/walk builds it in")
  exit(2)
#endif

let seed = number(after: "--seed", else: 1)
let sample = number(after: "--sample", else: 200_000)
let frames = number(after: "--frames", else: nil)
guard let seed, let sample else {
  print(usage)
  exit(2)
}
if CommandLine.arguments.contains("--interleavings") {
  exit(exploreInterleavings(sample: sample, seed: seed) ? 0 : 1)
} else if CommandLine.arguments.contains("--gestures") {
  exit(exploreGestures(sample: sample, seed: seed) ? 0 : 1)
} else if let frames {
  exit(walk(frames: frames, seed: seed) ? 0 : 1)
} else {
  print(usage)
  exit(CommandLine.arguments.contains("--help") ? 0 : 2)
}
