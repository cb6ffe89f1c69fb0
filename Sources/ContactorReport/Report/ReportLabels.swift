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
