// The functions and the geometry of scrolling. The exponential and the logarithm are computed here, by the same steps on every machine, so
// that a recording scrolls to the same offsets wherever it is replayed.

/// e raised to a power that is not above 0; 0 far below, and 1 for a positive power.
///
/// The power is divided by ln 2; the rest, at most ln 2 / 2, goes through the series of the exponential up to its 13th power. The relative
/// error is below 1e−15.
func decay(_ power: Double) -> Double {
  guard power < 0 else { return 1 }
  // Below, the result is smaller than any number that a `Double` holds with all its digits.
  guard power > -700 else { return 0 }
  let halvings = (power / Ln2.whole).rounded()
  let rest = (power - halvings * Ln2.high) - halvings * Ln2.low
  var sum = 1.0
  for term in stride(from: 13.0, through: 1, by: -1) { sum = 1 + rest / term * sum }
  return Double(sign: .plus, exponent: Int(halvings), significand: sum)
}

/// The natural logarithm of a finite number above 0.
///
/// The number is a power of 2 times m, √½ ≤ m < √2; ln m = 2 artanh((m − 1) / (m + 1)), by its series up to the 23rd power. The relative
/// error is below 1e−15.
func naturalLogarithm(_ number: Double) -> Double {
  guard number > 0, number < .infinity else { return number > 0 ? .infinity : -.infinity }
  var exponent = Double(number.exponent)
  var significand = number.significand
  if significand > 2.0.squareRoot() {
    significand /= 2
    exponent += 1
  }
  let ratio = (significand - 1) / (significand + 1)
  let square = ratio * ratio
  var sum = 0.0
  for power in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / power }
  return (2 * ratio * sum + exponent * Ln2.low) + exponent * Ln2.high
}

/// ln 2, and ln 2 in two parts; the high part has 32 bits, so that its product with an exponent is exact.
private enum Ln2 {
  static let whole = 0x1.62e4_2fef_a39efp-1
  static let high = 0x1.62e4_2feep-1
  static let low = 0x1.a39e_f357_93c76p-33
}

// MARK: - Insets

/// Distances from the edges of a rectangle, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// Creates insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distances.
  public static let zero = EdgeInsets()

  /// The same insets, with 0 for those that are NaN or beyond the greatest length.
  var usable: EdgeInsets {
    func usable(_ length: Double) -> Double { length.magnitude <= ScrollView.maximumLength ? length : 0 }
    return EdgeInsets(top: usable(top), left: usable(left), bottom: usable(bottom), right: usable(right))
  }
}

/// The range of the offset along one axis.
struct ScrollLimits: Equatable {
  /// The least offset.
  var lower = 0.0
  /// The greatest offset; not below `lower`.
  var upper = 0.0
  /// The length of the view; the rubber band stretches to this length at most.
  var extent = 0.0
  /// Whether the content can be pulled beyond its end.
  var bounces = true

  /// Creates the limits of content that is shown through a view; all lengths are finite.
  init(content: Double, before: Double, after: Double, view: Double, bounces: Bool) {
    // Not −0, which would be an offset.
    lower = 0 - before
    upper = max(lower, content + after - view)
    extent = max(view, 0)
    self.bounces = bounces
  }

  /// Creates the limits of a range that is shown through a length, with a rubber band at its ends; both are finite.
  init(_ range: ClosedRange<Double>, extent: Double) {
    (lower, upper) = (range.lowerBound, range.upperBound)
    self.extent = max(extent, 0)
  }

  /// The nearest offset within the limits.
  func clamp(_ offset: Double) -> Double { min(max(offset, lower), upper) + 0 }

  /// The offset that a finger at a position shows: beyond an end, the rubber band's (contract 7.6).
  ///
  /// x points beyond the end show (1 − 1 / (x·c / d + 1))·d points, with the coefficient c and the view's length d: UIKit's formula.
  func banded(_ position: Double) -> Double {
    let end = clamp(position)
    let excess = position - end
    if excess == 0 { return position }
    guard bounces, extent > 0 else { return end }
    let shown = (1 - 1 / (excess.magnitude * ScrollMachine.rubberBandCoefficient / extent + 1)) * extent
    return end + (excess < 0 ? -shown : shown)
  }

  /// The position of the finger that shows an offset: the inverse of `banded`.
  func unbanded(_ offset: Double) -> Double {
    let end = clamp(offset)
    let shown = offset - end
    if shown == 0 { return offset }
    guard bounces, extent > 0 else { return end }
    // The band never shows the whole length; an offset set by code may.
    let part = min(shown.magnitude, extent * 0.99)
    let excess = part * extent / (ScrollMachine.rubberBandCoefficient * (extent - part))
    return end + (shown < 0 ? -excess : excess)
  }
}
