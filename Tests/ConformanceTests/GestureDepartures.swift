extension Departures {
  /// Cases on gestures that the contract departs from.
  static let gestures = [
    Departure(
      id: "kif-real-uikit/edge-pan-needs-edge-flag", line: "9.2",
      reason: "no panel reports that a finger came from beyond the edge: the place where it came down decides",
      ours: "true"),
    Departure(
      id: "flutter/tap-second-overlapping-pointer-ignored", line: "9.2",
      reason: "a tap is made of so many fingers, no more: a second one makes a tap of one finger fail, as in UIKit",
      ours: "0"),
    Departure(
      id: "gecko-apz/long-press-moved", line: "9.2",
      reason: "a long press that moves is changed and ends when it is lifted, as in UIKit", ours: "false"),
    Departure(
      id: "chromium/scroll-fractional", line: "9.2",
      reason: "a translation has both axes, however little it goes along one of them",
      ours: "\(Array(repeating: 0.4, count: 10))"),
    Departure(
      id: "chromium/scroll-begin-hint", line: "9.2",
      reason: "a translation has both axes, however little it goes along one of them", ours: "[11.76, 40.32]"),
    Departure(
      id: "uno/tap", line: "9.1", reason: "a recognizer's location is where the finger was last", ours: "[[27.0, 27.0]]"),
    Departure(
      id: "uno/tap-any-duration", line: "9.1", reason: "a recognizer's location is where the finger was last",
      ours: "[[27.0, 27.0]]"),
    Departure(
      id: "uno/double-tap-on-down", line: "9.1", reason: "a recognizer's location is where the finger was last",
      ours: "[[27.0, 27.0, 1.0], [28.0, 28.0, 2.0]]"),
    Departure(
      id: "avalonia/hold-cancel-second-finger", line: "9.2",
      reason: "touches that come after a long press has begun are none of its", ours: "[\"Started\"]"),
    Departure(
      id: "avalonia/hold-cancel-move", line: "9.2", reason: "a long press that moves is changed, as in UIKit",
      ours: "[\"Started\", \"changed\"]"),
    Departure(
      id: "alexa-apl/target-change-resets", line: "9.1",
      reason: "recognizers of two views know nothing of each other's touches",
      ours: "[\"onSinglePress(left)\", \"onSinglePress(middle)\"]"),
    Departure(
      id: "alexa-apl/target-lost", line: "9.1", reason: "recognizers of two views know nothing of each other's touches",
      ours: "[\"onSinglePress(left)\"]"),
    Departure(
      id: "monogame/disable-then-reenable-before-up", line: "9.1",
      reason: "a recognizer that is turned off breaks off; it sees touches that begin after it is turned on again",
      ours: "[\"FreeDrag\"]"),
  ]
}
