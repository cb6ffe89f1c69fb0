public import ContactorCore

/// What a layout says about a touch panel: which one, the window that it feeds, and how its positions are turned.
public struct LayoutDevice: Hashable, Sendable {
  /// Which panels are meant.
  public var match: LayoutDeviceMatch
  /// The name of the window that the panel feeds.
  public var window: String
  /// Six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`, if the layout states them.
  public var calibration: [Double]?
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int
  /// The panel's size in millimetres, if the layout states it.
  public var millimetres: Size?
  /// Where the entry stands.
  public var mark: LayoutMark

  /// Creates an entry.
  public init(
    match: LayoutDeviceMatch = LayoutDeviceMatch(), window: String = "main", calibration: [Double]? = nil,
    rotation: Int = 0, millimetres: Size? = nil, mark: LayoutMark = .file
  ) {
    self.match = match
    self.window = window
    self.calibration = calibration
    self.rotation = rotation
    self.millimetres = millimetres
    self.mark = mark
  }
}
