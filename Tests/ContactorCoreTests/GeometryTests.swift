import ContactorCore
import Glibc
import Testing

@Suite("Points, rectangles and transforms")
struct GeometryTests {
  private static let extremes: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  // MARK: Points and sizes

  @Test("Points add, subtract, scale and turn round coordinate by coordinate")
  func arithmetic() {
    let (one, other) = (Point(x: 3, y: -4), Point(x: 1, y: 2))
    #expect(one + other == Point(x: 4, y: -2))
    #expect(one - other == Point(x: 2, y: -6))
    #expect(-one == Point(x: -3, y: 4))
    #expect(one * 2 == Point(x: 6, y: -8))
    #expect(one / 2 == Point(x: 1.5, y: -2))
    var moving = one
    moving += other
    #expect(moving == Point(x: 4, y: -2))
    moving -= other
    #expect(moving == one)
    moving *= 3
    moving /= 3
    #expect(moving == one)
  }

  @Test("Sizes add, subtract and scale")
  func sizes() {
    var size = Size(width: 3, height: 4)
    #expect(size + size == size * 2 && size * 2 / 2 == size && size - size == .zero)
    size += Size(width: 1, height: 1)
    size -= Size(width: 4, height: 0)
    #expect(size == Size(width: 0, height: 5))
    #expect(size.isFinite && !Size(width: .nan, height: 0).isFinite)
  }

  @Test("The distance is right from the smallest numbers to the largest")
  func distance() {
    for scale in [0x1p-1063, 1e-300, 1e-160, 1e-5, 1, 1e5, 1e160, 1e300, 3e307] {
      let (start, end) = (Point(x: scale, y: -scale), Point(x: 4 * scale, y: 3 * scale))
      let distance = start.distance(to: end)
      #expect((distance / scale - 5).magnitude < (scale < 1e-307 ? 1e-3 : 1e-15), "\(scale)")
      #expect(distance == end.distance(to: start))
      #expect(start.distance(to: start) == 0)
    }
    let least = Double.leastNonzeroMagnitude
    #expect(Point.zero.distance(to: Point(x: least, y: 0)) == least)
    #expect(Point.zero.distance(to: Point(x: least, y: least)) == least)
    let far = Double.greatestFiniteMagnitude
    #expect(Point(x: -far, y: 0).distance(to: Point(x: far, y: 0)) == .infinity)
    #expect(Point(x: -far / 2, y: 0).distance(to: Point(x: far / 2, y: 0)) == far)
    #expect(Point(x: .infinity, y: 0).distance(to: .zero) == .infinity)
    #expect(Point(x: .nan, y: 0).distance(to: .zero).isNaN && Point.zero.distance(to: Point(x: 0, y: .nan)).isNaN)
    #expect(Point(x: .infinity, y: 0).distance(to: Point(x: .infinity, y: 0)).isNaN)
  }

  // MARK: Rectangles

  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test("A rectangle's numbers")
  func numbers() {
    #expect([rect.minX, rect.midX, rect.maxX, rect.width] == [10, 25, 40, 30])
    #expect([rect.minY, rect.midY, rect.maxY, rect.height] == [20, 40, 60, 40])
    #expect(rect.center == Point(x: 25, y: 40))
    #expect(!rect.isEmpty && !rect.isNull && rect.isFinite)
    #expect(Rect.null.isNull && Rect.null.isEmpty && !Rect.null.isFinite && Rect.zero.isEmpty && !Rect.zero.isNull)
  }

  @Test("A rectangle of negative size is empty until it is standardized")
  func standardized() {
    let turned = Rect(x: 40, y: 60, width: -30, height: -40)
    #expect(turned.isEmpty && !turned.contains(Point(x: 25, y: 40)))
    #expect(turned.standardized == rect && rect.standardized == rect)
    #expect(Rect(x: 40, y: 20, width: -30, height: 40).standardized == rect)
    #expect(Rect(x: 10, y: 60, width: 30, height: -40).standardized == rect)
    #expect(Rect(x: 0, y: 0, width: .nan, height: 1).isEmpty && Rect(x: 0, y: 0, width: 1, height: .nan).isEmpty)
  }

