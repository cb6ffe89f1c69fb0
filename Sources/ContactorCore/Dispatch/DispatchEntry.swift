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
  /// The same once more, for sending.
  private(set) var slot: DispatchSlot

  /// Creates an entry; `body` is the action's, where the target and the control fit it.
  init(_ receiver: Receiver, _ action: Action, body: ActionBody?, for events: Control.Events) {
    self.receiver = receiver
    self.action = action
    var liveness: Unmanaged<Liveness>?
    var reference: Unmanaged<WeakReference>?
    switch receiver {
    case .target(.responder(let token)): liveness = .passUnretained(token)
    case .target(.object(let weak)): reference = .passUnretained(weak)
    case .chain, .closure: break
    }
    slot = DispatchSlot(
      liveness: liveness, reference: reference, body: body.map(Unmanaged.passUnretained), events: events)
  }

  /// The events; none for an entry that was removed and not yet dropped.
  var events: Control.Events {
    get { slot.events }
    set { slot.events = newValue }
  }

  /// Whether the entry can still call someone.
  var isLive: Bool {
    guard !events.isEmpty else { return false }
    return switch receiver {
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
