internal import ContactorCore

/// What is known of the button that says whether anything touches (`BTN_TOUCH`).
struct ButtonState {
  /// The button: `BTN_TOUCH`, or `BTN_LEFT` for old single-touch panels.
  let code: UInt16
  /// Whether the panel claims to have it.
  let isDeclared: Bool
  /// Whether it is down.
  var isDown = false
  /// Whether it was ever down: some panels claim to have it and never press it.
  var wasEverDown = false
  /// Whether it was released in this frame.
  var wasReleased = false
  /// What `isOpen` was at the end of the last frame.
  var wasOpen = true

  /// Finds the button of a panel; a description without any buttons is taken for one that does not tell.
  init(of description: EvdevDescription) {
    let posesAsMouse =
      description.contactProtocol == .single && !description.hasKey(EvdevCode.touch)
      && description.hasKey(EvdevCode.leftButton)
    code = posesAsMouse ? EvdevCode.leftButton : EvdevCode.touch
    isDeclared = description.hasKey(code) || !description.codes.keys.contains(EvdevCode.key)
  }

  /// Whether contacts may be touching: a panel that uses the button and has released it only sees them hover.
  var isOpen: Bool { isDown || !wasEverDown }

  /// Takes a value of the button; 2, the kernel's repetition, is down as well.
  mutating func set(_ value: Int32) {
    if value == 0 {
      if isDown { wasReleased = true }
      isDown = false
    } else {
      isDown = true
      wasEverDown = true
    }
  }
}
