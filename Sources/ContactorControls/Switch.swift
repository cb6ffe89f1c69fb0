public import ContactorCore

/// A control with two states that a touch up inside flips (contract 4.8).
open class Switch: TouchUpControl {
  /// Whether the switch is on; setting it sends nothing.
  open var isOn = false {
    didSet { if isOn != oldValue { changed(.value) } }
  }

  /// The actions that a switch takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + [Action("toggle:", toggle(_:)), Action("turnOn:", turnOn(_:)), Action("turnOff:", turnOff(_:))]
  }

  /// Flips the switch and sends `valueChanged` as a delivery of its own after `touchUpInside`.
  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    isOn.toggle()
    sendActions(for: .valueChanged, with: event)
  }

  /// Flips the switch and sends `valueChanged`.
  public func toggle(_ sender: AnyObject) { turn(!isOn) }

  /// Turns the switch on; sends `valueChanged` if it was off.
  public func turnOn(_ sender: AnyObject) { turn(true) }

  /// Turns the switch off; sends `valueChanged` if it was on.
  public func turnOff(_ sender: AnyObject) { turn(false) }

  private func turn(_ isOn: Bool) {
    guard self.isOn != isOn else { return }
    self.isOn = isOn
    sendActions(for: .valueChanged)
  }
}
