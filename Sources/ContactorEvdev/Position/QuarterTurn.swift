public import ContactorCore

/// How far positions are turned clockwise, in quarters of a circle (contract 1.8).
///
/// The direction is that of libinput's table for `LIBINPUT_CALIBRATION_MATRIX`: with `.quarter`, a touch on the
/// panel's top left corner lands on the window's top right corner.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
  /// Not turned.
  case none = 0
  /// 90 degrees clockwise: the matrix `0 -1 1 1 0 0`.
  case quarter = 90
  /// 180 degrees: the matrix `-1 0 1 0 -1 1`.
  case half = 180
  /// 270 degrees clockwise: the matrix `0 1 0 -1 0 1`.
  case threeQuarters = 270

  /// The turn as a transform of positions 0 … 1.
  public var transform: AffineTransform {
    switch self {
    case .none: .identity
    case .quarter: AffineTransform(matrix: 0, -1, 1, 1, 0, 0)
    case .half: AffineTransform(matrix: -1, 0, 1, 0, -1, 1)
    case .threeQuarters: AffineTransform(matrix: 0, 1, 0, -1, 0, 1)
    }
  }
}
