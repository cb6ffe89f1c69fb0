import ContactorCore

/// Where the items of a menu lie below one another: visible items only.
struct MenuRows {
  /// The heights of the rows, in points.
  struct Heights: Hashable {
    var item = 0.0
    var separator = 0.0
  }

  private(set) var heights = Heights()
  private(set) var revision = UInt64.max
  /// The indexes of the visible items, ascending.
  private(set) var indexes: ContiguousArray<Int32> = []
  /// The upper edge of each row, and the lower edge of the last.
  private var edges: ContiguousArray<Double> = [0]

  init() {}

  init(_ items: ContiguousArray<MenuItem>, leavingOut title: MenuItem?, _ heights: Heights, revision: UInt64) {
    (self.heights, self.revision) = (heights, revision)
    indexes.reserveCapacity(items.count)
    edges.reserveCapacity(items.count + 1)
    var edge = 0.0
    for (index, item) in items.enumerated() where !item.isHidden && item !== title {
      indexes.append(Int32(truncatingIfNeeded: index))
      edge += item.isSeparator ? heights.separator : heights.item
      edges.append(edge)
    }
  }

  var count: Int { indexes.count }
  var height: Double { edges[edges.count - 1] }

  func top(_ row: Int) -> Double { edges[row] }
  func height(_ row: Int) -> Double { edges[row + 1] - edges[row] }

  /// The row at a distance from the upper edge of the first; `nil` beside the rows.
  ///
  /// O(log rows).
  func row(at distance: Double) -> Int? {
    guard distance >= 0, distance < height else { return nil }
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= distance { low = middle } else { high = middle }
    }
    return low
  }

  /// The row of an item's index; `nil` for a hidden item.
  ///
  /// O(log rows).
  func row(ofItem index: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(indexes[middle]) < index { low = middle + 1 } else { high = middle }
    }
    return low < count && Int(indexes[low]) == index ? low : nil
  }
}

/// Where menus lie in their window: beside what opened them, within the window's bounds.
///
/// Rectangles that are not finite count as empty.
enum MenuPlacement {
  /// Below a rectangle, above it if there is room only there, else moved up over it.
  static func below(_ source: Rect, _ size: Size, in bounds: Rect) -> Rect {
    let source = source.isFinite ? source : Rect(origin: bounds.origin, size: .zero)
    let fitsAbove = source.minY - size.height >= bounds.minY
    let isBelow = source.maxY + size.height <= bounds.maxY || !fitsAbove
    return within(bounds, Rect(origin: Point(x: source.minX, y: isBelow ? source.maxY : source.minY - size.height), size: size))
  }

  /// Right of a row, left of it if there is room only there, else moved over it.
  static func beside(_ row: Rect, _ size: Size, in bounds: Rect) -> Rect {
    let row = row.isFinite ? row : Rect(origin: bounds.origin, size: .zero)
    let fitsLeft = row.minX - size.width >= bounds.minX
    let isRight = row.maxX + size.width <= bounds.maxX || !fitsLeft
    return within(bounds, Rect(origin: Point(x: isRight ? row.maxX : row.minX - size.width, y: row.minY), size: size))
  }

  /// A rectangle made no larger than the bounds and moved into them.
  static func within(_ bounds: Rect, _ rect: Rect) -> Rect {
    guard bounds.isFinite else { return .zero }
    let width = max(0, min(rect.size.width, bounds.size.width))
    let height = max(0, min(rect.size.height, bounds.size.height))
    return Rect(
      x: max(bounds.minX, min(rect.minX, bounds.maxX - width)), y: max(bounds.minY, min(rect.minY, bounds.maxY - height)),
      width: width, height: height)
  }
}
