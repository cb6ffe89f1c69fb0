/// Numbers that a seed decides (SplitMix64): the same on every machine.
struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func below(_ bound: Int32) -> Int32 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    // The upper half times the bound: no division, and a bias that nobody sees.
    return Int32(truncatingIfNeeded: ((mixed >> 32) &* UInt64(bound)) >> 32)
  }
}
