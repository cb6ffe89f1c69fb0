/// Random numbers from a seed, the same on every machine (SplitMix64); an object, as what it decides calls back for more.
final class Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, the bound; cheap, and even enough for bounds this small.
  func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }

  /// True once in so many times.
  func once(in times: Int) -> Bool { below(times) == 0 }

  /// A number from the range.
  func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }
}
