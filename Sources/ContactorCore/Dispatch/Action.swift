/// Something that can be done to a target: a name, a form, and for which class it is.
///
/// Method references cannot be compared in Swift, so the name is an action's identity within its class: the same
/// name and class make the same action (contract 5.2).
public struct Action {
  /// The action's name, for example `submit:`.
  public let name: ActionName
  /// The class whose objects can be targets; `nil` for a name alone, which any class may implement.
  let targetType: AnyClass?
  /// What it does; `nil` for a name alone.
  let body: ActionBody?

  /// Creates a name to be looked up in the target's list of actions.
  public init(_ name: ActionName) {
    self.name = name
    targetType = nil
    body = nil
  }

  /// Creates the untyped form of a typed action, for a class's list.
  public init<Target: AnyObject>(_ action: TypedAction<Target>) {
    self = action.action
  }

  /// Creates an action from a method without parameters: `Action("go", Panel.go)`.
  @inlinable @inline(__always)
  public init<Target: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> () -> Void) {
    self.init(
      name, .plain, Target.self,
      ActionBody(acceptsTarget: { $0 is Target.Type }, acceptsSender: nil) { target, _, _ in
        method(unsafeDowncast(target, to: Target.self))()
      })
  }

  /// Creates an action from a method that takes the sender: `Action("go:", Panel.go(_:))`.
  @inlinable @inline(__always)
  public init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(
      name, .sender, Target.self,
      ActionBody(acceptsTarget: { $0 is Target.Type }, acceptsSender: { $0 is Sender }) { target, sender, _ in
        method(unsafeDowncast(target, to: Target.self))(
          unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self))
      })
  }

  /// Creates an action from a method that takes the sender and the event:
  /// `Action("go:forEvent:", Panel.go(_:forEvent:))`.
  @inlinable @inline(__always)
  public init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender, Event?) -> Void
  ) {
    self.init(
      name, .senderForEvent, Target.self,
      ActionBody(acceptsTarget: { $0 is Target.Type }, acceptsSender: { $0 is Sender }) { target, sender, event in
        method(unsafeDowncast(target, to: Target.self))(
          unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self), event)
      })
  }

  @usableFromInline
  init(_ name: ActionName, _ form: ActionName.Form, _ type: AnyClass, _ body: ActionBody) {
    precondition(
      name.form == form,
      "the action '\(name)' of \(type) takes \(form.rawValue) arguments, so its name needs as many colons")
    self.name = name
    targetType = type
    self.body = body
  }

  /// Whether both are the same action: the same name in the same class.
  func isSame(as other: Action) -> Bool {
    name == other.name && targetType == other.targetType
  }

  /// Whether the action is a name alone, or one of the object's class.
  func canBeFor(_ object: AnyObject) -> Bool {
    targetType == nil || fits(type(of: object))
  }

  /// Whether objects of the class can do the action: never true of a name alone, nor of a class it is not for.
  func fits(_ type: AnyClass) -> Bool {
    type == targetType || body?.acceptsTarget(type) ?? false
  }
}

extension Action {
  /// Calls the action on the target and says whether the target has it and takes such a sender; an object of another
  /// class than the action is for is not called.
  @discardableResult
  func perform(on target: AnyObject, sender: AnyObject?, event: Event?) -> Bool {
    guard let body = body ?? listed(for: target), body.fits(target, sender: sender) else { return false }
    body.call(target, sender, event)
    return true
  }

  /// What the target's class lists under a name alone.
  private func listed(for target: AnyObject) -> ActionBody? {
    guard let listing = target as? any ActionTarget else { return nil }
    return (try? type(of: listing).action(named: name))?.body
  }
}
