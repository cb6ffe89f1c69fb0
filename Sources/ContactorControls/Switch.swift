public import ContactorCore

/// A control with two states that a touch up inside flips (contract 4.8).
open class Switch: Control {
  /// Whether the switch is on; setting it sends nothing.
  open var isOn = false

  private var isLiftedInside = false

  /// Flips the switch, then sends `valueChanged` as a delivery of its own after
  /// `touchUpInside`.
  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    isLiftedInside = false
    super.touchesEnded(touches, with: event)
    guard isLiftedInside else { return }
    isLiftedInside = false
    isOn.toggle()
    sendActions(for: .valueChanged, with: event)
  }

  override open func endTracking(_ touch: Touch?, with event: ContactorCore.Event?) {
    super.endTracking(touch, with: event)
    isLiftedInside = touch?.phase == .ended && isTouchInside
  }
}
