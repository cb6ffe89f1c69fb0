public import ContactorCore

/// The value of a control or cell: a whole number, a number, or a text.
public enum ControlValue: Hashable, Sendable {
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)

  /// The value as a whole number: a number without its fraction, clamped to `Int`; the number at the beginning of a text, or 0.
  public var intValue: Int {
    switch self {
    case .integer(let value): value
    case .number(let value): Self.clamped(value)
    case .text(let text): Self.clamped(Self.leadingNumber(of: text))
    }
  }

  /// The value as a number; of a text the number at its beginning, or 0.
  public var doubleValue: Double {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .text(let text): Self.leadingNumber(of: text)
    }
  }

  /// The value as a text; a number without a fraction is written without a point.
  public var stringValue: String {
    switch self {
    case .integer(let value): String(value)
    case .number(let value): value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
    case .text(let text): text
    }
  }

  private static func clamped(_ value: Double) -> Int {
    if value.isNaN { return 0 }
    return Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }

  /// The number with which a text begins, after blanks: digits with a sign and a fraction; 0 if there is none.
  private static func leadingNumber(of text: String) -> Double {
    var digits = ""
    var hasPoint = false
    for character in text.drop(while: { $0.isWhitespace }) {
      switch character {
      case "0"..."9": digits.append(character)
      case "+", "-": if digits.isEmpty { digits.append(character) } else { return Double(digits) ?? 0 }
      case "." where !hasPoint:
        hasPoint = true
        digits.append(character)
      default: return Double(digits) ?? 0
      }
    }
    return Double(digits) ?? 0
  }
}

/// A control or cell whose value can be asked for and set in any of its forms (contract 7.5).
///
/// A sender that an action gets is asked with `(sender as? any ValueHolding)?.doubleValue`. Setting a value sends nothing.
public protocol ValueHolding: AnyObject {
  /// The value; `nil` for none. Setting a value of another form converts it; what cannot be converted counts as none.
  var objectValue: ControlValue? { get set }
}

extension ValueHolding {
  /// The value as a whole number; 0 without a value.
  public var intValue: Int {
    get { objectValue?.intValue ?? 0 }
    set { objectValue = .integer(newValue) }
  }

  /// The value as a number; 0 without a value.
  public var doubleValue: Double {
    get { objectValue?.doubleValue ?? 0 }
    set { objectValue = .number(newValue) }
  }

  /// The value as a text; empty without a value.
  public var stringValue: String {
    get { objectValue?.stringValue ?? "" }
    set { objectValue = .text(newValue) }
  }

  /// Takes the sender's value as a whole number, as the action `takeIntValueFrom:`; ignores a sender without a value.
  public func takeIntValue(from sender: AnyObject) { (sender as? any ValueHolding).map { intValue = $0.intValue } }

  /// Takes the sender's value as a number, as the action `takeDoubleValueFrom:`.
  public func takeDoubleValue(from sender: AnyObject) { (sender as? any ValueHolding).map { doubleValue = $0.doubleValue } }

  /// Takes the sender's value as a text, as the action `takeStringValueFrom:`.
  public func takeStringValue(from sender: AnyObject) { (sender as? any ValueHolding).map { stringValue = $0.stringValue } }

  /// Takes the sender's value as it is, as the action `takeObjectValueFrom:`.
  public func takeObjectValue(from sender: AnyObject) { (sender as? any ValueHolding).map { objectValue = $0.objectValue } }
}

extension ValueHolding where Self: SendableMetatype {
  /// The actions `takeIntValueFrom:`, `takeDoubleValueFrom:`, `takeStringValueFrom:` and `takeObjectValueFrom:`, for a class's list.
  public static var valueActions: [Action] {
    [
      Action("takeIntValueFrom:", Self.takeIntValue(from:)), Action("takeDoubleValueFrom:", Self.takeDoubleValue(from:)),
      Action("takeStringValueFrom:", Self.takeStringValue(from:)), Action("takeObjectValueFrom:", Self.takeObjectValue(from:)),
    ]
  }
}
