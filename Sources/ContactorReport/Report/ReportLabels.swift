import ContactorCore

/// Finds places for short labels of a drawing, so that none covers another.
struct ReportLabels {
  private var taken: [Point] = []
  private static let size = Size(width: 24, height: 13)

  /// The place for a label: at a point, or as far below it as others need, and not beyond the right edge.
  mutating func room(at point: Point, within width: Double) -> Point {
    var place = point
    place.x = min(place.x, width)
    // Each turn passes one label at least.
    while let other = taken.first(where: { abs($0.x - place.x) < Self.size.width && abs($0.y - place.y) < Self.size.height }) {
      place.y = other.y + Self.size.height
    }
    taken.append(place)
    return place
  }
}

/// Finds corners for the names of views, so that those of a container and of what is in it do not cover each other.
struct ReportViewLabels {
  private var taken: [Rect] = []
  private static let height = 15.0
  /// About how wide a letter is.
  private static let letter = 6.6
  /// As many names are placed; each is compared with all before.
  private static let limit = 2000

  /// The place of a name's base line in one of a view's corners; `nil` where none is free.
  mutating func room(for name: String, in frame: Rect) -> Point? {
    guard taken.count < Self.limit else { return nil }
    let width = Double(name.count) * Self.letter
    let (left, right) = (frame.minX + 6, max(frame.maxX - 6 - width, frame.minX + 6))
    let (top, bottom) = (frame.minY + 2, frame.maxY - 2 - Self.height)
    for corner in [Point(x: left, y: top), Point(x: left, y: bottom), Point(x: right, y: top), Point(x: right, y: bottom)] {
      let box = Rect(x: corner.x, y: corner.y, width: width, height: Self.height)
      guard !taken.contains(where: { $0.overlaps(box) }) else { continue }
      taken.append(box)
      return Point(x: corner.x, y: corner.y + 13)
    }
    return nil
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
