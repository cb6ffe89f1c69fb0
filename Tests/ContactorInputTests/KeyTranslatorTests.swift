import ContactorCore
import ContactorInput
import Testing

/// Why no keymap can be had here; `nil` where one can.
let keymapProblem: Comment? = (try? Keymap(KeymapNames(layout: "us"))) == nil ? "XKB's files are missing: install xkb-data" : nil

/// Key codes to key events, without a device.
@Suite("Key translator", .enabled(if: keymapProblem == nil, keymapProblem))
struct KeyTranslatorTests {
  /// The kernel's codes of keys, by what a US keyboard prints on them.
  private static let codes: [String: UInt16] = [
    "a": 30, "e": 18, "y": 21, "z": 44, "q": 16, "c": 46, "s": 31, "1": 2, ";": 39, "'": 40, "[": 26, "-": 12, "=": 13, "`": 41,
    "shift": 42, "control": 29, "alt": 56, "altgr": 100, "logo": 125, "caps": 58, "space": 57, "return": 28, "delete": 14, "tab": 15,
    "escape": 1, "up": 103, "left": 105, "f1": 59, "home": 102, "del": 111, "keypad8": 72, "keypad enter": 96, "num": 69,
  ]

  private func translator(_ layout: String, _ variant: String = "", options: String = "") throws -> KeyTranslator {
    try KeyTranslator(Keymap(KeymapNames(layout: layout, variant: variant, options: options), locale: "en_US.UTF-8"))
  }

  /// Presses and releases keys; `+x` only presses, `-x` only releases.
  ///
  /// Returns what was typed.
  private func type(_ keys: String..., on translator: KeyTranslator) -> [String] {
    var typed: [String] = []
    for key in keys {
      let name = key.count > 1 && (key.hasPrefix("+") || key.hasPrefix("-")) ? String(key.dropFirst()) : key
      let code = Self.codes[name] ?? 0
      let time = Timestamp(microseconds: 1_000)
      if !key.hasPrefix("-") || key == "-", let event = translator.translate(code, isDown: true, at: time) {
        typed.append(event.characters)
        #expect(event.keyCode == code && event.phase == .down && event.timestamp == time)
      }
      if !key.hasPrefix("+"), let event = translator.translate(code, isDown: false, at: time) { #expect(event.phase == .up) }
    }
    return typed
  }

  @Test("7.7 A US keyboard types its letters, with shift and caps lock")
  func english() throws {
    let keys = try translator("us")
    #expect(
      type("a", "+shift", "a", "1", "-shift", "caps", "a", "1", "+shift", "a", "-shift", "caps", "a", on: keys)
        == ["a", "A", "!", "A", "1", "a", "a"])
    #expect(keys.heldKeys.isEmpty)
  }

  @Test("7.7 A German keyboard: z and y, umlauts, AltGr")
  func german() throws {
    let keys = try translator("de")
    #expect(type("y", "z", ";", "'", "[", "-", "+shift", ";", "-shift", on: keys) == ["z", "y", "ö", "ä", "ü", "ß", "Ö"])
    #expect(type("+altgr", "q", "e", "-altgr", "q", on: keys) == ["@", "€", "q"])
    let event = try #require(keys.translate(39, isDown: true, at: .init(microseconds: 0)))
    #expect(event.modifiers == [])
    #expect(event.charactersIgnoringModifiers == "ö")
  }

  @Test("7.7 Dead keys wait for their letter; an unknown sequence types nothing")
  func deadKeys() throws {
    let keys = try translator("de")
    try #require(keys.keymap.composeProblem == nil)
    #expect(type("=", "e", on: keys) == ["é"])
    #expect(type("+shift", "=", "-shift", "a", on: keys) == ["à"])
    #expect(type("`", "space", on: keys) == ["^"])
    #expect(type("=", "q", "q", on: keys) == ["q"])
    #expect(type("=", "+shift", "e", "-shift", on: keys) == ["É"])
    #expect(type("=", "e", "e", on: try translator("de", "nodeadkeys")) == ["´", "e", "e"])
  }

  @Test("7.7 The compose key")
  func compose() throws {
    let keys = try translator("us", options: "compose:ralt")
    #expect(type("altgr", "'", "e", "a", on: keys) == ["é", "a"])
  }

