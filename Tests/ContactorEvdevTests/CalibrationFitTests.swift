import ContactorCore
import ContactorEvdev
import Testing

@Suite struct CalibrationFitTests {
  private typealias Pair = CalibrationFit.Pair

  private static let marks = [
    Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1), Point(x: 0.9, y: 0.9), Point(x: 0.1, y: 0.9), Point(x: 0.5, y: 0.5),
  ]

  /// The pairs of a panel that needs a map: its touches are the marks before the map.
  private static func pairs(_ map: AffineTransform, _ marks: [Point] = marks) throws -> [Pair] {
    let inverse = try #require(map.inverse)
    return marks.map { Pair(touch: inverse.apply(to: $0), mark: $0) }
  }

  private static func difference(_ left: AffineTransform, _ right: AffineTransform) -> Double {
    [left.a - right.a, left.b - right.b, left.c - right.c, left.d - right.d, left.tx - right.tx, left.ty - right.ty].map(abs).max() ?? 0
  }

  @Test(arguments: PanelOrientation.allCases, [3, 4, 5])
  func `turned and mirrored panels give the matrix of the table, and are named`(orientation: PanelOrientation, count: Int) throws {
    let marks = count == 3 ? [Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.3), Point(x: 0.4, y: 0.9)] : Array(Self.marks.prefix(count))
    let fit = try CalibrationFit(try Self.pairs(orientation.matrix, marks))
    #expect(Self.difference(fit.matrix, orientation.matrix) < 1e-12)
    #expect(fit.residuals(on: Size(width: 200, height: 100)).allSatisfy { $0 < 1e-9 })
    #expect(PanelOrientation(fit.matrix) == orientation && orientation.isNear(fit.matrix))
  }

  @Test(arguments: PanelOrientation.allCases)
  func `a shift and a scale on top of an orientation are found, and the orientation is no longer all there is`(
    orientation: PanelOrientation
  ) throws {
    let margin = AffineTransform(matrix: 1.1111, 0, -0.0556, 0, 1.2, -0.1)
    let map = orientation.matrix.concatenating(margin)
    let fit = try CalibrationFit(try Self.pairs(map))
    #expect(Self.difference(fit.matrix, map) < 1e-12)
    #expect(PanelOrientation(fit.matrix) == orientation && !orientation.isNear(fit.matrix))
  }

  @Test func `three marks fit exactly, whatever was touched`() throws {
    let touches = [Point(x: 0.21, y: 0.13), Point(x: 0.83, y: 0.42), Point(x: 0.37, y: 0.71)]
    let fit = try CalibrationFit(zip(touches, Self.marks).map { Pair(touch: $0, mark: $1) })
    for (touch, mark) in zip(touches, Self.marks) {
      let place = fit.matrix.apply(to: touch)
      #expect(abs(place.x - mark.x) < 1e-12 && abs(place.y - mark.y) < 1e-12)
    }
    #expect(CalibrationFit.rootMeanSquare(fit.residuals(on: nil)) < 1e-9)
  }

  @Test func `the map is the least squares one: no small change of a number makes the sum of squares less`() throws {
    var state: UInt64 = 7
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) / Double(1 << 53) - 0.5) * 0.02
    }
    let map = AffineTransform(matrix: 0.03, -1.08, 1.05, 1.02, 0.01, -0.02)
    let pairs = try Self.pairs(map).map { Pair(touch: Point(x: $0.touch.x + noise(), y: $0.touch.y + noise()), mark: $0.mark) }
    let fit = try CalibrationFit(pairs)
    #expect(Self.difference(fit.matrix, map) < 0.05)
    func squares(_ map: AffineTransform) -> Double {
      pairs.reduce(0) { sum, pair in
        let place = map.apply(to: pair.touch)
        let (x, y) = (place.x - pair.mark.x, place.y - pair.mark.y)
        return sum + x * x + y * y
      }
    }
    let least = squares(fit.matrix)
    #expect(least > 0)
    for path in [\AffineTransform.a, \.b, \.c, \.d, \.tx, \.ty] {
      for change in [-1e-4, 1e-4] {
        var other = fit.matrix
        other[keyPath: path] += change
        #expect(squares(other) > least)
      }
    }
  }

  @Test func `a residual is measured on the panel, along each of its sides by that side's length`() throws {
    // The fifth touch is off by 5 % in x: four fifths of that stay with it, and each of the others is off by about a fifth.
    var pairs = try Self.pairs(.identity)
    pairs[4].touch.x += 0.05
    let fit = try CalibrationFit(pairs)
    let millimetres = fit.residuals(on: Size(width: 200, height: 100))
    let percent = fit.residuals(on: nil)
    #expect(abs(millimetres[4] - 8) < 0.2 && abs(percent[4] - 4) < 0.1, "\(millimetres) \(percent)")
    #expect(millimetres[..<4].allSatisfy { $0 > 1.7 && $0 < 2.3 })
    #expect(CalibrationFit.rootMeanSquare([3, 4]) == 12.5.squareRoot() && CalibrationFit.rootMeanSquare([]) == 0)
  }

  @Test func `touches on a line, on a spot, too few or without a number are errors`() {
    func failure(_ touches: [Point]) -> CalibrationFit.Failure? {
      do throws(CalibrationFit.Failure) {
        _ = try CalibrationFit(zip(touches, Self.marks).map { Pair(touch: $0, mark: $1) })
        return nil
      } catch {
        return error
      }
    }
    let spot = Point(x: 0.4, y: 0.6)
    #expect(failure([spot, spot, spot, spot]) == .inLine)
    #expect(failure([0.1, 0.5, 0.7, 0.9].map { Point(x: $0, y: 1 - $0) }) == .inLine)
    #expect(failure([0.1, 0.9, 0.9, 0.1].map { Point(x: $0, y: 0.5) }) == .inLine)
    #expect(failure([Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1)]) == .tooFew(2))
    #expect(failure([]) == .tooFew(0))
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(failure([Point(x: 0.1, y: 0.1), Point(x: bad, y: 0.1), Point(x: 0.9, y: 0.9)]) == .notFinite)
    }
    #expect(failure([Point(x: 1e300, y: 0), Point(x: -1e300, y: 1e300), Point(x: 0, y: -1e300)]) != nil)
    // Opposite corners taken for each other: the map would have no area.
    #expect(failure([Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1), Point(x: 0.1, y: 0.9), Point(x: 0.9, y: 0.9)]) == .flat)
    for failure in [CalibrationFit.Failure.tooFew(1), .notFinite, .inLine, .flat] { #expect(!failure.description.isEmpty) }
  }

  @Test func `a map that slants or turns by an eighth has no orientation`() {
    let eighth = 0.5.squareRoot()
    #expect(PanelOrientation(AffineTransform(matrix: eighth, -eighth, 0.5, eighth, eighth, -0.2)) == nil)
    #expect(PanelOrientation(AffineTransform(matrix: 1, 0.6, 0, 0, 1, 0)) == nil)
    #expect(PanelOrientation(AffineTransform(matrix: 1, 0.1, 0, -0.1, 1, 0)) == .upright)
    #expect(PanelOrientation(AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)) == nil)
  }
}
