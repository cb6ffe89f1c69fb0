/// What an action does: its method, and for which targets and senders.
///
/// The closures are made where the action is declared, so that the compiler folds them around the method itself: calling a
/// method reference would allocate each time.
@usableFromInline
final class ActionBody {
  /// Calls the method; only for a target and a sender that fit.
  @usableFromInline let call: (AnyObject, AnyObject?, Event?) -> Void
  /// Whether a class is the one whose method it is, or inherits from it.
  let acceptsTarget: (AnyClass) -> Bool
  /// Whether a sender is of the method's type; `nil` where any will do.
  private let acceptsSender: ((AnyObject?) -> Bool)?

  @usableFromInline
  init(
    acceptsTarget: @escaping (AnyClass) -> Bool, acceptsSender: ((AnyObject?) -> Bool)?,
    call: @escaping (AnyObject, AnyObject?, Event?) -> Void
  ) {
    self.call = call
    self.acceptsTarget = acceptsTarget
    self.acceptsSender = acceptsSender
  }

  /// Whether `call` may be called with them.
  func fits(_ target: AnyObject, sender: AnyObject?) -> Bool {
    acceptsTarget(type(of: target)) && acceptsSender?(sender) ?? true
  }
}
