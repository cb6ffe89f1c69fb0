/// Which numbers a key takes.
struct NumberRule: Sendable {
  /// The smallest and the largest number.
  let range: ClosedRange<Double>
  /// Whether the smallest number itself is left out.
  let isOpen: Bool
  /// The rule in words.
  let words: String

  /// Whether the number is one of them.
  func allows(_ number: Double) -> Bool {
    range.contains(number) && !(isOpen && number == range.lowerBound)
  }

  /// A place in points.
  static let coordinate = NumberRule(
    range: -1e6...1e6, isOpen: false, words: "points from -1000000 to 1000000")
  /// A width or a height in points.
  static let length = NumberRule(range: 0...1e6, isOpen: true, words: "points over 0, at most 1000000")
  /// A width or a height in millimetres.
  static let glassLength = NumberRule(range: 0...1e6, isOpen: true, words: "millimetres over 0, at most 1000000")
  /// How many points a millimetre has.
  static let density = NumberRule(range: 0...1e6, isOpen: true, words: "points a millimetre, over 0, at most 1000000")
  /// A distance that may be nothing.
  static let distance = NumberRule(
    range: 0...1e6, isOpen: false, words: "points from 0 to 1000000, or a length such as 5 mm")
  /// A distance in millimetres that may be nothing.
  static let glassDistance = NumberRule(range: 0...1e6, isOpen: false, words: "millimetres from 0 to 1000000")
  /// A share of a whole.
  static let share = NumberRule(range: 0...1, isOpen: false, words: "a number from 0 to 1")
  /// An angle in radians.
  static let angle = NumberRule(range: 0...Double.pi, isOpen: false, words: "radians from 0 to 3.141, or an angle such as 5 deg")
  /// How much of one thing there is for another.
  static let ratio = NumberRule(range: 0...1000, isOpen: false, words: "a number from 0 to 1000")
  /// A control's value.
  static let value = NumberRule(range: -1e12...1e12, isOpen: false, words: "a number")
  /// How far a step goes.
  static let step = NumberRule(range: 0...1e12, isOpen: true, words: "a number over 0")
  /// A number of a calibration.
  static let factor = NumberRule(range: -1e6...1e6, isOpen: false, words: "a number from -1000000 to 1000000")
  /// A time in seconds that may be nothing.
  static let duration = NumberRule(range: 0...86_400, isOpen: false, words: "seconds from 0 to 86400, or a time such as 350 ms")
  /// A time in seconds, from a millisecond to a year.
  static let seconds = NumberRule(
    range: 0.001...31_536_000, isOpen: false, words: "seconds from 0.001 to 31536000, or a time such as 350 ms")
}
