public import ContactorCore

/// A plain view that can be shown and hidden by name: a page, a dialog, a group of controls.
open class ContainerView: View {
  /// What can be sent to a container by name: `show:`, `hide:` and `toggleHidden:`.
  override open class var actions: [Action] { super.actions + visibilityActions }
}

extension View {
  /// `show:`, `hide:` and `toggleHidden:`, for a class's list of actions.
  public static var visibilityActions: [Action] {
    [Action("show:", show(_:)), Action("hide:", hide(_:)), Action("toggleHidden:", toggleHidden(_:))]
  }

  /// Takes part in hit-testing again, with all that is inside.
  public func show(_ sender: AnyObject) { isHidden = false }

  /// Is left out of hit-testing, with all that is inside; touches that began in it go on.
  public func hide(_ sender: AnyObject) { isHidden = true }

  /// Shows what is hidden and hides what is shown.
  public func toggleHidden(_ sender: AnyObject) { isHidden.toggle() }
}

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
