// The state of touches and recognizers in a sequence, which the arena changes.

/// The phase of a touch that its view has not got yet, because a recognizer delays it.
enum DelayedPhase: UInt8 {
  /// The view has got every phase.
  case none
  /// The view has not got the beginning (`delaysTouchesBegan`).
  case began
  /// The view has not got the end (`delaysTouchesEnded`).
  case ended
}

extension Touch {
  /// Releases the recognizers that see the touch.
  func releaseRecognizers() {
    let old = recognizers
    recognizers = []
    withExtendedLifetime(old) {}
  }
}

extension GestureRecognizer {
  /// Restores the state of a recognizer without touches.
  final func forgetSequence() {
    let old = touches
    current = .possible
    pending = nil
    endsWhenBegun = false
    touches = []
    seen.removeAll(keepingCapacity: true)
    bound = 0
    wait = nil
    refereeLink = BackReference(nil)
    due = nil
    withExtendedLifetime(old) {}
  }

  /// Removes a touch that has ended, so that it does not delay the reset any more.
  final func release(_ touch: Touch) {
    if bound > 0 { bound -= 1 }
    forget(touch)
  }

  /// Removes a touch from those that the recognizer sees; the touch delays the reset until it is released.
  final func forget(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0 === touch }) else { return }
    if touches.count == 1 { lastCentroid = touch.location }
    // The caller retains the touch, so nothing is deallocated here.
    touches.remove(at: index)
  }
}

// MARK: - Touches of a recognizer

extension Touch {
  /// The recognizers that see the touch, deepest view first.
  public var gestureRecognizers: [GestureRecognizer] {
    recognizers.filter { recognizer in recognizer.touches.contains { $0 === self } }
  }
}

extension Event {
  /// The touches that the recognizer sees.
  public func touches(for recognizer: GestureRecognizer) -> TouchSet {
    TouchSet(self.touches.filter { touch in recognizer.touches.contains { $0 === touch } })
  }
}

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
