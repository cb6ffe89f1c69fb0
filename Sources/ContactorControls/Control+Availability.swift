public import ContactorCore

extension Control {
  /// What can be sent to every control by name, for a class's list: visibility, `enable:`, `disable:` and `toggleEnabled:`.
  public static var availabilityActions: [Action] {
    visibilityActions + [
      Action("enable:", enable(_:)), Action("disable:", disable(_:)), Action("toggleEnabled:", toggleEnabled(_:)),
    ]
  }

  /// Takes touches again.
  public func enable(_ sender: AnyObject) { isEnabled = true }

  /// Takes no more touches; one that is tracked is cancelled.
  public func disable(_ sender: AnyObject) { isEnabled = false }

  /// Enables what is disabled and disables what is enabled.
  public func toggleEnabled(_ sender: AnyObject) { isEnabled.toggle() }
}
