/// An object that takes part in handling touches and actions; the base of views, windows and the application.
///
/// Whatever a responder does not handle goes to `next` (contract 3.2, 3.3). Subclasses override what they care about;
/// calling `super` passes it on.
open class Responder {
  /// A name that logs and layouts use; empty for none.
  public var identifier: String = ""

  /// Made when something first needs to know whether this responder is still alive.
  private var livenessIfAny: Liveness?

  /// Creates a responder.
  public init() {}

  deinit {
    livenessIfAny?.object = nil
  }

  /// The responder that gets what this one does not handle; `nil` at the end of the chain.
  open var next: Responder? { nil }

  /// The actions that can be sent to this class by name; override it and list each once.
  ///
  /// A subclass adds its own to `super.actions`.
  open class var actions: [Action] { [] }

  /// Called when touches that hit this responder came down.
  open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Called when touches of this responder moved.
  open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Called when touches of this responder were lifted.
  open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Called when touches of this responder were taken away: a palm, a lost device, or a gesture that won.
  open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// The token that says whether this responder is alive; a plain load instead of the 40 ns of a `weak` one.
  var liveness: Liveness {
    if let livenessIfAny { return livenessIfAny }
    let token = Liveness(self)
    livenessIfAny = token
    return token
  }
}
