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

  /// Where the value lies: 0 at the minimum … 1 at the maximum; 0 if the ends are infinite or leave no room.
  var share: Double {
    guard maximum > minimum, minimum.isFinite, maximum.isFinite else { return 0 }
    let share = length.isFinite ? (value - minimum) / length : (value / 2 - minimum / 2) / (maximum / 2 - minimum / 2)
    return min(max(share, 0), 1)
  }

  /// The value nearest to a given one that is a whole number of steps above the minimum and within the ends; halves go down.
  ///
  /// The given value itself if the step is not above 0, the minimum is infinite, or the number of steps is.
  func nearest(to value: Double, step: Double) -> Double {
    guard step > 0, minimum.isFinite, value.isFinite else { return value }
    // A millionth of a step makes up for the rounding of the division: 0.7 / 0.1 is below 7.
    let last = max((length / step + 1e-6).rounded(.down), 0)
    let steps = min(max(((value - minimum) / step - 0.5).rounded(.up), 0), last)
    guard steps.isFinite else { return value }
    // A step such as 0.1 has no exact number; a division by 10 rounds once, so that three steps are 0.3.
    let parts = (1 / step).rounded()
    return minimum + (parts * step == 1 ? steps / parts : steps * step)
  }

  private mutating func clamp() {
    value = min(max(value, minimum), max(minimum, maximum))
  }
}
