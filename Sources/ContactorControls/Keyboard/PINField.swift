public import ContactorCore

/// A field for a code of a fixed number of digits, shown as dots (contract 7.7).
///
/// A touch up inside makes it the first responder, and a keyboard on the screen shows the keys for a PIN. Each digit typed or deleted sends
/// `editingChanged`, the last one then `valueChanged`; the return key sends `primaryActionTriggered` if the code is complete. Digits
/// beyond the last are ignored.
open class PINField: TouchUpControl, KeyboardClient, ValueHolding {
  /// The digits so far; setting it sends nothing, and leaves out other characters and digits beyond `digitCount`.
  public var digits: String {
    get { typed }
    set {
      let old = typed
      typed = String(newValue.filter(Self.isDigit).prefix(count))
      if typed != old { changed(.value) }
    }
  }
  /// The number of digits of the code, clamped to 1 … `maximumCount`; 4 by default.
  public var digitCount: Int {
    get { count }
    set {
      count = max(1, min(newValue, Self.maximumCount))
      digits = typed
      changed(.frame)
    }
  }
  /// Whether dots are shown instead of digits, and the keyboard shows no key as pressed; true by default.
  public var isSecure = true {
    didSet {
      guard isSecure != oldValue else { return }
      changed(.text)
      if isFirstResponder { application?.firstResponderChanged() }
    }
  }
  /// Whether all digits are there.
  public var isComplete: Bool { typed.count == count }

  /// The most digits: 64, beyond any code that is typed.
  public static let maximumCount = 64

  private var typed = ""
  private var count = 4

  /// The actions that a field takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + valueActions + [
      Action("insertText:forEvent:", insertText(_:forEvent:)), Action("deleteBackward:", deleteBackward(_:)),
      Action("insertNewline:", insertNewline(_:)), Action("clear:", clear(_:)),
    ]
  }

  /// The digits as a text.
  public var objectValue: ControlValue? {
    get { .text(typed) }
    set { digits = newValue?.stringValue ?? "" }
  }

  // MARK: The keyboard

  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// `pin`.
  open var keyboardType: KeyboardType { .pin }
  /// Never.
  open var autocapitalization: Autocapitalization { .none }
  /// Unknown: the keyboard has no use for it.
  open var textBeforeCaret: String? { nil }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if becomeFirstResponder() { window?.makeKey() }
  }

  /// Types digits, deletes, and takes return; other keys go up the chain.
  override open func keyDown(with event: KeyEvent) -> Bool {
    guard isEnabled, event.modifiers.isDisjoint(with: [.command, .control]) else { return super.keyDown(with: event) }
    switch event.characters {
    case KeyEvent.delete: deleteBackward(self)
    case KeyEvent.carriageReturn, KeyEvent.enter: insertNewline(self)
    case let text where !text.isEmpty && text.allSatisfy(Self.isDigit): insertText(text)
    default: return super.keyDown(with: event)
    }
    return true
  }

  // MARK: Editing

  /// Adds digits and sends `editingChanged`, and `valueChanged` if the code is then complete; other characters are left out.
  public func insertText(_ text: String) { edit(typed + text) }

  /// Adds the digits of a `TextEvent`.
  public func insertText(_ sender: AnyObject, forEvent event: Event?) {
    if let event = event as? TextEvent { insertText(event.text) }
  }

  /// Removes the last digit and sends `editingChanged`; does nothing without digits.
  public func deleteBackward(_ sender: AnyObject) { edit(String(typed.dropLast())) }

  /// Removes all digits and sends `editingChanged`; does nothing without digits.
  public func clear(_ sender: AnyObject) { edit("") }

  /// Acts as the return key: sends `primaryActionTriggered` if the code is complete.
  public func insertNewline(_ sender: AnyObject) {
    if isEnabled, isComplete { sendActions(for: .primaryActionTriggered) }
  }

  private func edit(_ text: String) {
    guard isEnabled else { return }
    let (old, wasComplete) = (typed, isComplete)
    digits = text
    guard typed != old else { return }
    sendActions(for: .editingChanged)
    if !wasComplete, isComplete { sendActions(for: .valueChanged) }
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  // MARK: Accessibility and drawing

  /// A part of the field.
  public enum Part: Hashable, Sendable {
    /// The place of a digit, from 0.
    case digit(Int)
  }

  /// The rectangle of a part in the field's own space: the digits share the width; `zero` for an index that there is not.
  public func contentFrame(for part: Part) -> Rect {
    guard case .digit(let index) = part, (0..<count).contains(index) else { return .zero }
    let width = bounds.width / Double(count)
    return Rect(x: bounds.minX + Double(index) * width, y: bounds.minY, width: width, height: bounds.height)
  }

  override open var standardAccessibility: Accessibility {
    Accessibility(
      isSecure ? .secureTextField : .textField, label: identifier.isEmpty ? nil : identifier, value: isSecure ? nil : typed,
      isEnabled: isEnabled)
  }

  /// Becomes the first responder on `activate`, and deletes a digit on `decrement`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden else { return false }
    switch action {
    case .activate:
      sendActions(for: .touchUpInside)
      return becomeFirstResponder()
    case .decrement: deleteBackward(self)
    default: return false
    }
    return true
  }

  /// The places of the digits, with a dot or the digit for each that was typed.
  override open var contentParts: [ContentPart] {
    let digits = Array(typed)
    return (0..<count).map { index in
      let text = index < digits.count ? isSecure ? "•" : String(digits[index]) : ""
      return ContentPart("digit", frame: contentFrame(for: .digit(index)), text: text, state: state)
    }
  }
}
