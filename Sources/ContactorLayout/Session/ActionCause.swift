import ContactorCore

/// What made a layout's action run.
struct ActionCause {
  /// The control, or the view of the gesture: where the search for a target starts.
  let sender: Responder
  /// The sender's id: the control's or the gesture's.
  let id: String
  /// The control event's name, or the gesture's state.
  let event: String
  /// What the placeholders stand for.
  let values: PlaceholderValues
  /// The event that is being delivered; `nil` where no touch is behind it.
  let delivered: Event?
  /// Whether a secure view or touch is behind it: nothing of what follows is told.
  let isSecret: Bool
}
