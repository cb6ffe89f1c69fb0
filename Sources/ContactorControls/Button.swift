public import ContactorCore

/// A control that is pressed: `touchUpInside` is followed by `primaryActionTriggered` (contract 4.6).
open class Button: Control {
  override open var sendsPrimaryAction: Bool { true }
}
