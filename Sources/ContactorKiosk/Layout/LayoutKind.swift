/// The kinds of view that a layout can hold.
public enum LayoutKind: String, Hashable, Sendable, CaseIterable {
  /// A plain view: an area that holds others.
  case view
  /// A push button.
  case button
  /// A switch, on or off.
  case `switch`
  /// A slider with a value between two ends.
  case slider

  /// The control events that a control of this kind sends, by name, in ascending bit order; none for a plain view.
  public var events: [String] {
    switch self {
    case .view: []
    case .button: ControlEventName.touch + ["primaryActionTriggered"]
    case .switch, .slider: ControlEventName.touch + ["valueChanged"]
    }
  }

  /// Whether a control of this kind has a value to fill in for `{value}`.
  public var hasValue: Bool { self == .switch || self == .slider }
}
