/// What placeholders stand for when an action runs.
public struct PlaceholderValues: Hashable, Sendable {
  /// The control's id.
  public var control: String
  /// The control event's name.
  public var event: String
  /// The control's value; `nil` where it has none.
  ///
  /// A switch has 0 or 1.
  public var value: Double?
  /// The touch's place in the window, in points; `nil` where no touch caused the action.
  public var x: Double?
  /// The touch's place in the window, in points; `nil` where no touch caused the action.
  public var y: Double?

  /// Creates the values of one action.
  public init(control: String, event: String, value: Double? = nil, x: Double? = nil, y: Double? = nil) {
    self.control = control
    self.event = event
    self.value = value
    self.x = x
    self.y = y
  }
}
