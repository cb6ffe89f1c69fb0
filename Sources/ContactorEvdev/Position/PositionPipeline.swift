public import ContactorCore

/// Turns a position on a panel into a point of the window that the panel is mapped to (contract 1.8).
///
/// The steps are composed and never overwritten: the device's range, already mapped to 0 … 1 with
/// `LIBINPUT_CALIBRATION_MATRIX` applied → `calibration` → `rotation` → `target`. Positions outside 0 … 1 stay outside
/// of the target; they are not clamped, so that a lift out there is not taken for one at the edge.
public struct PositionPipeline: Hashable, Sendable {
  /// The layout's own correction of positions 0 … 1, on top of what udev configured.
  public let calibration: AffineTransform
  /// How far positions are turned, after the calibration.
  public let rotation: QuarterTurn
  /// The part of the window that the panel covers, in points.
  public let target: Rect
  /// The steps in one: from 0 … 1 of the panel to points of the window.
  public let transform: AffineTransform

  /// Creates a pipeline from its steps.
  public init(target: Rect, calibration: AffineTransform = .identity, rotation: QuarterTurn = .none) {
    self.calibration = calibration
    self.rotation = rotation
    self.target = target
    transform =
      calibration
      .concatenating(rotation.transform)
      .concatenating(AffineTransform(scaleX: target.size.width, y: target.size.height))
      .concatenating(AffineTransform(translationX: target.minX, y: target.minY))
  }

  /// Creates a pipeline for a panel that fills a window.
  public init(
    window size: Size, calibration: AffineTransform = .identity, rotation: QuarterTurn = .none
  ) {
    self.init(target: Rect(origin: .zero, size: size), calibration: calibration, rotation: rotation)
  }

  /// The point of the window under a position; both coordinates are 0 … 1 of the panel.
  @inlinable
  public func map(_ position: Point) -> Point {
    transform.apply(to: position)
  }
}
