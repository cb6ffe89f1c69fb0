import ContactorControls
import ContactorCore

extension Operation {
  /// Keys, and what is done without a finger.
  static let keys: [Operation] = pressing + matching + commanding + speaking

  private static let pressing: [Operation] = [
    Operation(
      "sendKey", "$0.sendKey(KeyEvent($2, phase: $3, modifiers: $4, timestamp: $1))",
      [.application, .moment, Domain(.presses), Domain(.keyPhases), Domain(.modifiers)], weight: 4
    ) {
      $0.the(0, Application.self).sendKey(
        KeyEvent($0.value(2, .presses), phase: $0.value(3, .keyPhases), modifiers: $0.value(4, .modifiers), timestamp: $0.moment))
    },
    Operation(
      "typeKey",
      "for phase in [KeyEvent.Phase.down, .up] { $0?.sendKey(KeyEvent($1, phase: phase, modifiers: $2, timestamp: $0?.now ?? Timestamp(microseconds: 0))) }",
      [.application, Domain(.presses), Domain(.modifiers)], weight: 5
    ) {
      for phase in [KeyEvent.Phase.down, .up] {
        guard let application = $0.maybe(0, Application.self) else { continue }
        application.sendKey(
          KeyEvent($0.value(1, .presses), phase: phase, modifiers: $0.value(2, .modifiers), timestamp: application.now))
      }
    },
    Operation("keepKey", "if let keyNow { $0 = keyNow }", [Domain(new: .press)], weight: 0, inside: 2) {
      guard let key = $0.world.key else { return }
      $0.world.put(KeyHolder(key), at: $0.name(0))
    },
    Operation(
      "makeKeyEvent", "$0 = KeyEvent($2, modifiers: $3, isRepeat: true, timestamp: $1)",
      [Domain(new: .press), .moment, Domain(.presses), Domain(.modifiers)]
    ) {
      let key = KeyEvent($0.value(2, .presses), modifiers: $0.value(3, .modifiers), isRepeat: true, timestamp: $0.moment)
      $0.world.put(KeyHolder(key), at: $0.name(0))
    },
    Operation("sendKept", "$0.sendKey($1)", [.application, .press], weight: 3) {
      $0.the(0, Application.self).sendKey($0.the(1, KeyHolder.self).key)
    },
    Operation("keyDown", "_ = $0.keyDown(with: $1)", [.responder, .press]) {
      _ = $0.the(0, Responder.self).keyDown(with: $0.the(1, KeyHolder.self).key)
    },
    Operation("keyUp", "_ = $0.keyUp(with: $1)", [.responder, .press], weight: 1) {
      _ = $0.the(0, Responder.self).keyUp(with: $0.the(1, KeyHolder.self).key)
    },
    Operation("selectNextKey", "$0.selectNextKeyView()", [.window], weight: 2) { $0.the(0, Window.self).selectNextKeyView() },
    Operation("selectPreviousKey", "$0.selectPreviousKeyView()", [.window], weight: 1) { $0.the(0, Window.self).selectPreviousKeyView() },
    Operation("offerKey", "_ = $0.performKeyEquivalent(with: $1)", [.anyView, .press], weight: 1) {
      _ = $0.the(0, View.self).performKeyEquivalent(with: $0.the(1, KeyHolder.self).key)
    },
  ]

  private static let matching: [Operation] = [
    Operation("matches", "_ = KeyEquivalent($1, modifiers: $2).matches($0)", [.press, Domain(.presses), Domain(.modifiers)], weight: 1) {
      let equivalent = KeyEquivalent($0.value(1, .presses), modifiers: $0.value(2, .modifiers))
      _ = equivalent.matches($0.the(0, KeyHolder.self).key)
    },
    Operation(
      "bind", "do { let key = $0; $1.keyBindings[KeyBindings.Stroke(key!)] = [$2, $2] }",
      [.press, .control("TextField", "TextView"), Domain(.commands)]
    ) {
      let name = $0.value(2, .commands)
      $0.the(1, TextControl.self).keyBindings[KeyBindings.Stroke($0.the(0, KeyHolder.self).key)] = [name, name]
    },
  ]

  private static let commanding: [Operation] = [
    Operation("doCommand", "$0.doCommand(by: $1)", [.responder, Domain(.commands)], weight: 3) {
      $0.the(0, Responder.self).doCommand(by: $0.value(1, .commands))
    },
    Operation("firstDoes", "$0.firstResponder?.doCommand(by: $1)", [.application, Domain(.commands)], weight: 3) {
      $0.the(0, Application.self).firstResponder?.doCommand(by: $0.value(1, .commands))
    },
    Operation(
      "mainMenu", "$0.mainMenu = $1",
      [.application, Domain([.view, .control, .window, .target], orNil: true) { $0.kind != .target || $0.number % 2 == 0 }]
    ) {
      $0.the(0, Application.self).mainMenu = $0.maybe(1, (any KeyEquivalentPerforming).self)
    },
  ]

