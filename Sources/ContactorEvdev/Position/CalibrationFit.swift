public import ContactorCore

/// The calibration of a panel: the affine map from where its marks were touched to where they stand on the screen.
///
/// Least squares over 3 or more marks; with 3 the map is exact, and nothing is left over that would tell of a wrong touch. All positions are
/// fractions, 0 … 1: touches of the panel's range without any calibration, marks of the screen.
public struct CalibrationFit: Hashable, Sendable {
  /// A mark, and where it was touched.
  public struct Pair: Hashable, Sendable {
    /// Where the panel was touched, as a fraction of its range.
    public var touch: Point
    /// Where the mark stands, as a fraction of the screen.
    public var mark: Point

    /// Creates a pair.
    public init(touch: Point, mark: Point) {
      (self.touch, self.mark) = (touch, mark)
    }
  }

  /// Why touches give no calibration.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Fewer than 3 marks.
    case tooFew(Int)
    /// A coordinate is NaN or infinite.
    case notFinite
    /// The touches lie on one line, or on one spot.
    case inLine
    /// The marks lie on one line, or the map puts all touches on one line.
    case flat

    /// What is wrong, and the way out.
    public var description: String {
      switch self {
      case .tooFew(let count): "\(count) marks were touched, and a calibration needs 3 or more"
      case .notFinite: "a place is not a finite number; the panel's range is not to be relied on"
      case .inLine:
        "all touches lie on one line or on one spot of the panel: touch each mark where it is shown, and see with 'contactor monitor' "
          + "whether the panel reports both coordinates"
      case .flat: "the touches would put the whole screen on one line: touch each mark where it is shown"
      }
    }
  }

  /// The least spread of the touches across the direction in which they spread least, as a fraction of the panel: root mean square.
  static let leastSpread = 0.01
  /// The least factor by which a map may scale areas.
  static let leastArea = 1e-4

  /// The map from the panel to the screen.
  public let matrix: AffineTransform
  /// How far each touch lies from where its mark is under the map, as fractions of the panel's width and height.
  public let offsets: [Point]

  /// Computes the map.
  ///
  /// - Complexity: O(the number of marks).
  public init(_ pairs: [Pair]) throws(Failure) {
    guard pairs.count >= 3 else { throw .tooFew(pairs.count) }
    guard pairs.allSatisfy({ [$0.touch.x, $0.touch.y, $0.mark.x, $0.mark.y].allSatisfy(\.isFinite) }) else { throw .notFinite }
    let count = Double(pairs.count)
    let touch = Self.mean(pairs.map(\.touch))
    let mark = Self.mean(pairs.map(\.mark))
    // The sums of products about the means: xx, xy and yy of the touches, and those of touches with marks.
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (xu, yu, xv, yv) = (0.0, 0.0, 0.0, 0.0)
    for pair in pairs {
      let (x, y) = (pair.touch.x - touch.x, pair.touch.y - touch.y)
      let (u, v) = (pair.mark.x - mark.x, pair.mark.y - mark.y)
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
      (xu, yu, xv, yv) = (xu + x * u, yu + y * u, xv + x * v, yv + y * v)
    }
    let determinant = xx * yy - xy * xy
    let half = (xx + yy) / 2
    // The smaller eigenvalue of the touches' scatter.
    let least = half - max(half * half - determinant, 0).squareRoot()
    guard determinant.isFinite, least / count >= Self.leastSpread * Self.leastSpread else {
      throw determinant.isFinite ? .inLine : .notFinite
    }
    let (a, b) = ((xu * yy - yu * xy) / determinant, (yu * xx - xu * xy) / determinant)
    let (d, e) = ((xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant)
    let matrix = AffineTransform(
      matrix: a, b, mark.x - a * touch.x - b * touch.y, d, e, mark.y - d * touch.x - e * touch.y)
    guard abs(matrix.determinant) >= Self.leastArea, let inverse = matrix.inverse else { throw .flat }
    self.matrix = matrix
    offsets = pairs.map { pair in
      let ideal = inverse.apply(to: pair.mark)
      return Point(x: pair.touch.x - ideal.x, y: pair.touch.y - ideal.y)
    }
  }

  /// How far each touch lies from its mark: in millimetres for a panel of a size in millimetres, else in per cent of the panel.
  public func residuals(on size: Size?) -> [Double] {
    let unit = size ?? Size(width: 100, height: 100)
    return offsets.map { offset in
      let (x, y) = (offset.x * unit.width, offset.y * unit.height)
      return (x * x + y * y).squareRoot()
    }
  }

  /// The root of the mean square of distances; 0 for none.
  public static func rootMeanSquare(_ distances: [Double]) -> Double {
    guard !distances.isEmpty else { return 0 }
    return (distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)).squareRoot()
  }

  private static func mean(_ points: [Point]) -> Point {
    let count = Double(points.count)
    return Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
  }
}

