import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: pinch and rotation.
struct GesturePinchTests {
  let stage = Stage()

  @Test("9.2 a pinch scales by the fingers' mean distance")
  func scale() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 250, 200, 450, 200, at: 10)
    #expect(pinch.scale == 2)
    #expect(pinch.state == .began)
    stage.both(.moved, 325, 200, 375, 200, at: 20)
    #expect(pinch.scale == 0.5)
    stage.both(.ended, 325, 200, 375, 200, at: 30)
    #expect(stage.takenGestures() == ["pinch began", "pinch changed", "pinch ended"])
  }

  @Test("9.2 a pinch of three fingers scales by their mean distance from the middle")
  func three() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    let places = [(0.0, -1.0), (0.866, 0.5), (-0.866, 0.5)]
    for (phase, size, time) in [(TouchPhase.began, 50.0, Int64(0)), (.moved, 150, 10)] {
      for (finger, place) in places.enumerated() {
        stage.contact(Int32(finger), phase, 400 + place.0 * size, 240 + place.1 * size)
      }
      stage.frame(at: time)
    }
    #expect(abs(pinch.scale - 3) < 1e-9)
    for finger in Int32(0)...2 { stage.cancel(finger, at: 20) }
  }

  @Test("9.2 a finger added or lifted while two remain goes on without a jump")
  func noJump() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 250, 200, 450, 200, at: 10)
    stage.down(23, 350, 460, at: 20)
    #expect(pinch.scale == 2)
    stage.up(21, 250, 200, at: 30)
    #expect(pinch.scale == 2)
    #expect(pinch.state == .began)
    stage.contact(22, .moved, 450, 74)
    stage.contact(23, .moved, 350, 460)
    stage.frame(at: 40)
    #expect(pinch.scale > 2)
    stage.up(22, 450, 74, at: 50)
    #expect(stage.takenGestures() == ["pinch began", "pinch changed", "pinch ended"])
    stage.up(23, 350, 460, at: 60)
  }

  @Test("9.2 a pinch has a velocity")
  func velocity() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    for step in 1...5 { stage.both(.moved, 300 - Double(step) * 5, 200, 400 + Double(step) * 5, 200, at: Int64(step) * 10) }
    #expect(abs(pinch.velocity - 10) < 0.01)
    stage.both(.ended, 275, 200, 425, 200, at: 60)
  }

  @Test("A scale can be set; the velocity is forgotten")
  func setScale() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 250, 200, 450, 200, at: 10)
    pinch.scale = 1
    #expect(pinch.velocity == 0)
    stage.both(.moved, 200, 200, 500, 200, at: 20)
    #expect(pinch.scale == 1.5)
    stage.both(.ended, 200, 200, 500, 200, at: 30)
  }

  @Test("A pinch begins at 20 pt", arguments: [(19.98, false), (20.0, true)])
  func hysteresis(way: Double, begins: Bool) {
    stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 300 - way / 2, 200, 400 + way / 2, 200, at: 10)
    #expect(stage.takenGestures() == (begins ? ["pinch began"] : []))
    stage.both(.ended, 300 - way / 2, 200, 400 + way / 2, 200, at: 20)
  }

  @Test("Fingers that meet in one point are no accident")
  func onePoint() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 300, 200, at: 0)
    stage.both(.moved, 250, 200, 350, 200, at: 10)
    stage.both(.moved, 200, 200, 400, 200, at: 20)
    #expect(pinch.scale == 2)
    stage.both(.moved, 300, 200, 300, 200, at: 30)
    #expect(pinch.scale == 0)
    stage.both(.moved, 250, 200, 350, 200, at: 40)
    #expect(pinch.scale == 1)
    stage.both(.ended, 300, 200, 300, 200, at: 50)
    #expect(stage.violations.isEmpty)
  }

  // MARK: Rotation

  @Test("9.2 a rotation turns in radians, clockwise, beyond a full turn", arguments: [(1.0, 1.0), (3, 1), (1, -1), (3, -1)])
  func rotation(turns: Double, sign: Double) {
    let rotation = stage.recognize(RotationGestureRecognizer())
    let steps = 36
    for step in 0...steps {
      let angle = sign * turns * 2 * .pi * Double(step) / Double(steps)
      let (x, y) = Self.circle(angle)
      stage.both(step == 0 ? .began : .moved, 400 + 80 * x, 240 + 80 * y, 400 - 80 * x, 240 - 80 * y, at: Int64(step) * 10)
    }
    #expect(abs(rotation.rotation - sign * turns * 2 * .pi) < 1e-6)
    stage.both(.ended, 480, 240, 320, 240, at: 370)
    #expect(stage.takenGestures().first == "rotation began")
  }

  /// The place at an angle on a circle, to twelve digits: the sums of the two series.
  static func circle(_ angle: Double) -> (Double, Double) {
    let turn = 2 * Double.pi
    let rest = angle - turn * (angle / turn).rounded()
    var sine = 0.0
    var cosine = 0.0
    var term = 1.0
    for power in 0..<40 {
      if power % 2 == 0 { cosine += power % 4 == 0 ? term : -term } else { sine += power % 4 == 1 ? term : -term }
      term *= rest / Double(power + 1)
    }
    return (cosine, sine)
  }

  @Test("A rotation begins at 5°, and says how far it came")
  func rotationHysteresis() {
    let rotation = stage.recognize(RotationGestureRecognizer())
    turn([0, 4.9], radius: 200, at: 0)
    #expect(rotation.lastReason?.description == "failed: turned 4.9° < 5.0° at +20 ms")
    #expect(stage.takenGestures() == ["rotation failed"])
    turn([0, 5.1], radius: 200, at: 1000)
    #expect(stage.takenGestures() == ["rotation began", "rotation ended"])
  }

  /// Turns two fingers about the window's middle by these degrees, 10 ms apart, and lifts them.
  private func turn(_ degrees: [Double], radius: Double, at start: Int64) {
    for (index, angle) in (degrees + [degrees[degrees.count - 1]]).enumerated() {
      let (x, y) = Self.circle(angle * .pi / 180)
      let phase = index == 0 ? TouchPhase.began : index == degrees.count ? .ended : .moved
      stage.both(
        phase, 400 + radius * x, 240 + radius * y, 400 - radius * x, 240 - radius * y, at: start + Int64(index) * 10)
    }
  }

  @Test("9.2 fingers close together must turn further, so that they go as far around their middle")
  func rotationMovement() {
    let rotation = stage.recognize(RotationGestureRecognizer())
    stage.window.pointsPerMillimetre = 10
    turn([0, 5, 10, 15], radius: 200, at: 0)
    #expect(stage.takenGestures() == ["rotation began", "rotation changed", "rotation ended"])
    turn([0, 5, 10, 14], radius: 75, at: 1000)
    #expect(rotation.lastReason?.description == "failed: moved 1.8 mm around the middle < 2.0 mm at +40 ms")
    #expect(stage.takenGestures() == ["rotation failed"])
    turn([0, 10, 20, 30], radius: 75, at: 2000)
    #expect(stage.takenGestures().first == "rotation began")
    rotation.minimumMovement = .points(0)
    turn([0, 6], radius: 20, at: 3000)
    #expect(stage.takenGestures().first == "rotation began")
  }

  @Test("9.2 two fingers that scroll straight and tremble never turn", arguments: [15.0, 20, 25, 30, 40])
  func trembling(apart millimetres: Double) {
    stage.recognize(RotationGestureRecognizer())
    stage.window.pointsPerMillimetre = 5
    var random = UInt64(millimetres)
    /// ±0.5 mm in points.
    func tremor() -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(random >> 40) / Double(1 << 24) * 5 - 2.5
    }
    for run in 0..<60 {
      // The line through the fingers stands at any angle to the way.
      let (x, y) = Self.circle(Double(run) * .pi / 60)
      let (dx, dy) = (x * millimetres * 2.5, y * millimetres * 2.5)
      for step in 0...60 {
        let phase = step == 0 ? TouchPhase.began : step == 60 ? .ended : .moved
        let way = 90 + Double(step) * 5
        stage.both(
          phase, 400 + dx + tremor(), way + dy + tremor(), 400 - dx + tremor(), way - dy + tremor(),
          at: Int64(run * 1000 + step * 8))
      }
    }
    #expect(Set(stage.takenGestures()) == ["rotation failed"])
  }

  @Test("9.2 a rotation has a velocity; setting it makes what was turned count as so much")
  func rotationVelocity() {
    let rotation = stage.recognize(RotationGestureRecognizer())
    for step in 0...10 {
      let (x, y) = Self.circle(Double(step) * 0.05)
      stage.both(step == 0 ? .began : .moved, 400 + 80 * x, 240 + 80 * y, 400 - 80 * x, 240 - 80 * y, at: Int64(step) * 10)
    }
    #expect(abs(rotation.velocity - 5) < 0.01)
    rotation.rotation = 0
    #expect(rotation.velocity == 0)
    let (x, y) = Self.circle(0.6)
    stage.both(.moved, 400 + 80 * x, 240 + 80 * y, 400 - 80 * x, 240 - 80 * y, at: 110)
    #expect(abs(rotation.rotation - 0.1) < 1e-9)
    stage.both(.ended, 400 + 80 * x, 240 + 80 * y, 400 - 80 * x, 240 - 80 * y, at: 120)
  }

  @Test("A finger that comes or goes makes no jump in a rotation")
  func rotationNoJump() {
    let rotation = stage.recognize(RotationGestureRecognizer())
    stage.both(.began, 500, 240, 300, 240, at: 0)
    stage.both(.moved, 400, 340, 400, 140, at: 10)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-12)
    stage.down(23, 10, 10, at: 20)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-12)
    stage.up(22, 400, 140, at: 30)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-12)
    stage.up(21, 400, 340, at: 40)
    #expect(rotation.state == .ended)
    stage.up(23, 10, 10, at: 50)
  }
}
