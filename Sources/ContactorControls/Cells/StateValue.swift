public import ContactorCore

extension Control {
  /// Whether a cell or button is on, with AppKit's numbers.
  ///
  /// `Control.state` is something else: the appearance, with UIKit's bits.
  public enum StateValue: Int, Hashable, Sendable, CaseIterable {
    /// Partly on, as a box over several others that differ.
    case mixed = -1
    /// Off.
    case off = 0
    /// On.
    case on = 1

    /// The state of a number: 0 is off, a number above it on, one below it mixed.
    public init(_ number: Int) {
      self = number == 0 ? .off : number > 0 ? .on : .mixed
    }

    /// The state of a value: a number as above, a text that is a number likewise, another text on, an empty one and no value off.
    public init(_ value: ControlValue?) {
      guard case .text(let text) = value else {
        // A fraction below 1 is not 0, and NaN is no state.
        let number = value?.doubleValue ?? 0
        self = number < 0 ? .mixed : number > 0 ? .on : .off
        return
      }
      self = Double(text).map { StateValue(ControlValue.number($0)) } ?? (text.isEmpty ? .off : .on)
    }
  }
}

/// A state of two values or, if mixed is allowed, three.
struct ToggleState: Equatable {
  private(set) var value = Control.StateValue.off
  private(set) var allowsMixed = false

  /// Sets the value; mixed counts as on unless it is allowed.
  mutating func set(_ newValue: Control.StateValue) {
    value = newValue == .mixed && !allowsMixed ? .on : newValue
  }

  mutating func setAllowsMixed(_ isAllowed: Bool) {
    allowsMixed = isAllowed
    set(value)
  }

  /// The value after this one: off, mixed if it is allowed, on, off.
  var next: Control.StateValue {
    switch value {
    case .off: allowsMixed ? .mixed : .on
    case .mixed: .on
    case .on: .off
    }
  }
}

/// What a click does to the state of a button or a button cell.
public enum ButtonType: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing: the button is lit while it is pressed.
  case momentary
  /// It goes on to the next state and looks pressed while it is on.
  case pushOnPushOff
  /// It goes on to the next state and shows its other title.
  case toggle
  /// It goes on to the next state: a check box.
  case `switch`
  /// It becomes on and stays so until another of its group does.
  case radio

  /// The state after a click on a button in a state.
  func stateAfterClick(on state: ToggleState) -> Control.StateValue {
    switch self {
    case .momentary: state.value
    case .radio: .on
    case .pushOnPushOff, .toggle, .switch: state.next
    }
  }
}
