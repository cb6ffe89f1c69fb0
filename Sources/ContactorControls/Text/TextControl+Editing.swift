public import ContactorCore

/// How far the begin and end of a control's editing have been reported, and what is being asked.
struct EditingSession {
  /// How much of the begin of editing has been reported.
  enum Stage {
    /// The text is not being edited.
    case none
    /// The control became the first responder.
    case begun
    /// The delegate was notified.
    case told
    /// `editingDidBegin` was sent.
    case sent
  }

  /// The questions and deliveries that are in progress.
  struct Pending: OptionSet {
    let rawValue: UInt8
    static let begin = Pending(rawValue: 1 << 0)
    static let end = Pending(rawValue: 1 << 1)
    static let change = Pending(rawValue: 1 << 2)
    static let newline = Pending(rawValue: 1 << 3)
    /// `editingDidEnd` remains to be sent, once the delegate has been notified.
    static let sendEnd = Pending(rawValue: 1 << 4)
    /// A finger begins editing, and puts the caret then.
    static let touch = Pending(rawValue: 1 << 5)
  }

  /// How often begins and ends of editing may nest; it stops actions that undo each other.
  static let nestingLimit: UInt8 = 8

  var stage = Stage.none
  var pending: Pending = []
  /// The number of times that editing began.
  var number: UInt32 = 0
  var nesting: UInt8 = 0
}

extension TextControl {
  final func begin() {
    session.nesting += 1
    session.number &+= 1
    let current = session.number
    session.stage = .begun
    if !session.pending.contains(.touch) { showCaret() }
    // Typed text goes to the key window's first responder.
    window?.makeKey()
    if session.stage == .begun, session.number == current {
      session.stage = .told
      didBegin()
    }
    if session.stage == .told, session.number == current {
      session.stage = .sent
      changed(.state)
      report(.editingDidBegin)
    }
    session.nesting -= 1
  }

  /// Reports the end of editing, as far as its begin was reported.
  final func finishEditing() {
    let last = session.stage
    guard last != .none else { return }
    session.stage = .none
    if last == .sent { session.pending.insert(.sendEnd) }
    if last != .begun { didEnd() }
    sendEnd()
  }

  final func sendEnd() {
    guard session.pending.remove(.sendEnd) != nil else { return }
    changed(.state)
    report(.editingDidEnd)
  }

  /// Asks the delegate; returns true without a delegate, and false while the same question is pending.
  final func ask(_ question: EditingSession.Pending, _ answer: () -> Bool) -> Bool {
    guard !session.pending.contains(question) else { return false }
    guard hasDelegate else { return true }
    session.pending.insert(question)
    defer { session.pending.remove(question) }
    return answer()
  }

  // MARK: Edits

  /// Edits the text as a user does: begins editing if necessary, asks the delegate, and sends `editingChanged`.
  ///
  /// An edit from within such a question or event changes the text without a question and without an event.
  ///
  /// - Parameters:
  ///   - selects: whether the new text is selected.
  ///   - edit: the range and its new text; called after editing has begun, `nil` for no edit.
  final func edit(
    _ kind: EditableText.Kind = .other, selects: Bool = false, _ edit: (EditableText) -> (range: Range<Int>, text: String)?
  ) {
    guard isEnabled, becomeFirstResponder(), let wanted = edit(model) else { return }
    let range = model.storage.clamped(wanted.range)
    let text = EditableText.cut(wanted.text, to: maximumLength - model.count + range.count)
    if range.isEmpty, text.isEmpty { return }
    report(if: approves(range, text)) {
      let change = model.replace(range, with: text, kind)
      if selects { model.select(from: change.start, to: model.focus) }
      return change
    }
  }

  /// Undoes a step, or does it again, as an edit.
  final func undo(redoes: Bool) {
    guard isEnabled, becomeFirstResponder(), let step = model.replacement(redoing: redoes) else { return }
    report(if: approves(step.range, step.text)) { redoes ? model.redo() : model.undo() }
  }

  /// Makes an edit that was approved, and sends `editingChanged` unless an edit is being made already.
  private func report(if isApproved: Bool, _ change: () -> EditableText.Change?) {
    guard isApproved, let change = change() else { return }
    ordering.note(change.start..<change.start + change.inserted, model.storage)
    noteRevision()
    noteChange(change)
    showCaret(clamps: change.removed > change.inserted)
    changed(.text)
    changed(.selection)
    guard !session.pending.contains(.change) else { return }
    session.pending.insert(.change)
    report(.editingChanged)
    session.pending.remove(.change)
  }

