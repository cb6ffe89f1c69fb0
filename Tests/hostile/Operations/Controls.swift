import ContactorControls
import ContactorCore

extension Operation {
  /// What every control has: tracking, the table of targets and actions, sending.
  static let controls: [Operation] = registering + sending + reading

  private static let registering: [Operation] = [
    Operation("addPlain", "$0.addTarget($1, action: TypedAction(\"act\", ^1.plain), for: $2)", [.control(), .target, .events], weight: 4) {
      if let target = $0.maybe(1, ScriptedTarget.self) {
        $0.the(0, Control.self).addTarget(target, action: TypedAction("act", ScriptedTarget.plain), for: $0.value(2, .events))
      } else if let target = $0.maybe(1, ScriptedResponder.self) {
        $0.the(0, Control.self).addTarget(target, action: TypedAction("act", ScriptedResponder.plain), for: $0.value(2, .events))
      }
    },
    Operation(
      "addTaking", "$0.addTarget($1, action: TypedAction(\"act:\", ^1.take(_:)), for: $2)", [.control(), .target, .events], weight: 4
    ) {
      if let target = $0.maybe(1, ScriptedTarget.self) {
        $0.the(0, Control.self).addTarget(target, action: TypedAction("act:", ScriptedTarget.take(_:)), for: $0.value(2, .events))
      } else if let target = $0.maybe(1, ScriptedResponder.self) {
        $0.the(0, Control.self).addTarget(target, action: TypedAction("act:", ScriptedResponder.take(_:)), for: $0.value(2, .events))
      }
    },
    Operation("addByName", "try? $0.addTarget($1, action: $2, for: $3)", [.control(), .anyTargetOrNil, .name, .events], weight: 6) {
      try? $0.the(0, Control.self).addTarget(
        $0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names), for: $0.value(3, .events))
    },
    Operation("removeTarget", "$0.removeTarget($1, action: nil, for: $2)", [.control(), .anyTargetOrNil, .events], weight: 3, inside: 6) {
      $0.the(0, Control.self).removeTarget($0.object(1), action: nil, for: $0.value(2, .events))
    },
    Operation("removeNamed", "$0.removeTarget($1, action: $2, for: $3)", [.control(), .anyTargetOrNil, .name, .events]) {
      $0.the(0, Control.self).removeTarget($0.object(1), action: $0.value(2, .names), for: $0.value(3, .events))
    },
    Operation(
      "addTwice", "for _ in 0..<40 { try? $0?.addTarget($1, action: \"act:\", for: $2) }", [.control(), .target, .events], weight: 1
    ) {
      for _ in 0..<40 {
        try? $0.maybe(0, Control.self)?.addTarget($0.maybe(1, (any ActionTarget).self), action: "act:", for: $0.value(2, .events))
      }
    },
  ]

  private static let sending: [Operation] = [
    Operation("enable", "$0.isEnabled = $1", [.control(), .flag], weight: 3, inside: 6) {
      $0.the(0, Control.self).isEnabled = $0.flag(1)
    },
    Operation("select", "$0.isSelected = $1", [.control(), .flag], weight: 1) { $0.the(0, Control.self).isSelected = $0.flag(1) },
    Operation("highlight", "$0.isHighlighted = $1", [.control(), .flag], weight: 1) {
      $0.the(0, Control.self).isHighlighted = $0.flag(1)
    },
    Operation("sendActions", "$0.sendActions(for: $1)", [.control(), .events], weight: 5) {
      $0.the(0, Control.self).sendActions(for: $0.value(1, .events))
    },
    Operation("sendActionsWith", "$0.sendActions(for: $1, with: $2.event)", [.control(), .events, .application]) {
      $0.the(0, Control.self).sendActions(for: $0.value(1, .events), with: $0.the(2, Application.self).event)
    },
    Operation("sendAction", "$0.sendAction(Action($1), to: $2, for: nil)", [.control(), .name, .anyTargetOrNil]) {
      $0.the(0, Control.self).sendAction(Action($0.value(1, .names)), to: $0.object(2), for: nil)
    },
    Operation("click", "$0.performClick()", [.control("Button")], weight: 3) { $0.the(0, Button.self).performClick() },
  ]

  private static let reading: [Operation] = [
    Operation("readTable", "_ = ($0.allTargets, $0.allControlEvents, $0.duplicateRegistrations.count)", [.control()]) {
      let control = $0.the(0, Control.self)
      _ = (control.allTargets, control.allControlEvents, control.duplicateRegistrations.count)
    },
    Operation("actionsFor", "_ = $0.actions(forTarget: $1, forControlEvent: $2)", [.control(), .anyTargetOrNil, .events], weight: 1) {
      _ = $0.the(0, Control.self).actions(forTarget: $0.object(1), forControlEvent: $0.value(2, .events))
    },
    Operation("enumerate", "do { let w = Witness(\"$1\"); $0.enumerateEventHandlers { _, _, _ in w.call() } }", [.control(), .closure]) {
      let witness = $0.closure(1)
      $0.the(0, Control.self).enumerateEventHandlers { _, _, _ in witness.call() }
    },
    Operation("trackingOutset", "$0.trackingOutset = $1", [.control(), .distance], weight: 1) {
      $0.the(0, Control.self).trackingOutset = $0.value(1, .distances)
    },
    Operation("readState", "_ = $0.state", [.control()], weight: 1) { _ = $0.the(0, Control.self).state },
    Operation("readTracking", "_ = ($0.isTracking, $0.isTouchInside, $0.trackedTouch?.location(in: $0))", [.control()], weight: 1) {
      let control = $0.the(0, Control.self)
      _ = (control.isTracking, control.isTouchInside, control.trackedTouch?.location(in: control))
    },
  ]
}
