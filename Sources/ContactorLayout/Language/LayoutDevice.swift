public import ContactorCore

/// What a layout says about a touch panel: which one, the window that it feeds, and how its positions are turned.
public struct LayoutDevice: Hashable, Sendable {
  /// Which panels are meant.
  public var match: LayoutDeviceMatch
  /// The name of the window that the panel feeds; `nil` for the first one.
  public var window: String?
  /// The part of the window that the panel covers, in points; `nil` for all of it.
  public var frame: Rect?
  /// Six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`, if the layout states them.
  public var calibration: [Double]?
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int
  /// The panel's size in millimetres, not rotated, if the layout states it; what the panel itself states goes before.
  public var millimetres: Size?
  /// Whether the panel is not used at all.
  public var isIgnored: Bool
  /// Where the entry stands.
  public var mark: LayoutMark

  /// Creates an entry.
  public init(
    match: LayoutDeviceMatch = LayoutDeviceMatch(), window: String? = nil, frame: Rect? = nil,
    calibration: [Double]? = nil, rotation: Int = 0, millimetres: Size? = nil, isIgnored: Bool = false,
    mark: LayoutMark = .file
  ) {
    self.match = match
    self.window = window
    self.frame = frame
    self.calibration = calibration
    self.rotation = rotation
    self.millimetres = millimetres
    self.isIgnored = isIgnored
    self.mark = mark
  }
}
