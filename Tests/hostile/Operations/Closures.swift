import ContactorControls
import ContactorCore

extension Operation {
  /// Closures of controls, recognizers and views: what each captures dies with it, and may call back then.
  static let closures: [Operation] = ofControls + ofRecognizers + ofViews

  private static let ofControls: [Operation] = [
    Operation(
      "addAction", "do { let w = Witness(\"$3\"); $0.addAction($1, for: $2) { _, _ in w.call() } }",
      [.control(), .key, .events, .closure], weight: 6
    ) {
      let witness = $0.closure(3)
      $0.the(0, Control.self).addAction(ActionIdentifier($0.value(1, .keys)), for: $0.value(2, .events)) { _, _ in witness.call() }
    },
    Operation("removeAction", "$0.removeAction(identifiedBy: $1, for: $2)", [.control(), .key, .events], weight: 2, inside: 6) {
      $0.the(0, Control.self).removeAction(identifiedBy: ActionIdentifier($0.value(1, .keys)), for: $0.value(2, .events))
    },
    Operation(
      "on", "do { let w = Witness(\"$3\"); $0 = $1.on($2) { _ in w.call() } }", [Domain(new: .action), .control(), .events, .closure],
      weight: 6
    ) {
      let witness = $0.closure(3)
      $0.world.put(ActionHolder($0.the(1, Control.self).on($0.value(2, .events)) { _ in witness.call() }), at: $0.name(0))
    },
    Operation("cancelAction", "$0.cancel()", [Domain([.action])], weight: 2, inside: 8) { $0.the(0, ActionHolder.self).token.cancel() },
  ]

  private static let ofRecognizers: [Operation] = [
    Operation(
      "gestureAction", "do { let w = Witness(\"$2\"); $0.addAction($1) { _ in w.call() } }", [.recognizer(), .key, .closure], weight: 5
    ) {
      let witness = $0.closure(2)
      $0.the(0, GestureRecognizer.self).addAction(ActionIdentifier($0.value(1, .keys))) { _ in witness.call() }
    },
    Operation("gestureRemoveAction", "$0.removeAction(identifiedBy: $1)", [.recognizer(), .key], weight: 2, inside: 5) {
      $0.the(0, GestureRecognizer.self).removeAction(identifiedBy: ActionIdentifier($0.value(1, .keys)))
    },
    Operation(
      "gestureOn", "do { let w = Witness(\"$2\"); $0 = $1.on { _ in w.call() } }", [Domain(new: .action), .recognizer(), .closure],
      weight: 5
    ) {
      let witness = $0.closure(2)
      $0.world.put(ActionHolder($0.the(1, GestureRecognizer.self).on { _ in witness.call() }), at: $0.name(0))
    },
  ]

  private static let ofViews: [Operation] = [
    Operation("onChange", "do { let w = Witness(\"$1\"); $0.onChange = { _, _ in w.call() } }", [.anyView, .closure], weight: 3) {
      let witness = $0.closure(1)
      $0.the(0, View.self).onChange = { _, _ in witness.call() }
    },
    Operation("noChange", "$0.onChange = nil", [.anyView], weight: 1, inside: 5) { $0.the(0, View.self).onChange = nil },
    Operation("changed", "$0.changed([.frame, .value])", [.anyView], weight: 1) { $0.the(0, View.self).changed([.frame, .value]) },
  ]
}
