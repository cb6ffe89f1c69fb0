/// A second registration of a target and action that a control had already (contract 5.2).
public struct DuplicateRegistration: Hashable, Sendable, CustomStringConvertible {
  /// The target's identifier, or its type where it has none.
  public let target: String
  /// The action's name.
  public let action: ActionName
  /// The events that the second call named.
  public let events: Control.Events

  /// One line for a log.
  public var description: String { "'\(action)' of \(target) was registered again for \(events)" }
}
