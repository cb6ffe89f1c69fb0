/// An action that the compiler ties to its target's class.
///
/// Declare each once beside the class and use it by its short name:
///
///     extension TypedAction where Target == Panel {
///       static var submit: Self { .init("submit:", Panel.submit(_:)) }
///     }
///     button.addTarget(panel, action: .submit, for: .touchUpInside)
public struct TypedAction<Target: AnyObject> {
  /// The action without its type.
  public let action: Action

  /// Creates an action from a method without parameters.
  @inlinable @inline(__always)
  public init(_ name: ActionName, _ method: @escaping (Target) -> () -> Void) {
    action = Action(name, method)
  }

  /// Creates an action from a method that takes the sender.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> (Sender) -> Void) {
    action = Action(name, method)
  }

  /// Creates an action from a method that takes the sender and the event.
  @inlinable @inline(__always)
  public init<Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender, Event?) -> Void
  ) {
    action = Action(name, method)
  }
}
