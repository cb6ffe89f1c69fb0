internal import CLibxkbcommon
public import ContactorCore
internal import Glibc

/// Turns the key codes of one keyboard into key events: the state machine of XKB with dead keys (contract 7.7).
///
/// It reads no device and no clock. Each keyboard has its own, so that shift held on one makes no capitals on another.
///
/// | key                        | event                                                                                        |
/// | -------------------------- | -------------------------------------------------------------------------------------------- |
/// | with a text                | the text of layout, shift, caps lock and AltGr                                               |
/// | of `KeyEvent`'s characters | that character, such as `KeyEvent.upArrow`; `numericPad` for keys of the keypad               |
/// | a modifier                 | none; the modifiers of the next events change                                                |
/// | a dead key, compose        | none; the key that ends the sequence has its text, and none if there is no such sequence      |
/// | with control or command    | the text without them, in the first layout that gives a letter of ASCII: `c`, not U+0003      |
/// | released                   | the same characters as when it was pressed, if that was an event                             |
@safe public final class KeyTranslator {
  /// The keymap.
  public let keymap: Keymap
  private let state: OpaquePointer
  /// A state of which nothing but shift is ever set, for `charactersIgnoringModifiers`.
  private let plainState: OpaquePointer
  private let composeState: OpaquePointer?
  /// The keys that are down, in the order in which they were pressed.
  private var held: [Held] = []

  private struct Held {
    let code: UInt16
    /// What the press typed; `nil` if it was no event.
    let text: Text?
  }

  private struct Text {
    let characters: String
    let plain: String
    let isOnKeypad: Bool
  }

  /// Creates the state of a keyboard with no key down.
  ///
  /// - Throws: `InputError` with the code `system` when the machine is out of memory.
  public init(_ keymap: Keymap) throws(InputError) {
    guard let state = unsafe xkb_state_new(keymap.pointer) else { throw InputError.system(ENOMEM, in: "xkb_state_new") }
    guard let plainState = unsafe xkb_state_new(keymap.pointer) else {
      unsafe xkb_state_unref(state)
      throw InputError.system(ENOMEM, in: "xkb_state_new")
    }
    self.keymap = keymap
    unsafe self.state = unsafe state
    unsafe self.plainState = unsafe plainState
    if let table = unsafe keymap.composeTable {
      unsafe composeState = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    } else {
      unsafe composeState = nil
    }
  }

  deinit {
    if let compose = unsafe composeState { unsafe xkb_compose_state_unref(compose) }
    unsafe xkb_state_unref(plainState)
    unsafe xkb_state_unref(state)
  }

  /// The codes of the keys that are down, in the order in which they were pressed.
  public var heldKeys: [UInt16] { held.map(\.code) }

