public import ContactorCore

/// A control that is pressed: `touchUpInside` is followed by `primaryActionTriggered` (contract 4.6).
open class Button: Control {
  override open var sendsPrimaryAction: Bool { true }

  /// What can be sent to a button by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("performClick:", performClick(_:))]
  }

  /// Sends what a tap sends, without a touch: `touchUpInside`, then `primaryActionTriggered`.
  ///
  /// A disabled button does nothing.
  public func performClick(_ sender: AnyObject) {
    guard isEnabled else { return }
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
  }
}
