public import ContactorCore

/// A plain view that actions show and hide by name: a page, a dialog, a group of controls.
open class ContainerView: View {
  /// The actions that a container takes by name: `show:`, `hide:` and `toggleHidden:`.
  override open class var actions: [Action] { super.actions + visibilityActions }
}

extension View {
  /// The actions `show:`, `hide:` and `toggleHidden:`, for a class's list of actions.
  public static var visibilityActions: [Action] {
    [Action("show:", show(_:)), Action("hide:", hide(_:)), Action("toggleHidden:", toggleHidden(_:))]
  }

  /// Sets `isHidden` to false: the view and its subviews take part in hit-testing again.
  public func show(_ sender: AnyObject) { isHidden = false }

  /// Sets `isHidden` to true: hit-testing leaves out the view and its subviews; touches that began in them go on.
  public func hide(_ sender: AnyObject) { isHidden = true }

  /// Toggles `isHidden`.
  public func toggleHidden(_ sender: AnyObject) { isHidden.toggle() }
}

extension Control {
  /// The actions that every control takes by name, for a class's list: visibility, `enable:`, `disable:`, `toggleEnabled:`.
  public static var availabilityActions: [Action] {
    visibilityActions + [
      Action("enable:", enable(_:)), Action("disable:", disable(_:)), Action("toggleEnabled:", toggleEnabled(_:)),
    ]
  }

  /// Sets `isEnabled` to true.
  public func enable(_ sender: AnyObject) { isEnabled = true }

  /// Sets `isEnabled` to false; a tracked touch is cancelled.
  public func disable(_ sender: AnyObject) { isEnabled = false }

  /// Toggles `isEnabled`.
  public func toggleEnabled(_ sender: AnyObject) { isEnabled.toggle() }
}
