import ContactorCore
import ContactorEvdev
import Testing

@testable import ContactorKiosk

/// A panel of one device that a test touches, with positions 0 … 1.
private struct Finger {
  var steps: CalibrationSteps
  var time: Int64 = 1_000_000

  init(_ count: Int) { steps = CalibrationSteps(count: count) }

  /// One frame, so many milliseconds after the last one.
  mutating func frame(_ contacts: [(id: Int32, phase: TouchPhase, x: Double, y: Double)], after milliseconds: Int64 = 10)
    -> [CalibrationSteps.Step]
  {
    time += milliseconds * 1000
    return steps.handle(
      TouchFrame(
        device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time),
        contacts: contacts.map { Contact(trackingID: $0.id, slot: $0.id, phase: $0.phase, location: Point(x: $0.x, y: $0.y)) }))
  }

  /// A touch that is held still.
  mutating func touch(_ x: Double, _ y: Double, for milliseconds: Int64 = 200) -> [CalibrationSteps.Step] {
    frame([(0, .began, x, y)]) + frame([(0, .ended, x, y)], after: milliseconds)
  }
}

@Suite struct CalibrationStepsTests {
  @Test func `each touch that is held is taken, and the last one finishes`() {
    var finger = Finger(3)
    #expect(finger.steps.mark == 0)
    #expect(finger.touch(0.1, 0.2) == [.taken(0, Point(x: 0.1, y: 0.2))])
    #expect(finger.steps.mark == 1)
    #expect(finger.touch(0.9, 0.2) == [.taken(1, Point(x: 0.9, y: 0.2))])
    #expect(finger.touch(0.4, 0.8) == [.taken(2, Point(x: 0.4, y: 0.8)), .finished])
    #expect(finger.steps.mark == nil && finger.steps.touches.count == 3)
    #expect(finger.touch(0.5, 0.5) == [], "after the end nothing is taken")
  }

  @Test(arguments: [(0, false), (79, false), (80, true), (81, true)] as [(Int64, Bool)])
  func `a touch of 80 ms is long enough`(milliseconds: Int64, isTaken: Bool) {
    var finger = Finger(3)
    #expect(finger.touch(0.1, 0.1, for: milliseconds) == [isTaken ? .taken(0, Point(x: 0.1, y: 0.1)) : .refused(0, .short)])
  }

  @Test func `a finger that moves too far is refused, even where it comes back`() {
    var finger = Finger(3)
    #expect(finger.frame([(0, .began, 0.1, 0.1)]) == [])
    #expect(finger.frame([(0, .moved, 0.14, 0.1)]) == [])
    #expect(finger.frame([(0, .moved, 0.1, 0.1)], after: 300) == [])
    #expect(finger.frame([(0, .ended, 0.1, 0.1)]) == [.refused(0, .moved)])
    #expect(finger.steps.mark == 0)
    #expect(finger.touch(0.1, 0.1) == [.taken(0, Point(x: 0.1, y: 0.1))])
  }

  @Test func `two fingers are refused once, when the last one is up`() {
    var finger = Finger(3)
    #expect(finger.frame([(0, .began, 0.1, 0.1), (1, .began, 0.2, 0.1)]) == [])
    #expect(finger.frame([(0, .ended, 0.1, 0.1)], after: 300) == [])
    #expect(finger.frame([(2, .began, 0.1, 0.1)]) == [])
    #expect(finger.frame([(2, .ended, 0.1, 0.1)], after: 300) == [])
    #expect(finger.frame([(1, .ended, 0.2, 0.1)]) == [.refused(0, .fingers)])
    #expect(finger.touch(0.1, 0.1) == [.taken(0, Point(x: 0.1, y: 0.1))])
  }

  @Test func `a palm is refused, and the lift of a contact that never began is nothing`() {
    var finger = Finger(3)
    #expect(finger.frame([(7, .ended, 0.5, 0.5)]) == [])
    #expect(finger.frame([(0, .began, 0.1, 0.1)]) == [])
    #expect(finger.frame([(0, .cancelled, 0.1, 0.1)], after: 500) == [.refused(0, .cancelled)])
  }

  @Test func `the place of the mark before is not taken twice`() {
    var finger = Finger(3)
    _ = finger.touch(0.1, 0.1)
    #expect(finger.touch(0.11, 0.12) == [.refused(1, .same)])
    #expect(finger.touch(0.9, 0.1) == [.taken(1, Point(x: 0.9, y: 0.1))])
  }

  @Test func `a slide at the beginning and one at the end do not count, however many positions they have`() {
    var finger = Finger(3)
    _ = finger.frame([(0, .began, 0.100, 0.500)])
    for step in 1...20 { _ = finger.frame([(0, .moved, Double(100 + step) / 1000, 0.500)], after: 2) }
    // Here it rests for 400 ms, without a position.
    for step in 1...9 { _ = finger.frame([(0, .moved, Double(120 + step) / 1000, 0.500)], after: step == 1 ? 400 : 2) }
    #expect(finger.frame([(0, .ended, 0.129, 0.500)]) == [.taken(0, Point(x: 0.120, y: 0.500))])
  }

  @Test func `a touch that lasts for ever is kept in limits, and a place that is no number is refused`() {
    var rest = RestingPlace(Point(x: 0.5, y: 0.5), at: Timestamp(microseconds: 0))
    for index in 1...20_000 {
      rest.add(Point(x: 0.5 + Double(index % 3) * 0.001, y: 0.5), at: Timestamp(microseconds: Int64(index) * 1000))
    }
    #expect(abs(rest.median(until: Timestamp(microseconds: 20_001_000)).x - 0.501) < 1e-9)
    var finger = Finger(3)
    _ = finger.frame([(0, .began, 0.5, 0.5)])
    _ = finger.frame([(0, .moved, .nan, 0.5)])
    #expect(finger.frame([(0, .ended, 0.5, 0.5)], after: 200) == [.refused(0, .moved)])
  }

  @Test func `times that go back or stand still do no harm`() {
    var finger = Finger(3)
    _ = finger.frame([(0, .began, 0.5, 0.5)])
    #expect(finger.frame([(0, .ended, 0.5, 0.5)], after: -5000) == [.refused(0, .short)])
    let rest = RestingPlace(Point(x: 0.25, y: 0.75), at: Timestamp(microseconds: .min))
    #expect(rest.median(until: Timestamp(microseconds: .max)) == Point(x: 0.25, y: 0.75))
  }

  @Test(arguments: 3...5)
  func `the marks lie within the tenths, and never on one line`(count: Int) {
    let marks = CalibrationMarks.places(count)
    #expect(marks.count == count && marks.first == Point(x: 0.1, y: 0.1))
    #expect(marks.allSatisfy { (0.1...0.9).contains($0.x) && (0.1...0.9).contains($0.y) })
    let (a, b, c) = (marks[0], marks[1], marks[2])
    #expect(abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) > 0.3)
  }

  @Test func `three marks in any wrong order, on a panel that is upright, have no orientation`() throws {
    let marks = CalibrationMarks.places(3)
    for order in [[0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let fit = try CalibrationFit(zip(order, marks).map { CalibrationFit.Pair(touch: marks[$0], mark: $1) })
      #expect(PanelOrientation(fit.matrix) == nil, "\(order) \(fit.matrix)")
    }
  }
}
