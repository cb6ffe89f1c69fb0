/// Finds the name that someone probably meant.
enum NearestName {
  /// The candidate nearest to `name`; `nil` if none is near enough.
  ///
  /// Of two equally near the first wins.
  static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
    let typed = letters(name)
    guard !typed.isEmpty, typed.count <= 40 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let right = letters(candidate)
      let limit = allowance(typed, right)
      guard abs(typed.count - right.count) <= limit else { continue }
      let distance = distance(typed, right)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
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
        var cost = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, beforePrevious[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }

  /// Short words are near to everything, so they may differ less.
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
}
