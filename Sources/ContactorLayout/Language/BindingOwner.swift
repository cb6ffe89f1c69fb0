/// A control, gesture, mode or policy with bindings, as messages name it: its events and placeholders.
struct BindingOwner {
  /// The owner with its article: `a button`.
  let name: String
  /// The events that the owner sends, in the order of messages.
  let events: [String]
  /// The noun of an event: `event` or `state`.
  let word: String
  /// The placeholders of its actions.
  var placeholders: [PlaceholderTemplate.Placeholder]
  /// Whether it moves in steps that can each trigger an action.
  var hasSteps = false

  /// A control.
  init(_ kind: LayoutKind) {
    name = "a \(kind.noun)"
    events = kind.events
    word = "event"
    placeholders = PlaceholderTemplate.Placeholder.ofControls.filter { $0 != .value || kind.hasValue }
  }

  /// A mode or a policy: nothing is touched.
  init(name: String, events: [String], placeholders: [PlaceholderTemplate.Placeholder] = [.control, .event]) {
    self.name = name
    self.events = events
    word = "state"
    self.placeholders = placeholders
  }

  /// A gesture.
  init(_ kind: LayoutGestureKind) {
    name = kind.nounWithArticle
    events = kind.states
    word = "state"
    hasSteps = kind == .pan || kind == .edgePan
    placeholders = PlaceholderTemplate.Placeholder.ofGestures + kind.measures
  }
}
