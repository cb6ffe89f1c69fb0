/// A recognizer's ordered table of targets, actions and closures (contract 9.4).
struct GestureTargets {
  enum Receiver {
    /// A target's method.
    case target(TargetReference, Action)
    /// Whoever does the action, first in the search order from the recognizer's view.
    case chain(Action)
    /// A closure, known by its identifier.
    case closure(ActionIdentifier, (GestureRecognizer) -> Void)
  }

  private(set) var entries: ContiguousArray<Receiver> = []

  /// Adds a pair; one that is there already is not added again.
  mutating func add(_ target: AnyObject?, _ action: Action) {
    sweep()
    guard !entries.contains(where: { Self.isPair($0, target, action) }) else { return }
    entries.append(target.map { .target(TargetReference($0), action) } ?? .chain(action))
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place.
  mutating func add(_ identifier: ActionIdentifier, _ body: @escaping (GestureRecognizer) -> Void) {
    sweep()
    let index = entries.firstIndex { if case .closure(identifier, _) = $0 { true } else { false } }
    if let index { entries[index] = .closure(identifier, body) } else { entries.append(.closure(identifier, body)) }
  }

  /// Removes what matches; `nil` matches all, closures only where both are.
  mutating func remove(_ target: AnyObject?, _ name: ActionName?) {
    entries.removeAll {
      switch $0 {
      case .target(let reference, let action):
        (target == nil || reference.target === target) && (name == nil || action.name == name)
      case .chain(let action): target == nil && (name == nil || action.name == name)
      case .closure: target == nil && name == nil
      }
    }
  }

  /// Removes a closure.
  mutating func remove(_ identifier: ActionIdentifier) {
    entries.removeAll { if case .closure(identifier, _) = $0 { true } else { false } }
  }

  /// Drops entries whose target died.
  mutating func sweep() {
    entries.removeAll { if case .target(let reference, _) = $0 { reference.target == nil } else { false } }
  }

  private static func isPair(_ entry: Receiver, _ target: AnyObject?, _ action: Action) -> Bool {
    switch entry {
    case .target(let reference, let known): target != nil && reference.target === target && known.isSame(as: action)
    case .chain(let known): target == nil && known.isSame(as: action)
    case .closure: false
    }
  }
}
