/// Who sends what a layout binds actions to: what its messages call it, and what it can send and fill in.
struct BindingOwner {
  /// The owner with its article: `a button`.
  let name: String
  /// What it sends, in the order in which messages name it.
  let events: [String]
  /// What that is called.
  let word: String
  /// What its actions can fill in.
  let placeholders: [PlaceholderTemplate.Placeholder]

  /// A control.
  init(_ kind: LayoutKind) {
    name = "a \(kind.noun)"
    events = kind.events
    word = "event"
    placeholders = PlaceholderTemplate.Placeholder.ofControls.filter { $0 != .value || kind.hasValue }
  }

  /// A gesture.
  init(_ kind: LayoutGestureKind) {
    name = kind.nounWithArticle
    events = kind.states
    word = "state"
    placeholders = PlaceholderTemplate.Placeholder.ofGestures + kind.measures
  }
}
