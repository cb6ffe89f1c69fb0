/// Names a closure among a control's actions, so that it can be replaced and removed.
public struct ActionIdentifier: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The identifier's text.
  public let description: String

  /// Creates an identifier; the same text on the same control is the same action.
  public init(_ text: String) {
    description = text
  }

  /// Creates an identifier from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
