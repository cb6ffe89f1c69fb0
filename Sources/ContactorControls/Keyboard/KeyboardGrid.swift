import ContactorCore

/// The rectangles of a plane's keys, by which the key under a finger is found.
///
/// The keys of the plane are in one list, row by row, without the gaps. A point belongs to the nearest row, and there to the nearest key:
/// O(log rows + log keys of the row), without allocating.
struct KeyboardGrid {
  /// The keys of a row in the list.
  private struct Row {
    let keys: Range<Int>
    /// The lower edge of the points that belong to the row.
    var hitEnd: Double
  }

  private(set) var keys: [KeyboardLayout.Key] = []
  private(set) var frames: [Rect] = []
  /// Whether there is a key for capitals.
  private(set) var hasShift = false
  private var rows: [Row] = []
  /// For each key, the right edge of the points that belong to it.
  private var hitEnds: [Double] = []
  /// The bounds for which the rectangles are right.
  let bounds: Rect

  /// Computes the rectangles; a size that is negative, infinite or NaN counts as 0.
  ///
  /// O(keys).
  init(_ plane: KeyboardLayout.Plane?, in bounds: Rect) {
    self.bounds = bounds
    guard let plane, !plane.rows.isEmpty else { return }
    let size = bounds.isFinite ? bounds.size : .zero
    let height = max(size.height, 0) / Double(plane.rows.count)
    let widest = plane.rows.reduce(0) { max($0, Self.units($1)) }
    let unit = widest > 0 ? max(size.width, 0) / widest : 0
    let origin = bounds.isFinite ? bounds.origin : .zero
    for (number, row) in plane.rows.enumerated() {
      let x = origin.x + (widest - Self.units(row)) * unit / 2
      add(row, at: Rect(x: x, y: origin.y + Double(number) * height, width: unit, height: height))
    }
  }

  /// The grid without keys.
  init() { self.init(nil, in: .zero) }

  private static func units(_ row: [KeyboardLayout.Key]) -> Double { row.reduce(0) { $0 + $1.units } }

  /// Adds a row; the rectangle is that of a key of one unit at its left end.
  private mutating func add(_ row: [KeyboardLayout.Key], at place: Rect) {
    let first = keys.count
    var x = place.minX
    for key in row {
      let width = key.units * place.width
      if key.role != .gap { append(key, Rect(x: x, y: place.minY, width: width, height: place.height), isFirst: keys.count == first) }
      x += width
    }
    guard keys.count > first else { return }
    // A row of gaps alone is shared by the rows around it.
    if let last = rows.indices.last { rows[last].hitEnd = (frames[rows[last].keys.lowerBound].maxY + place.minY) / 2 }
    rows.append(Row(keys: first..<keys.count, hitEnd: .infinity))
  }

  private mutating func append(_ key: KeyboardLayout.Key, _ frame: Rect, isFirst: Bool) {
    if !isFirst, let last = frames.last { hitEnds[hitEnds.count - 1] = (last.maxX + frame.minX) / 2 }
    keys.append(key)
    if key.role == .shift { hasShift = true }
    frames.append(frame)
    hitEnds.append(.infinity)
  }

  /// The index of the key nearest to a point; `nil` if there is no key, the grid has no area, or the point is not finite.
  func index(at point: Point) -> Int? {
    guard point.isFinite, !rows.isEmpty, !bounds.isEmpty, bounds.isFinite else { return nil }
    let row = rows[Self.search(rows.indices) { rows[$0].hitEnd > point.y }]
    return Self.search(row.keys) { hitEnds[$0] > point.x }
  }

  /// The first index at which a condition holds that holds from there on; the last index if it holds nowhere before.
  private static func search(_ indices: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (indices.lowerBound, indices.upperBound - 1)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The key of an index; `nil` for an index that there is not.
  func key(_ index: Int?) -> KeyboardLayout.Key? {
    guard let index, keys.indices.contains(index) else { return nil }
    return keys[index]
  }

  /// The rectangle of a key; `zero` for an index that there is not.
  func frame(_ index: Int?) -> Rect {
    guard let index, frames.indices.contains(index) else { return .zero }
    return frames[index]
  }
}
