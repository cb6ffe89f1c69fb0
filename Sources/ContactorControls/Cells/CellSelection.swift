/// The selected cells of a matrix: a bit for each index, so that a drag over thousands of cells allocates nothing.
struct CellSelection: Equatable {
  private var words: ContiguousArray<UInt64> = []
  /// The number of selected cells.
  private(set) var count = 0

  static func == (left: CellSelection, right: CellSelection) -> Bool {
    guard left.count == right.count else { return false }
    let common = min(left.words.count, right.words.count)
    // With the same count, words beyond the common ones would be missing among these.
    return (0..<common).allSatisfy { left.words[$0] == right.words[$0] }
  }

  func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return words.indices.contains(word) && words[word] & (1 << UInt64(index & 63)) != 0
  }

  /// Inserts or removes an index, which is not negative; returns whether that is a change.
  mutating func set(_ index: Int, _ isIn: Bool) -> Bool {
    guard contains(index) != isIn else { return false }
    let word = index >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] ^= 1 << UInt64(index & 63)
    count += isIn ? 1 : -1
    return true
  }

  mutating func insert(_ index: Int) { _ = set(index, true) }

  /// The least selected index from one on; `nil` if there is none.
  func first(from index: Int) -> Int? {
    guard count > 0 else { return nil }
    var word = index >> 6
    guard words.indices.contains(word) else { return nil }
    var bits = words[word] & (~0 << UInt64(index & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// The greatest selected index; `nil` if there is none.
  var last: Int? {
    words.lastIndex { $0 != 0 }.map { $0 << 6 + 63 - words[$0].leadingZeroBitCount }
  }
}

/// A drag in list mode: what it selects, from where to where, and what was selected before.
struct ListDrag {
  /// The selection before the drag, restored if it is cancelled.
  let original: CellSelection
  let originalLast: Int
  /// The selection of cells outside of the region: what was before for a drag that adds, else nothing.
  let outside: CellSelection
  /// Whether cells in the region become selected, or deselected.
  let selects: Bool
  let anchor: Int
  /// The other end of the region; −1 before the first cell.
  var corner = -1
}

/// The cells between two ends: a rectangle, or the cells between them in the order of reading.
struct CellRegion {
  let rows: ClosedRange<Int>
  private let first: Int
  private let last: Int
  private let isRect: Bool
  private let columns: Int

  /// The region of two indexes in a matrix with columns; `nil` for −1 and for a matrix without columns.
  init?(_ one: Int, _ other: Int, columns: Int, isRect: Bool) {
    guard one >= 0, other >= 0, columns > 0 else { return nil }
    rows = min(one, other) / columns...max(one, other) / columns
    let (left, right) = (one % columns, other % columns)
    (first, last) = isRect ? (min(left, right), max(left, right)) : (min(one, other) % columns, max(one, other) % columns)
    self.isRect = isRect
    self.columns = columns
  }

  /// The columns of a row in the region, empty for a row outside.
  func columns(of row: Int) -> Range<Int> {
    guard rows.contains(row) else { return 0..<0 }
    if isRect { return first..<last + 1 }
    return (row == rows.lowerBound ? first : 0)..<(row == rows.upperBound ? last + 1 : columns)
  }
}
