/// Random numbers from a seed, the same on every machine (SplitMix64).
struct Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The numbers of one program of a seed: each program has its own, so that any of them can be made again alone.
  init(seed: UInt64, program: Int) {
    var mixer = Chance(seed: seed ^ 0x6a09_e667_f3bc_c909)
    state = mixer.next() &+ UInt64(truncatingIfNeeded: program) &* 0xd1b5_4a32_d192_ed03
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, the bound; 0 for a bound below 1.
  mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }

  /// A number from the range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True so many times in a hundred.
  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  /// One of the elements.
  ///
  /// - Precondition: there is one.
  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
