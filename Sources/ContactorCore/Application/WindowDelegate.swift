/// Asked and told about a window (contract 8.2); every method has a default.
public protocol WindowDelegate: AnyObject {
  /// Whether the window may close; true unless implemented.
  func windowShouldClose(_ window: Window) -> Bool
  /// The window is about to close.
  func windowWillClose(_ window: Window)
  /// The frame for the window when it is made as large as useful; the suggested one unless implemented.
  func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect
}

extension WindowDelegate {
  /// Lets the window close.
  public func windowShouldClose(_ window: Window) -> Bool { true }

  /// Does nothing.
  public func windowWillClose(_ window: Window) {}

  /// Takes the suggested frame.
  public func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect { defaultFrame }
}
