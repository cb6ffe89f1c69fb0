/// Where an action without a target is looked for, as the sources disagree (contract 6.3).
public enum ActionSearchPolicy: Hashable, Sendable, CaseIterable {
  /// From the sender up its chain.
  case sender
  /// From the key window's first responder up its chain, then from the sender up: UIKit's reference.
  case firstResponder
  /// AppKit's: the key window's first responder chain, the key window, its delegate; the same of the main window (or of
  /// the modal one in its place) if it is another; the application, its delegate.
  case keyAndMainWindow
}
