public import ContactorCore

/// A plain view that can be shown and hidden by name: a page, a dialog, a group of controls.
open class Pane: View {
  /// `show:`, `hide:` and `toggleHidden:`.
  override open class var actions: [Action] { super.actions + visibilityActions }
}
