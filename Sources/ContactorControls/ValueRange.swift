/// A value between two ends: what a slider and a stepper hold.
///
/// While the least value is above the greatest one, the value stays at the least.
struct ValueRange {
  /// The least value.
  var minimum: Double { didSet { clamp() } }
  /// The greatest value.
  var maximum: Double { didSet { clamp() } }
  private var stored: Double

  init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
    stored = minimum
  }

  /// The value, always between the two; what is no number is ignored.
  var value: Double {
    get { stored }
    set {
      guard newValue.isFinite else { return }
      stored = newValue
      clamp()
    }
  }

  private mutating func clamp() {
    stored = min(max(stored, minimum), max(minimum, maximum))
  }
}
