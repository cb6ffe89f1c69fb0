/// The name of an action in one of the three forms: `go`, `go:`, `go:forEvent:` (contract 5.6).
public struct ActionName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The arguments with which an action is called.
  public enum Form: Int, Hashable, Sendable {
    /// No argument.
    case plain = 0
    /// The sender.
    case sender = 1
    /// The sender and the event.
    case senderForEvent = 2

    /// The colons and the label at the end of a name of this form.
    var ending: String {
      switch self {
      case .plain: ""
      case .sender: ":"
      case .senderForEvent: ":forEvent:"
      }
    }
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

  /// Creates the name of a method with a form: the text up to a parenthesis or colon, then the form's colons.
  ///
  /// `ActionName("submit(_:)", .sender)` is `submit:`.
  public init(_ text: String, _ form: Form) {
    let stem = text.prefix { $0 != "(" && $0 != ":" }
    let isWhole = ActionName(text).form == form && !text.contains("(")
    description = isWhole ? text : stem + form.ending
  }

  /// The form that the colons give; `nil` if the text is not an action's name: if it is empty, has more than two colons, or has text after
  /// the last one.
  public var form: Form? {
    let colons = description.utf8.count { $0 == UInt8(ascii: ":") }
    guard !description.isEmpty, !description.hasPrefix(":"), let form = Form(rawValue: colons) else { return nil }
    return form == .plain || description.hasSuffix(":") ? form : nil
  }
}

/// Identifies a closure among a control's actions, so that it can be replaced and removed.
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

/// An error in the registration of an action (contract 5.7, 5.11).
public struct ActionError: Error, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The target's class does not list an action of this name.
    case unknownName
    /// The target's class lists an action of this name, but for another class, or as a name without a method.
    case foreignAction
    /// The text is not an action's name.
    case malformedName
    /// The action takes a sender of another class.
    case foreignSender
  }

  /// The kind of error.
  public let code: Code
  /// The requested name.
  public let name: ActionName
  /// The target's type.
  public let targetType: String
  /// The names that the target's class lists.
  public let known: [ActionName]
  /// The class of the refused sender, and the class that the action takes; empty for other errors.
  public private(set) var sender = (given: "", wanted: "")

  init(code: Code, name: ActionName, targetType: String, known: [ActionName]) {
    self.code = code
    self.name = name
    self.targetType = targetType
    self.known = known
  }

  /// The error for a sender of another class (contract 5.11).
  static func foreignSender(_ action: Action, of target: AnyObject, _ sender: AnyObject?) -> ActionError {
    var error = ActionError(code: .foreignSender, name: action.name, targetType: "\(type(of: target))", known: [])
    error.sender.given = sender.map { "\(type(of: $0))" } ?? "nobody"
    error.sender.wanted = action.senderType.map { "\($0)" } ?? "sender of another type"
    return error
  }

  /// One sentence that says what would have worked.
  public var description: String {
    switch code {
    case .malformedName: return "'\(name)' is no name of an action; write 'go', 'go:' or 'go:forEvent:'"
    case .foreignAction: return "\(targetType) lists '\(name)', but no method of its own for it"
    case .foreignSender:
      return "'\(name)' of \(targetType) takes a \(sender.wanted) as its sender, and \(sender.given) is none"
    case .unknownName:
      let names = known.isEmpty ? "it lists none" : "it has " + known.map { "'\($0)'" }.joined(separator: ", ")
      return "\(targetType) has no action '\(name)'; \(names)"
    }
  }
}
