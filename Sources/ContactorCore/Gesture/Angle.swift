/// Angles, as the standard library has no trigonometry.
enum Angle {
  /// The angle of the vector (x, y) in radians, −π … π; 0 for the zero vector.
  ///
  /// Exact to about 1e-15: the argument is halved until the series converges.
  static func of(x: Double, y: Double) -> Double {
    if x == 0, y == 0 { return 0 }
    let steep = y.magnitude > x.magnitude
    let ratio = steep ? x / y : y / x
    let small = arcTangent(ratio)
    if steep { return (y > 0 ? .pi / 2 : -.pi / 2) - small }
    if x > 0 { return small }
    return y >= 0 ? small + .pi : small - .pi
  }

  /// The arc tangent of a number from −1 to 1.
  private static func arcTangent(_ value: Double) -> Double {
    var half = value
    var factor = 1.0
    // tan(a/2) = t / (1 + √(1 + t²))
    while half.magnitude > 0.1 {
      half /= 1 + (1 + half * half).squareRoot()
      factor *= 2
    }
    let square = half * half
    var sum = 0.0
    for term in stride(from: 15.0, through: 1.0, by: -2) { sum = 1 / term - square * sum }
    return factor * half * sum
  }
}
