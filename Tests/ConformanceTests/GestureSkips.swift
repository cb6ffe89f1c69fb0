extension Skips {
  /// The cases on gestures that are not run.
  static let gestures: [Skip] =
    skips("winobjc", because: "it looks into the books that the source keeps of taps", "coord-multi-tap-bookkeeping")
    + skips(
      "mutter", because: "recognizers have no capture phase: deeper views come first, contract 9.1",
      "unmap-before-points-added")
    + skips(
      "opengestures", because: "velocity is least squares, not mixed with the one before, contract 9.6",
      "velocity-submillisecond")
    + skips(
      "opengestures", because: "a long press that began has no greatest duration, contract 9.2", "duration-max-timer")
    + skips(
      "opengestures", because: "timers are the host's: a deadline is asked for by nextDeadline, contract 1.1",
      "timeout-cleared-by-predicate")
    + skips("opengestures", because: "events are not bound one by one: a touch is an object, contract 2.1", "event-binding")
    + chromium + uno
    + skips(
      "monogame", because: "there is no flick: a swipe is recognized under way, contract 9.2",
      "flick", "flick-too-short", "flick-and-drag")
    + skips(
      "gtk", because: "recognizers have no propagation phases and claim nothing: deeper views come first, contract 9.1",
      "mixed-with-plain-handlers", "early-exit", "early-claim-then-deny", "grab-on-B")
    + skips(
      "compose", because: "recognizers see touches before views do, contract 9.1; the case is about that order", "tap")
    + skips("compose", because: "a tap's finger may leave its view as far as it may move, contract 9.2", "move-out")
    + skips(
      "avalonia", because: "the order of events between two views; the deepest recognizer wins here, contract 9.3",
      "tap-order", "double-tap-order")
    + skips("alexa-apl", because: "what follows the finger and animates back is a view's affair", "swipe-cancels-touch")
    + skips("velocity", because: "no sample here is made up between two others", "aosp-resampled-ignored")

  private static let chromium =
    skips(
      "chromium", because: "its clock stands still while its events' times go on; ours has one time, contract 1.1",
      "fling-cancels-long-press")
    + skips(
      "chromium", because: "a cancel after the touch has ended is no legal stream, contract 10.1", "pending-tap-cancel")
    + skips(
      "chromium", because: "there is no zooming by one finger, contract 9.2", "double-tap-drag-zoom",
      "drag-zoom-second-finger")
    + skips(
      "chromium", because: "a pinch has no least span and no least step once it has begun, contract 9.2",
      "pinch-ends-below-min-span", "pinch-update-threshold")

  private static let uno =
    skips("uno", because: "a pan has no least step once it has begun, contract 9.2", "manip-delta")
    + skips("uno", because: "a gesture begins with movement, not with the second finger", "manip-begins-on-second-finger")
    + skips("uno", because: "a pan follows both axes, contract 9.2", "manip-x-only")
}
