import ContactorControls
import ContactorCore

extension Operation {
  /// Observers, timers, and every property that is a length of time.
  static let timing: [Operation] = observing + scheduling + durations

  private static let observing: [Operation] = [
    Operation("addObserver", "$0.addObserver($1)", [.application, .observer]) {
      $0.the(0, Application.self).addObserver($0.the(1, ScriptedObserver.self))
    },
    Operation("removeObserver", "$0.removeObserver($1)", [.application, .observer], weight: 1, inside: 4) {
      $0.the(0, Application.self).removeObserver($0.the(1, ScriptedObserver.self))
    },
  ]

  private static let scheduling: [Operation] = [
    Operation(
      "schedule", "do { let w = Witness(\"$2\"); $0 = $1.schedule(at: $3) { w.call() } }",
      [Domain(new: .timer), .application, .closure, .moment], weight: 4
    ) {
      let witness = $0.closure(2)
      $0.world.put(TimerHolder($0.the(1, Application.self).schedule(at: $0.moment) { witness.call() }), at: $0.name(0))
    },
    Operation(
      "scheduleAfter", "do { let w = Witness(\"$2\"); $0 = $1.schedule(after: $3, every: $4) { w.call() } }",
      [Domain(new: .timer), .application, .closure, .duration, .duration], weight: 4
    ) {
      let witness = $0.closure(2)
      let token = $0.the(1, Application.self).schedule(after: $0.duration(3), every: $0.duration(4)) { witness.call() }
      $0.world.put(TimerHolder(token), at: $0.name(0))
    },
    Operation("cancelTimer", "$0.cancel($1)", [.application, Domain([.timer])], weight: 2, inside: 5) {
      $0.the(0, Application.self).cancel($0.the(1, TimerHolder.self).token)
    },
    Operation("readTimers", "_ = ($0.nextDeadline, $0.now, $0.firstResponder)", [.application], weight: 1) {
      let application = $0.the(0, Application.self)
      _ = (application.nextDeadline, application.now, application.firstResponder)
    },
    Operation("reachDeadline", "if let moment = $0.nextDeadline { $0.advance(to: moment) }", [.application], weight: 3) {
      let application = $0.the(0, Application.self)
      if let moment = application.nextDeadline { application.advance(to: moment) }
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
    Operation(
      "tuneLengths", "($0.tuning.tapDistance, $0.tuning.trackingOutset) = ($1, $2)", [.application, .number, .number], weight: 1
    ) {
      let application = $0.the(0, Application.self)
      (application.tuning.tapDistance, application.tuning.trackingOutset) = ($0.number(1), $0.number(2))
    },
    Operation(
      "tuneDensity", "($0.tuning.pointsPerMillimetre, $0.tuning.visibleAlpha) = ($1, $2)", [.application, .number, .number], weight: 1
    ) {
      let application = $0.the(0, Application.self)
      (application.tuning.pointsPerMillimetre, application.tuning.visibleAlpha) = ($0.number(1), $0.number(2))
    },
    Operation("repeats", "($0.repeatDelay, $0.repeatInterval) = ($1, $2)", [.control("Stepper"), .duration, .duration]) {
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
    Operation("cornerTimes", "($0.maximumDuration, $0.maximumInterval) = ($1, $2)", [.recognizer(8), .duration, .duration], weight: 1) {
      let corners = $0.the(0, CornerSequenceGestureRecognizer.self)
      (corners.maximumDuration, corners.maximumInterval) = ($0.duration(1), $0.duration(2))
    },
    Operation("holdTime", "$0.hold = $1", [.recognizer(9), .duration], weight: 1) {
      $0.the(0, MultiFingerHoldGestureRecognizer.self).hold = $0.duration(1)
    },
    Operation("strokePause", "$0.pauseLimit = $1", [.recognizer(10), .duration], weight: 1) {
      $0.the(0, StrokeGestureRecognizer.self).pauseLimit = $0.duration(1)
    },
  ]
}
