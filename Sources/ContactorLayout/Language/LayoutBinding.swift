/// One control event of a view and what it does.
public struct LayoutBinding: Hashable, Sendable {
  /// The control event's name, one of `ControlEventName.all`.
  public var event: String
  /// What to do, in order; never empty.
  public var actions: [LayoutAction]
  /// Where the event's name stands.
  public var mark: LayoutMark

  /// Creates a binding.
  public init(event: String, actions: [LayoutAction], mark: LayoutMark = .file) {
    self.event = event
    self.actions = actions
    self.mark = mark
  }
}
