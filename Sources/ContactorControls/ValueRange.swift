/// A value between two ends: what a slider and a stepper hold.
///
/// The value is finite whatever is set. While the least value is above the greatest one, the value stays at the least.
struct ValueRange: Equatable {
  private(set) var minimum: Double
  private(set) var maximum: Double
  private(set) var value: Double

  /// Creates a range at its least value; the ends are finite.
  init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
    value = minimum
  }

  /// Sets the least value; NaN and +∞ are ignored, and −∞ is no limit.
  mutating func setMinimum(_ minimum: Double) {
    guard minimum < .infinity else { return }
    self.minimum = minimum
    clamp()
  }

  /// Sets the greatest value; NaN and −∞ are ignored, and +∞ is no limit.
  mutating func setMaximum(_ maximum: Double) {
    guard maximum > -.infinity else { return }
    self.maximum = maximum
    clamp()
  }

  /// Sets the value, clamped to the ends; one that is infinite or NaN is ignored.
  mutating func set(_ value: Double) {
    guard value.isFinite else { return }
    self.value = value
    clamp()
  }

  /// Adds to the value and stops at the ends, and at the largest numbers where an end is infinite.
  ///
  /// NaN is ignored.
  mutating func add(_ amount: Double) {
    guard !amount.isNaN else { return }
    value = min(max(value + amount, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    clamp()
  }

  /// The distance of the ends; infinite where it is too large for a number.
  var length: Double { maximum - minimum }

  /// The value at a share of the way from the least to the greatest; at an end for a share outside 0 … 1.
  ///
  /// It is infinite or NaN where an end is infinite or the share is NaN.
  func value(at share: Double) -> Double {
    if share <= 0 { return minimum }
    if share >= 1 { return maximum }
    // The second form has no overflow, the first fewer roundings.
    return length.isFinite ? minimum + share * length : minimum * (1 - share) + maximum * share
  }

  private mutating func clamp() {
    value = min(max(value, minimum), max(minimum, maximum))
  }
}