  @Test("A rectangle contains its left and top edges, and rectangles up to all its edges")
  func contains() {
    #expect(rect.contains(Point(x: 10, y: 20)) && !rect.contains(Point(x: 40, y: 20)) && !rect.contains(Point(x: 10, y: 60)))
    #expect(!rect.contains(Point(x: .nan, y: 30)) && !rect.contains(Point(x: .infinity, y: 30)))
    #expect(rect.contains(rect) && rect.contains(Rect(x: 11, y: 21, width: 1, height: 1)))
    #expect(rect.contains(Rect(x: 40, y: 60, width: -30, height: -40)))
    #expect(!rect.contains(Rect(x: 9, y: 21, width: 2, height: 2)) && !rect.contains(Rect(x: 39, y: 21, width: 2, height: 2)))
    #expect(rect.contains(Rect.null) && !Rect.null.contains(rect) && Rect.null.contains(Rect.null))
  }

  @Test("Insets move the sides; where these would pass each other there is no rectangle")
  func insets() {
    #expect(rect.insetBy(dx: 5, dy: 10) == Rect(x: 15, y: 30, width: 20, height: 20))
    #expect(rect.insetBy(dx: -5, dy: -10) == Rect(x: 5, y: 10, width: 40, height: 60))
    #expect(rect.insetBy(dx: 15, dy: 20) == Rect(x: 25, y: 40, width: 0, height: 0))
    #expect(rect.insetBy(dx: 16, dy: 0).isNull && rect.insetBy(dx: 0, dy: 21).isNull)
    #expect(rect.outset(by: 5) == rect.insetBy(dx: -5, dy: -5))
    #expect(rect.offsetBy(dx: 1, dy: -2) == Rect(x: 11, y: 18, width: 30, height: 40))
    #expect(Rect.null.insetBy(dx: -9, dy: -9).isNull && Rect.null.offsetBy(dx: -.infinity, dy: 1).isNull)
  }

  @Test("Union and intersection; null is nowhere, and rectangles that touch have nothing in common")
  func together() {
    let other = Rect(x: 30, y: 50, width: 30, height: 40)
    #expect(rect.union(other) == Rect(x: 10, y: 20, width: 50, height: 70))
    #expect(rect.intersection(other) == Rect(x: 30, y: 50, width: 10, height: 10) && rect.intersects(other))
    #expect(rect.intersection(Rect(x: 60, y: 90, width: -30, height: -40)) == rect.intersection(other))
    let beside = Rect(x: 40, y: 20, width: 5, height: 5)
    #expect(rect.intersection(beside).isNull && !rect.intersects(beside))
    #expect(rect.union(.null) == rect && Rect.null.union(rect) == rect && Rect.null.union(.null).isNull)
    #expect(rect.intersection(.null).isNull && Rect.null.intersection(.null).isNull)
    #expect(rect.union(.zero) == Rect(x: 0, y: 0, width: 40, height: 60), "one of no size counts with its place")
    #expect(!rect.intersects(Rect(x: 20, y: 30, width: 0, height: 0)))
  }

  @Test("The integral rectangle has whole numbers and contains this one")
  func integral() {
    #expect(Rect(x: 0.5, y: -0.5, width: 1, height: 1).integral == Rect(x: 0, y: -1, width: 2, height: 2))
    #expect(Rect(x: 2.5, y: 2, width: -1, height: 3).integral == Rect(x: 1, y: 2, width: 2, height: 3))
    #expect(rect.integral == rect && Rect.null.integral.isNull)
  }

  @Test("The rectangle around points has them at its edges; around none it is zero")
  func around() {
    #expect(Rect(around: rect.corners) == rect && Rect(around: [Point(x: 3, y: 4)]) == Rect(x: 3, y: 4, width: 0, height: 0))
    #expect(Rect(around: []) == .zero && Rect(around: [Point(x: .nan, y: 1)]) == .zero)
    #expect(Rect(around: [Point(x: 1, y: .nan), Point(x: 3, y: 4)]) == Rect(x: 3, y: 4, width: 0, height: 0))
    let wide = Rect(around: [Point(x: -.infinity, y: 0), Point(x: .infinity, y: 1)])
    #expect(wide.width == .infinity && wide.height == 1)
  }

  @Test("No number traps")
  func extremesOfRectangles() {
    for x in Self.extremes {
      for width in Self.extremes {
        let one = Rect(x: x, y: width, width: width, height: x)
        for other in [rect, .null, .zero, one] {
          _ = (one.union(other), one.intersection(other), one.intersects(other), one.contains(other), other.contains(one))
        }
        _ = (one.standardized, one.integral, one.insetBy(dx: x, dy: width), one.outset(by: x), one.offsetBy(dx: x, dy: width))
        _ = (one.applying(AffineTransform(rotationAngle: x)), Rect(around: one.corners), one.center, one.isEmpty)
        let map = AffineTransform(a: x, b: width, c: 1, d: x, tx: width, ty: x)
        _ = (map.inverted(), map.rotated(by: x), map.scaledBy(x: x, y: width), map.translatedBy(x: x, y: width), map.isIdentity)
        _ = Point(x: x, y: width).distance(to: Point(x: width, y: x)) + (Point(x: x, y: 0) / width).x
      }
    }
  }

