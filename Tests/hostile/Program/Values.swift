import ContactorControls
import ContactorCore

/// Values that operands choose from, each with its Swift text; ordinary ones first, then extremes.
struct ValueList<Value: Sendable>: Sendable {
  let values: [Value]
  let texts: [String]
  let ordinary: Int

  init(_ ordinary: [(Value, String)], extremes: [(Value, String)] = []) {
    values = (ordinary + extremes).map(\.0)
    texts = (ordinary + extremes).map(\.1)
    self.ordinary = ordinary.count
  }

  /// The value of an operand; any number is one.
  subscript(operand: Int) -> Value { values[max(0, operand) % values.count] }
}

extension ValueList where Value == Double {
  /// Any number.
  static let numbers = ValueList(
    [(1, "1"), (0, "0"), (0.5, "0.5"), (10, "10"), (50, "50"), (3, "3")],
    extremes: extremes + [(-1, "-1"), (-50, "-50"), (1e9, "1e9"), (1e300, "1e300")])
  /// Places along an axis.
  static let coordinates = ValueList(
    [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 310, 400, 470].map { (Double($0), "\($0)") },
    extremes: extremes + [(-1, "-1"), (-50, "-50"), (319.999, "319.999"), (480, "480"), (1e9, "1e9")])
  /// Widths and heights.
  static let lengths = ValueList(
    [(100, "100"), (44, "44"), (320, "320"), (480, "480"), (200, "200"), (60, "60"), (20, "20")],
    extremes: extremes + [(0, "0"), (-50, "-50"), (-1e9, "-1e9"), (1e-300, "1e-300")])

  private static let extremes: [(Double, String)] = [
    (.nan, ".nan"), (.infinity, ".infinity"), (-.infinity, "-.infinity"),
    (.greatestFiniteMagnitude, ".greatestFiniteMagnitude"), (-.greatestFiniteMagnitude, "-.greatestFiniteMagnitude"),
    (.leastNonzeroMagnitude, ".leastNonzeroMagnitude"),
  ]
}

extension ValueList where Value == Bool {
  static let flags = ValueList([(false, "false"), (true, "true")])
}

extension ValueList where Value == Int {
  /// Numbers of things.
  static let counts = ValueList(
    [(1, "1"), (2, "2"), (0, "0"), (3, "3"), (5, "5")],
    extremes: [(-1, "-1"), (30, "30"), (.max, ".max"), (.min, ".min"), (.max - 1, ".max - 1")])
  /// Numbers of subviews: an index over them is made from 24 on.
  static let crowds = ValueList([(30, "30"), (24, "24"), (3, "3"), (100, "100")])
}

extension ValueList where Value == Int32 {
  /// Tracking ids.
  static let contacts = ValueList(
    (0..<10).map { (Int32($0), "\($0)") }, extremes: [(-1, "-1"), (.max, ".max"), (.min, ".min")])
}

extension ValueList where Value == UInt32 {
  /// Numbers of devices.
  static let devices = ValueList([(1, "1"), (2, "2")], extremes: [(0, "0"), (.max, ".max")])
}

extension ValueList where Value == Int64 {
  /// How far the next moment lies after the last one, in microseconds; the extremes do not move the clock.
  static let steps = ValueList(
    [8_000, 16_000, 0, 50_000, 110_000, 200_000, 400_000, 600_000, 1_100_000, 2_500_000].map { ($0, "") },
    extremes: [
      (-5_000, ""), (-10_000_000, ""), (86_400_000_000, ""), (259_200_000_000, ""), (3_155_760_000_000_000, ""),
      (.max, ""), (.max - 1, ""), (.min, ""),
    ])
}

extension ValueList where Value == Duration {
  /// Lengths of time.
  static let durations = ValueList(
    [
      (.milliseconds(100), ".milliseconds(100)"), (.milliseconds(500), ".milliseconds(500)"), (.zero, ".zero"),
      (.milliseconds(1), ".milliseconds(1)"),
    ],
    extremes: [
      (.seconds(Int64.max), ".seconds(Int64.max)"), (.seconds(Int64.min), ".seconds(Int64.min)"),
      (.microseconds(Int64.max), ".microseconds(Int64.max)"), (.microseconds(-1), ".microseconds(-1)"),
      (.nanoseconds(1), ".nanoseconds(1)"), (.seconds(-1_000_000), ".seconds(-1_000_000)"),
    ])
}