/// The way in which a calibration turns or mirrors a panel.
public enum PanelOrientation: String, Hashable, Sendable, CaseIterable {
  /// As it is.
  case upright
  /// Turned by 90° clockwise.
  case quarter
  /// Turned by 180°.
  case half
  /// Turned by 270° clockwise.
  case threeQuarters
  /// Left and right are exchanged.
  case mirroredSideways
  /// Top and bottom are exchanged.
  case mirroredUpDown
  /// The axes are exchanged: mirrored along the diagonal from the top left.
  case transposed
  /// The axes are exchanged and reversed: mirrored along the diagonal from the top right.
  case antitransposed

  /// The greatest share that the smaller two of the four factors may have of the larger two in a map that turns by quarters.
  static let greatestSkew = 0.25
  /// How far each number may lie from that of the orientation alone for the difference not to matter.
  static let tolerance = 0.03

  /// The orientation alone, as a map of positions 0 … 1.
  public var matrix: AffineTransform {
    switch self {
    case .upright: .identity
    case .quarter: QuarterTurn.quarter.transform
    case .half: QuarterTurn.half.transform
    case .threeQuarters: QuarterTurn.threeQuarters.transform
    case .mirroredSideways: AffineTransform(matrix: -1, 0, 1, 0, 1, 0)
    case .mirroredUpDown: AffineTransform(matrix: 1, 0, 0, 0, -1, 1)
    case .transposed: AffineTransform(matrix: 0, 1, 0, 1, 0, 0)
    case .antitransposed: AffineTransform(matrix: 0, -1, 1, -1, 0, 1)
    }
  }

  /// The orientation of a map; `nil` for one that slants or turns by less than a quarter.
  public init?(_ map: AffineTransform) {
    let straight = min(abs(map.a), abs(map.d))
    let crossed = min(abs(map.b), abs(map.c))
    if max(abs(map.b), abs(map.c)) <= Self.greatestSkew * straight {
      self = map.a > 0 ? (map.d > 0 ? .upright : .mirroredUpDown) : (map.d > 0 ? .mirroredSideways : .half)
    } else if max(abs(map.a), abs(map.d)) <= Self.greatestSkew * crossed {
      // x′ = c·y: a positive c has the screen's left where the panel's top is.
      self = map.c > 0 ? (map.b > 0 ? .transposed : .threeQuarters) : (map.b > 0 ? .quarter : .antitransposed)
    } else {
      return nil
    }
  }

  /// Whether a map is so near to the orientation alone that this would do.
  public func isNear(_ map: AffineTransform) -> Bool {
    let pure = matrix
    let pairs = [(map.a, pure.a), (map.b, pure.b), (map.c, pure.c), (map.d, pure.d), (map.tx, pure.tx), (map.ty, pure.ty)]
    return pairs.allSatisfy { abs($0.0 - $0.1) <= Self.tolerance }
  }

  /// The orientation in words that go on after "the panel is".
  public var words: String {
    switch self {
    case .upright: "upright"
    case .quarter: "turned by 90° clockwise"
    case .half: "turned by 180°"
    case .threeQuarters: "turned by 270° clockwise"
    case .mirroredSideways: "mirrored left to right"
    case .mirroredUpDown: "mirrored top to bottom"
    case .transposed: "mirrored along the diagonal from the top left: its axes are exchanged"
    case .antitransposed: "mirrored along the diagonal from the top right: its axes are exchanged"
    }
  }
}
