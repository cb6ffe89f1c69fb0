import ContactorControls
import ContactorCore
import Testing

extension Conformance {
  @Suite("uikit-facts: measured on devices and in Apple's reference")
  struct UIKitFacts {
    @Test("The case holds", arguments: Case.all(in: "uikit-facts"))
    func holds(_ item: Case) throws { try judge(item, Self.checks.merging(Self.gestures) { first, _ in first }) }

    static let checks: [String: Check] = [
      "tolerance-69-inside": { item in
        let rig = Rig()
        rig.add(Button(frame: try Rect(item.given["control"]["frame"])))
        try rig.play(item.given["touches"])
        // The case registers no primaryActionTriggered.
        try match(rig.taken().filter { $0 != "primaryActionTriggered" }, item.expect["order"].texts())
      },
      "tolerance-all-four-sides": { item in
        let rig = Rig()
        let frame = try Rect(item.given["control"]["frame"])
        rig.add(Button(frame: frame))
        var isOutside: [Bool] = []
        for (number, place) in try item.given["exitPoints"].list().enumerated() {
          let time = Int64(number) * 10_000
          try rig.send(.began, id: number, frame.center, at: Timestamp(microseconds: time * 1000))
          try rig.send(.moved, id: number, Point(place), at: Timestamp(microseconds: (time + 10) * 1000))
          try rig.send(.ended, id: number, Point(place), at: Timestamp(microseconds: (time + 20) * 1000))
          isOutside.append(rig.taken() == ["touchDown", "touchDragOutside+touchDragExit", "touchUpOutside"])
        }
        try match(isOutside.allSatisfy { $0 } && !isOutside.isEmpty, item.expect["eachIsOutside"].flag())
      },
      "sendActions-inside-continueTracking-duplicates": { item in
        let rig = Rig()
        let control = rig.add(EagerControl(frame: try Rect(item.given["control"]["frame"])))
        var areByHand: [Bool] = []
        control.addAction("exit", for: .touchDragExit) { _, event in areByHand.append(event == nil) }
        try rig.play(item.given["touches"])
        try match(areByHand.count, item.expect["touchDragExitCount"].integer())
        try match(areByHand, [true, false], "what is sent by hand carries no event")
      },
      "nil-target-first-responder-chain": { _ in
        let rig = Rig()
        let button = rig.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 50)))
        try button.addTarget(nil, action: "doRecordedAction:", for: .touchUpInside)
        try rig.tap(Point(x: 10, y: 10))
        try match(rig.unhandled.count, 1, "nobody does it: no call, no error")
        let first = rig.add(FirstView(frame: Rect(x: 500, y: 500, width: 100, height: 50)))
        try match(first.becomeFirstResponder(), true)
        try rig.tap(Point(x: 10, y: 10), at: 5000)
        try match(first.calls, 1, "the first responder is asked first")
      },
      "add-target-zero-events": { item in
        let rig = Rig()
        let control = rig.add(Control(frame: .zero))
        let clerk = Clerk()
        for row in try item.given["addTarget"].list() { try control.register(clerk, row) }
        try control.send(item.given["send"])
        try match(clerk.count(of: "a"), item.expect["A.a"].integer())
      },
      "target-not-retained": { item in
        let control = Rig().add(Control(frame: .zero))
        weak var weakClerk: Clerk?
        do {
          let clerk = Clerk()
          weakClerk = clerk
          try control.addTarget(clerk, action: "a", for: .touchDown)
        }
        try match(weakClerk == nil, item.expect["A released"].flag())
        control.sendActions(for: .touchDown)
        try match(control.allTargets.count, 0)
      },
      "remove-ignores-action": { item in
        let control = Rig().add(Control(frame: .zero))
        let clerk = Clerk()
        for row in try item.given["addTarget"].list() { try control.register(clerk, row) }
        try control.unregister(clerk, item.given["removeTarget"])
        try control.send(item.given["send"])
        let expected = item.expect["docSays"]
        try match(
          [clerk.count(of: "a1"), clerk.count(of: "a2")],
          [expected["A.a1"].integer(), expected["A.a2"].integer()])
      },
      "remove-last-event-drops-target": { item in
        let control = Rig().add(Control(frame: .zero))
        let clerk = Clerk()
        try control.register(clerk, item.given["addTarget"][0])
        try control.unregister(clerk, item.given["removeTarget"])
        try match(control.allTargets.count, item.expect["allTargetsAfterFirst"].list().count)
        try match("\(control.allControlEvents)", item.expect["allControlEventsAfterFirst"].text())
        try control.unregister(clerk, item.given["thenRemove"])
        try match(control.allTargets.count, item.expect["allTargetsAfterSecond"].list().count)
      },
    ]
  }
}

/// A control that sends an exit of its own as soon as the finger is 25 pt outside.
private final class EagerControl: Control {
  private var hasSent = false

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    if !hasSent, !bounds.outset(by: 25).contains(touch.location(in: self)) {
      hasSent = true
      sendActions(for: .touchDragExit)
    }
    return true
  }
}

/// A view that may be first responder and does the recorded action.
private final class FirstView: View {
  private(set) var calls = 0

  override class var actions: [Action] { super.actions + [Action("doRecordedAction:", FirstView.doRecordedAction(_:))] }
  override var canBecomeFirstResponder: Bool { true }

  func doRecordedAction(_ sender: Responder) { calls += 1 }
}