extension ValueList where Value == HostClock {
  static let clocks = ValueList(
    [(.microseconds64, ".microseconds64"), (.milliseconds32, ".milliseconds32"), (.nanoseconds64, ".nanoseconds64")],
    extremes: [
      (HostClock(.bits32, ticksPerSecond: 0), "HostClock(.bits32, ticksPerSecond: 0)"),
      (HostClock(.bits64, ticksPerSecond: -1), "HostClock(.bits64, ticksPerSecond: -1)"),
      (HostClock(.bits32, ticksPerSecond: .max), "HostClock(.bits32, ticksPerSecond: .max)"),
      (
        HostClock(.bits32, ticksPerSecond: 1000, near: Timestamp(microseconds: .max)),
        "HostClock(.bits32, ticksPerSecond: 1000, near: Timestamp(microseconds: .max))"
      ),
    ])
}

extension ValueList where Value == Control.Events {
  static let events = ValueList(
    [
      (.touchDown, ".touchDown"), (.touchUpInside, ".touchUpInside"), (.valueChanged, ".valueChanged"),
      (.allEvents, ".allEvents"), (.allTouchEvents, ".allTouchEvents"), (.touchCancel, ".touchCancel"),
      (.primaryActionTriggered, ".primaryActionTriggered"), (.editingDidBegin, ".editingDidBegin"),
      (.editingDidEnd, ".editingDidEnd"), (.editingChanged, ".editingChanged"),
      ([.touchDragInside, .touchDragOutside], "[.touchDragInside, .touchDragOutside]"),
      ([.touchDown, .touchDragInside, .touchUpInside], "[.touchDown, .touchDragInside, .touchUpInside]"),
    ],
    extremes: [([], "[]"), (Control.Events(rawValue: 1 << 31), "Control.Events(rawValue: 1 << 31)")])
}

extension ValueList where Value == AffineTransform {
  static let transforms = ValueList(
    [
      (.identity, ".identity"), (AffineTransform(scaleX: 2, y: 2), "AffineTransform(scaleX: 2, y: 2)"),
      (AffineTransform(cosine: 0.6, sine: 0.8), "AffineTransform(cosine: 0.6, sine: 0.8)"),
    ],
    extremes: [
      (AffineTransform(scaleX: 0, y: 0), "AffineTransform(scaleX: 0, y: 0)"),
      (AffineTransform(scaleX: .nan, y: 1), "AffineTransform(scaleX: .nan, y: 1)"),
      (AffineTransform(scaleX: 1e300, y: -1e300), "AffineTransform(scaleX: 1e300, y: -1e300)"),
      (AffineTransform(scaleX: .infinity, y: 1), "AffineTransform(scaleX: .infinity, y: 1)"),
      (AffineTransform(translationX: 1e308, y: -1e308), "AffineTransform(translationX: 1e308, y: -1e308)"),
    ])
}

extension ValueList where Value == Distance {
  static let distances = ValueList(
    [
      (.points(10), ".points(10)"), (.points(0), ".points(0)"), (.millimetres(3), ".millimetres(3)"),
      (.points(500), ".points(500)"),
    ],
    extremes: [
      (.points(-10), ".points(-10)"), (.points(.nan), ".points(.nan)"), (.points(.infinity), ".points(.infinity)"),
      (.millimetres(.greatestFiniteMagnitude), ".millimetres(.greatestFiniteMagnitude)"),
    ])
}

extension ValueList where Value == ActionName {
  /// Names of actions that some classes list, and names that none does.
  static let names = ValueList(
    [
      ("act", "\"act\""), ("act:", "\"act:\""), ("act:forEvent:", "\"act:forEvent:\""), ("increase:", "\"increase:\""),
      ("toggle:", "\"toggle:\""), ("performClick:", "\"performClick:\""), ("insertText:forEvent:", "\"insertText:forEvent:\""),
      ("hide:", "\"hide:\""), ("disable:", "\"disable:\""), ("deleteBackward:", "\"deleteBackward:\""),
    ],
    extremes: [("", "\"\""), (":", "\":\""), ("a:b", "\"a:b\""), ("a:::", "\"a:::\""), ("nobody:", "\"nobody:\"")])
}

