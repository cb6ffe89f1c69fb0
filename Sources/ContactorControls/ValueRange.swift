/// A finite value between a minimum and a maximum, as a slider and a stepper hold.
///
/// While the minimum exceeds the maximum, the value equals the minimum.
struct ValueRange: Equatable {
  private(set) var minimum: Double
  private(set) var maximum: Double
  private(set) var value: Double

  /// Creates a range whose value is its minimum; both ends are finite.
  init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
    value = minimum
  }

  /// Sets the minimum; NaN and +∞ are ignored, −∞ means no limit.
  mutating func setMinimum(_ minimum: Double) {
    guard minimum < .infinity else { return }
    self.minimum = minimum
    clamp()
  }

  /// Sets the maximum; NaN and −∞ are ignored, +∞ means no limit.
  mutating func setMaximum(_ maximum: Double) {
    guard maximum > -.infinity else { return }
    self.maximum = maximum
    clamp()
  }

  /// Sets the value, clamped to the ends; an infinite value and NaN are ignored.
  mutating func set(_ value: Double) {
    guard value.isFinite else { return }
    self.value = value
    clamp()
  }

  /// Adds an amount to the value and clamps the sum to the ends and to the finite numbers.
  ///
  /// NaN is ignored.
  mutating func add(_ amount: Double) {
    guard !amount.isNaN else { return }
    value = min(max(value + amount, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    clamp()
  }

  /// The difference of the ends; infinite if it overflows.
  var length: Double { maximum - minimum }

  /// The value at a fraction of the range, 0 … 1; a fraction outside gives the nearest end.
  ///
  /// Infinite or NaN if an end is infinite or the fraction is NaN.
  func value(at share: Double) -> Double {
    if share <= 0 { return minimum }
    if share >= 1 { return maximum }
    // The second form cannot overflow; the first rounds less.
    return length.isFinite ? minimum + share * length : minimum * (1 - share) + maximum * share
  }

  private mutating func clamp() {
    value = min(max(value, minimum), max(minimum, maximum))
  }
}
