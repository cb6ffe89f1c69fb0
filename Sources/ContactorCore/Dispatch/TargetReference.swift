/// A target that an entry knows and does not keep (contract 5.5).
enum TargetReference {
  /// A responder, through the token that it clears as it dies.
  case responder(Liveness)
  /// An object of any other class, through the language's own weak reference.
  case object(WeakReference)

  init(_ target: AnyObject) {
    if let responder = target as? Responder {
      self = .responder(responder.liveness)
    } else {
      self = .object(WeakReference(target))
    }
  }

  /// The target; `nil` once it has died.
  @inline(__always) var target: AnyObject? {
    switch self {
    case .responder(let liveness): liveness.object
    case .object(let reference): reference.object
    }
  }
}

/// Holds an object weakly so that an enum can.
final class WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}
