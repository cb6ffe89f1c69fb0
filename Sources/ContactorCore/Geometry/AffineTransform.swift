/// An affine map of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
/// The coefficients are in CoreGraphics' order. Arithmetic follows IEEE 754, and nothing traps.
public struct AffineTransform: Hashable, Sendable {
  /// The coefficient of x in x′.
  public var a: Double
  /// The coefficient of x in y′.
  public var b: Double
  /// The coefficient of y in x′.
  public var c: Double
  /// The coefficient of y in y′.
  public var d: Double
  /// The translation along x.
  public var tx: Double
  /// The translation along y.
  public var ty: Double

  /// Creates a map from its six coefficients.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity map.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a translation.
  @inlinable
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Creates a scaling about the origin.
  @inlinable
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin by an angle in radians; a positive angle turns clockwise on a screen.
  ///
  /// Sine and cosine are within 1e-15 for angles up to ±1,000,000. Larger angles lose digits in proportion to their size. An angle that is
  /// not finite gives a map of NaN, which has no inverse.
  public init(rotationAngle angle: Double) {
    let (sine, cosine) = sineAndCosine(of: angle)
    self.init(cosine: cosine, sine: sine)
  }

  /// Creates a rotation about the origin from its cosine and sine; positive turns are clockwise on a screen.
  @inlinable
  public init(cosine: Double, sine: Double) {
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether this is the identity map.
  @inlinable public var isIdentity: Bool { self == .identity }

  /// The factor by which the map scales areas; 0 for a map without an inverse, negative for a map that mirrors.
  @inlinable public var determinant: Double { a * d - b * c }

  // MARK: Composition

  /// The map that applies this one first and then `next`.
  @inlinable
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The map that first translates, by a vector in the source space, and then applies this one.
  @inlinable
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The map that first scales and then applies this one.
  @inlinable
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// The map that first rotates, by an angle in radians, and then applies this one.
  public func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The inverse map; `nil` if the determinant is 0 or not finite.
  @inlinable
  public var inverse: AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    return AffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
  }

  /// The inverse map, or the map itself if there is none, as in CoreGraphics.
  ///
  /// `inverse` distinguishes the two cases.
  @inlinable
  public func inverted() -> AffineTransform { inverse ?? self }

  // MARK: Images

  /// The image of a point.
  @inlinable
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The size of the smallest upright rectangle around the image of a rectangle of that size.
  @inlinable
  func boundingSize(of size: Size) -> Size {
    Size(
      width: a.magnitude * size.width + c.magnitude * size.height,
      height: b.magnitude * size.width + d.magnitude * size.height)
  }
}

extension Point {
  /// The image of the point.
  @inlinable
  public func applying(_ transform: AffineTransform) -> Point { transform.apply(to: self) }
}

extension Size {
  /// The image of the vector (width, height), without the translation; its extents may be negative.
  @inlinable
  public func applying(_ transform: AffineTransform) -> Size {
    Size(width: transform.a * width + transform.c * height, height: transform.b * width + transform.d * height)
  }
}

// MARK: Sine and cosine

/// The sine and cosine of an angle in radians; NaN if it is not finite; the standard library has no trigonometry.
///
/// The nearest multiple of a quarter turn is subtracted, and two power series give the rest. Within 1e-15 for angles up to ±1,000,000;
/// larger angles are first reduced by the `Double` nearest to 2π, whose error grows with the number of turns.
private func sineAndCosine(of angle: Double) -> (sine: Double, cosine: Double) {
  guard angle.isFinite else { return (.nan, .nan) }
  let near = angle.magnitude <= 1e6 ? angle : angle.remainder(dividingBy: 2 * .pi)
  let quarters = (near / (.pi / 2)).rounded()
  // π/2 in three parts of 33, 33 and 53 bits: the products of the first two with up to 2²⁰ quarters are exact.
  let coarse = near - quarters * 0x1.921f_b544p+0
  let middle = quarters * 0x1.0b46_11a6p-34
  let rest = coarse - middle
  // The rounding error of the last subtraction, and the third part.
  let tail = (coarse - rest) - middle - quarters * 0x1.3198_a2e0_3707_3p-69
  let (sine, cosine) = seriesOfSineAndCosine(rest)
  // The tail is added by the derivatives.
  let (s, c) = (sine + tail * cosine, cosine - tail * sine)
  switch Int(quarters) & 3 {
  case 0: return (s, c)
  case 1: return (c, -s)
  case 2: return (-s, -c)
  default: return (-c, s)
  }
}

/// The sine and cosine of an angle of at most an eighth of a turn, by their power series to the 17th and the 16th power.
///
/// The next terms are below 1e-19.
private func seriesOfSineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  let square = angle * angle
  var sine = 1.0
  var cosine = 1.0
  for power in stride(from: 16.0, through: 2, by: -2) {
    sine = 1 - square / (power * (power + 1)) * sine
    cosine = 1 - square / (power * (power - 1)) * cosine
  }
  return (angle * sine, cosine)
}
