/// A control's value as a layout states it.
public enum LayoutValue: Hashable, Sendable {
  /// A slider's ends and where it starts; `minimum < maximum`, and `at` is between them.
  case range(minimum: Double, maximum: Double, at: Double)
  /// Whether a switch starts on.
  case toggle(isOn: Bool)
  /// A stepper's ends, where it starts and how far a step goes; `minimum < maximum`, `at` is between them, `step > 0`.
  case steps(minimum: Double, maximum: Double, at: Double, step: Double)
  /// The titles of segments, left to right, and the one that is selected at first; `nil` for none.
  case choice(titles: [String], at: Int?)
  /// How many pages there are and the one that is shown at first.
  case pages(count: Int, at: Int)
  /// A text.
  case text(String)

  /// What a view of a kind starts with where the layout does not say.
  init?(initialOf kind: LayoutKind) {
    switch kind {
    case .view, .button: return nil
    case .switch: self = .toggle(isOn: false)
    case .slider: self = .range(minimum: 0, maximum: 1, at: 0)
    case .stepper: self = .steps(minimum: 0, maximum: 100, at: 0, step: 1)
    case .segments: self = .choice(titles: [], at: nil)
    case .pages: self = .pages(count: 1, at: 0)
    case .textField: self = .text("")
    }
  }
}
