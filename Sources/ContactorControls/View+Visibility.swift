public import ContactorCore

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
