import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Knobs: turned about their centre, with ends or without.
@Suite("Knobs")
struct KnobTests {
  private let stage = Stage()
  private let knob: Knob
  private var time: Int64 = 0

  /// A knob from 0 to 270 in the middle of (200, 200), so that a degree is 1.
  init() {
    knob = stage.add(Knob(frame: Rect(x: 100, y: 100, width: 200, height: 200)), "k")
    knob.maximumValue = 270
  }

  /// A place on the knob, in degrees clockwise from straight up.
  private func place(_ degrees: Double, _ radius: Double = 80) -> Point {
    Point(x: 200, y: 200) + AffineTransform(rotationAngle: degrees * .pi / 180).apply(to: Point(x: 0, y: -radius))
  }

  private mutating func down(_ degrees: Double, radius: Double = 80) {
    time += 1000
    stage.down(1, place(degrees, radius).x, place(degrees, radius).y, at: time)
  }

  /// Turns a finger that is down from angle to angle in steps of 5 degrees.
  private mutating func turn(_ start: Double, _ end: Double, radius: Double = 80) {
    for degrees in stride(from: start, through: end, by: start < end ? 5 : -5) {
      time += 10
      stage.move(1, place(degrees, radius).x, place(degrees, radius).y, at: time)
    }
  }

  private mutating func up(_ degrees: Double, radius: Double = 80) {
    time += 10
    stage.up(1, place(degrees, radius).x, place(degrees, radius).y, at: time)
  }

  private var changes: Int { stage.taken().count { $0 == "k valueChanged" } }

  @Test("7.7 a knob turns as far as the finger, wherever it touched, and sends valueChanged")
  mutating func turns() {
    down(40)
    #expect(knob.value == 0 && changes == 0)
    turn(45, 130)
    #expect(abs(knob.value - 90) < 1e-9 && changes == 18)
    up(130)
    #expect(abs(knob.value - 90) < 1e-9 && changes == 0)
    #expect(abs(knob.angle * 180 / .pi - (90 - 135)) < 1e-9)
  }

  @Test("7.7 a finger that goes on across the dead zone leaves the value at the end, and turning back counts at once")
  mutating func deadZone() {
    down(0)
    turn(5, 360)
    #expect(knob.value == 270)
    turn(355, 340)
    #expect(abs(knob.value - 250) < 1e-9)
    turn(335, -200)
    #expect(knob.value == 0)
    up(-200)
  }

  @Test("7.7 a knob that points goes to the finger, and does not jump from end to end across the dead zone")
  mutating func points() {
    knob.turnMode = .points
    down(0)
    #expect(abs(knob.value - 135) < 1e-9 && changes == 1)
    turn(5, 135)
    #expect(abs(knob.value - 270) < 1e-9)
    turn(140, 225)
    #expect(knob.value == 270, "the finger is at the other end")
    turn(220, 90)
    #expect(abs(knob.value - 225) < 1e-9, "and points again where it came from")
    turn(95, 130 + 360)
    #expect(knob.value == 270, "nearly a whole turn beyond the end")
    turn(495, 500)
    turn(495, 90 + 360)
    #expect(abs(knob.value - 225) < 1e-9, "that passed the end again and came back")
    up(90)
    down(170)
    #expect(knob.value == 270, "the nearer end")
    up(170)
    down(-170)
    #expect(knob.value == 0)
    up(-170)
  }

  @Test("7.7 an endless knob goes on at the other end")
  mutating func endless() {
    (knob.isEndless, knob.maximumValue) = (true, 360)
    down(0)
    turn(5, 370)
    #expect(abs(knob.value - 10) < 1e-9)
    turn(365, -20)
    #expect(abs(knob.value - 340) < 1e-9)
    up(-20)
    #expect(abs(knob.sweep - 2 * .pi) < 1e-12)
  }

