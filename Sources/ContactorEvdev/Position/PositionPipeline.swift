public import ContactorCore

/// Turns a position on a panel into a point of the window that the panel is mapped to (contract 1.8).
///
/// The steps are composed and never overwritten: the device's range, already mapped to 0 … 1 with
/// `LIBINPUT_CALIBRATION_MATRIX` applied → `calibration` → `rotation` → `target`. Positions outside 0 … 1 are not
/// clamped and stay outside of the target, so that a lift there differs from a lift at the edge.
public struct PositionPipeline: Hashable, Sendable {
  /// The layout's correction of positions 0 … 1, applied after udev's.
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

extension AffineTransform {
  /// Creates a transform from six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX` and of a layout's
  /// `calibration`: x′ = xx·x + xy·y + x0, y′ = yx·x + yy·y + y0.
  public init(matrix xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double) {
    self.init(a: xx, b: yx, c: xy, d: yy, tx: x0, ty: y0)
  }

  /// Creates a transform from a udev property with six finite numbers; the identity for `nil` and any other text.
  package init(property: String?) {
    let numbers = property?.split(separator: " ").map { Double($0) } ?? []
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard numbers.count == 6, known.count == 6 else {
      self = .identity
      return
    }
    self.init(matrix: known[0], known[1], known[2], known[3], known[4], known[5])
  }
}

/// The unit of a panel's positions in a monitor, which has no layout and so no points.
package struct PanelUnit: Hashable {
  /// `mm` where the panel's size is known, `%` of the panel where it is not.
  package let name: String
  /// The panel's size in the unit.
  package let size: Size

  package init(_ panel: TouchDevice) {
    if let size = panel.size, size.width > 0, size.height > 0 {
      name = "mm"
      self.size = size
    } else {
      name = "%"
      size = Size(width: 100, height: 100)
    }
  }

  /// The pipeline that gives positions in the unit.
  package var pipeline: PositionPipeline { PositionPipeline(window: size) }
}
