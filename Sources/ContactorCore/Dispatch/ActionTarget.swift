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
    if let found = listed.last(where: { $0.name == name && $0.fits(self) }) { return found }
    let isForeign = listed.contains { $0.name == name }
    throw ActionError(
      code: name.form == nil ? .malformedName : isForeign ? .foreignAction : .unknownName, name: name,
      targetType: "\(self)", known: listed.filter { $0.fits(self) }.map(\.name))
  }

  /// Whether the class lists an action of that name which its objects can do.
  static func lists(_ name: ActionName) -> Bool {
    actions.contains { $0.name == name && $0.fits(self) }
  }
}
