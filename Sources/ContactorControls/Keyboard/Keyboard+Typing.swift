import ContactorCore

extension Keyboard {
  /// The first responder, if it says what it wants and that is followed.
  private var client: (any KeyboardClient)? { followsFirstResponder ? followedClient : nil }

  /// Whether the keys are secret.
  var hidesKeys: Bool { isSecure || client?.isSecure == true }

  /// Whether letters are capitals.
  var isShifted: Bool { shiftState != .off }

  private var keyModifiers: KeyEvent.Modifiers {
    switch shiftState {
    case .off: []
    case .once: .shift
    case .locked: .capsLock
    }
  }

  // MARK: Following the first responder

  /// Shows what the first responder wants, if it says so.
  func follow() {
    let responder = receiver
    if responder !== typedInto { take(responder) } else if popup != nil, hidesKeys { closePopup() }
    updateAutomaticShift()
  }

  /// Follows a first responder that has changed since the last layout.
  func followIfDue() {
    if isLayoutDue { follow() }
  }

  /// Takes note of another first responder; fingers that are on keys type nothing into it.
  private func take(_ responder: Responder?) {
    spendPresses()
    typedInto = responder
    followedClient = responder as? any KeyboardClient
    memory = ""
    spaceTypedAt = nil
    guard followsFirstResponder else { return }
    // Without a first responder the keys stay as they are.
    if !(responder is Window) { showKeys(of: client?.keyboardType ?? preferredType) }
    secrecyChanged()
  }

  /// Presses or releases shift by itself, as the text before the caret demands.
  func updateAutomaticShift() {
    let isHeld = presses.contains { if case .shift = $0.kind { true } else { false } }
    guard !isHeld, shiftState != .locked, !shiftIsManual else { return }
    setShift(wantsCapital ? .once : .off)
  }

  private var wantsCapital: Bool {
    guard plane == 0, type == .letters else { return false }
    let client = client
    let rule = client?.autocapitalization ?? autocapitalization
    // Mostly the text wants none: the keys and what is typed into are looked at last.
    guard rule != .none, rule.capitalizes(after: text(before: client)), hasShift, let typedInto else { return false }
    return typedInto.canBecomeFirstResponder
  }

  /// The text before the caret, or its end, as far as it is known.
  private func text(before client: (any KeyboardClient)?) -> String {
    client?.textBeforeCaret ?? memory
  }

  // MARK: Typing

  /// Does what a key does when it is tapped; `choice` is one of its alternatives.
  func tap(_ key: KeyboardLayout.Key, _ choice: String?) {
    guard isEnabled, nesting < Self.nestingLimit else { return }
    nesting += 1
    defer { nesting -= 1 }
    noteTyped(choice ?? key.name)
    switch key.role {
    case .text: type(choice ?? key.text(isShifted: isShifted))
    case .space: typeSpace()
    case .delete, .function: type(key.text)
    case .return: typeReturn()
    case .shift: tapShift()
    case .plane(let name): tapPlane(name)
    case .globe: nextLanguage(self)
    case .dismiss: dismiss(self)
    case .gap: break
    }
  }

  /// Sends a text, then releases a shift that holds for one letter.
  private func type(_ text: String) {
    deliver(text)
    if text != " " { spaceTypedAt = nil }
    (shiftPressedAt, shiftIsManual) = (nil, false)
    noteUse()
    updateAutomaticShift()
  }

  private func typeReturn() {
    type(KeyEvent.carriageReturn)
    sendActions(for: .primaryActionTriggered)
  }

  /// Types a space, or after another one a period and a space; a space in another plane leads back to the first.
  private func typeSpace() {
    guard let application else { return type(" ") }
    let now = application.time
    let isQuick = spaceTypedAt.map { now - $0 <= Self.periodInterval } ?? false
    if isQuick, doubleSpaceMakesPeriod, isPeriodWanted {
      spaceTypedAt = nil
      deliver(KeyEvent.delete)
      type(". ")
    } else {
      spaceTypedAt = now
      type(" ")
    }
    let isHeld = presses.contains { if case .plane = $0.kind { true } else { false } }
    if !isHeld { showPlane(0) }
  }

  /// Whether a word and one space are before the caret.
  private var isPeriodWanted: Bool {
    guard type == .letters, !hidesKeys else { return false }
    let text = text(before: client).suffix(2)
    return text.count == 2 && text.last == " " && (text.first.map { $0.isLetter || $0.isNumber } ?? false)
  }

  /// Presses shift without a finger: off, once, locked, off.
  private func tapShift() {
    shiftIsManual = true
    switch shiftState {
    case .off: setShift(.once)
    case .once: setShift(.locked)
    case .locked: setShift(.off)
    }
  }

  private func tapPlane(_ name: String) {
    guard let index = shownLayout.planeIndex(named: name), index != plane else { return }
    showPlane(index)
    sendActions(for: .valueChanged)
  }

  // MARK: Sending

  /// Asks the delegate, sends a key and remembers it.
  private func deliver(_ text: String) {
    let event = KeyEvent(text, modifiers: keyModifiers, timestamp: application?.time ?? Timestamp(microseconds: 0))
    guard delegate?.keyboard(self, shouldType: event) ?? true else { return }
    remember(text)
    let isHandled = send(event)
    delegate?.keyboard(self, didType: event, handled: isHandled)
  }

  /// Sends a key, pressed and released, to the first responder; as an action if no object handles the key.
  ///
  /// A secure keyboard sends nothing to a text that is not secure.
  func sendToFirstResponder(_ event: KeyEvent) -> Bool {
    guard let application, !isSecure || mayTypeSecurely else { return false }
    let target = servedWindow
    var isHandled = application.sendKey(event, to: target)
    if !isHandled { isHandled = sendAsAction(event, application) }
    let released = KeyEvent(event.characters, phase: .up, modifiers: event.modifiers, timestamp: event.timestamp)
    application.sendKey(released, to: target)
    return isHandled
  }

  private func sendAsAction(_ event: KeyEvent, _ application: Application) -> Bool {
    switch event.characters {
    case KeyEvent.delete: return application.sendAction(Action("deleteBackward:"), to: nil, from: self, for: event)
    case KeyEvent.carriageReturn: return application.sendAction(Action("insertNewline:"), to: nil, from: self, for: event)
    default:
      guard event.characters.unicodeScalars.allSatisfy({ $0.properties.generalCategory.isPrintable }) else { return false }
      let name: ActionName = "insertText:forEvent:"
      // The search may end at a text of another window.
      if isSecure, (application.target(forAction: name, to: nil, from: self) as? any KeyboardClient)?.isSecure == false { return false }
      return application.sendAction(
        Action(name), to: nil, from: self, for: TextEvent(event.characters, timestamp: event.timestamp))
    }
  }

  /// Remembers the end of what was typed, for capitals and periods.
  ///
  /// The first responder is the followed one: a finger that touches down follows it, and so does the layout after its change.
  private func remember(_ text: String) {
    switch text {
    case KeyEvent.delete: memory = String(memory.dropLast())
    case KeyEvent.carriageReturn: memory = "\n"
    default:
      memory += text
      // A string of up to 15 bytes needs no storage.
      if memory.utf8.count > 15 { memory = String(memory.suffix(Self.memoryLimit)) }
    }
  }
}

extension Unicode.GeneralCategory {
  /// Whether scalars of the category belong in a text: neither controls nor `KeyEvent`'s private characters.
  var isPrintable: Bool { self != .control && self != .privateUse && self != .surrogate && self != .unassigned }
}
