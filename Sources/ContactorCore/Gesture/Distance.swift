/// A length on the panel, in points or in millimetres of glass (contract 1.9).
///
/// Millimetres become points by the density of the window that is touched: see `Window.pointsPerMillimetre`.
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

/// How dense a window is, for turning lengths and for writing them down.
struct GestureScale: Hashable, Sendable {
  /// Points per millimetre.
  var density: Double
  /// Whether the density was measured; where it is assumed, reasons speak of points.
  var isKnown: Bool

  /// The length in points.
  @inline(__always)
  func points(_ distance: Distance) -> Double { distance.points(at: density) }

  /// The length in points; 0 where it is negative or no number.
  func positivePoints(_ distance: Distance) -> Double {
    let length = points(distance)
    return length > 0 ? length : 0
  }

  /// The square of the length in points, to be compared without a root; 0 where it is negative or no number.
  func squaredPoints(_ distance: Distance) -> Double {
    let length = positivePoints(distance)
    return length * length
  }
}

extension Window {
  /// How lengths of this window are turned.
  var gestureScale: GestureScale {
    GestureScale(
      density: pointsPerMillimetre ?? owner?.tuning.pointsPerMillimetre ?? Tuning().pointsPerMillimetre,
      isKnown: pointsPerMillimetre != nil)
  }
}

extension GestureRecognizer {
  /// The length in points, by the density of the window that the sequence is in.
  public final func points(_ distance: Distance) -> Double { gestureScale.points(distance) }

  /// A setting's length in points; 0 where it is negative or no number.
  final func lengthInPoints(_ distance: Distance) -> Double { gestureScale.positivePoints(distance) }
}
