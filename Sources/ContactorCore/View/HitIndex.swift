/// Finds the subviews that a point may hit without asking all of them: a grid over their outlines.
///
/// It is made when a view with many subviews is hit-tested and kept while they only move or are added in front; other
/// changes drop it. Subviews that moved since, that were added, whose class overrides hit-testing, or that cover much of
/// the grid are *loose*: always asked. The grid only leaves out views that cannot be hit; the views themselves decide.
final class HitIndex {
  /// The least number of subviews for which an index pays.
  static let threshold = 24

  private let area: Rect
  private let scaleX: Double
  private let scaleY: Double
  private let side: Int
  /// Where each cell's positions begin in `positions`; one more than there are cells.
  private var starts: ContiguousArray<Int32>
  /// Positions of subviews by cell, ascending in each.
  private var positions: ContiguousArray<Int32>
  /// The positions of loose subviews, ascending.
  private var loose: ContiguousArray<Int32> = []
  private let looseLimit: Int

  /// Indexes the subviews; O(n).
  init(_ subviews: ContiguousArray<View>) {
    var outlines: ContiguousArray<Outline?> = []
    outlines.reserveCapacity(subviews.count)
    for (position, view) in subviews.enumerated() {
      view.indexPosition = Int32(position)
      outlines.append(Outline(of: view))
    }
    let found = Outline(around: outlines)
    side = max(1, min(256, Int(Double(subviews.count).squareRoot())))
    area = Rect(x: found.minX, y: found.minY, width: found.maxX - found.minX, height: found.maxY - found.minY)
    scaleX = area.size.width > 0 ? Double(side) / area.size.width : 0
    scaleY = area.size.height > 0 ? Double(side) / area.size.height : 0
    // Asking loose ones and making a new index then cost about the same.
    looseLimit = max(64, Int(Double(20 * subviews.count).squareRoot()))
    starts = ContiguousArray(repeating: 0, count: side * side + 1)
    positions = []
    fill(subviews, &outlines)
  }

  private func fill(_ subviews: ContiguousArray<View>, _ outlines: inout ContiguousArray<Outline?>) {
    for (position, view) in subviews.enumerated() {
      if let outline = outlines[position], cellCount(outline) <= 16 {
        view.isLoose = false
        forEachCell(of: outline) { starts[$0 + 1] += 1 }
      } else {
        outlines[position] = nil
        view.isLoose = true
        loose.append(Int32(position))
      }
    }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    positions = ContiguousArray(repeating: 0, count: Int(starts[starts.count - 1]))
    var next = starts
    for (position, outline) in outlines.enumerated() {
      guard let outline else { continue }
      forEachCell(of: outline) {
        positions[Int(next[$0])] = Int32(position)
        next[$0] += 1
      }
    }
    builtLoose = loose.count
  }

  private var builtLoose = 0

  // MARK: Changes

  /// A subview moved, or was added in front: it is asked always from now on.
  ///
  /// - Returns: false where too many are loose, so that a new index is better.
  func loosen(_ view: View, at position: Int) -> Bool {
    loose.insert(Int32(position), at: place(of: Int32(position)))
    view.isLoose = true
    view.indexPosition = Int32(position)
    return loose.count - builtLoose <= looseLimit
  }

  /// Where a position belongs among the loose ones.
  private func place(of position: Int32) -> Int {
    var (low, high) = (0, loose.count)
    while low < high {
      let middle = (low + high) / 2
      if loose[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Asking

  /// The front-most hit among the subviews that the point may hit; `test` gets their positions, front to back.
  func firstHit(at point: Point, _ test: (Int) -> View?) -> View? {
    let cell = self.cell(at: point)
    var indexed = cell.map { Int(starts[$0 + 1]) } ?? 0
    let end = cell.map { Int(starts[$0]) } ?? 0
    var free = loose.count
    while indexed > end || free > 0 {
      let front = indexed > end ? positions[indexed - 1] : -1
      let other = free > 0 ? loose[free - 1] : -1
      if front >= other { indexed -= 1 }
      if other >= front { free -= 1 }
      if let hit = test(Int(max(front, other))) { return hit }
    }
    return nil
  }

  // MARK: Cells

  private func cell(at point: Point) -> Int? {
    guard point.x >= area.minX, point.x <= area.maxX, point.y >= area.minY, point.y <= area.maxY else { return nil }
    return row(point.y) * side + column(point.x)
  }

  private func column(_ x: Double) -> Int { min(side - 1, Int((x - area.minX) * scaleX)) }

  private func row(_ y: Double) -> Int { min(side - 1, Int((y - area.minY) * scaleY)) }

  private func cellCount(_ outline: Outline) -> Int {
    (column(outline.maxX) - column(outline.minX) + 1) * (row(outline.maxY) - row(outline.minY) + 1)
  }

  private func forEachCell(of outline: Outline, _ body: (Int) -> Void) {
    for row in row(outline.minY)...row(outline.maxY) {
      for column in column(outline.minX)...column(outline.maxX) { body(row * side + column) }
    }
  }
}

extension HitIndex {
  /// The upright rectangle around a view in its parent's space, a little larger than the view for rounding's sake.
  private struct Outline {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    /// Creates the outline; `nil` where it says nothing about where the view is hit.
    init?(of view: View) {
      guard !view.overridden.contains(.hitTesting) else { return nil }
      let frame = view.isPlain ? view.frame : Rect(around: view.bounds.corners.map(view.transformToSuperview.apply))
      let margin = 1e-6 * (1 + frame.minX.magnitude + frame.minY.magnitude + frame.size.width + frame.size.height)
      minX = frame.minX - margin
      minY = frame.minY - margin
      maxX = frame.maxX + margin
      maxY = frame.maxY + margin
      guard minX.magnitude < 1e9, minY.magnitude < 1e9, maxX.magnitude < 1e9, maxY.magnitude < 1e9 else { return nil }
    }

    /// Creates the outline around others; of no size where there are none.
    init(around outlines: ContiguousArray<Outline?>) {
      (minX, minY, maxX, maxY) = (.infinity, .infinity, -.infinity, -.infinity)
      for case let outline? in outlines {
        minX = min(minX, outline.minX)
        minY = min(minY, outline.minY)
        maxX = max(maxX, outline.maxX)
        maxY = max(maxY, outline.maxY)
      }
      if minX > maxX { (minX, minY, maxX, maxY) = (0, 0, 0, 0) }
    }
  }
}
