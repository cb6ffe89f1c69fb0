@testable import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: the directions and numbers of fingers of pinches, rotations, edge pans and swipes.
@Suite("Directions and numbers of fingers")
struct GestureDirectionTests {
  let stage = Stage()

  /// The changes of recognizers since the last call, without failures.
  private func begun(_ stage: Stage) -> [String] { stage.takenGestures().filter { !$0.hasSuffix("failed") } }

  // MARK: Pinch and rotation

  @Test("9.2 a pinch with a direction begins in it at the same distance, and fails the other way", arguments: [2, 3, 5])
  func pinch(count: Int) {
    for (direction, goesApart) in [(PinchGestureRecognizer.Direction.outward, true), (.inward, false)] {
      let stage = Stage()
      let pinch = stage.recognize(PinchGestureRecognizer())
      pinch.direction = direction
      (pinch.minimumNumberOfTouches, pinch.maximumNumberOfTouches) = (count, count)
      for isApart in [true, false] {
        let start: Int64 = isApart ? 0 : 2000
        let ring = { (radius: Double) in (0..<count).map { Self.place($0, of: count, radius) } }
        for (finger, place) in ring(100).enumerated() { stage.down(Int32(finger + 1), place.x, place.y, at: start) }
        let end = isApart ? 111.0 : 89
        for (finger, place) in ring(end).enumerated() { stage.move(Int32(finger + 1), place.x, place.y, at: start + 10) }
        let begins = isApart == goesApart
        #expect(begun(stage) == (begins ? ["pinch began"] : []), "\(count) fingers, apart: \(isApart)")
        if !begins {
          let words = isApart ? "apart, not together" : "together, not apart"
          #expect(pinch.lastReason?.description.hasPrefix("failed: fingers moved ") == true)
          #expect(pinch.lastReason?.description.contains(words) == true)
        }
        for (finger, place) in ring(end).enumerated() { stage.up(Int32(finger + 1), place.x, place.y, at: start + 20) }
        _ = begun(stage)
      }
    }
  }

  /// The place of one of several fingers around a point, on a square so that no trigonometry is needed.
  private static func place(_ finger: Int, of count: Int, _ radius: Double) -> Point {
    let corners: [(Double, Double)] = [(1, 0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8)]
    let (x, y) = corners[finger % corners.count]
    return Point(x: 400 + x * radius, y: 240 + y * radius)
  }

