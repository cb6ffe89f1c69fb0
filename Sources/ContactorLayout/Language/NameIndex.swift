/// Finds the name that was probably meant among names that are prepared once: ids of a layout, keys of a table.
///
/// The steps of all searches together are counted and limited by the caller, so that a file full of unknown names costs no
/// more than its length; a search that exceeds the limit finds nothing.
package struct NameIndex: Sendable {
  private struct Candidate {
    let name: String
    let letters: [UInt8]
    let presence: UInt64
  }

  private let candidates: [Candidate]

  init(_ names: some Sequence<String>) {
    candidates = names.map { name in
      let letters = Self.letters(name)
      return Candidate(name: name, letters: letters, presence: Self.presence(of: letters))
    }
  }

  /// The candidate nearest to `name`; `nil` if none is near enough.
  ///
  /// Of two equally near the first wins.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    var steps = Int.max
    return NameIndex(candidates).nearest(to: name, steps: &steps)
  }

  /// The candidate nearest to `name`; `nil` if none is near enough, or if the steps do not suffice.
  ///
  /// - Parameter steps: how many steps are left: one for each candidate, and one for each pair of letters that is compared.
  func nearest(to name: String, steps: inout Int) -> String? {
    let typed = Self.letters(name)
    guard !typed.isEmpty, typed.count <= 40 else { return nil }
    let presence = Self.presence(of: typed)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      steps -= 1
      guard steps > 0 else { return nil }
      let limit = min(Self.allowance(typed, candidate.letters), (best?.distance ?? .max) - 1)
      // Each edit changes the length by one at most, and takes away and adds one letter at most.
      guard abs(typed.count - candidate.letters.count) <= limit,
        (presence & ~candidate.presence).nonzeroBitCount <= limit,
        (candidate.presence & ~presence).nonzeroBitCount <= limit
      else { continue }
      steps -= typed.count * candidate.letters.count
      guard steps > 0 else { return nil }
      let distance = Self.distance(typed, candidate.letters)
      if distance <= limit { best = (candidate.name, distance) }
    }
    return best?.name
  }

  /// How many edits turn `left` into `right`: letters added, dropped, replaced, or two neighbours swapped.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var cost = min(min(previous[column], current[column - 1]) + 1, previous[column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, beforePrevious[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }

  /// How many edits a candidate may be away: short words are near to everything, so they may differ less.
  private static func allowance(_ typed: [UInt8], _ right: [UInt8]) -> Int {
    switch right.count {
    case ...3: 1
    case ...5: typed.first == right.first ? 2 : 1
    case ...8: 2
    default: 3
    }
  }

  /// The name's bytes with ASCII letters in lower case, so that case alone is no distance.
  private static func letters(_ name: String) -> [UInt8] {
    name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Which letters occur, as a set of bits.
  private static func presence(of letters: [UInt8]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}
