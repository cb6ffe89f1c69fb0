package import ContactorCore

/// The window and the responder into which a keyboard types (contract 3.4, 7.7).
extension Keyboard: WindowServing {
  /// The responder that gets the keys.
  package final var receiver: Responder? {
    guard let window, let application else { return nil }
    // Mostly it is the first responder of the keyboard's own window, which is read once then.
    if application.modalWindow(onScreenOf: window) == nil {
      let first = window.firstResponder
      if first !== window { return first }
    }
    return servedWindow?.firstResponder
  }

  /// The window that gets the keys: the modal one of the keyboard's screen, else the keyboard's own.
  ///
  /// A window without a first responder and without any text, such as one that has only the keyboard, gives its keys to the key window, or
  /// to the front window with a first responder, of the same screen. `nil` for a keyboard in no application.
  package final var servedWindow: Window? {
    guard let window, let application else { return nil }
    if let modal = application.modalWindow(onScreenOf: window) { return modal }
    guard !window.hasFirstResponder, !Self.hasText(window) else { return window }
    if let key = application.keyWindow, application.sharesScreen(key, window) { return key }
    return application.windows.last { $0.hasFirstResponder && application.sharesScreen($0, window) } ?? window
  }

  /// Whether the keyboard is shown, and a text that it can type into is edited in a modal window.
  package final func serves(_ window: Window) -> Bool {
    guard isTouchable, (self as? DialPad)?.typesIntoFirstResponder ?? true, let client = window.firstResponder as? any KeyboardClient
    else { return false }
    return !isSecure || client.isSecure
  }

  /// Whether a secure keyboard can type into the first responder: into anything but a text that is not secure.
  final var mayTypeSecurely: Bool { (receiver as? any KeyboardClient)?.isSecure ?? true }

  /// Whether a view, or a view inside it, is a text that can be edited.
  ///
  /// O(views).
  private static func hasText(_ view: View) -> Bool {
    view is any KeyboardClient || view.subviews.contains(where: hasText)
  }
}

extension Window {
  /// Whether a responder other than the window itself is the first one.
  fileprivate var hasFirstResponder: Bool { firstResponder !== self }
}
