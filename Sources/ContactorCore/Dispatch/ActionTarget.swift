/// A class that is no responder and still lists actions that can be sent to it by name.
///
/// Responders list theirs in `Responder.actions`.
public protocol ActionTarget: AnyObject {
  /// The actions that can be sent to objects of this class by name; list each once.
  static var actions: [Action] { get }
}

extension Responder: ActionTarget {}

extension ActionTarget {
  /// The listed action of that name; a subclass's own comes before what it inherits.
  static func action(named name: ActionName) throws(ActionError) -> Action {
    let listed = actions
    if let found = listed.last(where: { $0.name == name }) { return found }
    throw ActionError(
      code: name.form == nil ? .malformedName : .unknownName, name: name, targetType: "\(Self.self)",
      known: listed.map(\.name))
  }
}
