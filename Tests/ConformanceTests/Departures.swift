/// Cases that the contract departs from; each is checked to depart as it says.
enum Departures {
  static let all =
    gestures + [
      Departure(
        id: "uikit-facts/remove-ignores-action", line: "5.3",
        reason: "one sentence of Apple's reference says that removal ignores the action; everyone honours it",
        ours: "[0, 1]"),
      Departure(
        id: "gnustep/responder-first-defaults", line: "3.4",
        reason: "becoming first needs canBecomeFirstResponder and a window, which a bare responder has not",
        ours: "[false, false, true]"),
      Departure(
        id: "gnustep/nil-target-order", line: "6.3",
        reason: "there are no documents, and the application's delegate is the end of its chain",
        ours: "\(nilTargetOrder)"),
      Departure(
        id: "cappuccino/target-explicit-returned-unchecked", line: "6.2",
        reason: "an explicit target that does not do the action is not the answer: AppKit and GNUstep say so, too",
        ours: "nil"),
    ]

  private static let nilTargetOrder = [
    "K.firstResponder", "...its nextResponder chain up to K", "K", "K.delegate", "M.firstResponder", "...chain", "M",
    "M.delegate", "NSApp", "NSApp.delegate",
  ]
}