extension ValueList where Value == String {
  static let words = ValueList(
    [("a", "\"a\""), ("word", "\"word\""), ("\n", "\"\\n\""), ("", "\"\"")],
    extremes: [
      ("e\u{301}", "\"e\\u{301}\""), ("\u{0}", "\"\\0\""), (String(repeating: "x", count: 300), "String(repeating: \"x\", count: 300)"),
    ])
  static let keys = ValueList([("one", "\"one\""), ("two", "\"two\""), ("three", "\"three\"")])
}

extension ValueList where Value == TouchPhase {
  static let phases = ValueList([
    (.began, ".began"), (.moved, ".moved"), (.ended, ".ended"), (.cancelled, ".cancelled"), (.stationary, ".stationary"),
  ])
}

extension ValueList where Value == ContactTool {
  static let tools = ValueList([(.finger, ".finger"), (.pen, ".pen"), (.palm, ".palm")])
}

extension ValueList where Value == GestureRecognizer.State {
  static let states = ValueList([
    (.possible, ".possible"), (.began, ".began"), (.changed, ".changed"), (.ended, ".ended"), (.cancelled, ".cancelled"),
    (.failed, ".failed"),
  ])
}

extension ValueList where Value == ActionSearchPolicy {
  static let policies = ValueList([
    (.firstResponder, ".firstResponder"), (.sender, ".sender"), (.keyAndMainWindow, ".keyAndMainWindow"),
  ])
}

/// What answers a question each time that it is asked.
typealias Answers<Value> = @Sendable () -> () -> Value

/// Answers that change from one time to the next, in turns.
func changing<Value: Sendable>(_ values: Value...) -> () -> Value {
  var time = 0
  return {
    time += 1
    return values[time % values.count]
  }
}

extension ValueList where Value == Answers<Int> {
  /// Numbers of things that an object gives as its answer.
  static let counted = ValueList(
    [
      ({ { 3 } }, "{ 3 }"), ({ { 0 } }, "{ 0 }"), ({ { 1 } }, "{ 1 }"), ({ { 20 } }, "{ 20 }"), ({ { 100 } }, "{ 100 }"),
      ({ changing(5, 2) }, "changing(5, 2)"), ({ changing(0, 30, 1) }, "changing(0, 30, 1)"),
    ],
    extremes: [
      ({ { -1 } }, "{ -1 }"), ({ { .min } }, "{ .min }"), ({ { .max } }, "{ .max }"), ({ { 1_000_000 } }, "{ 1_000_000 }"),
      ({ { 2_000_000_000 } }, "{ 2_000_000_000 }"), ({ changing(10, -1, 1_000_000) }, "changing(10, -1, 1_000_000)"),
    ])
}

extension ValueList where Value == Answers<Double> {
  /// Lengths that an object gives as its answer.
  static let measured = ValueList(
    [
      ({ { 44 } }, "{ 44 }"), ({ { 100 } }, "{ 100 }"), ({ { 0 } }, "{ 0 }"), ({ changing(20, 60) }, "changing(20, 60)"),
      ({ changing(44, 0, 300) }, "changing(44, 0, 300)"),
    ],
    extremes: [
      ({ { .nan } }, "{ .nan }"), ({ { .infinity } }, "{ .infinity }"), ({ { -50 } }, "{ -50 }"), ({ { 1e300 } }, "{ 1e300 }"),
      ({ { 1e-300 } }, "{ 1e-300 }"), ({ { -.infinity } }, "{ -.infinity }"),
      ({ { .greatestFiniteMagnitude } }, "{ .greatestFiniteMagnitude }"), ({ changing(44, .nan, -1) }, "changing(44, .nan, -1)"),
    ])
}

extension ValueList where Value == Answers<String> {
  /// Texts that an object gives as its answer.
  static let worded = ValueList(
    [({ { "one" } }, "{ \"one\" }"), ({ { "" } }, "{ \"\" }"), ({ changing("one", "two") }, "changing(\"one\", \"two\")")],
    extremes: [
      ({ { "e\u{301}\u{202E}" } }, "{ \"e\\u{301}\\u{202E}\" }"), ({ { "\0\n" } }, "{ \"\\0\\n\" }"),
      ({ { String(repeating: "x", count: 300) } }, "{ String(repeating: \"x\", count: 300) }"),
    ])
}

extension ValueList where Value == Int? {
  /// Indices of parts; `nil` for the whole.
  static let indices = ValueList(
    [(nil, "nil"), (0, "0"), (1, "1"), (2, "2"), (5, "5")],
    extremes: [(-1, "-1"), (1_000, "1_000"), (.max, ".max"), (.min, ".min")])
}
