/// A length on the panel, in points or in millimetres (contract 1.9).
///
/// Millimetres are converted to points by the density of the touched window: see `Window.pointsPerMillimetre`.
public enum Distance: Hashable, Sendable {
  /// Points of the window.
  case points(Double)
  /// Millimetres of the panel.
  case millimetres(Double)

  /// The length in points.
  ///
  /// - Parameter density: points per millimetre.
  @inlinable
  public func points(at density: Double) -> Double {
    switch self {
    case .points(let length): length
    case .millimetres(let length): length * density
    }
  }
}

/// The density of a window, by which lengths are converted and written.
struct GestureScale: Hashable, Sendable {
  /// Points per millimetre.
  var density: Double
  /// Whether the density was measured; reasons give lengths in points if it is assumed.
  var isKnown: Bool

  /// The length in points.
  @inline(__always)
  func points(_ distance: Distance) -> Double { distance.points(at: density) }

  /// The length in points; 0 if it is negative or NaN.
  func positivePoints(_ distance: Distance) -> Double {
    let length = points(distance)
    return length > 0 ? length : 0
  }

  /// The square of the length in points, for comparisons without a square root; 0 if the length is negative or NaN.
  func squaredPoints(_ distance: Distance) -> Double {
    let length = positivePoints(distance)
    return length * length
  }
}

extension Window {
  /// The scale of lengths in this window.
  var gestureScale: GestureScale {
    GestureScale(
      density: pointsPerMillimetre ?? owner?.tuning.pointsPerMillimetre ?? Tuning().pointsPerMillimetre,
      isKnown: pointsPerMillimetre != nil)
  }
}

extension GestureRecognizer {
  /// A length in points, by the density of the window of the sequence.
  public final func points(_ distance: Distance) -> Double { gestureScale.points(distance) }

  /// A setting's length in points; 0 if it is negative or NaN.
  final func lengthInPoints(_ distance: Distance) -> Double { gestureScale.positivePoints(distance) }
}
