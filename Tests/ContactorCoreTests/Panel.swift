import ContactorCore

/// A target with an action in each form, and one that it does not list.
final class Panel: Responder {
  var calls: [String] = []
  var onGo: () -> Void = {}

  override class var actions: [Action] {
    super.actions + [Action(.go), Action(.goSender), Action(.goSenderForEvent)]
  }

  func go() {
    calls.append("go")
    onGo()
  }

  func go(_ sender: Control) { calls.append("go: \(sender.identifier)") }

  func go(_ sender: Control, forEvent event: Event?) {
    calls.append("go:forEvent: \(sender.identifier) \(event?.controlEvents.description ?? "nil")")
  }
}

extension TypedAction where Target == Panel {
  static var go: Self { .init("go", Panel.go as (Panel) -> () -> Void) }
  static var goSender: Self { .init("go:", Panel.go(_:)) }
  static var goSenderForEvent: Self { .init("go:forEvent:", Panel.go(_:forEvent:)) }
}

/// A target that is no responder.
final class PlainTarget: ActionTarget {
  nonisolated(unsafe) static var alive = 0
  var calls = 0

  static var actions: [Action] { [Action("hit", PlainTarget.hit)] }

  init() { Self.alive += 1 }
  deinit { Self.alive -= 1 }

  func hit() { calls += 1 }
}