  private static let speaking: [Operation] = [
    Operation("perform", "_ = $0.performAccessibility($1, at: $2)", [.anyView, Domain(.deeds), Domain(.indices)], weight: 8) {
      _ = $0.the(0, View.self).performAccessibility($0.value(1, .deeds), at: $0.value(2, .indices))
    },
    Operation("speak", "($0.accessibilityLabel, $0.accessibilityValue) = ($1, nil)", [.anyView, .word], weight: 1) {
      let view = $0.the(0, View.self)
      (view.accessibilityLabel, view.accessibilityValue) = ($0.value(1, .words), nil)
    },
    Operation("role", "($0.accessibilityRole, $0.accessibilityHint) = ($1, \"hint\")", [.anyView, Domain(roles)], weight: 1) {
      let view = $0.the(0, View.self)
      (view.accessibilityRole, view.accessibilityHint) = ($0.value(1, roles), "hint")
    },
    Operation(
      "readSpeech", "_ = ($0.accessibility, $0.accessibilityElementCount, $0.customAccessibilityActions(at: $1))",
      [.anyView, Domain(.indices)]
    ) {
      let view = $0.the(0, View.self)
      _ = (view.accessibility, view.accessibilityElementCount, view.customAccessibilityActions(at: $0.value(1, .indices)))
    },
    Operation("readElement", "_ = $0.accessibilityElement(at: $1)", [.anyView, .count]) {
      _ = $0.the(0, View.self).accessibilityElement(at: $0.count(1))
    },
    Operation(
      "performAll", "for index in 0..<min($0.accessibilityElementCount, 40) { _ = $0?.performAccessibility($1, at: index) }",
      [.anyView, Domain(.deeds)]
    ) {
      for index in 0..<max(0, min($0.the(0, View.self).accessibilityElementCount, 40)) {
        _ = $0.maybe(0, View.self)?.performAccessibility($0.value(1, .deeds), at: index)
      }
    },
    Operation("readParts", "_ = $0.contentParts", [.anyView], weight: 3) { _ = $0.the(0, View.self).contentParts },
    Operation("setValue", "($0 as? any ValueHolding)?.objectValue = $1", [.valued, Domain(contents)], weight: 4) {
      ($0.object(0) as? any ValueHolding)?.objectValue = $0.value(1, contents)
    },
    Operation("takeInt", "($0 as? any ValueHolding)?.takeIntValue(from: $1)", [.valued, .valued], weight: 1) {
      guard let sender = $0.object(1) else { return }
      ($0.object(0) as? any ValueHolding)?.takeIntValue(from: sender)
    },
    Operation("takeDouble", "($0 as? any ValueHolding)?.takeDoubleValue(from: $1)", [.valued, .valued], weight: 1) {
      guard let sender = $0.object(1) else { return }
      ($0.object(0) as? any ValueHolding)?.takeDoubleValue(from: sender)
    },
    Operation("takeString", "($0 as? any ValueHolding)?.takeStringValue(from: $1)", [.valued, .valued], weight: 1) {
      guard let sender = $0.object(1) else { return }
      ($0.object(0) as? any ValueHolding)?.takeStringValue(from: sender)
    },
    Operation("takeObject", "($0 as? any ValueHolding)?.takeObjectValue(from: $1)", [.valued, .valued], weight: 1) {
      guard let sender = $0.object(1) else { return }
      ($0.object(0) as? any ValueHolding)?.takeObjectValue(from: sender)
    },
    Operation(
      "readValue", "if let holder = $0 as? any ValueHolding { _ = (holder.intValue, holder.doubleValue, holder.stringValue) }", [.valued],
      weight: 1
    ) {
      if let holder = $0.object(0) as? any ValueHolding { _ = (holder.intValue, holder.doubleValue, holder.stringValue) }
    },
  ]

  private static let roles = ValueList<Accessibility.Role?>([
    (nil, "nil"), (.button, ".button"), (Accessibility.Role.none, "Accessibility.Role.none"), (.slider, ".slider"),
  ])

  private static let contents = ValueList<ControlValue?>(
    [
      (.integer(1), ".integer(1)"), (.number(0.5), ".number(0.5)"), (.text("word"), ".text(\"word\")"), (nil, "nil"),
      (.integer(0), ".integer(0)"), (.text("-3.5x"), ".text(\"-3.5x\")"),
    ],
    extremes: [
      (.number(.nan), ".number(.nan)"), (.number(.infinity), ".number(.infinity)"), (.number(-1e300), ".number(-1e300)"),
      (.integer(.max), ".integer(.max)"), (.integer(.min), ".integer(.min)"), (.text(""), ".text(\"\")"),
      (.text("-+.e\u{301}"), ".text(\"-+.e\\u{301}\")"), (.number(1e15), ".number(1e15)"),
      (.text(String(repeating: "9", count: 400)), ".text(String(repeating: \"9\", count: 400))"),
    ])
}

extension Domain {
  static let press = Domain([.press])
  /// What may hold a value.
  static let valued = Domain([.control, .cell])
}

