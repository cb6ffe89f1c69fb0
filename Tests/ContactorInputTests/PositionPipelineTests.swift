import ContactorCore
import ContactorEvdev
import ContactorInput
import Testing

@Suite struct PositionPipelineTests {
  static let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)]

  @Test func `a panel fills its window`() {
    let pipeline = PositionPipeline(window: Size(width: 800, height: 480))
    #expect(
      Self.corners.map(pipeline.map) == [
        Point(x: 0, y: 0), Point(x: 800, y: 0), Point(x: 800, y: 480), Point(x: 0, y: 480),
      ])
  }

  @Test(arguments: [
    (QuarterTurn.none, [Point(x: 0, y: 0), Point(x: 800, y: 0), Point(x: 800, y: 480), Point(x: 0, y: 480)]),
    (.quarter, [Point(x: 800, y: 0), Point(x: 800, y: 480), Point(x: 0, y: 480), Point(x: 0, y: 0)]),
    (.half, [Point(x: 800, y: 480), Point(x: 0, y: 480), Point(x: 0, y: 0), Point(x: 800, y: 0)]),
    (.threeQuarters, [Point(x: 0, y: 480), Point(x: 0, y: 0), Point(x: 800, y: 0), Point(x: 800, y: 480)]),
  ])
  func `corners go round clockwise with the rotation`(rotation: QuarterTurn, expected: [Point]) {
    let pipeline = PositionPipeline(window: Size(width: 800, height: 480), rotation: rotation)
    #expect(Self.corners.map(pipeline.map) == expected)
  }

  @Test func `four quarters are a whole`() {
    let quarter = QuarterTurn.quarter.transform
    let whole = quarter.concatenating(quarter).concatenating(quarter).concatenating(quarter)
    #expect(whole == .identity)
    #expect(QuarterTurn(rawValue: 90) == .quarter)
    #expect(QuarterTurn(rawValue: 45) == nil)
  }

  @Test func `the calibration comes before the rotation and the rectangle`() {
    // Shifts a quarter to the right, then turns, then goes to a rectangle that is not at the window's corner.
    let pipeline = PositionPipeline(
      target: Rect(x: 100, y: 50, width: 200, height: 400),
      calibration: AffineTransform(matrix: 1, 0, 0.25, 0, 1, 0), rotation: .quarter)
    #expect(pipeline.map(Point(x: 0.25, y: 0.5)) == Point(x: 200, y: 250))
  }

  @Test func `the six numbers stand in libinput's order`() {
    let matrix = AffineTransform(matrix: 1, 2, 3, 4, 5, 6)
    #expect(matrix.apply(to: Point(x: 10, y: 100)) == Point(x: 213, y: 546))
  }

  @Test func `positions outside of the panel stay outside of the target`() {
    let pipeline = PositionPipeline(window: Size(width: 100, height: 100))
    #expect(pipeline.map(Point(x: -0.1, y: 1.5)) == Point(x: -10, y: 150))
  }
}
