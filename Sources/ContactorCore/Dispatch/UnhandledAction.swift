/// An action without a target that nobody did (contract 6.1).
public struct UnhandledAction: Hashable, Sendable, CustomStringConvertible {
  /// The action's name.
  public let action: ActionName
  /// Who sent it.
  public let sender: String
  /// Everyone who was asked, in order.
  public let chain: [String]

  /// One line for a log.
  public var description: String {
    "nobody does '\(action)' sent by \(sender); asked \(chain.isEmpty ? "nobody" : chain.joined(separator: " → "))"
  }

  /// What a person calls an object: its identifier, else its type.
  static func name(of object: AnyObject?) -> String {
    guard let object else { return "nobody" }
    if let responder = object as? Responder, !responder.identifier.isEmpty { return responder.identifier }
    return "\(type(of: object))"
  }
}
