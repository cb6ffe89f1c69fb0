import ContactorControls
import ContactorCore

// What the engine's interface is about to change lies here, and only here: observers, timers, durations, closures, the order
// of views. Of the old names only the functions below know.

/// A length of time as properties take it.
typealias Span = Microseconds

extension ValueList where Value == Span {
  /// Lengths of time.
  static let durations = ValueList(
    [100_000, 500_000, 0, 1_000].map { (Span($0), "\($0)") },
    extremes: [(.max, ".max"), (.min, ".min"), (-1, "-1"), (1, "1"), (.max / 2 + 1, ".max / 2 + 1")])
}

extension Domain {
  static let duration = Domain(.durations)
}

extension Arguments {
  func duration(_ position: Int) -> Span { value(position, .durations) }
}

extension Operation {
  static let adapted: [Operation] = observing + timing + closures + durations

  private static let observing: [Operation] = [
    // Each application has one observer; a program without any takes the engine's shorter ways.
    Operation("observeEngine", "$0.observer = $1", [.application, .observerOrNil], weight: 1) {
      $0.the(0, Application.self).observer = $0.maybe(1, ScriptedObserver.self)
    }
  ]

  private static let timing: [Operation] = [
    Operation(
      "schedule", "do { let w = Witness(\"$2\"); $0 = $1.schedule(at: $3) { w.call() } }",
      [Domain(new: .timer), .application, .closure, .moment],
      weight: 4
    ) {
      let witness = $0.closure(2)
      $0.world.put(TimerHolder($0.the(1, Application.self).schedule(at: $0.moment) { witness.call() }), at: $0.name(0))
    },
    Operation("cancelTimer", "$0.cancel($1)", [.application, Domain([.timer])], weight: 2, inside: 5) {
      $0.the(0, Application.self).cancel($0.the(1, TimerHolder.self).token)
    },
    Operation("readTimers", "_ = ($0.nextDeadline, $0.now, $0.firstResponder)", [.application], weight: 1) {
      let application = $0.the(0, Application.self)
      _ = (application.nextDeadline, application.now, application.firstResponder)
    },
  ]

  private static let closures: [Operation] = [
    Operation(
      "addAction", "do { let w = Witness(\"$3\"); $0.addAction($1, for: $2) { _, _ in w.call() } }",
      [.control(), .key, .events, .closure], weight: 8
    ) {
      let witness = $0.closure(3)
      $0.the(0, Control.self).addAction(ActionIdentifier($0.value(1, .keys)), for: $0.value(2, .events)) { _, _ in witness.call() }
    },
    Operation("removeAction", "$0.removeAction($1, for: $2)", [.control(), .key, .events], weight: 2, inside: 6) {
      $0.the(0, Control.self).removeAction(ActionIdentifier($0.value(1, .keys)), for: $0.value(2, .events))
    },
    Operation(
      "gestureAction", "do { let w = Witness(\"$2\"); $0.addAction($1) { _ in w.call() } }", [.recognizer(), .key, .closure], weight: 6
    ) {
      let witness = $0.closure(2)
      $0.the(0, GestureRecognizer.self).addAction(ActionIdentifier($0.value(1, .keys))) { _ in witness.call() }
    },
    Operation("gestureRemoveAction", "$0.removeAction($1)", [.recognizer(), .key], weight: 2, inside: 5) {
      $0.the(0, GestureRecognizer.self).removeAction(ActionIdentifier($0.value(1, .keys)))
    },
    Operation("outset", "$0.trackingOutset = $1", [.control(), .number], weight: 1) {
      $0.the(0, Control.self).trackingOutset = $0.number(1)
    },
  ]

  private static let durations: [Operation] = [
    Operation("tuneTaps", "($0.tuning.tapInterval, $0.tuning.tapDuration) = ($1, $2)", [.application, .duration, .duration], weight: 1) {
      let application = $0.the(0, Application.self)
      (application.tuning.tapInterval, application.tuning.tapDuration) = ($0.duration(1), $0.duration(2))
    },
    Operation(
      "tuneRepeats", "($0.tuning.repeatDelay, $0.tuning.repeatInterval) = ($1, $2)", [.application, .duration, .duration], weight: 1
    ) {
      let application = $0.the(0, Application.self)
      (application.tuning.repeatDelay, application.tuning.repeatInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("tuneLengths", "($0.tuning.tapDistance, $0.tuning.trackingOutset) = ($1, $2)", [.application, .number, .number], weight: 1) {
      let application = $0.the(0, Application.self)
      (application.tuning.tapDistance, application.tuning.trackingOutset) = ($0.number(1), $0.number(2))
    },
    Operation("repeats", "($0.repeatDelay, $0.repeatInterval) = ($1, $2)", [.control(4), .duration, .duration]) {
      let stepper = $0.the(0, Stepper.self)
      (stepper.repeatDelay, stepper.repeatInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("tapTimes", "($0.maximumDuration, $0.maximumInterval) = ($1, $2)", [.recognizer(1), .duration, .duration], weight: 1) {
      let tap = $0.the(0, TapGestureRecognizer.self)
      (tap.maximumDuration, tap.maximumInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("tapHold", "($0.hold, $0.minimumInterval) = ($1, $2)", [.recognizer(1), .duration, .duration], weight: 1) {
      let tap = $0.the(0, TapGestureRecognizer.self)
      (tap.hold, tap.minimumInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("pressTime", "$0.minimumPressDuration = $1", [.recognizer(2), .duration], weight: 1) {
      $0.the(0, LongPressGestureRecognizer.self).minimumPressDuration = $0.duration(1)
    },
    Operation("panVelocity", "($0.velocityHorizon, $0.velocityStopTime) = ($1, $2)", [.recognizer(3), .duration, .duration], weight: 1) {
      let pan = $0.the(0, PanGestureRecognizer.self)
      (pan.velocityHorizon, pan.velocityStopTime) = ($0.duration(1), $0.duration(2))
    },
    Operation("swipeTime", "$0.maximumDuration = $1", [.recognizer(4), .duration], weight: 1) {
      $0.the(0, SwipeGestureRecognizer.self).maximumDuration = $0.duration(1)
    },
    Operation("holdTime", "$0.hold = $1", [.recognizer(9), .duration], weight: 1) {
      $0.the(0, MultiFingerHoldGestureRecognizer.self).hold = $0.duration(1)
    },
    Operation("strokePause", "$0.pauseLimit = $1", [.recognizer(10), .duration], weight: 1) {
      $0.the(0, StrokeGestureRecognizer.self).pauseLimit = $0.duration(1)
    },
  ]
}

extension Callout {
  /// Callouts that views are about to have.
  static let newOfViews: [Callout] = []

  var newMemberOfView: (signature: String, rest: String)? { nil }
}
