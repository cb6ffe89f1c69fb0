public import ContactorCore

/// The keys that a text input wants of a keyboard on the screen.
public enum KeyboardType: String, Hashable, Sendable, CaseIterable {
  /// The letters of a language, with digits and symbols behind a key.
  case letters
  /// Digits.
  case digits
  /// Digits for a code that nobody is to see.
  case pin
  /// Digits, `*`, `#` and `+`.
  case phone
  /// Digits and a decimal point.
  case decimal
  /// Letters with `@` and `.` beside the space bar.
  case email
  /// Letters with `/` and `.com` beside the space bar.
  case url

  /// Whether the keys are those of a language.
  var hasLetters: Bool { self == .letters || self == .email || self == .url }
}

/// When a keyboard on the screen presses shift by itself.
public enum Autocapitalization: String, Hashable, Sendable, CaseIterable {
  /// Never.
  case none
  /// At the beginning of each word.
  case words
  /// At the beginning of each sentence.
  case sentences
  /// For every letter.
  case allCharacters

  /// Whether a letter typed after a text is a capital; O(blanks at the end of the text).
  func capitalizes(after text: String) -> Bool {
    // Most texts end with a letter; the properties of a character cost 2,000 instructions.
    if let last = text.utf8.last, 0x61...0x7A ~= last || 0x41...0x5A ~= last || 0x30...0x39 ~= last { return self == .allCharacters }
    guard let last = text.last else { return self != .none }
    switch self {
    case .none: return false
    case .allCharacters: return true
    case .words: return last.isWhitespace
    case .sentences:
      if last.isNewline { return true }
      guard last.isWhitespace, let end = text.last(where: { !$0.isWhitespace }) else { return last.isWhitespace }
      return end == "." || end == "!" || end == "?" || end == "…" || end == "؟"
    }
  }
}

/// A first responder that tells the keyboard on the screen what is typed into it; every property has a default.
public protocol KeyboardClient: AnyObject {
  /// The keys that are wanted; `letters` by default.
  var keyboardType: KeyboardType { get }
  /// When shift is pressed by itself; `sentences` by default.
  var autocapitalization: Autocapitalization { get }
  /// Whether nobody is to see what is typed; false by default.
  var isSecure: Bool { get }
  /// The text before the caret, or its last eight characters; `nil`, the default, if it is unknown: the keyboard then goes by what it
  /// typed itself.
  var textBeforeCaret: String? { get }
}

extension KeyboardClient {
  /// Letters.
  public var keyboardType: KeyboardType { .letters }

  /// The beginnings of sentences.
  public var autocapitalization: Autocapitalization { .sentences }

  /// False.
  public var isSecure: Bool { false }

  /// Unknown.
  public var textBeforeCaret: String? { nil }
}

/// An object that is asked and notified about the keys of a keyboard on the screen; every method has a default.
public protocol KeyboardDelegate: AnyObject {
  /// Whether a key is typed; after false nothing gets it.
  func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool
  /// A key was typed; `handled` says whether an object took it.
  func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool)
  /// Whether the dismiss key ends editing.
  func keyboardShouldDismiss(_ keyboard: Keyboard) -> Bool
}

extension KeyboardDelegate {
  /// Lets the key be typed.
  public func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool { true }

  /// Does nothing.
  public func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool) {}

  /// Lets editing end.
  public func keyboardShouldDismiss(_ keyboard: Keyboard) -> Bool { true }
}