  @Test("9.2 a pinch of a direction that has begun may turn back")
  func pinchBack() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    pinch.direction = .outward
    stage.down(1, 300, 200, at: 0)
    stage.down(2, 400, 200, at: 0)
    stage.move(2, 430, 200, at: 10)
    stage.move(2, 350, 200, at: 20)
    #expect(begun(stage) == ["pinch began", "pinch changed"])
    #expect(pinch.scale == 0.5)
    stage.up(1, 300, 200, at: 30)
    stage.up(2, 350, 200, at: 30)
  }

  @Test("9.2 a rotation with a direction begins in it, and fails the other way")
  func rotation() {
    for (direction, sign) in [(RotationGestureRecognizer.Direction.clockwise, 1.0), (.counterclockwise, -1)] {
      for turn in [1.0, -1] {
        let stage = Stage()
        let rotation = stage.recognize(RotationGestureRecognizer())
        rotation.direction = direction
        stage.down(1, 300, 240, at: 0)
        stage.down(2, 500, 240, at: 0)
        stage.move(2, 480, 240 + turn * 80, at: 10)
        #expect(begun(stage) == (turn == sign ? ["rotation began"] : []))
        if turn != sign {
          let words = turn < 0 ? "counterclockwise, not clockwise" : "clockwise, not counterclockwise"
          #expect(rotation.lastReason?.description.contains(words) == true)
        }
        stage.up(1, 300, 240, at: 20)
        stage.up(2, 480, 240 + turn * 80, at: 20)
      }
    }
  }

  @Test("9.2 a last movement in another direction does not begin a pinch as the fingers are lifted")
  func pinchOnLift() {
    let pinch = stage.recognize(PinchGestureRecognizer())
    pinch.direction = .inward
    stage.down(1, 300, 200, at: 0)
    stage.down(2, 400, 200, at: 0)
    stage.up(2, 460, 200, at: 10)
    stage.up(1, 300, 200, at: 20)
    #expect(begun(stage) == [])
    #expect(pinch.lastReason?.isRecognized == false)
  }

  // MARK: Edge pan

  @Test("9.2 an edge pan of two fingers waits for both, takes no third, and ignores fingers elsewhere", arguments: [1, 2, 3])
  func edgePan(count: Int) {
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = .left
    (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (2, 2)
    stage.down(9, 600, 300, at: 0)
    stage.up(9, 600, 300, at: 5)
    for finger in 1...count { stage.down(Int32(finger), 4, 100 + Double(finger) * 60, at: 1000 + Int64(finger) * 20) }
    for finger in 1...count { stage.move(Int32(finger), 40, 100 + Double(finger) * 60, at: 1100) }
    #expect(begun(stage).first == (count == 2 ? "edgePan began" : nil))
    if count == 3 { #expect(pan.lastReason?.description.hasPrefix("failed: 3 touches > 2") == true) }
    for finger in 1...count { stage.up(Int32(finger), 40, 100 + Double(finger) * 60, at: 1200) }
    if count == 1 { #expect(pan.lastReason?.description.hasPrefix("failed: 1 touch < 2") == true) }
  }

  @Test("9.2 a finger that lands elsewhere beside an edge pan of two is ignored, in the same frame or later", arguments: [0, 20])
  func edgePanBeside(delay: Int64) {
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = .left
    pan.minimumNumberOfTouches = 2
    stage.down(1, 4, 100, at: 0)
    stage.down(2, 4, 200, at: 10)
    stage.down(3, 500, 300, at: 10 + delay)
    stage.move(1, 40, 100, at: 50)
    stage.move(2, 40, 200, at: 50)
    #expect(pan.state.isUnderWay)
    #expect(pan.numberOfTouches == 2)
    for (finger, y) in [(Int32(1), 100.0), (2, 200), (3, 300)] { stage.up(finger, 40, y, at: 60) }
  }

  @Test("9.2 fingers that land in one frame: those at the edge are counted, those elsewhere are not", arguments: 1...4, 0...3)
  func edgePanInOneFrame(atEdge: Int, elsewhere: Int) {
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = .left
    (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (2, 3)
    let fingers = (1...Int32(atEdge + elsewhere)).map { ($0, x: Int($0) <= atEdge ? 4.0 : 500, y: 50 + Double($0) * 40) }
    for (finger, x, y) in fingers.reversed() { stage.contact(finger, .began, x, y) }
    stage.frame(at: 0)
    for (finger, x, y) in fingers { stage.contact(finger, .moved, x + 40, y) }
    stage.frame(at: 20)
    #expect(pan.state.isUnderWay == (2...3).contains(atEdge) && (!pan.state.isUnderWay || pan.numberOfTouches == atEdge))
    for (finger, x, y) in fingers { stage.contact(finger, .ended, x + 40, y) }
    stage.frame(at: 40)
  }

  @Test("9.2 of edge pans of one and of two fingers the right one wins")
  func edgePans() {
    for count in 1...2 {
      let stage = Stage()
      let (one, two) = (stage.recognize(ScreenEdgePanGestureRecognizer()), stage.recognize(ScreenEdgePanGestureRecognizer()))
      (one.edges, two.edges) = (.bottom, .bottom)
      (one.name, two.name) = ("one", "two")
      one.maximumNumberOfTouches = 1
      (two.minimumNumberOfTouches, two.maximumNumberOfTouches) = (2, 2)
      for finger in 1...count { stage.down(Int32(finger), Double(finger) * 100, 478, at: Int64(finger) * 8) }
      for finger in 1...count { stage.move(Int32(finger), Double(finger) * 100, 420, at: 60) }
      #expect(one.state.isUnderWay == (count == 1))
      #expect(two.state.isUnderWay == (count == 2))
      for finger in 1...count { stage.up(Int32(finger), Double(finger) * 100, 420, at: 80) }
    }
  }

  // MARK: Swipe

  /// The direction that is recognized of a straight swipe; `nil` for none.
  private func swiped(
    _ directions: SwipeGestureRecognizer.Direction, _ x: Double, _ y: Double, _ change: (SwipeGestureRecognizer) -> Void = { _ in }
  ) -> (direction: SwipeGestureRecognizer.Direction?, reason: String) {
    let stage = Stage()
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.direction = directions
    change(swipe)
    stage.down(1, 400, 240, at: 0)
    for step in 1...4 { stage.move(1, 400 + x * Double(step) / 4, 240 + y * Double(step) / 4, at: Int64(step) * 10) }
    stage.up(1, 400 + x, 240 + y, at: 50)
    let isRecognized = begun(stage) == ["swipe recognized"] || swipe.lastReason?.isRecognized == true
    return (isRecognized ? swipe.recognizedDirection : nil, swipe.lastReason?.description ?? "")
  }

  @Test("9.2 a diagonal swipe has the sector that straight ones leave, from 26.6 to 63.4 degrees")
  func diagonals() {
    let all: SwipeGestureRecognizer.Direction = [.left, .right, .up, .down, .upLeft, .upRight, .downLeft, .downRight]
    let signs: [(Double, Double, SwipeGestureRecognizer.Direction)] = [
      (1, -1, .upRight), (-1, -1, .upLeft), (1, 1, .downRight), (-1, 1, .downLeft),
    ]
    for (right, down, diagonal) in signs {
      let across: SwipeGestureRecognizer.Direction = right > 0 ? .right : .left
      let along: SwipeGestureRecognizer.Direction = down > 0 ? .down : .up
      for (x, y, expected) in [(100.0, 0.0, across), (100, 49, across), (100, 52, diagonal), (100, 100, diagonal), (52, 100, diagonal)] {
        #expect(swiped(all, x * right, y * down).direction == expected, "\(x * right), \(y * down)")
        #expect(swiped(diagonal, x * right, y * down).direction == (expected == diagonal ? diagonal : nil))
      }
      #expect(swiped(all, 45 * right, 100 * down).direction == along)
      // Without diagonals nothing has changed: between two directions there is none.
      #expect(swiped([.left, .right, .up, .down], 100 * right, 60 * down).direction == nil)
    }
  }

  @Test("9.2 a diagonal swipe goes as far as a straight one, and says why it is not one")
  func diagonalDistance() {
    #expect(swiped(.upRight, 36, -36).direction == .upRight)
    let short = swiped(.upRight, 30, -30)
    #expect(short.direction == nil)
    #expect(short.reason.hasPrefix("failed: moved 42.4 pt < 50.0 pt"))
    #expect(swiped(.upRight, 100, 0).reason.hasPrefix("failed: moved 35.4 pt along and 35.4 pt across the direction"))
    #expect(SwipeGestureRecognizer.Direction.upRight.description == "upRight")
    #expect(([.left, .downLeft] as SwipeGestureRecognizer.Direction).description == "left,downLeft")
  }

  @Test("9.2 a swipe with a greatest distance is recognized when the finger is lifted, and fails beyond")
  func longest() {
    let limited = { (swipe: SwipeGestureRecognizer) in swipe.maximumDistance = .points(120) }
    #expect(swiped(.right, 100, 0, limited).direction == .right)
    #expect(swiped(.right, 120, 0, limited).direction == .right)
    let far = swiped(.right, 121, 0, limited)
    #expect(far.direction == nil)
    #expect(far.reason.hasPrefix("failed: moved 121.0 pt > 120.0 pt"))
    #expect(swiped(.right, 40, 0, limited).reason.hasPrefix("failed: moved 40.0 pt < 50.0 pt"))
    // Back again is too late.
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.maximumDistance = .points(120)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 200, 100, at: 10)
    #expect(begun(stage) == [])
    stage.move(1, 240, 100, at: 20)
    stage.move(1, 200, 100, at: 30)
    stage.up(1, 200, 100, at: 40)
    #expect(begun(stage) == [])
  }

  @Test("9.2 a swipe that rests within its greatest distance takes too long")
  func restsInside() {
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.maximumDistance = .points(120)
    swipe.maximumDuration = .milliseconds(300)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 200, 100, at: 10)
    stage.move(1, 200, 100, at: 310)
    #expect(swipe.lastReason?.description == "failed: held 300 ms >= 300 ms at +300 ms")
    stage.up(1, 200, 100, at: 320)
  }

  @Test("9.2 of a short and a long swipe each is the one that was made", arguments: [80.0, 200])
  func shortAndLong(way: Double) {
    let (short, long) = (stage.recognize(SwipeGestureRecognizer()), stage.recognize(SwipeGestureRecognizer()))
    (short.name, long.name) = ("short", "long")
    short.maximumDistance = .points(119)
    long.minimumDistance = .points(120)
    stage.down(1, 100, 100, at: 0)
    for step in 1...4 { stage.move(1, 100 + way * Double(step) / 4, 100, at: Int64(step) * 10) }
    stage.up(1, 100 + way, 100, at: 60)
    #expect(short.lastReason?.isRecognized == (way == 80))
    #expect(long.lastReason?.isRecognized == (way == 200))
  }
}
