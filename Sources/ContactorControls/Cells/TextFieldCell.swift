public import ContactorCore

/// A cell that shows a text, and lets it be edited if `isEditable`: in a `Matrix` and a `Form`, through `Matrix.currentEditor`.
open class TextFieldCell: ActionCell {
  /// The greatest length of a text that is typed, in characters: 10,000, more than a field of one line shows.
  public static let maximumLength = 10_000

  /// Creates a cell that cannot be edited, for a `cellClass`.
  public required init() {}

  /// Creates a cell with a text.
  public convenience init(text: String, isEditable: Bool = false) {
    self.init()
    stringValue = text
    self.isEditable = isEditable
  }

  /// Whether the text can be edited: a tap on the cell begins that.
  public final var isEditable: Bool {
    get { has(.editable) }
    set {
      set(.editable, newValue)
      noteChange()
    }
  }

  /// Whether renderers and accessibility get dots in place of the text.
  public final var isSecure: Bool {
    get { has(.secure) }
    set {
      set(.secure, newValue)
      noteChange()
    }
  }

  override open var isEnabled: Bool {
    didSet { noteChange() }
  }

  override open var objectValue: ControlValue? {
    didSet { noteChange() }
  }

  override open var title: String {
    didSet { noteChange() }
  }

  /// Tells the matrix in which the cell is edited.
  private final func noteChange() {
    if has(.edited) { (controlView as? Matrix)?.editedCellChanged(self) }
  }

  /// The text, or a dot for each character of a secure one.
  override open var displayText: String { isSecure ? String(repeating: "•", count: stringValue.count) : stringValue }

  /// The cell has no state that a click changes.
  override open func click() {}

  override open var accessibility: Accessibility {
    let role: Accessibility.Role = isSecure ? .secureTextField : isEditable ? .textField : .staticText
    guard isEditable else { return Accessibility(role, label: isSecure ? nil : stringValue, isEnabled: isEnabled) }
    let hint = placeholder.isEmpty ? nil : placeholder
    return Accessibility(role, value: isSecure ? nil : stringValue, hint: hint, isEnabled: isEnabled)
  }

  override open var contentKind: String { "text" }
}

/// A text cell with a title beside it: a line of a `Form`.
open class FormCell: TextFieldCell {
  private final var name = ""

  /// Creates an editable cell without a title.
  public required init() {
    super.init()
    isEditable = true
  }

  /// The title beside the text; it is no part of the value.
  override open var title: String {
    get { name }
    set {
      guard name != newValue else { return }
      name = newValue
      changed(.text)
    }
  }

  override open func copyValues(to cell: Cell) {
    super.copyValues(to: cell)
    (cell as? FormCell)?.name = name
  }

  override open var accessibility: Accessibility {
    var content = super.accessibility
    content.label = name.isEmpty ? nil : name
    return content
  }
}
