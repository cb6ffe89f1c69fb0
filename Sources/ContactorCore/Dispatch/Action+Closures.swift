extension Action {
  /// Creates an action that calls the target: `Action("back") { (panel: Panel) in panel.back() }`.
  ///
  /// The name gets the colons of the closure's form, whatever colons the given name has.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject>(_ name: ActionName, _ body: @escaping (Target) -> Void) {
    self.init(name, .plain, Target.self, sender: nil) { _, target, _, _ in
      unsafe body(unsafeDowncast(target.unsafelyUnwrapped, to: Target.self))
    }
  }

  /// Creates an action that calls the target with the sender:
  /// `Action("submit:") { (panel: Panel, sender: Control) in panel.submit(sender) }`.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(_ name: ActionName, _ body: @escaping (Target, Sender) -> Void) {
    self.init(name, .sender, Target.self, sender: Sender.self) { _, target, sender, _ in
      unsafe body(unsafeDowncast(target.unsafelyUnwrapped, to: Target.self), unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self))
    }
  }

  /// Creates an action that calls the target with the sender and the event.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(_ name: ActionName, _ body: @escaping (Target, Sender, Event?) -> Void) {
    self.init(name, .senderForEvent, Target.self, sender: Sender.self) { _, target, sender, event in
      unsafe body(
        unsafeDowncast(target.unsafelyUnwrapped, to: Target.self),
        unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self), event)
    }
  }
}

// A class lists its actions where no actor is known, so the isolation of an action of the main actor is checked at the call.
extension Action {
  /// Creates an action that is performed only on the main actor, for a class's list:
  /// `Action("back", onMainActor: { (panel: Panel) in panel.back() })`.
  ///
  /// An engine in another isolation domain does not call it. The check costs about 1,000 instructions a call.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject>(_ name: ActionName, onMainActor body: @escaping @MainActor (Target) -> Void) {
    let call = MainActorCall { target, _, _ in unsafe body(unsafeDowncast(target, to: Target.self)) }
    self.init(name) { (target: Target) in call(target, nil, nil) }
  }

  /// Creates an action that is performed with the sender and only on the main actor, for a class's list.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, onMainActor body: @escaping @MainActor (Target, Sender) -> Void
  ) {
    let call = MainActorCall { target, sender, _ in
      unsafe body(unsafeDowncast(target, to: Target.self), unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self))
    }
    self.init(name) { (target: Target, sender: Sender) in call(target, sender, nil) }
  }

  /// Creates an action that is performed with the sender and the event and only on the main actor, for a class's list.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, onMainActor body: @escaping @MainActor (Target, Sender, Event?) -> Void
  ) {
    let call = MainActorCall { target, sender, event in
      unsafe body(unsafeDowncast(target, to: Target.self), unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self), event)
    }
    self.init(name) { (target: Target, sender: Sender, event: Event?) in call(target, sender, event) }
  }

  // The compiler prefers these initializers for a method of the main actor. Without them it drops the method's isolation silently.
  // `nonisolated(unsafe)`: an action is not Sendable, so the method's captures stay in the action's own isolation domain.

  /// Creates an action from a method of the main actor without parameters; it is performed only on the main actor.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> @MainActor () -> Void) {
    nonisolated(unsafe) let method = method
    self.init(name, onMainActor: { (target: Target) in unsafe method(target)() })
  }

  /// Creates an action from a method of the main actor that takes the sender; it is performed only on the main actor.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> @MainActor (Sender) -> Void
  ) {
    nonisolated(unsafe) let method = method
    self.init(name, onMainActor: { (target: Target, sender: Sender) in unsafe method(target)(sender) })
  }

  /// Creates an action from a method of the main actor that takes the sender and the event; it is performed only on the main actor.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> @MainActor (Sender, Event?) -> Void
  ) {
    nonisolated(unsafe) let method = method
    self.init(name, onMainActor: { (target: Target, sender: Sender, event: Event?) in unsafe method(target)(sender, event) })
  }
}

/// A call that is made on the main actor and omitted elsewhere.
///
/// A cast to a protocol to which a class conforms on the main actor succeeds only there (Swift Evolution 470).
@usableFromInline
@MainActor final class MainActorCall {
  private let body: @MainActor (AnyObject, AnyObject?, Event?) -> Void

  @usableFromInline
  nonisolated init(_ body: @escaping @MainActor (AnyObject, AnyObject?, Event?) -> Void) {
    self.body = body
  }

  /// Calls the body if this is the main actor; returns whether it is.
  @usableFromInline @discardableResult
  nonisolated func callAsFunction(_ target: AnyObject, _ sender: AnyObject?, _ event: Event?) -> Bool {
    guard let here = self as Any as? any MainActorCalling else { return false }
    here.call(target, sender, event)
    return true
  }
}

/// A protocol to which the call conforms only on the main actor.
private protocol MainActorCalling {
  func call(_ target: AnyObject, _ sender: AnyObject?, _ event: Event?)
}

extension MainActorCall: @MainActor MainActorCalling {
  fileprivate func call(_ target: AnyObject, _ sender: AnyObject?, _ event: Event?) { body(target, sender, event) }
}