  /// Whether the delegate agrees to an edit; a text that it set meanwhile is replaced by what it agreed to.
  private func approves(_ range: Range<Int>, _ text: String) -> Bool {
    if !hasDelegate || session.pending.contains(.change) { return true }
    let (before, revision) = (model, self.revision)
    guard ask(.change, { shouldChange(range, to: text, in: before) }), isEnabled, isEditing else { return false }
    if revision != self.revision { restore(before) }
    return true
  }

  // MARK: Input

  /// Whether there is any text.
  public final var hasText: Bool { model.count > 0 }

  /// The selected characters; an empty range is the caret.
  ///
  /// A range outside of the text is clamped.
  public final var selectedRange: Range<Int> {
    get { model.selection }
    set { select(from: newValue.lowerBound, to: newValue.upperBound) }
  }

  /// The text of a range, which is clamped; O(its length).
  public final func text(in range: Range<Int>) -> String { model.storage.string(in: range) }

  /// The eight characters before the caret, for a keyboard that makes letters large by itself; `nil` for a secure text.
  public final var textBeforeCaret: String? {
    isSecure ? nil : text(in: max(0, selectedRange.lowerBound - 8)..<selectedRange.lowerBound)
  }

  /// Inserts text in place of the selection, begins editing if necessary, and sends `editingChanged`.
  ///
  /// A line feed acts as the return key.
  public final func insertText(_ text: String) {
    if text == "\n" { return insertNewline(self) }
    edit(.typing) { ($0.selection, text) }
  }

  /// Deletes the selection or the character before the caret and sends `editingChanged`; does nothing if there is neither.
  public final func deleteBackward() { perform(.delete(.character(.backward))) }

  /// `deleteBackward()` as an action.
  public final func deleteBackward(_ sender: AnyObject) { deleteBackward() }

  /// Removes all text and sends `editingChanged`; does nothing if the text is empty.
  public final func clear(_ sender: AnyObject) {
    if hasText { edit { (0..<$0.count, "") } }
  }

  /// Acts as the return key: ends editing of a field unless the delegate refuses, and begins a new line in a text view.
  public final func insertNewline(_ sender: AnyObject) { pressReturn() }

  /// Begins editing.
  public final func beginEditing(_ sender: AnyObject) { becomeFirstResponder() }

  /// Ends editing.
  public final func endEditing(_ sender: AnyObject) { resignFirstResponder() }

  /// Inserts the text that a `TextEvent` carries; ignores other events.
  public final func insertText(_ sender: AnyObject, forEvent event: Event?) {
    if let event = event as? TextEvent { insertText(event.text) }
  }

  /// Performs a key's actions of `keyBindings`, 100 at most, or inserts its characters, unless command or control is held; returns
  /// whether it did either.
  ///
  /// AppKit's `interpretKeyEvents:`; `keyDown(with:)` calls it. A disabled control does nothing.
  @discardableResult
  public final func interpretKeyEvent(_ event: KeyEvent) -> Bool {
    guard isEnabled else { return false }
    if let actions = keyBindings[KeyBindings.Stroke(event)] {
      var isHandled = false
      for action in actions.prefix(Self.actionLimit) where doCommand(by: action) { isHandled = true }
      return isHandled
    }
    guard event.modifiers.isDisjoint(with: [.command, .control]), Self.isPrintable(event.characters) else { return false }
    insertText(event.characters)
    return true
  }

  /// The greatest number of actions of one key: 100.
  private static let actionLimit = 100

  /// Whether a key's text is of characters that are no controls and no keys of the private use area that `KeyEvent` uses.
  private static func isPrintable(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return first.value >= 0x20 && !(0x7F...0x9F).contains(first.value) && !(0xF700...0xF8FF).contains(first.value)
  }
}

/// An event that carries typed text to the responder that is being edited.
public final class TextEvent: Event {
  /// The typed text.
  public let text: String

  /// Creates an event with the time of its cause.
  public init(_ text: String, timestamp: Timestamp) {
    self.text = text
    super.init(timestamp: timestamp)
  }
}
