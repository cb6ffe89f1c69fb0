extension Departures {
  // MARK: Taps

  static let taps = [
    Departure(
      id: "flutter/tap-second-overlapping-pointer-ignored", line: "9.2",
      reason: "a tap is made of so many fingers, no more: a second one makes a tap of one finger fail, as in UIKit",
      ours: "onlyPointer: null; tap: 0"),
    Departure(
      id: "uno/tap", line: "9.1", reason: "a recognizer's location is where the finger was last", ours: "tapped: [[27, 27]]"),
    Departure(
      id: "uno/tap-any-duration", line: "9.1", reason: "a recognizer's location is where the finger was last",
      ours: "tapped: [[27, 27]]"),
    Departure(
      id: "uno/double-tap-on-down", line: "9.1", reason: "a recognizer's location is where the finger was last",
      ours: "tapped: [[27, 27, 1], [28, 28, 2]]"),
    Departure(
      id: "alexa-apl/target-change-resets", line: "9.1",
      reason: "recognizers of two views know nothing of each other's touches",
      ours: #"left: 1; order: ["onSinglePress(left)", "onSinglePress(middle)"]"#),
    Departure(
      id: "alexa-apl/target-lost", line: "9.1", reason: "recognizers of two views know nothing of each other's touches",
      ours: #"events: ["onSinglePress(left)"]"#),
    Departure(
      id: "chromium/tap-count-repeat-one", line: "2.3",
      reason: "touches in a row are counted, whether anybody recognizes double taps or not", ours: "tapCounts: [1, 2, 3]"),
    Departure(
      id: "chromium/too-rapid-second-down", line: "9.2",
      reason: "a second tap that comes too soon begins another pair, so that the first is certain to be a single one",
      ours: #"order: ["TAP_DOWN", "TAP_UNCONFIRMED", "TAP", "TAP_DOWN", "TAP_UNCONFIRMED"]"#),
    Departure(
      id: "chromium/pending-tap-cancel", line: "10.1", reason: "a touch that has ended cannot be cancelled",
      ours: #"order: ["TAP_DOWN", "TAP_UNCONFIRMED"]"#),
    Departure(
      id: "compose/move-out", line: "9.2", reason: "a tap's finger may leave its view as far as it may move",
      ours: #"order: ["press", "release"]"#),
    Departure(
      id: "compose/tap", line: "9.3", reason: "a tap that is recognized cancels the view's touches by default",
      ours: #"order: ["press", "cancel", "tap"]"#),
  ]

  // MARK: Presses

  static let presses = [
    Departure(
      id: "gecko-apz/long-press-moved", line: "9.2",
      reason: "a long press that moves is changed and ends when it is lifted, as in UIKit",
      ours: #"absent: []; order: ["LongTap (while down)", "LongTapUp (on up)"]"#),
    Departure(
      id: "avalonia/hold-cancel-second-finger", line: "9.2",
      reason: "touches that come after a long press has begun are none of its", ours: #"holding: ["Started"]"#),
    Departure(
      id: "avalonia/hold-cancel-move", line: "9.2", reason: "a long press that moves is changed, as in UIKit",
      ours: #"holding: ["Started", "changed"]"#),
    Departure(
      id: "chromium/fling-cancels-long-press", line: "1.1",
      reason: "the source's clock stands still while its events' times go on; ours has one time, at which the press is due",
      ours: "absent: []"),
    Departure(
      id: "opengestures/duration-max-timer", line: "9.2",
      reason: "a long press that began has no greatest duration: the only deadline is the least", ours: "timerAt: 5000"),
  ]

  // MARK: Movements

  static let movements = [
    Departure(
      id: "kif-real-uikit/edge-pan-needs-edge-flag", line: "9.2",
      reason: "no panel reports that a finger came from beyond the edge: the place where it came down decides",
      ours: "recognized: true"),
    Departure(
      id: "chromium/scroll-fractional", line: "9.2",
      reason: "a translation has both axes, however little it goes along one of them",
      ours: #"eachOfLast10: {"scroll_x": 0.4, "scroll_y": "between 5 and 6"}"#),
    Departure(
      id: "chromium/scroll-begin-hint", line: "9.2",
      reason: "a translation has both axes, however little it goes along one of them", ours: "scrollBeginHint: [11.76, 40.32]"),
    Departure(
      id: "chromium/double-tap-drag-zoom", line: "9.2", reason: "there is no zooming by one finger",
      ours: """
        order: ["TAP_DOWN", "TAP_UNCONFIRMED", "TAP_DOWN", "TAP", "SCROLL_BEGIN", "SCROLL_UPDATE", "SCROLL_END"]
        """),
    Departure(
      id: "chromium/drag-zoom-second-finger", line: "9.2", reason: "there is no zooming by one finger",
      ours: "afterMove: []; onSecondFinger: null"),
    Departure(
      id: "chromium/pinch-ends-below-min-span", line: "9.2",
      reason: "a pinch that has begun goes on until a finger is lifted, however close together the fingers are",
      ours: #"atIndex3: ["SCROLL_UPDATE", "PINCH_UPDATE scale<1"]"#),
    Departure(
      id: "chromium/pinch-update-threshold", line: "9.2", reason: "a pinch has no least step once it has begun",
      ours: #"pinchUpdateAtIndex: {"2": true, "3": true, "4": true}"#),
    Departure(
      id: "uno/manip-delta", line: "9.2", reason: "a pan has no least step once it has begun",
      ours: "cumulative: [[16, 0], [32, 0], [33, 0]]; deltas: [[16, 0], [16, 0], [1, 0]]"),
    Departure(
      id: "uno/manip-begins-on-second-finger", line: "9.2",
      reason: "a gesture begins with movement, not with the second finger", ours: #"order: ["starting"]"#),
    Departure(
      id: "uno/manip-x-only", line: "9.2", reason: "a pan follows both axes",
      ours: "deltas: [[0, 16], [16, 0], [0, 16], [16, 0]]; endCumulative: [33, 33]"),
    Departure(
      id: "monogame/disable-then-reenable-before-up", line: "9.1",
      reason: "a recognizer that is turned off breaks off; it sees touches that begin after it is turned on again",
      ours: #"gestures: ["FreeDrag"]"#),
    Departure(
      id: "monogame/horizontal-drag", line: "9.2",
      reason: "a translation has both axes and counts from where the finger came down; the end has a place, too",
      ours: #"gestures: [["HorizontalDrag", 240, 196, {"delta": [40, -4]}], ["DragComplete", 240, 196]]"#),
    Departure(
      id: "monogame/flick", line: "9.2", reason: "a swipe is recognized under way, where the fingers are",
      ours: #"gestures: [["Flick", 260, 200]]"#),
    Departure(
      id: "monogame/flick-and-drag", line: "9.2", reason: "a swipe is recognized under way, not when the finger is lifted",
      ours: #"gestures: ["FreeDrag", "Flick", "FreeDrag", "FreeDrag", "DragComplete"]"#),
    Departure(
      id: "opengestures/velocity-submillisecond", line: "9.6",
      reason: "velocity is least squares, not mixed with the one before", ours: "velocity: [40000, 0]"),
  ]

  // MARK: Who hears of what

  private static let deepest = "recognizers have no capture phase: all hear of touches before views, those of deeper views first"

  static let orders = [
    Departure(
      id: "gtk/mixed-with-plain-handlers", line: "9.1", reason: deepest,
      ours: """
        order: ["c1", "c2", "c3", "b1", "b2", "b3", "a1", "a2", "a3", "plain C", "plain B", "plain A"]
        """),
    Departure(
      id: "gtk/early-exit", line: "9.1", reason: deepest,
      ours: #"order: ["c1", "c2", "c3", "b1", "b3", "a1", "a3", "plain C", "plain B"]"#),
    Departure(
      id: "gtk/early-claim-then-deny", line: "9.3",
      reason: "a recognizer that begins prevents the others of the touch, and none comes back when it is broken off",
      ours: #"orderOnDeny: ["b1=denied"]; orderOnPress: ["c1", "c1=claimed"]"#),
    Departure(
      id: "gtk/grab-on-B", line: "9.3", reason: "there are no grabs, and the recognizer that began has prevented the others",
      ours: #"orderOnGrab: []; orderOnMotion: ["c2 updated"]"#),
    Departure(
      id: "avalonia/tap-order", line: "9.3",
      reason: "recognizers hear of touches before views, and of two the deeper one wins",
      ours: #"order: ["bp", "dp", "bt", "br", "dr"]"#),
    Departure(
      id: "avalonia/double-tap-order", line: "9.3",
      reason: "recognizers hear of touches before views, and of two the deeper one wins",
      ours: #"order: ["bp", "dp", "bt", "br", "dr", "bp", "dp", "bdt"]"#),
    Departure(
      id: "mutter/unmap-before-points-added", line: "9.1", reason: deepest,
      ours: #"g2: "POSSIBLE then CANCELLED then WAITING""#),
    Departure(
      id: "mutter/cancel-stays-until-all-points-up", line: "9.1",
      reason: "a touch that comes after the decision is none of the recognizer's, though it waits for that one, too",
      ours: "nPoints: [0, 1, 1, 1, 0, 0]"),
    Departure(
      id: "opengestures/event-binding", line: "2.1",
      reason: "a touch is an object from its beginning to its end: it is told of both, and lives on where it came down",
      ours: "boundAfter: [2, 3]; keptEvents: [2, 3, 4]"),
  ]
}
