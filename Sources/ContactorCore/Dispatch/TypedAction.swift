/// An action whose target's class the compiler checks.
///
/// Declare each action in one line beside the class and use it by its short name:
///
///     extension TypedAction<Panel> {
///       static var submit: Self { .init { $0.submit($1) } }  // or .init(Panel.submit(_:))
///     }
///     button.addTarget(panel, action: .submit, for: .touchUpInside)
///
/// The action gets the name of the declaration, here `submit`, with the colons of its form, so `submit:`; `named:` gives another name. In a
/// class of a global actor the declaration needs that actor, too: `@MainActor static var submit: …`. The compiler checks a closure for
/// every actor, a method reference only for the main actor. In a class of the main actor that inherits from a responder only the closure
/// compiles.
public struct TypedAction<Target: AnyObject> {
  /// The action without its type.
  public let action: Action

  /// Creates an action that calls the target: `.init { $0.back() }`.
  @inlinable @inline(__always)
  public init(_ body: @escaping (Target) -> Void, named name: String = #function) {
    action = Action(ActionName(name, .plain), body)
  }

  /// Creates an action that calls the target with the sender: `.init { $0.submit($1) }`.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ body: @escaping (Target, Sender) -> Void, named name: String = #function) {
    action = Action(ActionName(name, .sender), body)
  }

  /// Creates an action that calls the target with the sender and the event: `.init { $0.choose($1, forEvent: $2) }`.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ body: @escaping (Target, Sender, Event?) -> Void, named name: String = #function) {
    action = Action(ActionName(name, .senderForEvent), body)
  }

  // MARK: Methods

  /// Creates an action from a method without parameters: `.init(Panel.back)`.
  @inlinable @inline(__always)
  public init(_ method: @escaping (Target) -> () -> Void, named name: String = #function) {
    self.init({ target in method(target)() }, named: name)
  }

  /// Creates an action from a method that takes the sender: `.init(Panel.submit(_:))`.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ method: @escaping (Target) -> (Sender) -> Void, named name: String = #function) {
    self.init({ target, sender in method(target)(sender) }, named: name)
  }

  /// Creates an action from a method that takes the sender and the event: `.init(Panel.choose(_:forEvent:))`.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ method: @escaping (Target) -> (Sender, Event?) -> Void, named name: String = #function) {
    self.init({ target, sender, event in method(target)(sender, event) }, named: name)
  }

  // MARK: Methods of the main actor

  // Without these initializers the compiler chooses the three above and drops the method's isolation silently.

  /// Creates an action from a method of the main actor without parameters, on the main actor.
  @inlinable @inline(__always)
  @MainActor public init(_ method: @escaping (Target) -> @MainActor () -> Void, named name: String = #function) {
    self.init({ target in method(target)() }, named: name)
  }

  /// Creates an action from a method of the main actor that takes the sender, on the main actor.
  @inlinable @inline(__always)
  @MainActor public init<Sender: AnyObject>(
    _ method: @escaping (Target) -> @MainActor (Sender) -> Void, named name: String = #function
  ) {
    self.init({ target, sender in method(target)(sender) }, named: name)
  }

  /// Creates an action from a method of the main actor that takes the sender and the event, on the main actor.
  @inlinable @inline(__always)
  @MainActor public init<Sender: AnyObject>(
    _ method: @escaping (Target) -> @MainActor (Sender, Event?) -> Void, named name: String = #function
  ) {
    self.init({ target, sender, event in method(target)(sender, event) }, named: name)
  }
}

/// Actions with an explicit name.
extension TypedAction {
  /// Creates an action of a given name from a method without parameters.
  @inlinable @inline(__always)
  public init(_ name: ActionName, _ method: @escaping (Target) -> () -> Void) {
    self.init(method, named: name.description)
  }

  /// Creates an action of a given name from a method that takes the sender.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> (Sender) -> Void) {
    self.init(method, named: name.description)
  }

  /// Creates an action of a given name from a method that takes the sender and the event.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> (Sender, Event?) -> Void) {
    self.init(method, named: name.description)
  }

  /// Creates an action of a given name from a method of the main actor without parameters.
  @inlinable @inline(__always)
  @MainActor public init(_ name: ActionName, _ method: @escaping (Target) -> @MainActor () -> Void) {
    self.init(method, named: name.description)
  }

  /// Creates an action of a given name from a method of the main actor that takes the sender.
  @inlinable @inline(__always)
  @MainActor public init<Sender: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> @MainActor (Sender) -> Void) {
    self.init(method, named: name.description)
  }

  /// Creates an action of a given name from a method of the main actor that takes the sender and the event.
  @inlinable @inline(__always)
  @MainActor public init<Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> @MainActor (Sender, Event?) -> Void
  ) {
    self.init(method, named: name.description)
  }
}