extension ValueList where Value == String {
  /// The characters of keys.
  static let presses = ValueList(
    [
      ("a", "\"a\""), ("b", "\"b\""), (" ", "\" \""), ("\r", "KeyEvent.carriageReturn"), ("\t", "KeyEvent.tab"),
      (KeyEvent.delete, "KeyEvent.delete"), (KeyEvent.upArrow, "KeyEvent.upArrow"), (KeyEvent.downArrow, "KeyEvent.downArrow"),
      (KeyEvent.leftArrow, "KeyEvent.leftArrow"), (KeyEvent.rightArrow, "KeyEvent.rightArrow"), (KeyEvent.escape, "KeyEvent.escape"),
      ("1", "\"1\""), ("c", "\"c\""), ("v", "\"v\""), ("x", "\"x\""), ("z", "\"z\""), ("A", "\"A\""),
      (KeyEvent.home, "KeyEvent.home"), (KeyEvent.end, "KeyEvent.end"), (KeyEvent.pageUp, "KeyEvent.pageUp"),
      (KeyEvent.pageDown, "KeyEvent.pageDown"), (KeyEvent.backTab, "KeyEvent.backTab"), (KeyEvent.enter, "KeyEvent.enter"),
      (KeyEvent.deleteForward, "KeyEvent.deleteForward"), (KeyEvent.menu, "KeyEvent.menu"),
    ],
    extremes: [
      ("", "\"\""), ("\0", "\"\\0\""), ("e\u{301}", "\"e\\u{301}\""), ("\u{301}", "\"\\u{301}\""), ("\u{202E}", "\"\\u{202E}\""),
      ("👨‍👩‍👧", "\"👨‍👩‍👧\""), (KeyEvent.function(1), "KeyEvent.function(1)"), (KeyEvent.insert, "KeyEvent.insert"),
      (String(repeating: "x", count: 300), "String(repeating: \"x\", count: 300)"), ("\n", "\"\\n\""), ("\u{F8FF}", "\"\\u{F8FF}\""),
    ])
}

extension ValueList where Value == AccessibilityAction {
  /// What is done without a finger.
  static let deeds = ValueList(
    [
      (.activate, ".activate"), (.increment, ".increment"), (.decrement, ".decrement"), (.scrollForward, ".scrollForward"),
      (.scrollBackward, ".scrollBackward"), (.escape, ".escape"),
    ],
    extremes: [(.custom("Delete"), ".custom(\"Delete\")"), (.custom(""), ".custom(\"\")")])
}

extension ValueList where Value == KeyEvent.Phase {
  static let keyPhases = ValueList([(.down, ".down"), (.up, ".up")])
}

extension ValueList where Value == KeyEvent.Modifiers {
  static let modifiers = ValueList(
    [([], "[]"), (.shift, ".shift"), (.command, ".command"), (.option, ".option"), (.control, ".control")],
    extremes: [
      ([.command, .shift], "[.command, .shift]"), ([.control, .option], "[.control, .option]"),
      (KeyEvent.Modifiers(rawValue: .max), "KeyEvent.Modifiers(rawValue: .max)"), ([.option, .shift], "[.option, .shift]"),
      (.numericPad, ".numericPad"),
    ])
}

extension ValueList where Value == ActionName {
  /// Names of standard actions, as keys mean them.
  static let commands: ValueList<ActionName> = {
    let ordinary: [String] = [
      "moveLeft:", "moveRight:", "moveUp:", "moveDown:", "moveForward:", "moveBackward:", "moveWordLeft:", "moveWordRight:",
      "moveToBeginningOfLine:", "moveToEndOfLine:", "moveToBeginningOfDocument:", "moveToEndOfDocument:", "moveLeftAndModifySelection:",
      "moveRightAndModifySelection:", "moveUpAndModifySelection:", "moveDownAndModifySelection:", "moveWordLeftAndModifySelection:",
      "moveToEndOfDocumentAndModifySelection:", "selectAll:", "selectWord:", "selectLine:", "deleteBackward:", "deleteForward:",
      "deleteWordBackward:", "deleteWordForward:", "deleteToEndOfLine:", "deleteToBeginningOfLine:", "insertNewline:", "insertTab:",
      "insertBacktab:", "cancelOperation:", "complete:", "cut:", "copy:", "paste:", "delete:", "undo:", "redo:", "yank:", "transpose:",
      "pageUp:", "pageDown:", "scrollPageUp:", "scrollPageDown:", "scrollToBeginningOfDocument:", "scrollToEndOfDocument:",
      "uppercaseWord:", "lowercaseWord:", "capitalizeWord:", "centerSelectionInVisibleArea:", "setMark:", "deleteToMark:",
      "performClick:", "increase:", "decrease:", "toggle:", "clear:", "act:", "act",
    ]
    return ValueList(ordinary.map { (ActionName($0), "\"\($0)\"") }, extremes: [("", "\"\""), ("nobody:", "\"nobody:\"")])
  }()
}
