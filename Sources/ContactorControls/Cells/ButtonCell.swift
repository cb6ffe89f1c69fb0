public import ContactorCore

/// A cell that is pressed: it has a title beside its value, which is its state.
///
/// | value set                                  | state                                |
/// | ------------------------------------------ | ------------------------------------ |
/// | none, 0, an empty text                     | off                                  |
/// | a number above 0, a text that is no number | on                                   |
/// | a number below 0                           | mixed, or on unless that is allowed  |
open class ButtonCell: ActionCell {
  /// What a click does to the state; `.momentary` by default, which does nothing to it.
  public final var buttonType = ButtonType.momentary {
    didSet { if buttonType != oldValue { changed(.state) } }
  }

  /// Creates a cell without a title, for a `cellClass`.
  public required init() {}

  /// Creates a cell with a title.
  public convenience init(title: String, type: ButtonType = .momentary) {
    self.init()
    self.title = title
    buttonType = type
  }

  /// The state as a number: 1 for on, 0 for off, −1 for mixed.
  override open var objectValue: ControlValue? {
    get { .integer(state.rawValue) }
    set { state = Control.StateValue(newValue) }
  }

  override open func click() { state = buttonType.stateAfterClick(on: toggleState) }

  override open func copyValues(to cell: Cell) {
    super.copyValues(to: cell)
    (cell as? ButtonCell)?.buttonType = buttonType
  }

  override open var accessibility: Accessibility {
    var content = super.accessibility
    content.role = buttonType == .switch ? .switch : buttonType == .radio ? .radio : .button
    return content
  }

  override open var contentKind: String {
    switch buttonType {
    case .switch: "switch"
    case .radio: "radio"
    default: "button"
    }
  }
}
