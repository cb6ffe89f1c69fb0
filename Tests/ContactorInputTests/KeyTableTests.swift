import ContactorCore
import ContactorInput
import Testing

/// Names and texts to key codes, without a device.
@Suite("Key table", .enabled(if: keymapProblem == nil, keymapProblem))
struct KeyTableTests {
  private func table(_ layout: String, _ variant: String = "", options: String = "") throws -> KeyTable {
    try KeyTable(Keymap(KeymapNames(layout: layout, variant: variant, options: options), locale: "en_US.UTF-8"))
  }

  /// What a keyboard with the table's keymap types when it gets the chords as strokes.
  private func typed(_ chords: [KeyChord], on table: KeyTable) throws -> String {
    let translator = try KeyTranslator(table.keymap)
    var keys = PressedKeys(modifiers: table.modifiers)
    for chord in chords { keys.stroke(chord) }
    #expect(keys.codes.isEmpty)
    return keys.changes.compactMap { change in
      let event = translator.translate(change.code, isDown: change.isDown, at: Timestamp(microseconds: 0))
      return event?.phase == .down ? event?.characters : nil
    }.joined()
  }

  @Test(
    "13.5 A key's name becomes the codes that the keymap needs",
    arguments: [
      ("us", "a", [30]), ("us", "A", [42, 30]), ("us", "@", [42, 3]), ("de", "@", [100, 16]), ("de", "z", [21]), ("de", "Z", [42, 21]),
      ("fr", "a", [16]), ("fr", "1", [42, 2]), ("fr", "é", [3]), ("fr", "@", [100, 11]), ("us", "Left", [105]), ("us", "left", [105]),
      ("us", "LEFT", [105]), ("us", "f5", [63]), ("us", "Return", [28]), ("us", "enter", [28]), ("us", "esc", [1]), ("us", "del", [111]),
      ("us", "pgup", [104]), ("us", "Page_Down", [109]), ("us", "space", [57]), ("us", " ", [57]), ("us", "Tab", [15]),
      ("us", "ctrl", [29]), ("us", "Shift", [42]), ("us", "alt", [56]), ("us", "super", [125]), ("us", "meta", [125]),
      ("us", "win", [125]), ("us", "altgr", [100]), ("de", "altgr", [100]), ("de", "ISO_Level3_Shift", [100]),
      ("us", "volumeup", [115]), ("us", "XF86AudioMute", [113]), ("us", "audiomute", [113]), ("us", "KP_Enter", [96]),
      ("us", "slash", [53]), ("us", "/", [53]), ("de", "U20AC", [100, 18]), ("de", "EuroSign", [100, 18]), ("us", "Shift_R", [54]),
      ("de", "dead_acute", [13]),
    ] as [(String, String, [UInt16])])
  func names(layout: String, name: String, codes: [UInt16]) throws {
    #expect(try table(layout).chord([name]).codes == codes)
  }

  @Test("13.5 A chord is the keys in their order, each once, with the modifiers that the keymap needs")
  func chords() throws {
    let (us, de) = (try table("us"), try table("de"))
    #expect(try us.chord(["ctrl", "alt", "t"]).codes == [29, 56, 20])
    #expect(try us.chord(["ctrl", "A"]).codes == [29, 42, 30])
    #expect(try us.chord(["shift", "A"]).codes == [42, 30])
    #expect(try de.chord(["ctrl", "@"]).codes == [29, 100, 16])
    #expect(try us.chord([]).codes == [])
  }

