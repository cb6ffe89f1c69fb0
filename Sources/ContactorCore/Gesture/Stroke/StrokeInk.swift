/// What has been drawn so far: strokes of bounded size.
///
/// Points closer than a point to the last one are left out, and where there would be more than 512, every other one
/// goes: the comparison tells 32 apart.
struct StrokeInk {
  private(set) var strokes: [[Point]] = []
  private var count = 0
  private var spacing = 1.0
  private var lowest = Point.zero
  private var highest = Point.zero

  static let limit = 512

  /// The longer side of what was drawn, in points.
  var extent: Double { max(highest.x - lowest.x, highest.y - lowest.y) }

  /// Begins a stroke.
  mutating func begin(at point: Point) {
    if strokes.isEmpty {
      lowest = point
      highest = point
    }
    strokes.append([])
    append(point)
  }

  /// Goes on with the last stroke.
  mutating func move(to point: Point) {
    guard let last = strokes.last?.last, point.squaredDistance(to: last) >= spacing * spacing else { return }
    append(point)
  }

  private mutating func append(_ point: Point) {
    if count >= StrokeInk.limit { thin() }
    strokes[strokes.count - 1].append(point)
    count += 1
    lowest = Point(x: min(lowest.x, point.x), y: min(lowest.y, point.y))
    highest = Point(x: max(highest.x, point.x), y: max(highest.y, point.y))
  }

  private mutating func thin() {
    spacing *= 2
    for index in strokes.indices {
      let stroke = strokes[index]
      strokes[index] = stroke.indices.filter { $0 % 2 == 0 || $0 == stroke.count - 1 }.map { stroke[$0] }
    }
    count = strokes.reduce(0) { $0 + $1.count }
  }
}
