public import ContactorCore
public import ContactorInput

extension Layout {
  /// Where a panel's contacts go on the layout's screen (contract 1.8).
  public func pipeline(for panel: TouchDevice) -> PositionPipeline {
    guard let device = device(for: panel) else { return PositionPipeline(window: screen.size) }
    var calibration = AffineTransform.identity
    if let m = device.calibration, m.count == 6 {
      calibration = AffineTransform(matrix: m[0], m[1], m[2], m[3], m[4], m[5])
    }
    return PositionPipeline(
      window: screen.size, calibration: calibration, rotation: QuarterTurn(rawValue: device.rotation) ?? .none)
  }
}
