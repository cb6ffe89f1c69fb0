/// One line of a control's dispatch table: whom to call, what, and for which control events.
struct DispatchEntry {
  /// Whom an entry calls.
  enum Receiver {
    /// A target's method.
    case target(TargetReference)
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
    case .closure: true
    }
  }

  /// Whether the entry is that target's; `nil` means any target.
  func hasTarget(_ target: AnyObject?) -> Bool {
    guard let target else { return true }
    if case .target(let reference) = receiver { return reference.target === target }
    return false
  }
}
