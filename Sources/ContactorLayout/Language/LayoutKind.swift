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
  /// A counter: its left half steps down, its right half up.
  case stepper
  /// A row of segments of which one is selected.
  case segments
  /// Pages to be turned one by one.
  case pages
  /// A line of text that is edited.
  case textField

  /// The kinds that are controls: all but the plain view.
  static let controls = allCases.filter { $0 != .view }

  /// The control events that a control of this kind sends, by name, in ascending bit order; none for a plain view.
  public var events: [String] {
    switch self {
    case .view: []
    case .button: ControlEventName.touch + ["primaryActionTriggered"]
    case .switch, .slider, .stepper, .segments, .pages: ControlEventName.touch + ["valueChanged"]
    case .textField: ControlEventName.touch + ["primaryActionTriggered"] + ControlEventName.editing
    }
  }

  /// What a view of this kind is called in a sentence, after an article.
  package var noun: String {
    switch self {
    case .segments: "segmented control"
    case .pages: "page control"
    case .textField: "text field"
    default: rawValue
    }
  }

  /// Whether a control of this kind has a value to fill in for `{value}`.
  public var hasValue: Bool { self != .view && self != .button }
}
