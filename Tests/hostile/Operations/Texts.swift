import ContactorControls
import ContactorCore

extension Operation {
  /// Text controls, keyboards on the screen, pasteboards.
  static let texts: [Operation] = editingText + textSettings + pasteboards + keyboards + labels

  private static let label = Domain.control("Label")
  private static let text = Domain.control("TextField", "TextView")
  private static let keyboard = Domain.control("Keyboard", "DialPad")

  private static let labels: [Operation] = [
    Operation("labelText", "$0.text = $1", [label, Domain(longTexts)]) { $0.the(0, Label.self).text = $0.value(1, longTexts) },
    setting("labelLines", "numberOfLines", label, \Label.numberOfLines, .counts),
    Operation("readLabel", "_ = ($0.lines, $0.sizeThatFits(Size(width: $1, height: $2)))", [label, .length, .length]) {
      let label = $0.the(0, Label.self)
      _ = (label.lines, label.sizeThatFits(Size(width: $0.value(1, .lengths), height: $0.value(2, .lengths))))
    },
    Operation("fitLabel", "$0.sizeToFit()", [label], weight: 1) { $0.the(0, Label.self).sizeToFit() },
  ]

  private static let editingText: [Operation] = [
    Operation("viewDelegate", "$0.delegate = $1", [.control("TextView"), .delegateOrNil], weight: 3) {
      $0.the(0, TextView.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("textFirst", "$0.becomeFirstResponder()", [text], weight: 3) { $0.the(0, Responder.self).becomeFirstResponder() },
    Operation("selectText", "$0.selectedRange = $1", [text, Domain(ranges)], weight: 3) {
      $0.the(0, TextControl.self).selectedRange = $0.value(1, ranges)
    },
    Operation("textIn", "_ = $0.text(in: $1)", [text, Domain(ranges)], weight: 1) {
      _ = $0.the(0, TextControl.self).text(in: $0.value(1, ranges))
    },
    Operation("longText", "$0.text = $1", [text, Domain(longTexts)], weight: 3) {
      $0.the(0, TextControl.self).text = $0.value(1, longTexts)
    },
    Operation("insertLong", "$0.insertText($1)", [text, Domain(longTexts)]) {
      $0.the(0, TextControl.self).insertText($0.value(1, longTexts))
    },
    Operation("command", "$0.doCommand(by: $1)", [text, Domain(.commands)], weight: 6) {
      $0.the(0, TextControl.self).doCommand(by: $0.value(1, .commands))
    },
    Operation(
      "readText",
      "_ = ($0.caretFrame(for: $1), $0.closestPosition(to: Point(x: $2, y: $3)), $0.selectionFrames, $0.contentSize, $0.textBeforeCaret)",
      [text, .count, .coordinate, .coordinate]
    ) {
      let control = $0.the(0, TextControl.self)
      _ = (
        control.caretFrame(for: $0.count(1)), control.closestPosition(to: $0.point(2)), control.selectionFrames, control.contentSize,
        control.textBeforeCaret
      )
    },
    Operation("scrollText", "$0.contentOffset = Point(x: $1, y: $2)", [text, .coordinate, .coordinate], weight: 1) {
      $0.the(0, TextControl.self).contentOffset = $0.point(1)
    },
    Operation("relayout", "$0.invalidateLayout()", [text], weight: 1) { $0.the(0, TextControl.self).invalidateLayout() },
    Operation("beginText", "$0.beginEditing($0)", [text]) { $0.the(0, TextControl.self).beginEditing($0.the(0)) },
    Operation("interpret", "_ = $0.interpretKeyEvent($1)", [text, .press]) {
      _ = $0.the(0, TextControl.self).interpretKeyEvent($0.the(1, KeyHolder.self).key)
    },
    Operation("undoOften", "for _ in 0..<20 { $0?.doCommand(by: $1 ? \"undo:\" : \"redo:\") }", [text, .flag], weight: 2) {
      for _ in 0..<20 { $0.maybe(0, TextControl.self)?.doCommand(by: $0.flag(1) ? "undo:" : "redo:") }
    },
    Operation("clearText", "$0.clear($0)", [text], weight: 1) { $0.the(0, TextControl.self).clear($0.the(0)) },
    Operation("readHistory", "_ = ($0.canUndo, $0.canRedo, $0.hasText, $0.isEditing)", [text], weight: 1) {
      let control = $0.the(0, TextControl.self)
      _ = (control.canUndo, control.canRedo, control.hasText, control.isEditing)
    },
    Operation("readLines", "_ = $0.numberOfLines", [.control("TextView")], weight: 1) { _ = $0.the(0, TextView.self).numberOfLines },
  ]

  private static let ranges = ValueList<Range<Int>>(
    [(0..<0, "0..<0"), (0..<1, "0..<1"), (1..<3, "1..<3"), (2..<2, "2..<2"), (0..<100, "0..<100")],
    extremes: [
      (-5..<5, "-5..<5"), (Int.min..<Int.max, "Int.min..<Int.max"), (Int.max - 1..<Int.max, "Int.max - 1..<Int.max"),
      (Int.max..<Int.max, "Int.max..<Int.max"), (Int.min..<Int.min, "Int.min..<Int.min"),
    ])

  private static let longTexts = ValueList<String>(
    [
      ("one two three", "\"one two three\""), ("first\nsecond\n\nfourth", "\"first\\nsecond\\n\\nfourth\""), ("", "\"\""),
      ("שלום abc עולם", "\"שלום abc עולם\""),
    ],
    extremes: [
      ("\u{301}", "\"\\u{301}\""), ("👨‍👩‍👧👨‍👩‍👧", "\"👨‍👩‍👧👨‍👩‍👧\""), ("\r\n\r\n", "\"\\r\\n\\r\\n\""), ("\u{202E}\u{2066}x", "\"\\u{202E}\\u{2066}x\""),
      (String(repeating: "long ", count: 2_000), "String(repeating: \"long \", count: 2_000)"),
      (String(repeating: "\n", count: 500), "String(repeating: \"\\n\", count: 500)"),
    ])

  private static let textSettings: [Operation] = [
    setting("maximumLength", "maximumLength", text, \TextControl.maximumLength, .counts),
    setting("secureText", "isSecure", text, \TextControl.isSecure, .flags),
    setting("textKeyboard", "keyboardType", text, \TextControl.keyboardType, types),
    setting("textCapitals", "autocapitalization", text, \TextControl.autocapitalization, capitals),
    setting("textDirection", "writingDirection", text, \TextControl.writingDirection, directions),
    setting("textKeys", "keyBindings", text, \TextControl.keyBindings, bindings),
    setting("returnTitle", "returnKeyTitle", text, \TextControl.returnKeyTitle, returnTitles),
    Operation("placeholder", "$0.placeholder = $1", [text, .word], weight: 1) {
      $0.the(0, TextControl.self).placeholder = $0.value(1, .words)
    },
    Operation("textMeasure", "$0.measure = $1", [text, .delegateOrNil]) {
      $0.the(0, TextControl.self).measure = $0.maybe(1, ScriptedDelegate.self)
    },
  ]

  private static let bindings = ValueList<KeyBindings>(
    [(.standard, ".standard"), (.common, ".common"), (.appKit, ".appKit"), (.pc, ".pc")],
    extremes: [(KeyBindings(), "KeyBindings()")])
  private static let returnTitles = ValueList<String?>([(nil, "nil"), ("Go", "\"Go\""), ("", "\"\"")])
  private static let types = ValueList<KeyboardType>(KeyboardType.allCases.map { ($0, ".\($0)") })
  private static let capitals = ValueList<Autocapitalization>([(.none, ".none"), (.words, ".words"), (.sentences, ".sentences")])
  private static let directions = ValueList<WritingDirection>([
    (.natural, ".natural"), (.leftToRight, ".leftToRight"), (.rightToLeft, ".rightToLeft"),
  ])

  private static let pasteboards: [Operation] = [
    Operation("makePasteboard", "$0 = Pasteboard()", [Domain(new: .pasteboard)], weight: 1) { $0.world.put(Pasteboard(), at: $0.name(0)) },
    Operation("copyText", "$0.pasteboard.string = $1", [.application, .word]) {
      $0.the(0, Application.self).pasteboard.string = $0.value(1, .words)
    },
    Operation("ownPasteboard", "$0.ownPasteboard = $1", [text, Domain([.pasteboard], orNil: true)], weight: 1) {
      $0.the(0, TextControl.self).ownPasteboard = $0.maybe(1)
    },
    Operation("pasteboardChange", "do { let w = Witness(\"$1\"); $0.onChange = { _ in w.call() } }", [Domain([.pasteboard]), .closure]) {
      let witness = $0.closure(1)
      $0.the(0, Pasteboard.self).onChange = { _ in witness.call() }
    },
    Operation("pasteboardText", "$0.string = $1", [Domain([.pasteboard]), .word]) {
      $0.the(0, Pasteboard.self).string = $0.value(1, .words)
    },
    Operation("pasteboardQuiet", "$0.onChange = nil", [Domain([.pasteboard])], weight: 1) { $0.the(0, Pasteboard.self).onChange = nil },
  ]

  private static let keyboards: [Operation] = [
    Operation("keyboardDelegate", "$0.delegate = $1", [keyboard, .delegateOrNil], weight: 3) {
      $0.the(0, Keyboard.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("keyboardLayouts", "$0.layouts = $1", [keyboard, Domain(layouts)]) {
      $0.the(0, Keyboard.self).layouts = $0.value(1, layouts)
    },
    setting("keyboardLanguage", "languageIndex", keyboard, \Keyboard.languageIndex, .counts),
    setting("keyboardType_", "keyboardType", keyboard, \Keyboard.keyboardType, types),
    setting("keyboardFollows", "followsFirstResponder", keyboard, \Keyboard.followsFirstResponder, .flags),
    setting("keyboardSecure", "isSecure", keyboard, \Keyboard.isSecure, .flags),
    setting("keyboardPlane", "planeIndex", keyboard, \Keyboard.planeIndex, .counts),
    setting("keyboardSpacing", "keySpacing", keyboard, \Keyboard.keySpacing, .numbers),
    Operation("keyboardRepeats", "($0.repeatDelay, $0.repeatInterval) = ($1, $2)", [keyboard, .duration, .duration], weight: 1) {
      let keyboard = $0.the(0, Keyboard.self)
      (keyboard.repeatDelay, keyboard.repeatInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("keyboardShift", "$0.shift = $1", [keyboard, Domain(shifts)]) { $0.the(0, Keyboard.self).shift = $0.value(1, shifts) },
    Operation("nextLanguage", "$0.nextLanguage($0)", [keyboard], weight: 1) { $0.the(0, Keyboard.self).nextLanguage($0.the(0)) },
    Operation("dismissKeyboard", "$0.dismiss($0)", [keyboard]) { $0.the(0, Keyboard.self).dismiss($0.the(0)) },
    Operation("keyboardSend", "_ = $0.send($1)", [keyboard, .press], weight: 1) {
      _ = $0.the(0, Keyboard.self).send($0.the(1, KeyHolder.self).key)
    },
    Operation(
      "readKeyboard", "_ = ($0.numberOfKeys, $0.key(at: $1), $0.label(forKeyAt: $1), $0.keyIndex(at: Point(x: $2, y: $3)))",
      [keyboard, .count, .coordinate, .coordinate], weight: 1
    ) {
      let keyboard = $0.the(0, Keyboard.self)
      _ = (keyboard.numberOfKeys, keyboard.key(at: $0.count(1)), keyboard.label(forKeyAt: $0.count(1)), keyboard.keyIndex(at: $0.point(2)))
    },
    setting("keyboardPeriod", "doubleSpaceMakesPeriod", keyboard, \Keyboard.doubleSpaceMakesPeriod, .flags),
    setting("keyboardCapitals", "autocapitalization", keyboard, \Keyboard.autocapitalization, capitals),
    Operation(
      "parseLayout", "if let layout = try? KeyboardLayout($1) { $0?.layouts = [layout, .english] }", [keyboard, Domain(layoutTables)]
    ) {
      if let layout = try? KeyboardLayout($0.value(1, layoutTables)) { $0.the(0, Keyboard.self).layouts = [layout, .english] }
    },
    Operation("changeLayout", "$0.layouts = [$0.layout] + $0.layouts", [keyboard], weight: 1) {
      let keyboard = $0.the(0, Keyboard.self)
      keyboard.layouts = [keyboard.layout] + keyboard.layouts
    },
    Operation(
      "readPopup", "_ = ($0.previewText, $0.alternatives, $0.selectedAlternative, $0.isHighlighted(keyAt: $1))", [keyboard, .count],
      weight: 1
    ) {
      let keyboard = $0.the(0, Keyboard.self)
      _ = (keyboard.previewText, keyboard.alternatives, keyboard.selectedAlternative, keyboard.isHighlighted(keyAt: $0.count(1)))
    },
    Operation("clearDial", "$0.clear($0)", [.control("DialPad")], weight: 1) { $0.the(0, DialPad.self).clear($0.the(0)) },
    Operation("deleteDial", "$0.deleteBackward($0)", [.control("DialPad")], weight: 1) {
      $0.the(0, DialPad.self).deleteBackward($0.the(0))
    },
    Operation("clearPIN", "$0.clear($0)", [.control("PINField")], weight: 1) { $0.the(0, PINField.self).clear($0.the(0)) },
    Operation("deletePIN", "$0.deleteBackward($0)", [.control("PINField")], weight: 1) {
      $0.the(0, PINField.self).deleteBackward($0.the(0))
    },
    Operation("returnPIN", "$0.insertNewline($0)", [.control("PINField")], weight: 1) { $0.the(0, PINField.self).insertNewline($0.the(0)) },
    Operation("readPIN", "_ = ($0.isComplete, $0.contentFrame(for: .digit($1)))", [.control("PINField"), .count], weight: 1) {
      let field = $0.the(0, PINField.self)
      _ = (field.isComplete, field.contentFrame(for: .digit($0.count(1))))
    },
    setting("dialTypes", "typesIntoFirstResponder", .control("DialPad"), \DialPad.typesIntoFirstResponder, .flags),
    setting("dialLength", "maximumLength", .control("DialPad"), \DialPad.maximumLength, .counts),
    setting("dialDigits", "digits", .control("DialPad"), \DialPad.digits, .words),
    setting("pinDigits", "digits", .control("PINField"), \PINField.digits, digits, weight: 2),
    setting("pinCount", "digitCount", .control("PINField"), \PINField.digitCount, .counts),
    setting("pinSecure", "isSecure", .control("PINField"), \PINField.isSecure, .flags),
    Operation("pinType", "$0.insertText($1)", [.control("PINField"), Domain(digits)], weight: 3) {
      $0.the(0, PINField.self).insertText($0.value(1, digits))
    },
    Operation("pinFirst", "$0.becomeFirstResponder()", [.control("PINField")]) { $0.the(0, Responder.self).becomeFirstResponder() },
  ]

  private static let digits = ValueList<String>([("1", "\"1\""), ("1234", "\"1234\""), ("", "\"\""), ("x", "\"x\""), ("٣", "\"٣\"")])
  private static let shifts = ValueList<Keyboard.Shift>([(.off, ".off"), (.once, ".once"), (.locked, ".locked")])
  private static let strange = KeyboardLayout(
    name: "",
    planes: [
      KeyboardLayout.Plane(
        "a",
        rows: [
          [
            KeyboardLayout.Key("", width: .nan),
            KeyboardLayout.Key("e\u{301}", width: .infinity, alternatives: Array(repeating: "x", count: 200)),
            KeyboardLayout.Key("x", role: .plane("nowhere"), width: -1), KeyboardLayout.Key("y", role: .plane("a"), width: 1e300),
          ],
          Array(repeating: KeyboardLayout.Key("z", width: 1e-300), count: 300),
        ])
    ])
  private static let strangeText = """
    [KeyboardLayout(name: "", planes: [KeyboardLayout.Plane("a", rows: [[KeyboardLayout.Key("", width: .nan), \
    KeyboardLayout.Key("e\\u{301}", width: .infinity, alternatives: Array(repeating: "x", count: 200)), \
    KeyboardLayout.Key("x", role: .plane("nowhere"), width: -1), KeyboardLayout.Key("y", role: .plane("a"), width: 1e300)], \
    Array(repeating: KeyboardLayout.Key("z", width: 1e-300), count: 300)])])]
    """
  private static let layoutTables = ValueList<String>(
    [
      (":layout A de\n:plane a\nq w [shift]\n[space]*3 .com", "\":layout A de\\n:plane a\\nq w [shift]\\n[space]*3 .com\""),
      (":plane a\n[b] x/X\n:plane b\n[a] 1", "\":plane a\\n[b] x/X\\n:plane b\\n[a] 1\""),
    ],
    extremes: [
      ("", "\"\""), (":plane", "\":plane\""), (":plane a\n[gap]*1e999 x*nan", "\":plane a\\n[gap]*1e999 x*nan\""),
      (":alternatives\n:captions\n:layout", "\":alternatives\\n:captions\\n:layout\""), (":plane a\n[*[]/]*/", "\":plane a\\n[*[]/]*/\""),
      (":plane a\nx*-3 [left]*0 //", "\":plane a\\nx*-3 [left]*0 //\""),
    ])
  private static let layouts = ValueList<[KeyboardLayout]>(
    [
      ([.english], "[.english]"), (KeyboardLayout.languages, "KeyboardLayout.languages"), ([.pin], "[.pin]"),
      ([.phone, .decimal, .dial], "[.phone, .decimal, .dial]"),
    ],
    extremes: [
      ([], "[]"), ([KeyboardLayout(name: "none", planes: [])], "[KeyboardLayout(name: \"none\", planes: [])]"),
      ([strange], strangeText),
      (
        [KeyboardLayout(name: "empty", planes: [KeyboardLayout.Plane("letters", rows: [[], []])])],
        "[KeyboardLayout(name: \"empty\", planes: [KeyboardLayout.Plane(\"letters\", rows: [[], []])])]"
      ),
    ])
}
