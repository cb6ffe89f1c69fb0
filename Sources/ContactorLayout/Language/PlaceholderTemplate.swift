import ContactorTrace

/// Text with placeholders such as `{value}`, parsed once and filled in each time an action runs.
///
/// `{{` stands for one brace; a `}` without a `{` stands for itself.
public struct PlaceholderTemplate: Hashable, Sendable, CustomStringConvertible {
  /// The placeholders.
  public enum Placeholder: String, Hashable, Sendable, CaseIterable {
    /// The control's value.
    case value
    /// The touch's x in the window, in points.
    case x
    /// The touch's y in the window, in points.
    case y
    /// The control's id.
    case control
    /// The control event's name, or the gesture's state.
    case event
    /// A pan's translation to the right, in points.
    case dx
    /// A pan's translation downwards, in points.
    case dy
    /// A pan's velocity to the right, in points a second.
    case vx
    /// A pan's velocity downwards, in points a second.
    case vy
    /// A pinch's scale; 1 where it began.
    case scale
    /// The velocity of a pinch or rotation, in its own unit a second.
    case velocity
    /// A rotation's angle clockwise, in radians.
    case radians
    /// A swipe's direction.
    case direction
    /// A gesture's number of fingers.
    case touches
    /// A tap gesture's number of taps.
    case taps
    /// The name of a stroke's shape.
    case shape
    /// The similarity of a stroke and its shape, 0 … 1.
    case score

    /// The placeholders of every control.
    static let ofControls: [Placeholder] = [.value, .x, .y, .control, .event]
    /// The placeholders of every gesture.
    static let ofGestures: [Placeholder] = [.x, .y, .control, .event, .touches]
  }

  private enum Piece: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The text as it was written.
  public let description: String
  private let pieces: [Piece]

  /// Parses a text.
  ///
  /// - Throws: `PlaceholderError` for an unknown placeholder or a brace that does not close.
  public init(_ text: String) throws(PlaceholderError) {
    description = text
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "{" else {
        literal.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "{" {
        rest.removeFirst()
        literal += "{"
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { throw .open }
      let name = String(rest[..<end])
      guard let placeholder = Placeholder(rawValue: name) else { throw .unknown(name) }
      rest = rest[rest.index(after: end)...]
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
      pieces.append(.placeholder(placeholder))
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  /// Creates a text without placeholders; braces stand for themselves.
  public init(literal text: String) {
    description = text
    pieces = text.isEmpty ? [] : [.text(text)]
  }

  /// The placeholders in the text.
  public var placeholders: Set<Placeholder> {
    Set(
      pieces.compactMap { piece in
        guard case .placeholder(let placeholder) = piece else { return nil }
        return placeholder
      })
  }

  /// The text with the placeholders filled in; a value that is `nil` is empty text.
  public func filled(with values: PlaceholderValues) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .placeholder(.control): result += values.control
      case .placeholder(.event): result += values.event
      case .placeholder(.value): result += values.value?.text ?? ""
      case .placeholder(.x): result += values.x.map(DecimalText.of) ?? ""
      case .placeholder(.y): result += values.y.map(DecimalText.of) ?? ""
      case .placeholder(let measure):
        result += values.measures[measure]?.text ?? ""
      }
    }
    return result
  }
}

/// The values of placeholders when an action runs.
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

    /// The text to fill in.
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
  /// A gesture's measures, such as `scale`.
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

/// Why a text with placeholders cannot be used.
public enum PlaceholderError: Error, Hashable, Sendable {
  /// There is no placeholder of that name.
  case unknown(String)
  /// A `{` has no `}` after it.
  case open
}

/// Numbers as programs read them: up to 3 decimals, no exponent, no trailing zeros, a point in every locale.
public enum DecimalText {
  /// The number's text; empty for NaN and the infinities, which have none.
  public static func of(_ number: Double) -> String {
    var text = TextBuffer(capacity: 32)
    text.append(rounded: number)
    return text.string
  }
}
