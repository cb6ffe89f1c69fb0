public import ContactorCore

extension Menu {
  /// Whether the menu is open on the screen.
  public final var isOpen: Bool { session != nil }

  /// Shows the menu over the view's window, below a rectangle in the view's own space; moved into the window's bounds.
  ///
  /// The window is covered by a modal one until an item is chosen, a finger touches outside of the menu, escape is pressed, or the view
  /// leaves the window. Keys: the arrows and first letters highlight, return chooses. The delegate is asked first, and the items that come into view are validated.
  ///
  /// - Returns: false if the menu is open already, was closed by its delegate, or if the view is in no window of an application.
  @discardableResult
  public final func popUp(below rect: Rect, in view: View) -> Bool { MenuWindow.open(self, from: rect, in: view) }

  /// Shows the menu with its corner at a point in the view's own space; see `popUp(below:in:)`.
  @discardableResult
  public final func popUp(at point: Point, in view: View) -> Bool { popUp(below: Rect(origin: point, size: .zero), in: view) }

  /// Closes the menu, and the submenus that are open, without a choice; does nothing for a menu that is not open.
  public final func close() { session?.close(self) }

  /// The views of the open menu and its open submenus, the outermost first; empty for a menu that is not open.
  public final var openViews: [MenuView] { session.map { Array($0.levels) } ?? [] }

  // MARK: A finger that opened the menu

  /// Lets the finger that opened the menu choose an item in the same stroke; a point in the window's space.
  final func strokeBegan(at point: Point) { _ = session?.strokeBegan(at: point, in: nil) }

  /// The finger that opened the menu moved.
  final func strokeMoved(to point: Point) { session?.strokeMoved(to: point) }

  /// The finger that opened the menu was lifted.
  final func strokeEnded(at point: Point, with event: Event?) { session?.strokeEnded(at: point, with: event) }

  /// The finger that opened the menu was taken away; returns whether it was down until then.
  @discardableResult
  final func strokeCancelled() -> Bool { session?.strokeCancelled() ?? false }
}
