extension GestureRecognizer {
  /// The number of touches of the gesture.
  public final var numberOfTouches: Int { recorded.isEmpty ? touches.count : recorded.count }

  /// The centroid of the touches, in points of the view, or of the window for `nil`; the last location if no touch is left.
  public final func location(in view: View?) -> Point {
    let point = centroid
    return view?.convertFromWindow(point) ?? point
  }

  /// The location of one touch, in points of the view, or of the window for `nil`.
  ///
  /// For an index outside of 0 ..< `numberOfTouches` it is the centroid of the touches.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    let known = recorded.isEmpty ? touches.indices.contains(index) : recorded.indices.contains(index)
    let point = !known ? centroid : recorded.isEmpty ? touches[index].location : recorded[index]
    return view?.convertFromWindow(point) ?? point
  }

  /// The centroid of the touches in points of the window.
  final var centroid: Point {
    if !recorded.isEmpty { return Self.centroid(of: recorded) }
    return touches.isEmpty ? lastCentroid : touches.centroid
  }

  private static func centroid(of points: ContiguousArray<Point>) -> Point {
    var sum = Point.zero
    for point in points { sum = Point(x: sum.x + point.x, y: sum.y + point.y) }
    return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
  }
}

extension ContiguousArray<Touch> {
  /// The centroid of the touches in points of the window.
  ///
  /// - Precondition: the array is not empty.
  var centroid: Point {
    var sum = SIMD2<Double>.zero
    for touch in self { sum += SIMD2(touch.location.x, touch.location.y) }
    sum /= Double(count)
    return Point(x: sum.x, y: sum.y)
  }

  /// The square of the greatest distance of a touch from its start.
  var greatestMovement: Double {
    var greatest = 0.0
    for touch in self {
      greatest = Swift.max(greatest, touch.location.squaredDistance(to: touch.startLocation))
    }
    return greatest
  }

  /// The number of touches that are down.
  var downCount: Int {
    var count = 0
    for touch in self where touch.isAlive { count += 1 }
    return count
  }
}
