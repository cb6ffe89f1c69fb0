/// Random numbers of a seed, the same in each run: Knuth's MMIX generator.
final class Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number from 0 up to the limit.
  func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(limit, 1)
  }

  /// True once in so many times.
  func once(in times: Int) -> Bool { next(times) == 0 }
}
