/// Who sends what a layout binds actions to: what its messages call it, and what it can send and fill in.
struct BindingOwner {
  /// The owner with its article: `a button`.
  let name: String
  /// What it sends, in the order in which messages name it.
  let events: [String]
  /// What there is to send at all, by this owner or another.
  let allEvents: [String]
  /// What its actions can fill in.
  let placeholders: [PlaceholderTemplate.Placeholder]

  /// A control.
  init(_ kind: LayoutKind) {
    name = "a \(kind.noun)"
    events = kind.events
    allEvents = ControlEventName.all
    placeholders = PlaceholderTemplate.Placeholder.ofControls.filter { $0 != .value || kind.hasValue }
  }
}
