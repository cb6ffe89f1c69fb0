public import ContactorCore

/// A view of a layout with everything inside it.
public struct LayoutView: Hashable, Sendable {
  /// The name, unique in the layout.
  public var id: String
  /// What it is.
  public var kind: LayoutKind
  /// The place in the parent, in points.
  public var frame: Rect
  /// Whether it takes touches.
  public var isEnabled = true
  /// Whether it is left out of hit-testing.
  public var isHidden = false
  /// How visible it is, 0 … 1; under 0.01 it is left out of hit-testing.
  public var alpha = 1.0
  /// Whether it gets more than its first touch.
  public var isMultipleTouchEnabled = false
  /// Whether it keeps touches from all other views while it has one.
  public var isExclusiveTouch = false
  /// Whether touches that begin in it are recorded without their places: for what nobody may read off a recording.
  public var isSecure = false
  /// The value at the start; `nil` for kinds without a value.
  public var value: LayoutValue?
  /// Whether a slider or a stepper sends `valueChanged` while it is touched, or only at the end.
  public var isContinuous = true
  /// Whether a stepper goes on at the other end.
  public var wraps = false
  /// Whether a stepper goes on stepping while a finger stays.
  public var autorepeat = true
  /// Whether segments are selected only while they are touched.
  public var isMomentary = false
  /// How far a control's inside reaches beyond its bounds while it tracks; `nil` for the usual 70 points.
  public var trackingOutset: LayoutDistance?
  /// What is said about the thresholds of the view.
  public var tuning = LayoutTuning()
  /// What its events do, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// The views inside, back to front.
  public var subviews: [LayoutView] = []
  /// Where the view stands in the file.
  public var mark = LayoutMark.file

  /// Creates a view with default properties.
  public init(id: String, kind: LayoutKind, frame: Rect) {
    self.id = id
    self.kind = kind
    self.frame = frame
    value = LayoutValue(initialOf: kind)
  }
}