  /// The modifiers that hold now.
  public var modifiers: KeyEvent.Modifiers {
    var modifiers: KeyEvent.Modifiers = []
    for (name, modifier) in Self.modifierNames
    where unsafe xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) == 1 {
      modifiers.insert(modifier)
    }
    return modifiers
  }

  private static let modifierNames: [(String, KeyEvent.Modifiers)] = [
    ("Shift", .shift), ("Lock", .capsLock), ("Control", .control), ("Mod1", .option), ("Mod4", .command),
  ]

  /// The lights of a keyboard in this state.
  public var lights: KeyboardLights {
    var lights: KeyboardLights = []
    for (name, light) in [("Num Lock", KeyboardLights.numLock), ("Caps Lock", .capsLock), ("Scroll Lock", .scrollLock)]
    where unsafe xkb_state_led_name_is_active(state, name) == 1 {
      lights.insert(light)
    }
    return lights
  }

  // MARK: Keys

  /// Takes a change of a key; returns the event that it makes, or `nil`.
  ///
  /// A key that is pressed while it is down, and one that is released while it is not, make none, and neither does the kernel's
  /// own repeat.
  ///
  /// - Parameter code: the kernel's code of the key, such as 30 for `KEY_A`.
  public func translate(_ code: UInt16, isDown: Bool, at time: Timestamp) -> KeyEvent? {
    isDown ? press(code, time) : release(code, time)
  }

  /// The event of a key that is held and repeats: the one of its press, with the modifiers of this moment; `nil` if the key is not
  /// held or typed nothing.
  public func repeated(_ code: UInt16, at time: Timestamp) -> KeyEvent? {
    held.first { $0.code == code }?.text.map { event($0, code, .down, time, isRepeat: true) }
  }

  /// Releases all keys, last one first, as when the keyboard goes away; locks such as caps lock stay.
  public func releaseAll(at time: Timestamp) -> [KeyEvent] {
    if let compose = unsafe composeState { unsafe xkb_compose_state_reset(compose) }
    return heldKeys.reversed().compactMap { release($0, time) }
  }

  private func press(_ code: UInt16, _ time: Timestamp) -> KeyEvent? {
    guard !held.contains(where: { $0.code == code }) else { return nil }
    let text = text(of: code)
    held.append(Held(code: code, text: text))
    // The text is that of the state before the key.
    unsafe xkb_state_update_key(state, Keymap.key(code), XKB_KEY_DOWN)
    return text.map { event($0, code, .down, time) }
  }

  private func release(_ code: UInt16, _ time: Timestamp) -> KeyEvent? {
    guard let index = held.firstIndex(where: { $0.code == code }) else { return nil }
    let text = held.remove(at: index).text
    unsafe xkb_state_update_key(state, Keymap.key(code), XKB_KEY_UP)
    return text.map { event($0, code, .up, time) }
  }

  private func event(_ text: Text, _ code: UInt16, _ phase: KeyEvent.Phase, _ time: Timestamp, isRepeat: Bool = false) -> KeyEvent {
    var modifiers = modifiers
    if text.isOnKeypad { modifiers.insert(.numericPad) }
    return KeyEvent(
      text.characters, ignoringModifiers: text.plain, phase: phase, modifiers: modifiers, keyCode: code, isRepeat: isRepeat,
      timestamp: time)
  }

  // MARK: Texts

  /// What a key that is pressed now types; `nil` for nothing.
  private func text(of code: UInt16) -> Text? {
    let key = Keymap.key(code)
    let symbol = unsafe xkb_state_key_get_one_sym(state, key)
    guard !KeySymbol.isModifier(symbol) else { return nil }
    let plainSymbol = plainSymbol(of: key)
    let isOnKeypad = KeySymbol.isOnKeypad(symbol)
    if !modifiers.isDisjoint(with: [.control, .command]) {
      let text = KeySymbol.characters(commandSymbol(plainSymbol, key))
      return text.isEmpty ? nil : Text(characters: text, plain: text, isOnKeypad: isOnKeypad)
    }
    let characters = composed(symbol)
    guard !characters.isEmpty else { return nil }
    let plain = KeySymbol.characters(plainSymbol)
    return Text(characters: characters, plain: plain.isEmpty ? characters : plain, isOnKeypad: isOnKeypad)
  }

  /// The text of a symbol after the dead keys before it; empty within a sequence, and at the end of one that does not exist.
  private func composed(_ symbol: xkb_keysym_t) -> String {
    guard let compose = unsafe composeState, unsafe xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED else {
      return KeySymbol.characters(symbol)
    }
    switch unsafe xkb_compose_state_get_status(compose) {
    case XKB_COMPOSE_COMPOSED:
      var bytes = [CChar](repeating: 0, count: 64)
      let count = unsafe xkb_compose_state_get_utf8(compose, &bytes, bytes.count)
      let own = unsafe xkb_compose_state_get_one_sym(compose)
      unsafe xkb_compose_state_reset(compose)
      let text = String(decoding: bytes.prefix(Int(max(0, min(count, 63)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return text.isEmpty ? KeySymbol.characters(own) : text
    case XKB_COMPOSE_COMPOSING: return ""
    case XKB_COMPOSE_CANCELLED:
      unsafe xkb_compose_state_reset(compose)
      return ""
    default: return KeySymbol.characters(symbol)
    }
  }

  /// The symbol of a key with shift, if that is held, and no other modifier, in the layout that is in force.
  private func plainSymbol(of key: xkb_keycode_t) -> xkb_keysym_t {
    let layout = unsafe xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)
    let shift = unsafe xkb_keymap_mod_get_index(keymap.pointer, "Shift")
    let isShifted = unsafe xkb_state_mod_index_is_active(state, shift, XKB_STATE_MODS_EFFECTIVE) == 1
    unsafe xkb_state_update_mask(plainState, isShifted && shift < 32 ? 1 << shift : 0, 0, 0, 0, 0, layout)
    return unsafe xkb_state_key_get_one_sym(plainState, key)
  }

  /// The symbol of a key pressed with control or command: as shortcuts are letters of ASCII, one of these from another layout if the
  /// layout in force has none.
  private func commandSymbol(_ symbol: xkb_keysym_t, _ key: xkb_keycode_t) -> xkb_keysym_t {
    guard KeySymbol.isForeign(symbol) else { return symbol }
    for layout in 0..<(unsafe xkb_keymap_num_layouts_for_key(keymap.pointer, key)) {
      var symbols: UnsafePointer<xkb_keysym_t>?
      let count = unsafe xkb_keymap_key_get_syms_by_level(keymap.pointer, key, layout, 0, &symbols)
      if count > 0, let first = unsafe symbols?.pointee, !KeySymbol.isForeign(first) { return first }
    }
    return symbol
  }
}

/// The lights of a keyboard, with libinput's bits.
public struct KeyboardLights: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Num lock.
  public static let numLock = KeyboardLights(rawValue: 1 << 0)
  /// Caps lock.
  public static let capsLock = KeyboardLights(rawValue: 1 << 1)
  /// Scroll lock.
  public static let scrollLock = KeyboardLights(rawValue: 1 << 2)
}
