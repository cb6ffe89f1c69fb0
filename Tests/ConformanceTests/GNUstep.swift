import ContactorControls
import ContactorCore
import Testing

extension Conformance {
  @Suite("gnustep: libs-gui's tests, the tier 1 ones checked against AppKit")
  struct GNUstep {
    @Test("The case holds", arguments: Case.all(in: "gnustep"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks = actions.merging(responders) { first, _ in first }.merging(controls) { first, _ in first }

    // MARK: Actions

    private static let actions: [String: Check] = [
      "control-send-action": { item in
        let rig = Rig()
        let control = rig.add(Control(frame: .zero))
        let clerk = Clerk()
        try match(
          rig.application.sendAction(Action("doRecordedAction:"), to: clerk, from: control, for: nil),
          item.expect["returns"].flag())
        try match(clerk.calls.count, item.expect["invoked"].integer())
        try match(clerk.senders.first === control, true)
      },
      "nil-target-order": { item in
        try match(KeyAndMain().order(), item.expect["order"].texts())
      },
      "explicit-target-must-respond": { item in
        let rig = Rig()
        let target = rig.application.target(forAction: "missing:", to: Clerk(), from: nil)
        try match(target == nil, item.expect["targetForAction"].isNull)
      },
    ]

    // MARK: Responders

    private static let responders: [String: Check] = [
      "responder-next-default": { try match(Responder().next == nil, $0.expect["nextResponder"].isNull) },
      "responder-tryToPerform-forwards": { item in
        let first = Middleman()
        let second = Clerk()
        first.superior = second
        // The second keeps its sender.
        defer { first.superior = nil }
        try match(
          first.tryToPerform("doRecordedAction:", with: first), item.expect["returns"].flag())
        try match(second.calls == ["doRecordedAction:"] ? "b" : "nobody", item.expect["handledBy"].text())
      },
      "responder-tryToPerform-nobody": { item in
        try match(Middleman().tryToPerform("doRecordedAction:", with: nil), item.expect["returns"].flag())
      },
      // There are no keys; what AppKit's keyDown shows, the touch methods do.
      "responder-default-event-forwards": { item in
        let (first, second, noTouches) = (Middleman(), Clerk(), Application().event.allTouches)
        first.superior = second
        first.touchesBegan(noTouches, with: nil)
        try match(second.phases.isEmpty ? "nobody" : "b", item.expect["receivedBy"].text())
      },
      "responder-first-defaults": { item in
        let responder = Responder()
        try match(
          [
            responder.canBecomeFirstResponder, responder.becomeFirstResponder(), responder.resignFirstResponder(),
          ],
          [
            item.expect["acceptsFirstResponder"].flag(), item.expect["becomeFirstResponder()"].flag(),
            item.expect["resignFirstResponder()"].flag(),
          ])
      },
      "responder-validation-defaults": { item in
        // What AppKit asks of proposed first responders is 3.4's canBecomeFirstResponder; its defaults are a case of their own.
        try match(
          Responder().target(forAction: "copy:", withSender: nil) == nil, item.expect["supplementalTarget(copy:)"].isNull)
      },
      "responder-gesture-touch-events-forward": { item in
        let (first, second, noTouches) = (Middleman(), Clerk(), Application().event.allTouches)
        first.superior = second
        first.touchesBegan(noTouches, with: nil)
        first.touchesMoved(noTouches, with: nil)
        first.touchesEnded(noTouches, with: nil)
        first.touchesCancelled(noTouches, with: nil)
        // A touchscreen has no cursor and no trackpad's events.
        try match(second.phases, item.given["sendEachTo(a)"].texts().filter { $0.hasPrefix("touches") })
      },
      "window-own-first-responder": { _ in
        let window = Window(frame: .zero)
        try match(window.firstResponder === window, true)
      },
      "view-hit-test": { item in
        let outer = View(frame: try Rect(item.given["window"]["content"]))
        outer.identifier = "outer"
        let inner = View(frame: try Rect(item.given["views"]["inner"]["frame"]))
        inner.identifier = "inner"
        outer.addSubview(inner)
        // AppKit's points are the parent's; outer's origin is (0, 0), so here they are the same.
        let points = try item.given["pointsInSuperviewCoordsOf(outer)"].list().map { try Point($0) }
        try match(points.map { outer.hitTest($0, with: nil)?.identifier }, item.expect["hit"].list().map(\.textIfAny))
      },
    ]
  }
}

/// A responder that does nothing but pass on.
final class Middleman: Responder {
  var superior: Responder?
  override var next: Responder? { superior }
}
