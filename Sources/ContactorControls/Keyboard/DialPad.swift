public import ContactorCore

/// The keys of a telephone: it collects the digits that are dialled (contract 7.7).
///
/// A long press on 0 gives `+`, delete repeats while it is held, and the return key calls. Each change by a finger sends `valueChanged`, the
/// return key `primaryActionTriggered`. Any layout may be shown in place of `KeyboardLayout.dial`.
open class DialPad: Keyboard, ValueHolding {
  /// The digits, `*`, `#` and `+` that were dialled; setting it sends nothing.
  ///
  /// Other characters are left out, and those beyond `maximumLength`.
  public var digits: String {
    get { dialled }
    set {
      let old = dialled
      dialled = String(newValue.filter(Self.isDialled).prefix(max(maximumLength, 0)))
      if dialled != old { changed(.value) }
    }
  }
  /// The most digits; 32 by default, more than any network takes.
  ///
  /// A negative number counts as 0.
  public var maximumLength = 32 {
    didSet { digits = dialled }
  }
  /// Whether the keys also go to the first responder, as those of other keyboards do; false by default.
  public var typesIntoFirstResponder = false

  private var dialled = ""

  /// The actions that a dial takes by name, in addition to those of a keyboard.
  override open class var actions: [Action] {
    super.actions + valueActions + [Action("clear:", clear(_:)), Action("deleteBackward:", deleteBackward(_:))]
  }

  /// Creates a dial without digits.
  override public init(frame: Rect) {
    super.init(frame: frame)
    followsFirstResponder = false
    layout = .dial
  }

  /// The digits as a text.
  public var objectValue: ControlValue? {
    get { .text(dialled) }
    set { digits = newValue?.stringValue ?? "" }
  }

  override open var typesOnlyAlternative: Bool { true }

  override open var standardAccessibility: Accessibility {
    var content = super.standardAccessibility
    content.value = isSecure ? nil : dialled
    return content
  }

  /// Adds a digit or deletes one.
  override open func send(_ event: KeyEvent) -> Bool {
    if event.characters == KeyEvent.delete {
      change(to: String(dialled.dropLast()))
    } else {
      change(to: dialled + event.characters)
    }
    return !typesIntoFirstResponder || super.send(event)
  }

  /// Removes all digits and sends `valueChanged`; does nothing without digits.
  public func clear(_ sender: AnyObject) { change(to: "") }

  /// Removes the last digit and sends `valueChanged`; does nothing without digits.
  public func deleteBackward(_ sender: AnyObject) { change(to: String(dialled.dropLast())) }

  private func change(to text: String) {
    let old = dialled
    digits = text
    if dialled != old { sendActions(for: .valueChanged) }
  }

  private static func isDialled(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || character == "*" || character == "#" || character == "+"
  }
}
