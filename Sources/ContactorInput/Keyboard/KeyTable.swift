internal import CLibxkbcommon
internal import Glibc

/// Keys of a keyboard that are pressed together, such as control and `t`.
public struct KeyChord: Hashable, Sendable {
  /// The kernel's codes of the keys, such as 29 for `KEY_LEFTCTRL`, in the order in which they are pressed; each once.
  public var codes: [UInt16]

  /// Creates a chord from the kernel's codes.
  public init(_ codes: [UInt16]) {
    self.codes = codes
  }

  /// Orders chords for the same symbol: fewer keys first, then lower codes.
  fileprivate func isSimpler(than other: KeyChord) -> Bool {
    codes.count == other.codes.count ? codes.lexicographicallyPrecedes(other.codes) : codes.count < other.codes.count
  }
}

/// Why a key cannot be pressed, or a text not be typed.
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a name or a character.
  public enum Reason: Hashable, Sendable {
    /// XKB has no symbol of that name.
    case unknown
    /// The keymap has no key, or keys, for it.
    case missing
  }

  /// What is wrong.
  public var reason: Reason
  /// The name of the key, or the character, as it was given.
  public var name: String
  /// The layout of the keymap, such as `de`.
  public var layout: String

  /// One sentence: what is wrong and the way out.
  public var description: String {
    switch reason {
    case .unknown: "there is no key '\(name)'; keys have XKB's names, such as Return, F5 and XF86AudioMute, or are one character"
    case .missing: "the keyboard layout '\(layout)' has no key for '\(name)'; XKB_DEFAULT_LAYOUT chooses another one"
    }
  }
}

/// Finds the keys that a keymap needs for a name or a text: `A` is shift and the key of `a` on a US keyboard (contract 13.5).
///
/// It knows the keymap's first layout. The program that gets the keys has a keymap of its own, which must be the same: compositors and
/// `Keymap` both take it from `XKB_DEFAULT_LAYOUT` and its like. It knows no locks: with caps lock on, letters change their case.
public final class KeyTable {
  /// The keymap.
  public let keymap: Keymap
  /// The kernel's codes of all keys that the keymap has, 1 … 248.
  public let codes: Set<UInt16>
  /// The codes of those that are modifiers or locks.
  public let modifiers: Set<UInt16>
  /// The keys for each symbol of XKB: those with the fewest modifiers, of these the lowest code.
  private let symbols: [xkb_keysym_t: KeyChord]
  /// The keys for each character, by its number in Unicode; without those of the keypad, which num lock changes.
  private let characters: [UInt32: KeyChord]
  /// The two chords of a dead key and a letter for each character that has none of its own; made when the first one is asked for.
  private lazy var composed = makeComposed()

  /// The last code that XKB's numbers of keys leave room for, `KEY_MICMUTE`.
  static let lastCode: UInt16 = 248
  private static let rightAlt: UInt16 = 100
  private static let shiftSymbol: xkb_keysym_t = 0xFFE1
  private static let levelSymbols: [xkb_keysym_t] = [0xFE03, 0xFE11]
  private static let deadSymbols: ClosedRange<xkb_keysym_t> = 0xFE50...0xFE93

  /// Asks a keymap for the symbols of all its keys, without a modifier and with shift, AltGr and the key of the fifth level.
  ///
  /// - Throws: `InputError` with the code `system` when the machine is out of memory.
  public init(_ keymap: Keymap) throws(InputError) {
    guard let state = unsafe xkb_state_new(keymap.pointer) else { throw InputError.system(ENOMEM, in: "xkb_state_new") }
    defer { unsafe xkb_state_unref(state) }
    var codes: Set<UInt16> = []
    var modifiers: Set<UInt16> = []
    var symbols: [xkb_keysym_t: KeyChord] = [:]
    func collect(_ held: [UInt16]) {
      for code in held { unsafe xkb_state_update_key(state, Keymap.key(code), XKB_KEY_DOWN) }
      for code in 1...Self.lastCode {
        let symbol = unsafe xkb_state_key_get_one_sym(state, Keymap.key(code))
        guard symbol != 0 else { continue }
        codes.insert(code)
        let isModifier = KeySymbol.isModifier(symbol)
        if held.isEmpty, isModifier { modifiers.insert(code) }
        // A modifier that takes another one, such as Meta on Alt's key with shift, is none to press.
        if symbols[symbol] == nil, held.isEmpty || !isModifier { symbols[symbol] = KeyChord(held + [code]) }
      }
      for code in held { unsafe xkb_state_update_key(state, Keymap.key(code), XKB_KEY_UP) }
    }
    collect([])
    var levels: [UInt16] = []
    if let shift = symbols[Self.shiftSymbol]?.codes.first { levels.append(shift) }
    for symbol in Self.levelSymbols {
      // XKB also gives these symbols to keys that no keyboard has; the key beside the space bar comes first.
      if unsafe xkb_state_key_get_one_sym(state, Keymap.key(Self.rightAlt)) == symbol { symbols[symbol] = KeyChord([Self.rightAlt]) }
      if let code = symbols[symbol]?.codes.first { levels.append(code) }
    }
    // The sets of these keys, the smaller ones first.
    let sets = (1..<(1 << levels.count)).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
    for set in sets { collect(levels.indices.filter { set >> $0 & 1 == 1 }.map { levels[$0] }) }
    var characters: [UInt32: KeyChord] = [:]
    for (symbol, chord) in symbols where !KeySymbol.isOnKeypad(symbol) {
      let scalar = xkb_keysym_to_utf32(symbol)
      // Several symbols can have one character; the order of a dictionary must not choose.
      if scalar > 0, characters[scalar].map({ chord.isSimpler(than: $0) }) ?? true { characters[scalar] = chord }
    }
    self.keymap = keymap
    self.codes = codes
    self.modifiers = modifiers
    self.symbols = symbols
    self.characters = characters
  }