  @Test("7.7, 7.8 an endless knob goes on at the other end without a finger, too")
  mutating func endlessSteps() {
    (knob.isEndless, knob.minimumValue, knob.maximumValue, knob.value) = (true, 0, 100, 95)
    #expect(knob.performAccessibility(.increment) && knob.value == 5)
    #expect(knob.performAccessibility(.decrement) && knob.value == 95)
    (knob.stepValue, knob.value) = (250, 100)
    #expect(knob.performAccessibility(.increment) && knob.value == 50)
    (knob.stepValue, knob.snapsToSteps, knob.value) = (30, true, 60)
    var values: [Double] = []
    for action in [AccessibilityAction.increment, .increment, .increment, .decrement, .decrement] {
      #expect(knob.performAccessibility(action))
      values.append(knob.value)
    }
    #expect(values == [90, 0, 30, 0, 90])
    knob.isEndless = false
    #expect(knob.performAccessibility(.increment) && knob.value == 90)
    (knob.isEndless, knob.maximumValue) = (true, .infinity)
    _ = knob.performAccessibility(.increment)
    #expect(knob.value == 120)
  }

  @Test("7.7 a knob is raised by a finger that goes up, and its length is a property")
  mutating func vertical() {
    knob.turnMode = .vertical
    knob.dragLength = 100
    stage.down(1, 150, 200, at: 0)
    stage.move(1, 290, 150, at: 10)
    #expect(abs(knob.value - 135) < 1e-9)
    stage.move(1, 290, -400, at: 20)
    #expect(knob.value == 270)
    stage.up(1, 290, -390, at: 30)
    #expect(abs(knob.value - 243) < 1e-9, "10 of 100 points back, at once")
    knob.dragLength = .nan
    knob.dragLength = -1
    #expect(knob.dragLength == 100)
  }

  @Test("7.7 with steps the knob stands at whole steps, and small movements add up to one")
  mutating func steps() {
    (knob.stepValue, knob.snapsToSteps, knob.isContinuous) = (45, true, false)
    down(0)
    turn(5, 20)
    #expect(knob.value == 0)
    turn(25, 50)
    #expect(knob.value == 45 && changes == 0)
    up(50)
    #expect(knob.value == 45 && changes == 1)
  }

  @Test("7.7 a finger that crosses the centre turns nothing")
  mutating func center() {
    knob.value = 100
    down(90)
    for x in stride(from: 270.0, through: 130, by: -5) {
      time += 10
      stage.move(1, x, 200, at: time)
    }
    #expect(abs(knob.value - 100) < 1e-9)
    up(-90)
  }

  @Test("5.14 an action that sets the value while the finger turns: the knob goes on from there")
  mutating func setWhileTurning() {
    knob.on(.valueChanged) { knob in if knob.value > 52 { knob.value = 10 } }
    down(0)
    turn(5, 55)
    #expect(knob.value == 10)
    turn(60, 70)
    #expect(abs(knob.value - 25) < 1e-9)
    up(70)
  }

  @Test("5.14 angles and ends of any number leave a finite value and never trap", arguments: [false, true])
  mutating func extremes(isEndless: Bool) {
    let numbers: [Double] = [0, -1, .leastNonzeroMagnitude, 1e308, -1e308, .infinity, -.infinity, .nan]
    knob.isEndless = isEndless
    knob.numberOfTickMarks = 3
    for mode in [Knob.TurnMode.turns, .points, .vertical] {
      knob.turnMode = mode
      for start in numbers {
        for end in numbers {
          (knob.startAngle, knob.endAngle, knob.maximumValue, knob.minimumValue) = (start, end, start, end)
          knob.dragLength = start
          down(10)
          turn(20, 60)
          up(300)
          #expect(knob.value.isFinite)
          #expect(knob.contentParts.count == 6)
        }
      }
    }
    knob.frame = .zero
    stage.tap(1, 0, 0, at: time + 100)
    #expect(knob.contentFrame(for: .knob).isFinite == knob.startAngle.isFinite)
  }

  @Test("7.7 the knob's mark and tick marks stand on the rim of the greatest square about the centre")
  func frames() {
    knob.frame = Rect(x: 0, y: 0, width: 100, height: 80)
    knob.value = 135
    let mark = knob.contentFrame(for: .knob)
    #expect(abs(mark.midX - 50) < 1e-9 && abs(mark.minY) < 1e-9 && mark.width == 10)
    #expect(knob.contentFrame(for: .track) == Rect(x: 10, y: 0, width: 80, height: 80))
    knob.numberOfTickMarks = 2
    let (first, last) = (knob.contentFrame(for: .tick(0)), knob.contentFrame(for: .tick(1)))
    #expect(abs(first.midX + last.midX - 100) < 1e-9 && first.midX < 50 && first.midY > 40)
    #expect(knob.contentFrame(for: .tick(2)).isNull)
  }
}