  @Test("13.5 A name that XKB does not know, and one that the keymap has no key for, are told apart")
  func mistakes() throws {
    let us = try table("us")
    let unknown = #expect(throws: KeyError.self) { try us.chord(["ctrl", "Retrun"]) }
    #expect(unknown?.reason == .unknown && unknown?.name == "Retrun")
    #expect(unknown?.description.contains("'Retrun'") == true)
    for name in ["é", "eacute", "Cyrillic_a", "Meta_L"] {
      let missing = #expect(throws: KeyError.self) { try us.chord([name]) }
      #expect(missing?.reason == .missing && missing?.name == name && missing?.layout == "us")
    }
    #expect(throws: KeyError.self) { try us.chord([""]) }
    #expect(us.names.contains("Return") && us.names.contains("ctrl") && us.names.contains("XF86AudioMute"))
  }

  @Test(
    "13.5 A text becomes keys that type it, by dead keys where the keymap has no key of its own",
    arguments: [
      ("us", "", "Hello, World! 0123456789 {}[]|\\~`@#$%^&*()_+-=;':\"<>?/."), ("de", "", "Grüße @€ {[]}\\~| ^ ´é À µ ²³"),
      ("fr", "", "À 12 ça é ô ë & @ € û ù §!"), ("gb", "", "£ é \" @ # ~"), ("us", "intl", "é ü ñ ç \" ' ¿"), ("ru", "", "Привет, мир!"),
      ("ch", "fr", "èéà Ôô $£"), ("de", "neo", "Ähm ſ → α {x} ∀"), ("de", "nodeadkeys", "^´` ñ"),
    ])
  func texts(layout: String, variant: String, text: String) throws {
    let table = try table(layout, variant)
    try #require(table.keymap.composeProblem == nil)
    // A character at a time names the one that fails.
    for character in text {
      do {
        #expect(try typed(table.chords(typing: String(character)), on: table) == String(character), "\(character)")
      } catch let error as KeyError {
        // Variants differ between versions of xkeyboard-config; a plain layout has all of them.
        #expect(!variant.isEmpty && error.reason == .missing, "\(error)")
      }
    }
  }

  @Test("13.5 Every character of every key types itself", arguments: ["us", "de", "fr", "gb", "es", "ru", "tr", "pl", "se", "jp"])
  func everyCharacter(layout: String) throws {
    let table = try table(layout)
    var count = 0
    for scalar in (0x20...0x24FF).compactMap(Unicode.Scalar.init) where scalar.value != 0x7F {
      guard let chords = try? table.chords(typing: String(Character(scalar))) else { continue }
      count += 1
      let text = try typed(chords, on: table)
      #expect(text.unicodeScalars.elementsEqual([scalar]), "\(layout) U+\(String(scalar.value, radix: 16)): \(text)")
    }
    #expect(count >= 90)
  }

  @Test("13.5 Line ends are the return key; other control characters, and characters without keys, leave the whole text untyped")
  func controlCharacters() throws {
    let us = try table("us")
    #expect(try us.chords(typing: "a\nb\r\n\tc\r").map(\.codes) == [[30], [28], [48], [28], [15], [46], [28]])
    #expect(try us.chords(typing: "").isEmpty)
    for (text, name) in [("a\u{1B}b", "U+1b"), ("\u{8}", "U+8"), ("\u{7F}", "U+7f"), ("naïve", "ï"), ("日", "日")] {
      let error = #expect(throws: KeyError.self) { try us.chords(typing: text) }
      #expect(error?.name == name && error?.reason == .missing, "\(text)")
    }
  }

  @Test("13.5 The keyboard declares what udev takes for a keyboard, and no button", arguments: ["us", "de", "fr", "ru"])
  func codes(layout: String) throws {
    let table = try table(layout)
    // udev's rule: ID_INPUT_KEYBOARD needs the keys from KEY_ESC to KEY_S.
    #expect(table.codes.isSuperset(of: 1...31))
    #expect(table.codes.allSatisfy { (1...248).contains($0) })
    #expect(table.modifiers.isSuperset(of: [29, 42, 54, 56, 97, 100, 125, 58, 69]))
    #expect(table.modifiers.isSubset(of: table.codes) && table.modifiers.isDisjoint(with: [1, 16, 28, 57, 103]))
  }
}
