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
}
