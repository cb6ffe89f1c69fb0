/// Why an action could not be registered (contract 5.7).
public struct ActionError: Error, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The target's class does not list an action of this name.
    case unknownName
    /// The target's class lists an action of this name, but it is one of another class, or a name without a method.
    case foreignAction
    /// The text is no name of an action.
    case malformedName
  }

  /// What went wrong.
  public let code: Code
  /// The name that was asked for.
  public let name: ActionName
  /// The target's type.
  public let targetType: String
  /// The names that the target has.
  public let known: [ActionName]

  /// One sentence with the names that would have worked.
  public var description: String {
    if code == .malformedName {
      return "'\(name)' is no name of an action; write 'go', 'go:' or 'go:forEvent:'"
    }
    if code == .foreignAction {
      return "\(targetType) lists '\(name)', but no method of its own for it"
    }
    let names = known.isEmpty ? "it lists none" : "it has " + known.map { "'\($0)'" }.joined(separator: ", ")
    return "\(targetType) has no action '\(name)'; \(names)"
  }
}
