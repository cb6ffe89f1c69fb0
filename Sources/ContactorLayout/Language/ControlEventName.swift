/// The names of the control events, as a layout's `on` writes them (contract 4.1).
public enum ControlEventName {
  /// The events that follow a touch, in ascending bit order.
  public static let touch = [
    "touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter", "touchDragExit",
    "touchUpInside", "touchUpOutside", "touchCancel",
  ]

  /// The events of a text that is edited, in ascending bit order.
  public static let editing = ["editingDidBegin", "editingChanged", "editingDidEnd", "editingDidEndOnExit"]

  /// All control events, in ascending bit order.
  public static let all = touch + ["valueChanged", "primaryActionTriggered", "menuActionTriggered"] + editing
}
