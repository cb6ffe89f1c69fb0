/// A case that we do not follow, because the contract says otherwise.
struct Departure: Sendable {
  let id: String
  /// The contract's line.
  let line: String
  let reason: String
  /// What we do instead, as the check's `Mismatch` tells it: so a departure is checked, too.
  let ours: String
}

/// Cases that the contract departs from; each runs and is checked to depart as it says.
///
/// Those on gestures are in extensions by kind.
enum Departures {
  static let all = responders + tables + taps + presses + movements + orders

  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  // MARK: Responders and targets

  private static let responders = [
    Departure(
      id: "gnustep/responder-first-defaults", line: "3.4",
      reason: "becoming first needs canBecomeFirstResponder and a window, which a bare responder has not",
      ours: "becomeFirstResponder(): false"),
    Departure(
      id: "gnustep/nil-target-order", line: "6.3",
      reason: "there are no documents, and the application's delegate is the end of its chain",
      ours: """
        order: ["K.firstResponder", "...its nextResponder chain up to K", "K", "K.delegate", "M.firstResponder", "...chain", \
        "M", "M.delegate", "NSApp", "NSApp.delegate"]
        """),
    Departure(
      id: "cocotron/nil-target-order", line: "6.3", reason: "there are no documents",
      ours: """
        order: ["key window first responder chain (+window, delegate, controller)", \
        "main window likewise (only if different)", "NSApp", "NSApp.delegate"]
        """),
    Departure(
      id: "cocotron/explicit-target-falls-back", line: "6.1",
      reason: "only an action without a target is searched for: one whose target does not do it is nobody's",
      ours: "handledBy: null"),
    Departure(
      id: "cappuccino/target-explicit-returned-unchecked", line: "6.2",
      reason: "an explicit target that does not do the action is not the answer: AppKit and GNUstep say so, too",
      ours: "target: null"),
  ]

  private static let tables = [
    Departure(
      id: "uikit-facts/remove-ignores-action", line: "5.3",
      reason: "one sentence of Apple's reference says that removal ignores the action; everyone honours it",
      ours: #"docSays: {"A.a1": 0, "A.a2": 1}"#)
  ]
}
