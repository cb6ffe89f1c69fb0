/// Something that a sender tells everyone who wants to know: a value of a type of its own (contract 8.3).
///
/// The type's name says whether it will happen or did: `Window.WillClose`, `Window.DidBecomeKey`.
public protocol TypedNotification {
  /// What sends it.
  associatedtype Sender: AnyObject
  /// Who sent it.
  var sender: Sender { get }
}
