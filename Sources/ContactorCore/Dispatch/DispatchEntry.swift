/// One line of a control's dispatch table: whom to call, what, and for which control events.
struct DispatchEntry {
  /// Whom an entry calls.
  enum Receiver {
    /// A target's method.
    case target(TargetReference)
    /// Whoever does the action, first in the search order (contract 6.1).
    case chain
    /// A closure, known by its identifier.
    case closure(ActionIdentifier, (Control, Event?) -> Void)
  }

  let receiver: Receiver
  let action: Action
  var events: Control.Event

  /// Whether the entry can still call someone.
  var isLive: Bool {
    switch receiver {
    case .target(let reference): reference.target != nil
    case .chain, .closure: true
    }
  }

  /// Whether the entry is that target's; `nil` stands for the chain.
  func isFor(_ target: AnyObject?) -> Bool {
    switch receiver {
    case .target(let reference): target != nil && reference.target === target
    case .chain: target == nil
    case .closure: false
    }
  }
}