  // MARK: Chords

  /// Names that are known besides XKB's, in lower case.
  private static let aliases: [String: String] = [
    "ctrl": "Control_L", "control": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L", "meta": "Super_L",
    "win": "Super_L", "enter": "Return", "esc": "Escape", "del": "Delete", "ins": "Insert", "pgup": "Prior", "pageup": "Prior",
    "pgdn": "Next", "pagedown": "Next", "volumeup": "XF86AudioRaiseVolume", "volumedown": "XF86AudioLowerVolume",
    "mute": "XF86AudioMute", "brightnessup": "XF86MonBrightnessUp", "brightnessdown": "XF86MonBrightnessDown",
  ]

  /// The keys of some names, pressed in that order, each with the modifiers that the keymap needs for it.
  ///
  /// A name is one of XKB's (`Left`, `F5`, `XF86AudioMute`), also in other case and without `XF86`; or one character; or one of `ctrl`,
  /// `alt`, `shift`, `super`, `altgr` (the key to the right of the space bar), `enter`, `esc`, `del`, `pgup`, `pgdn`, `volumeup`,
  /// `volumedown` and their like.
  public func chord(_ names: [String]) throws(KeyError) -> KeyChord {
    var chord = KeyChord([])
    for name in names {
      for code in try single(name).codes where !chord.codes.contains(code) { chord.codes.append(code) }
    }
    return chord
  }

  private func single(_ name: String) throws(KeyError) -> KeyChord {
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      guard let chord = characters[scalar.value] else { throw error(.missing, name) }
      return chord
    }
    let lowercased = name.lowercased()
    if lowercased == "altgr", codes.contains(Self.rightAlt) { return KeyChord([Self.rightAlt]) }
    let wanted = Self.aliases[lowercased] ?? name
    var isKnown = false
    for (prefix, flags) in [("", XKB_KEYSYM_NO_FLAGS), ("", XKB_KEYSYM_CASE_INSENSITIVE), ("XF86", XKB_KEYSYM_CASE_INSENSITIVE)] {
      let symbol = unsafe xkb_keysym_from_name(prefix + wanted, flags)
      // A name such as U20AC is another symbol than EuroSign.
      if let chord = symbols[symbol] ?? characters[xkb_keysym_to_utf32(symbol)] { return chord }
      isKnown = isKnown || symbol != 0
    }
    throw error(isKnown ? .missing : .unknown, name)
  }

  /// All names of the keymap's keys, for the search for the one that was meant.
  public var names: [String] {
    Self.aliases.keys.sorted() + ["altgr"]
      + symbols.keys.sorted().map { symbol in
        var name = [CChar](repeating: 0, count: 64)
        let count = unsafe xkb_keysym_get_name(symbol, &name, name.count)
        return String(decoding: name.prefix(Int(max(0, min(count, 63)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
  }

  private func error(_ reason: KeyError.Reason, _ name: String) -> KeyError {
    let layout = keymap.names.chosenLayout
    return KeyError(reason: reason, name: name, layout: layout.isEmpty ? "us" : layout)
  }

  // MARK: Texts

  /// The chords that type a text, one or two a character.
  ///
  /// A character that the keymap lacks is made of a dead key and a letter, as the locale's Compose file has them. A line feed, a carriage
  /// return and the two together are the return key; of the other control characters, which a text from elsewhere must not press as keys,
  /// only the tab is typed.
  ///
  /// - Throws: `KeyError` for the first character that cannot be typed.
  public func chords(typing text: String) throws(KeyError) -> [KeyChord] {
    var chords: [KeyChord] = []
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      let value = scalar == "\n" ? 13 : scalar.value
      let isControl = (value < 32 && value != 9 && value != 13) || value == 127
      if !isControl, let chord = characters[value] {
        chords.append(chord)
      } else if !isControl, let pair = composed[value] {
        chords += pair
      } else {
        throw error(.missing, isControl ? "U+" + String(value, radix: 16) : String(Character(scalar)))
      }
    }
    return chords
  }

  /// What each dead key makes of each letter, of itself, and of the space; nothing without a Compose file.
  private func makeComposed() -> [UInt32: [KeyChord]] {
    guard let table = unsafe keymap.composeTable, let state = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      return [:]
    }
    defer { unsafe xkb_compose_state_unref(state) }
    let dead = symbols.keys.filter(Self.deadSymbols.contains).sorted()
    // The order decides where two pairs make one character.
    let bases = symbols.keys.filter { !KeySymbol.isOnKeypad($0) && !KeySymbol.isModifier($0) }.sorted()
    var composed: [UInt32: [KeyChord]] = [:]
    for first in dead {
      for second in bases {
        unsafe xkb_compose_state_reset(state)
        unsafe xkb_compose_state_feed(state, first)
        unsafe xkb_compose_state_feed(state, second)
        guard unsafe xkb_compose_state_get_status(state) == XKB_COMPOSE_COMPOSED else { continue }
        let value = unsafe xkb_keysym_to_utf32(xkb_compose_state_get_one_sym(state))
        if value > 0, composed[value] == nil, let dead = symbols[first], let base = symbols[second] { composed[value] = [dead, base] }
      }
    }
    return composed
  }
}
