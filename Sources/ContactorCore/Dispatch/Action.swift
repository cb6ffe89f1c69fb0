/// Something that can be done to a target: a name, a form, and for which class it is.
///
/// Method references cannot be compared in Swift, so the name is an action's identity within its class: the same
/// name and class make the same action (contract 5.2).
public struct Action {
  /// The action's name, for example `submit:`.
  public let name: ActionName
  /// The class whose objects can be targets; `nil` for a name alone, which any class may implement.
  let targetType: AnyClass?
  /// Whether a class is the one that the action is for, or inherits from it; `nil` for a name alone.
  let isKind: ((AnyClass) -> Bool)?
  /// Calls the method; `nil` for a name alone.
  let invoke: ((AnyObject, AnyObject?, Event?) -> Void)?
  /// Tells the sender's type apart from what is needed; `nil` where any sender will do.
  let acceptsSender: ((AnyObject?) -> Bool)?

  /// Creates a name to be looked up in the target's list of actions.
  public init(_ name: ActionName) {
    self.name = name
    targetType = nil
    isKind = nil
    invoke = nil
    acceptsSender = nil
  }

  /// Creates the untyped form of a typed action, for a class's list.
  public init<Target: AnyObject>(_ action: TypedAction<Target>) {
    self = action.action
  }

  /// Creates an action from a method without parameters: `Action("go", Panel.go)`.
  public init<Target: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> () -> Void) {
    self.init(name, .plain, Target.self, { $0 is Target.Type }) { target, _, _ in
      method(unsafeDowncast(target, to: Target.self))()
    }
  }

  /// Creates an action from a method that takes the sender: `Action("go:", Panel.go(_:))`.
  public init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(name, .sender, Target.self, { $0 is Target.Type }, acceptsSender: { $0 is Sender }) { target, sender, _ in
      guard let sender = sender as? Sender else { return }
      method(unsafeDowncast(target, to: Target.self))(sender)
    }
  }

  /// Creates an action from a method that takes the sender and the event:
  /// `Action("go:forEvent:", Panel.go(_:forEvent:))`.
  public init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender, Event?) -> Void
  ) {
    self.init(name, .senderForEvent, Target.self, { $0 is Target.Type }, acceptsSender: { $0 is Sender }) { target, sender, event in
      guard let sender = sender as? Sender else { return }
      method(unsafeDowncast(target, to: Target.self))(sender, event)
    }
  }

  private init(
    _ name: ActionName, _ form: ActionName.Form, _ type: AnyClass, _ isKind: @escaping (AnyClass) -> Bool,
    acceptsSender: ((AnyObject?) -> Bool)? = nil,
    _ invoke: @escaping (AnyObject, AnyObject?, Event?) -> Void
  ) {
    precondition(
      name.form == form,
      "the action '\(name)' of \(type) takes \(form.rawValue) arguments, so its name needs as many colons")
    self.name = name
    targetType = type
    self.isKind = isKind
    self.invoke = invoke
    self.acceptsSender = acceptsSender
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
    type == targetType || isKind?(type) ?? false
  }
}

extension Action {
  /// Calls the action on the target and says whether the target has it and takes such a sender; an object of another
  /// class than the action is for is not called.
  @discardableResult
  func perform(on target: AnyObject, sender: AnyObject?, event: Event?) -> Bool {
    guard let invoke else {
      guard let listing = target as? any ActionTarget,
        let found = try? type(of: listing).action(named: name)
      else { return false }
      return found.perform(on: target, sender: sender, event: event)
    }
    guard fits(type(of: target)) else { return false }
    if let acceptsSender, !acceptsSender(sender) { return false }
    invoke(target, sender, event)
    return true
  }
}