  // MARK: Transforms

  private static func angles() -> [Double] {
    var angles = stride(from: -7.0, through: 7, by: 0.000_7).map { $0 }
    // Around multiples of a quarter turn, where digits cancel.
    for quarters in stride(from: -636_600.0, through: 636_600, by: 353) {
      let angle = quarters * .pi / 2
      angles += [angle, angle.nextUp, angle.nextDown, angle + 1e-9, angle + 0.3, angle + 0.785_398]
    }
    return angles + [1e6, -1e6, 0x1p-1063, 1e-9, 0.785_398_163_397_448_3, 999_999.999_999]
  }

  @Test("Sine and cosine of a rotation are the C library's within 1e-15 up to a million")
  func rotation() {
    var worst = 0.0
    for angle in Self.angles() {
      let map = AffineTransform(rotationAngle: angle)
      worst = max(worst, (map.a - cos(angle)).magnitude, (map.b - sin(angle)).magnitude)
      if map.c != -map.b || map.d != map.a { Issue.record("no rotation by \(angle)") }
    }
    #expect(worst < 1e-15, "\(worst)")
    #expect(AffineTransform(rotationAngle: 0).isIdentity && AffineTransform(rotationAngle: -0.0).isIdentity)
  }

  @Test("A rotation beyond a million is still a rotation, and by no number it is none")
  func largeRotation() {
    for angle in [1.1e6, -1e7, 1e9] {
      let map = AffineTransform(rotationAngle: angle)
      #expect((map.a - cos(angle)).magnitude < angle.magnitude * 1e-16, "\(angle)")
    }
    for angle in [1e20, -1e300, .greatestFiniteMagnitude] {
      #expect((AffineTransform(rotationAngle: angle).determinant - 1).magnitude < 1e-14)
    }
    for angle in [Double.infinity, -.infinity, .nan] {
      let map = AffineTransform(rotationAngle: angle)
      #expect(map.a.isNaN && map.b.isNaN && map.inverse == nil)
    }
  }

  @Test("scaledBy, rotated and translatedBy come before the map that they are called on")
  func chains() {
    let map = AffineTransform(translationX: 100, y: 50).rotated(by: .pi / 2).scaledBy(x: 2, y: 3).translatedBy(x: 1, y: 1)
    // (0, 0) is moved to (1, 1), scaled to (2, 3), turned to (-3, 2) and moved.
    #expect(Point.zero.applying(map).distance(to: Point(x: 97, y: 52)) < 1e-12)
    #expect(map.apply(to: .zero) == Point.zero.applying(map))
    let steps = AffineTransform(translationX: 1, y: 1).concatenating(AffineTransform(scaleX: 2, y: 3))
      .concatenating(AffineTransform(rotationAngle: .pi / 2)).concatenating(AffineTransform(translationX: 100, y: 50))
    #expect(Point(x: 7, y: -9).applying(map).distance(to: Point(x: 7, y: -9).applying(steps)) < 1e-12)
  }

  @Test("A map is undone by its inverse; one without stays itself when inverted")
  func inverses() {
    let map = AffineTransform(translationX: 10, y: -20).rotated(by: 1).scaledBy(x: 2, y: 0.5)
    let point = Point(x: 3, y: 4)
    #expect(point.applying(map).applying(map.inverted()).distance(to: point) < 1e-12)
    #expect(map.inverted() == map.inverse)
    let flat = AffineTransform(scaleX: 1, y: 0)
    #expect(flat.inverse == nil && flat.inverted() == flat)
    #expect(AffineTransform.identity.isIdentity && !map.isIdentity)
  }

  @Test("Images of sizes and rectangles")
  func images() {
    let quarter = AffineTransform(cosine: 0, sine: 1).concatenating(AffineTransform(translationX: 5, y: 0))
    #expect(Size(width: 2, height: 1).applying(quarter) == Size(width: -1, height: 2))
    #expect(Rect(x: 0, y: 0, width: 2, height: 1).applying(quarter) == Rect(x: 4, y: 0, width: 1, height: 2))
    #expect(Rect.null.applying(quarter).isNull)
  }
}
