import ContactorCore

/// A target with a few actions that writes down each call.
final class Clerk: Responder {
  private(set) var calls: [String] = []
  private(set) var senders: [AnyObject] = []
  /// Where it stands in a chain that a case makes of clerks.
  var superior: Responder?

  override var next: Responder? { superior }

  override class var actions: [Action] {
    super.actions + [
      Action("a", Clerk.a), Action("a1", Clerk.a1), Action("a2", Clerk.a2), Action("b", Clerk.b),
      Action("doRecordedAction:", Clerk.doRecordedAction(_:)),
    ]
  }

  func a() { calls.append("a") }
  func a1() { calls.append("a1") }
  func a2() { calls.append("a2") }
  func b() { calls.append("b") }

  func doRecordedAction(_ sender: Responder) {
    calls.append("doRecordedAction:")
    senders.append(sender)
  }

  func count(of action: String) -> Int { calls.count { $0 == action } }

  /// The touch methods that were called.
  private(set) var phases: [String] = []

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { phases.append("touchesBeganWithEvent") }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) { phases.append("touchesMovedWithEvent") }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) { phases.append("touchesEndedWithEvent") }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { phases.append("touchesCancelledWithEvent") }
}
