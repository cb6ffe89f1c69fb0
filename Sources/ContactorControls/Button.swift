public import ContactorCore

/// A control that is pressed: `touchUpInside` is followed by `primaryActionTriggered` (contract 4.6).
open class Button: Control {
  override open var sendsPrimaryAction: Bool { true }

  /// The actions that a button takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("performClick:", performClick(_:))]
  }

  /// `performClick()` as an action.
  public func performClick(_ sender: AnyObject) { performClick() }

  /// Does what a tap does, without a finger: sends `touchUpInside`, then `primaryActionTriggered` (contract 4.9).
  ///
  /// A disabled button does nothing.
  public func performClick() {
    guard isEnabled else { return }
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
  }
}
