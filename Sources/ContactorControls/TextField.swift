public import ContactorCore

/// A line of text that is edited (contract 4.8): it sends the editing events.
///
/// A touch up inside makes it the first responder and so begins editing. Text comes from a keyboard, drawn or real, through
/// `insertText(_:)`, `deleteBackward(_:)` and `insertNewline(_:)`, or as the actions of these names, which reach the
/// field that is being edited when they are sent without a target.
///
/// | what happens          | what is sent                                                                             |
/// | --------------------- | ---------------------------------------------------------------------------------------- |
/// | editing begins        | `editingDidBegin`                                                                        |
/// | the text is edited    | `editingChanged`                                                                         |
/// | editing ends          | `editingDidEnd`                                                                          |
/// | return                | `editingDidEndOnExit`, then `editingDidEnd`, then `primaryActionTriggered`: three deliveries |
///
/// A field that is disabled, or that leaves its window, stops being edited: the delegate is not asked, and is told, and
/// `editingDidEnd` is sent, once. A field that dies while it is edited sends nothing.
///
/// Delegate and actions may call the field back:
///
/// - Whatever has begun ends once: `textFieldDidEndEditing` is called where `textFieldDidBeginEditing` was, and `editingDidEnd` is
///   sent where `editingDidBegin` was, in that order, also where editing ends while its begin is being told.
/// - A question that is open is not asked again. Asking the field to begin or to end while the delegate is asked about that does
///   nothing and answers false; so does return while return is dealt with.
/// - Text that is edited while the delegate is asked about an edit, or while `editingChanged` is sent, changes without a question
///   and without an event. What the delegate then agrees to replaces it.
/// - Editing that ends while the delegate is asked about an edit leaves the text as it is.
open class TextField: LiftControl {
  /// The text; setting it sends nothing.
  open var text = "" {
    didSet { if text != oldValue { changed(.text) } }
  }
  /// Asked and told about editing; not kept.
  public weak var delegate: (any TextFieldDelegate)?
  /// Whether the text is being edited: from becoming the first responder until it no longer is.
  public var isEditing: Bool { stage != .none && isFirstResponder }

  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// Disabling a field that is being edited ends editing; its delegate has no say.
  override open var isEnabled: Bool {
    didSet { if !isEnabled { breakOff() } }
  }

  /// How far the field's editing was told.
  private enum Stage {
    /// The field is not being edited.
    case none
    /// It became the first responder.
    case begun
    /// The delegate was told.
    case told
    /// `editingDidBegin` was sent.
    case sent
  }

  /// What the field is in the middle of.
  private struct Pending: OptionSet {
    let rawValue: UInt8
    static let begin = Pending(rawValue: 1 << 0)
    static let end = Pending(rawValue: 1 << 1)
    static let change = Pending(rawValue: 1 << 2)
    static let newline = Pending(rawValue: 1 << 3)
    /// `editingDidEnd` has still to be sent, once the delegate was told.
    static let sendEnd = Pending(rawValue: 1 << 4)
  }

  /// How often editing may begin while its end is being told, and so on: actions that undo each other come to rest.
  private static let nestingLimit: UInt8 = 8

  private var stage = Stage.none
  private var pending: Pending = []
  /// Counts how often editing began.
  private var session: UInt32 = 0
  private var nesting: UInt8 = 0

  /// What can be sent to a text field by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [
      Action("insertText:forEvent:", insertText(_:forEvent:)), Action("deleteBackward:", deleteBackward(_:)),
      Action("insertNewline:", insertNewline(_:)), Action("clear:", clear(_:)),
      Action("beginEditing:", beginEditing(_:)), Action("endEditing:", endEditing(_:)),
    ]
  }

  override open func lifted(_ touch: Touch, with event: Event?) {
    becomeFirstResponder()
  }

  // MARK: First responder

  /// Begins editing; answers whether the text is being edited.
  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    if isEditing { return true }
    // A field that is no longer first and was not told, and an end that is being told.
    finish()
    sendEnd()
    if isEditing { return true }
    guard nesting < Self.nestingLimit, canBecomeFirstResponder,
      ask(.begin, { $0.textFieldShouldBeginEditing(self) }), super.becomeFirstResponder()
    else { return isEditing }
    // The field that had to end first may have begun this one.
    if stage == .none { begin() }
    return isEditing
  }

  /// Ends editing, unless the delegate objects; answers whether the field is not being edited any more.
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

  /// Ends editing where the field is about to leave its window; its delegate has no say.
  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    if window !== self.window { breakOff() }
  }

  /// Ends editing where the field left its window without notice, as when that dies.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if stage != .none, !isFirstResponder { finish() }
  }

  private func begin() {
    nesting += 1
    session &+= 1
    let current = session
    stage = .begun
    // What is typed goes to the key window's first responder.
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

  /// Ends editing without a question.
  private func breakOff() {
    guard stage != .none else { return }
    _ = super.resignFirstResponder()
    finish()
  }

  /// Tells that editing ended, as far as its begin was told.
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

  /// Asks the delegate; true where there is none, false where it is being asked the same already.
  private func ask(_ question: Pending, _ answer: (any TextFieldDelegate) -> Bool) -> Bool {
    guard !pending.contains(question) else { return false }
    guard let delegate else { return true }
    pending.insert(question)
    defer { pending.remove(question) }
    return answer(delegate)
  }

  // MARK: Editing

  /// Adds text at the end, begins editing if need be, and sends `editingChanged`.
  ///
  /// A line feed does what the return key does.
  public func insertText(_ text: String) {
    if text == "\n" { return insertNewline(self) }
    edit { $0 + text }
  }

  /// Removes the last character and sends `editingChanged`; an empty text stays as it is.
  public func deleteBackward(_ sender: AnyObject) {
    if !text.isEmpty { edit { String($0.dropLast()) } }
  }

  /// Removes all text and sends `editingChanged`; an empty text stays as it is.
  public func clear(_ sender: AnyObject) {
    if !text.isEmpty { edit { _ in "" } }
  }

  /// Does what the return key does: editing ends, unless the delegate does not want it.
  ///
  /// Without editing going on, nothing happens. Where the delegate agrees and has ended editing itself, `editingDidEnd` comes first.
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

  /// Adds the text that a `TextEvent` carries; other events carry none.
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

/// An event that carries typed text to whoever edits.
public final class TextEvent: Event {
  /// What was typed.
  public let text: String

  /// Creates an event; the time is that of what caused it.
  public init(_ text: String, timestamp: Timestamp) {
    self.text = text
    super.init(timestamp: timestamp)
  }
}

/// Asked and told about a text field's editing (contract 8.2); every method has a default.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Editing began; called before `editingDidBegin` is sent.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Whether the text may become another one.
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool
  /// Whether the return key ends editing.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
  /// Whether editing may end; not asked of a field that is disabled or removed.
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
