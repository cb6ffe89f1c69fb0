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
    case placeholder(Placeholder, decimals: Int?)
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
      let piece = try Self.piece(name)
      rest = rest[rest.index(after: end)...]
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
      pieces.append(piece)
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  /// A placeholder's name, perhaps with a number of decimals: `value:1`.
  private static func piece(_ text: String) throws(PlaceholderError) -> Piece {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let placeholder = parts.first.flatMap({ Placeholder(rawValue: String($0)) }) else { throw .unknown(text) }
    guard parts.count == 2 else { return .placeholder(placeholder, decimals: nil) }
    guard parts[1].utf8.count == 1, let decimals = Int(parts[1]), decimals <= DecimalText.greatestDecimals else { throw .decimals(text) }
    return .placeholder(placeholder, decimals: decimals)
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
        guard case .placeholder(let placeholder, _) = piece else { return nil }
        return placeholder
      })
  }

  /// The text without its placeholders.
  var literalText: String {
    pieces.reduce(into: "") { text, piece in if case .text(let part) = piece { text += part } }
  }

  /// The text with the placeholders filled in; a value that is `nil` is empty text.
  public func filled(with values: PlaceholderValues) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .placeholder(let placeholder, let decimals): result += values.text(of: placeholder, decimals)
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

  /// The text of a placeholder, a number with so many decimals; empty for a value that is `nil`.
  fileprivate func text(of placeholder: PlaceholderTemplate.Placeholder, _ decimals: Int?) -> String {
    let value: Value? =
      switch placeholder {
      case .control: .text(control)
      case .event: .text(event)
      case .value: self.value
      case .x: x.map(Value.number)
      case .y: y.map(Value.number)
      default: measures[placeholder]
      }
    if let decimals, case .number(let number)? = value { return DecimalText.of(number, decimals: decimals) }
    return value?.text ?? ""
  }

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
  /// The number of decimals of a placeholder, as in `value:1`, is none from 0 to `DecimalText.greatestDecimals`.
  case decimals(String)
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

  /// The most decimals that a placeholder can ask for.
  public static let greatestDecimals = 6

  /// The number with so many decimals, 0 to `greatestDecimals`, zeros at the end too; halves are rounded away from zero.
  ///
  /// Empty for NaN and the infinities. A number with more than 15 digits has up to 3 decimals, as with `of(_:)`: a `Double` does not hold
  /// more.
  public static func of(_ number: Double, decimals: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<min(max(decimals, 0), greatestDecimals) { scale *= 10 }
    let rounded = (number * Double(scale)).rounded()
    guard abs(rounded) < 1e15 else { return of(number) }
    let scaled = Int64(rounded)
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale.magnitude)
    let sign = scaled < 0 ? "-" : ""
    // The 1 in front keeps the zeros.
    return sign + "\(whole)" + (scale == 1 ? "" : ".\(rest + scale.magnitude)".replacingFirstDigit)
  }
}

extension String {
  /// A point and digits without the first digit.
  fileprivate var replacingFirstDigit: String { "." + dropFirst(2) }
}
