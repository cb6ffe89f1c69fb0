public import ContactorCore

/// A key, with modifiers, that stands for a control or a menu item whatever the first responder is.
public struct KeyEquivalent: Hashable, Sendable {
  /// The characters that the key makes; empty for no key.
  ///
  /// An upper-case letter implies shift, and matches an event that reports the lower-case letter with shift.
  public var characters: String
  /// The modifiers that must be held, of shift, control, option and command; others are ignored.
  public var modifiers: KeyEvent.Modifiers

  /// Creates a key equivalent.
  public init(_ characters: String, modifiers: KeyEvent.Modifiers = []) {
    self.characters = characters
    self.modifiers = modifiers
  }

  /// The modifiers that distinguish key equivalents; caps lock and the keypad do not.
  public static let distinguishingModifiers: KeyEvent.Modifiers = [.shift, .control, .option, .command]

  /// Whether a pressed key is this one.
  ///
  /// Letters are compared without case: shift counts instead. For a character without case that is typed, such as `?` or `+`, shift is
  /// part of how it is typed and does not count unless `modifiers` names it; for the arrows, return and their like it does.
  ///
  /// - Complexity: O(length of the characters).
  public func matches(_ event: KeyEvent) -> Bool {
    let typed = event.charactersIgnoringModifiers
    guard event.phase == .down, !characters.isEmpty, Self.isSame(typed, characters) else { return false }
    var wanted = modifiers.intersection(Self.distinguishingModifiers)
    var held = event.modifiers.intersection(Self.distinguishingModifiers)
    if Self.isUpperCase(characters) { wanted.insert(.shift) }
    if Self.isUpperCase(typed), !event.modifiers.contains(.capsLock) { held.insert(.shift) }
    if !wanted.contains(.shift), Self.isTypedWithoutCase(characters) { held.remove(.shift) }
    return wanted == held
  }

  private static func isSame(_ typed: String, _ wanted: String) -> Bool {
    typed == wanted || typed.lowercased() == wanted.lowercased()
  }

  private static func isUpperCase(_ text: String) -> Bool { text.contains { $0.isUppercase } }

  /// Whether the character is typed and has no case: no letter, no control character, no function key.
  private static func isTypedWithoutCase(_ text: String) -> Bool {
    guard text.count == 1, let scalar = text.unicodeScalars.first else { return false }
    let isFunctionKey = (0xF700...0xF8FF).contains(scalar.value)
    return scalar.value > 0x20 && scalar.value != 0x7F && !isFunctionKey && text.lowercased() == text.uppercased()
  }
}
