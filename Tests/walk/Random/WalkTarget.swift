import ContactorCore

/// The target of a walk's controls, which does something to the views now and then.
final class WalkTarget: Responder {
  private unowned let walk: RandomWalk

  init(_ walk: RandomWalk) {
    self.walk = walk
  }

  override class var actions: [Action] { super.actions + [Action(TypedAction<WalkTarget>.act)] }

  /// Done for every action.
  func act(_ sender: Control, forEvent event: Event?) {
    walk.actions += 1
    walk.chance(in: 16)
  }
}

extension TypedAction where Target == WalkTarget {
  static var act: Self { .init("act:forEvent:", WalkTarget.act(_:forEvent:)) }
}