  @Test("7.7 Keys without a text have AppKit's characters")
  func named() throws {
    let keys = try translator("us")
    #expect(
      type("return", "delete", "tab", "escape", "up", "left", "f1", "home", "del", on: keys)
        == [
          "\r", "\u{7F}", "\t", "\u{1B}", KeyEvent.upArrow, KeyEvent.leftArrow, KeyEvent.function(1), KeyEvent.home, KeyEvent.deleteForward,
        ])
    #expect(type("+shift", "tab", "-shift", on: keys) == [KeyEvent.backTab])
    #expect(type("keypad8", "keypad enter", "num", "keypad8", on: keys) == [KeyEvent.upArrow, KeyEvent.enter, "8"])
    #expect(keys.lights == .numLock)
    let event = try #require(keys.translate(72, isDown: true, at: .init(microseconds: 0)))
    #expect(event.modifiers == .numericPad)
  }

  @Test("7.7 Control, alt and logo are modifiers, and the text is the key's own")
  func shortcuts() throws {
    let keys = try translator("us,ru")
    func pressed(_ modifier: String, _ key: String) throws -> KeyEvent {
      _ = type("+" + modifier, on: keys)
      defer { _ = type("-" + modifier, "-" + key, on: keys) }
      return try #require(keys.translate(Self.codes[key] ?? 0, isDown: true, at: .init(microseconds: 0)))
    }
    let copy = try pressed("control", "c")
    #expect(copy.characters == "c")
    #expect(copy.modifiers == .control)
    #expect(try pressed("logo", "q").modifiers == .command)
    #expect(try pressed("alt", "q").modifiers == .option)
  }

  @Test("7.7 In a layout of other letters a shortcut is the key's letter of ASCII")
  func foreignShortcuts() throws {
    let keys = try translator("ru,us")
    #expect(type("c", "+control", "c", "-control", "c", on: keys) == ["с", "c", "с"])
    #expect(type("+control", "c", "-control", on: try translator("ru")) == ["с"], "no other layout has a letter")
  }

  @Test("Keys pressed twice or released unpressed make no event; a release has the press's text")
  func unbalanced() throws {
    let keys = try translator("us")
    let time = Timestamp(microseconds: 5)
    #expect(keys.translate(30, isDown: false, at: time) == nil)
    #expect(keys.translate(42, isDown: true, at: time) == nil)
    #expect(keys.translate(30, isDown: true, at: time)?.characters == "A")
    #expect(keys.translate(30, isDown: true, at: time) == nil)
    #expect(keys.translate(42, isDown: false, at: time) == nil)
    #expect(keys.translate(30, isDown: false, at: time)?.characters == "A")
    for code in [UInt16(0), 240, 248, 767, .max] {
      _ = keys.translate(code, isDown: true, at: time)
      _ = keys.translate(code, isDown: false, at: time)
    }
    #expect(keys.heldKeys.isEmpty)
  }

  @Test("7.7 When a keyboard goes, its keys are released, last one first, modifiers too")
  func releaseAll() throws {
    let keys = try translator("us")
    _ = type("+shift", "+a", "+e", on: keys)
    #expect(keys.releaseAll(at: .init(microseconds: 9)).map(\.characters) == ["E", "A"])
    #expect(keys.heldKeys.isEmpty)
    #expect(type("a", on: keys) == ["a"])
  }

  @Test(
    "7.7 An unknown keymap is an error that says which, and where the names are",
    arguments: [
      ("klingon", "", "layout 'klingon'"), ("us,klingon", "", "layout 'klingon'"), ("de", "wrong", "variant 'wrong' of the layout 'de'"),
    ])
  func unknown(layout: String, variant: String, what: String) {
    do {
      _ = try Keymap(KeymapNames(layout: layout, variant: variant))
      Issue.record("no error")
    } catch {
      #expect(error.code == .keymap)
      #expect(error.message.hasPrefix("there is no keymap of the \(what); /usr/share/X11/xkb/rules/base.lst lists all"))
    }
  }

  @Test("Without a Compose file dead keys type nothing, and the problem says what to install")
  func noComposeFile() throws {
    let keymap = try Keymap(KeymapNames(layout: "de"), locale: "xx_XX.nowhere")
    #expect(keymap.composeProblem?.message.contains("libx11-data") == true)
    #expect(type("=", "e", on: try KeyTranslator(keymap)) == ["e"])
  }
}
