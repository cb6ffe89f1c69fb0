import ContactorCore
import ContactorLayout

/// Numbers as explanations write them.
enum Measure {
  /// A length in points with one decimal at most: `82 pt`.
  static func points(_ length: Double) -> String { DecimalText.of((length * 10).rounded() / 10) + " pt" }

  /// A way in millimetres where the density is known, else in points, with one decimal.
  static func way(_ points: Double, _ density: Double?) -> String {
    guard let density, density > 0 else { return Self.points(points) }
    return DecimalText.of((points / density * 10).rounded() / 10) + " mm"
  }

  /// A time after another: `+83 ms`.
  static func after(_ time: Duration) -> String {
    let (whole, rest) = time.clampedMicroseconds.quotientAndRemainder(dividingBy: 1000)
    return "+\(rest >= 500 ? whole + 1 : whole) ms"
  }

  /// A place: `(10, 20.5)`.
  static func place(_ point: Point) -> String { "(\(DecimalText.of(point.x)), \(DecimalText.of(point.y)))" }
}
