/// The name of an action in one of the three forms: `go`, `go:`, `go:forEvent:` (contract 5.6).
public struct ActionName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// What an action is called with.
  public enum Form: Int, Hashable, Sendable {
    /// Nothing.
    case plain = 0
    /// The sender.
    case sender = 1
    /// The sender and the event.
    case senderForEvent = 2
  }

  /// The name with its colons.
  public let description: String

  /// Creates a name from text with up to two colons.
  public init(_ text: String) {
    description = text
  }

  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The form that the colons tell; `nil` where the text is no name of an action: empty, more than two colons, or
  /// something after the last one.
  public var form: Form? {
    let colons = description.utf8.count { $0 == UInt8(ascii: ":") }
    guard !description.isEmpty, !description.hasPrefix(":"), let form = Form(rawValue: colons) else { return nil }
    return form == .plain || description.hasSuffix(":") ? form : nil
  }
}
