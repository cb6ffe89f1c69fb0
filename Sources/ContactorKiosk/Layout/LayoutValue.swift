/// A control's value as a layout states it.
public enum LayoutValue: Hashable, Sendable {
  /// A slider's ends and where it starts; `minimum < maximum`, and `at` is between them.
  case range(minimum: Double, maximum: Double, at: Double)
  /// Whether a switch starts on.
  case toggle(isOn: Bool)
}
