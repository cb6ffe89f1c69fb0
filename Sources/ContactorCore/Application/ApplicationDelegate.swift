/// Asked and told about an application (contract 8.2); every method has a default.
///
/// A delegate that is a responder is the end of the chain (contract 3.2).
public protocol ApplicationDelegate: AnyObject {
  /// Whether the application may end: now, not, or when `reply(toShouldTerminate:)` says so.
  func applicationShouldTerminate(_ application: Application) -> TerminationReply
  /// The application is about to end.
  func applicationWillTerminate(_ application: Application)
}

/// A delegate's answer to whether the application may end.
public enum TerminationReply: Hashable, Sendable {
  /// It ends now.
  case now
  /// It goes on.
  case cancel
  /// `Application.reply(toShouldTerminate:)` will say.
  case later
}

extension ApplicationDelegate {
  /// Lets the application end.
  public func applicationShouldTerminate(_ application: Application) -> TerminationReply { .now }

  /// Does nothing.
  public func applicationWillTerminate(_ application: Application) {}
}
