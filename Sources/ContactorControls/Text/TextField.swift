public import ContactorCore

/// An editable line of text; it sends the editing events (contract 4.8).
///
/// A touch up inside makes the field the first responder and begins editing. Text comes from a keyboard, on the screen or real,
/// through `insertText(_:)`, `deleteBackward(_:)` and `insertNewline(_:)`, or through the actions of these names. Sent without a
/// target, they reach the field that is being edited.
///
/// | cause                 | events sent                                                                              |
/// | --------------------- | ---------------------------------------------------------------------------------------- |
/// | editing begins        | `editingDidBegin`                                                                        |
/// | the text is edited    | `editingChanged`                                                                         |
/// | editing ends          | `editingDidEnd`                                                                          |
/// | return                | `editingDidEndOnExit`, then `editingDidEnd`, then `primaryActionTriggered`: three deliveries |
///
/// A field that is disabled or leaves its window ends editing without asking the delegate: the delegate is notified and
/// `editingDidEnd` is sent, once. A field that is deallocated while it is edited sends nothing.
///
/// The delegate and actions may call the field:
///
/// - Each begin has one end: `textFieldDidEndEditing` is called if `textFieldDidBeginEditing` was, and `editingDidEnd` is sent if
///   `editingDidBegin` was, in that order, even if editing ends while its begin is being reported.
/// - A pending question is not asked again. While the delegate is asked whether editing may begin or end, another request to begin
///   or end does nothing and returns false. A return does nothing while another return is being handled.
/// - Text that is edited while the delegate is asked about an edit, or while `editingChanged` is sent, changes without a question
///   and without an event. If the delegate then agrees to its edit, that edit replaces the text.
/// - If editing ends while the delegate is asked about an edit, the text stays as it is.
open class TextField: TouchUpControl {
  /// The text; setting it sends nothing.
  open var text = "" {
    didSet { if text != oldValue { changed(.text) } }
  }
  /// The object that is asked and notified about editing; held weakly.
  public weak var delegate: (any TextFieldDelegate)?
  /// Whether the text is being edited: from becoming the first responder until it no longer is.
  public var isEditing: Bool { stage != .none && isFirstResponder }

  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// Disabling a field that is being edited ends editing without asking the delegate.
  override open var isEnabled: Bool {
    didSet { if !isEnabled { breakOff() } }
  }

  /// How much of the begin of editing has been reported.
  private enum Stage {
    /// The field is not being edited.
    case none
    /// The field became the first responder.
    case begun
    /// The delegate was notified.
    case told
    /// `editingDidBegin` was sent.
    case sent
  }

  /// The questions and deliveries that are in progress.
  private struct Pending: OptionSet {
    let rawValue: UInt8
    static let begin = Pending(rawValue: 1 << 0)
    static let end = Pending(rawValue: 1 << 1)
    static let change = Pending(rawValue: 1 << 2)
    static let newline = Pending(rawValue: 1 << 3)
    /// `editingDidEnd` remains to be sent, once the delegate has been notified.
    static let sendEnd = Pending(rawValue: 1 << 4)
  }

  /// How often begins and ends of editing may nest; it stops actions that undo each other.
  private static let nestingLimit: UInt8 = 8

  private var stage = Stage.none
  private var pending: Pending = []
  /// The number of times that editing began.
  private var session: UInt32 = 0
  private var nesting: UInt8 = 0

