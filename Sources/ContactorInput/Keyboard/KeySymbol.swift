internal import CLibxkbcommon
internal import ContactorCore

/// What XKB's symbols are as `KeyEvent`'s characters.
///
/// The numbers are those of X11's protocol, as in xkbcommon-keysyms.h, which never change.
enum KeySymbol {
  /// Symbols that have a character of `KeyEvent`; those of the keypad with their own meaning.
  private static let named: [xkb_keysym_t: String] = [
    0xFF08: KeyEvent.delete, 0xFF09: KeyEvent.tab, 0xFE20: KeyEvent.backTab, 0xFF0D: KeyEvent.carriageReturn,
    0xFF1B: KeyEvent.escape, 0xFFFF: KeyEvent.deleteForward, 0xFF50: KeyEvent.home, 0xFF51: KeyEvent.leftArrow,
    0xFF52: KeyEvent.upArrow, 0xFF53: KeyEvent.rightArrow, 0xFF54: KeyEvent.downArrow, 0xFF55: KeyEvent.pageUp,
    0xFF56: KeyEvent.pageDown, 0xFF57: KeyEvent.end, 0xFF63: KeyEvent.insert, 0xFF67: KeyEvent.menu,
    // The keypad, without num lock from 0xFF95 on.
    0xFF89: KeyEvent.tab, 0xFF8D: KeyEvent.enter, 0xFF95: KeyEvent.home, 0xFF96: KeyEvent.leftArrow, 0xFF97: KeyEvent.upArrow,
    0xFF98: KeyEvent.rightArrow, 0xFF99: KeyEvent.downArrow, 0xFF9A: KeyEvent.pageUp, 0xFF9B: KeyEvent.pageDown,
    0xFF9C: KeyEvent.end, 0xFF9E: KeyEvent.insert, 0xFF9F: KeyEvent.deleteForward,
  ]

  /// The first and last function key, F1 and F35.
  private static let functions: ClosedRange<xkb_keysym_t> = 0xFFBE...0xFFE0
  /// The keypad's keys, from its space to its equals sign.
  private static let keypad: ClosedRange<xkb_keysym_t> = 0xFF80...0xFFBD
  /// Shift, control, caps lock, meta, alt, super and hyper, left and right.
  private static let modifiers: ClosedRange<xkb_keysym_t> = 0xFFE1...0xFFEE
  /// The modifiers and groups of ISO 9995, AltGr among them.
  private static let groups: ClosedRange<xkb_keysym_t> = 0xFE01...0xFE13

  /// Whether the symbol belongs to a modifier or a lock.
  static func isModifier(_ symbol: xkb_keysym_t) -> Bool {
    modifiers.contains(symbol) || groups.contains(symbol) || symbol == 0xFF7E || symbol == 0xFF7F || symbol == 0xFF14
  }

  /// Whether the symbol belongs to a key of the keypad.
  static func isOnKeypad(_ symbol: xkb_keysym_t) -> Bool { keypad.contains(symbol) }

  /// Whether the symbol is a letter or sign beyond ASCII.
  static func isForeign(_ symbol: xkb_keysym_t) -> Bool {
    guard named[symbol] == nil, !functions.contains(symbol) else { return false }
    return xkb_keysym_to_utf32(symbol) > 0x7F
  }

  /// The characters of a symbol; empty for a symbol that has none, such as a dead key.
  static func characters(_ symbol: xkb_keysym_t) -> String {
    if let text = named[symbol] { return text }
    if functions.contains(symbol) { return KeyEvent.function(Int(symbol - functions.lowerBound) + 1) }
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value > 0 else { return "" }
    return String(Character(scalar))
  }
}
