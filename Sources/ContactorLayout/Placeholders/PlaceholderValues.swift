/// What placeholders stand for when an action runs.
public struct PlaceholderValues: Hashable, Sendable {
  /// A number or a text.
  public enum Value: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A number, which is filled in with up to 3 decimals.
    case number(Double)
    /// A text, which is filled in as it is.
    case text(String)

    /// Creates a number from a literal.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a number from a literal.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// What is filled in.
    var text: String {
      switch self {
      case .number(let number): DecimalText.of(number)
      case .text(let text): text
      }
    }
  }

  /// The control's or the gesture's id.
  public var control: String
  /// The name of the control event or the gesture's state.
  public var event: String
  /// The control's value; `nil` where it has none.
  ///
  /// A switch has 0 or 1, segments and pages count from 0.
  public var value: Value?
  /// The touch's place in the window, in points; `nil` where no touch caused the action.
  public var x: Double?
  /// The touch's place in the window, in points; `nil` where no touch caused the action.
  public var y: Double?
  /// What a gesture measures, such as `scale`.
  public var measures: [PlaceholderTemplate.Placeholder: Value] = [:]

  /// Creates the values of one action.
  public init(control: String, event: String, value: Value? = nil, x: Double? = nil, y: Double? = nil) {
    self.control = control
    self.event = event
    self.value = value
    self.x = x
    self.y = y
  }
}
