public import ContactorCore

/// A control that acts when a finger is lifted inside it.
///
/// It is the base of `Switch`, `Stepper`, `SegmentedControl`, `PageControl` and `TextField`. A finger that slides off before it is
/// lifted does nothing, so that an accidental touch can be taken back.
open class TouchUpControl: Control {
  private var endsInside = false
  /// Where the tracked touch was lifted last, in the control's own space, noted before any action is called.
  private(set) final var touchUpLocation = Point.zero

  override open class var actions: [Action] { super.actions + Control.availabilityActions }

  /// Called after a tracked touch was lifted inside and `touchUpInside` was sent; does nothing unless overridden.
  ///
  /// It is called even if an action of `touchUpInside` disabled or removed the control.
  open func touchUpInside(_ touch: Touch, with event: Event?) {}

  /// Ends tracking, then calls `touchUpInside(_:with:)` for a touch that was lifted inside.
  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    endsInside = false
    let touch = trackedTouch
    super.touchesEnded(touches, with: event)
    guard endsInside, let touch else { return }
    endsInside = false
    touchUpInside(touch, with: event)
  }

  /// Notes whether the touch was lifted inside; an override calls `super`.
  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    endsInside = touch?.phase == .ended && isTouchInside
    if let touch { touchUpLocation = touch.location(in: self) }
  }

  /// Notes that the touch will not be lifted; an override calls `super`.
  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    endsInside = false
  }
}