  /// The actions that a text field takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + [
      Action("insertText:forEvent:", insertText(_:forEvent:)), Action("deleteBackward:", deleteBackward(_:)),
      Action("insertNewline:", insertNewline(_:)), Action("clear:", clear(_:)),
      Action("beginEditing:", beginEditing(_:)), Action("endEditing:", endEditing(_:)),
    ]
  }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    becomeFirstResponder()
  }

  // MARK: First responder

  /// Begins editing; returns whether the text is being edited.
  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    if isEditing { return true }
    // Completes an end of editing that has not been reported, or is being reported.
    finish()
    sendEnd()
    if isEditing { return true }
    guard nesting < Self.nestingLimit, canBecomeFirstResponder,
      ask(.begin, { $0.textFieldShouldBeginEditing(self) }), super.becomeFirstResponder()
    else { return isEditing }
    // The previous first responder may have made this field begin while it resigned.
    if stage == .none { begin() }
    return isEditing
  }

  /// Ends editing unless the delegate refuses; returns whether editing has ended.
  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard stage != .none else { return super.resignFirstResponder() }
    if isFirstResponder {
      guard ask(.end, { $0.textFieldShouldEndEditing(self) }) else { return stage == .none }
      guard stage != .none else { return true }
      guard super.resignFirstResponder() else { return false }
    }
    finish()
    return true
  }

  /// Ends editing before the field leaves its window; the delegate is not asked.
  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    if window !== self.window { breakOff() }
  }

  /// Ends editing if the field left its window without notice, as when the window is deallocated.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if stage != .none, !isFirstResponder { finish() }
  }

  private func begin() {
    nesting += 1
    session &+= 1
    let current = session
    stage = .begun
    // Typed text goes to the key window's first responder.
    window?.makeKey()
    if stage == .begun, session == current {
      stage = .told
      delegate?.textFieldDidBeginEditing(self)
    }
    if stage == .told, session == current {
      stage = .sent
      changed(.state)
      sendActions(for: .editingDidBegin)
    }
    nesting -= 1
  }

  /// Ends editing without asking the delegate.
  private func breakOff() {
    guard stage != .none else { return }
    _ = super.resignFirstResponder()
    finish()
  }

  /// Reports the end of editing, as far as its begin was reported.
  private func finish() {
    let last = stage
    guard last != .none else { return }
    stage = .none
    if last == .sent { pending.insert(.sendEnd) }
    if last != .begun { delegate?.textFieldDidEndEditing(self) }
    sendEnd()
  }

  private func sendEnd() {
    guard pending.remove(.sendEnd) != nil else { return }
    changed(.state)
    sendActions(for: .editingDidEnd)
  }

  /// Asks the delegate; returns true without a delegate, and false while the same question is pending.
  private func ask(_ question: Pending, _ answer: (any TextFieldDelegate) -> Bool) -> Bool {
    guard !pending.contains(question) else { return false }
    guard let delegate else { return true }
    pending.insert(question)
    defer { pending.remove(question) }
    return answer(delegate)
  }

  // MARK: Editing

  /// Appends text, begins editing if necessary, and sends `editingChanged`.
  ///
  /// A line feed acts as the return key.
  public func insertText(_ text: String) {
    if text == "\n" { return insertNewline(self) }
    edit { $0 + text }
  }

  /// Removes the last character and sends `editingChanged`; does nothing if the text is empty.
  public func deleteBackward(_ sender: AnyObject) {
    if !text.isEmpty { edit { String($0.dropLast()) } }
  }

  /// Removes all text and sends `editingChanged`; does nothing if the text is empty.
  public func clear(_ sender: AnyObject) {
    if !text.isEmpty { edit { _ in "" } }
  }

  /// Acts as the return key: ends editing unless the delegate refuses.
  ///
  /// Does nothing unless the text is being edited. If the delegate agrees and ends editing itself, `editingDidEnd` is sent first.
  public func insertNewline(_ sender: AnyObject) {
    guard isEditing, !pending.contains(.newline) else { return }
    pending.insert(.newline)
    defer { pending.remove(.newline) }
    guard delegate?.textFieldShouldReturn(self) ?? true, isEnabled else { return }
    sendActions(for: .editingDidEndOnExit)
    resignFirstResponder()
    sendActions(for: .primaryActionTriggered)
  }

  /// Begins editing.
  public func beginEditing(_ sender: AnyObject) { becomeFirstResponder() }

  /// Ends editing.
  public func endEditing(_ sender: AnyObject) { resignFirstResponder() }

  /// Appends the text that a `TextEvent` carries; ignores other events.
  public func insertText(_ sender: AnyObject, forEvent event: Event?) {
    if let event = event as? TextEvent { insertText(event.text) }
  }

  private func edit(_ change: (String) -> String) {
    guard isEnabled, becomeFirstResponder() else { return }
    let proposal = change(text)
    if pending.contains(.change) { return text = proposal }
    guard ask(.change, { $0.textField(self, shouldChangeTextTo: proposal) }), isEnabled, isEditing else { return }
    text = proposal
    pending.insert(.change)
    sendActions(for: .editingChanged)
    pending.remove(.change)
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

/// An object that is asked and notified about a text field's editing (contract 8.2); every method has a default.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Editing began; called before `editingDidBegin` is sent.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Whether the text may change to the proposed one.
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool
  /// Whether the return key ends editing.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
  /// Whether editing may end; not asked for a field that is disabled or removed.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Editing ended; called before `editingDidEnd` is sent.
  func textFieldDidEndEditing(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Lets editing begin.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}

  /// Lets the text change.
  public func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { true }

  /// Lets the return key end editing.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }

  /// Lets editing end.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
}
