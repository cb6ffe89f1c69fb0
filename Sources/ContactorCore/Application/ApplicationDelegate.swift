/// An object that is asked and notified about an application (contract 8.1, 8.2); every method has a default, and an application
/// holds its delegate weakly.
///
/// A delegate that is a responder is the end of the chain (contract 3.2).
public protocol ApplicationDelegate: AnyObject {
  /// The optional methods that the delegate implements; all by default.
  ///
  /// Read once, when the delegate is set.
  var applicationDelegateMethods: ApplicationDelegateMethods { get }
  /// Whether the application may end: now, not at all, or when `reply(toShouldTerminate:)` agrees.
  func applicationShouldTerminate(_ application: Application) -> TerminationReply
  /// The application is about to end; called as an observer of `Application.WillTerminate`.
  func applicationWillTerminate(_ application: Application)
}

/// The optional methods of an application's delegate.
public struct ApplicationDelegateMethods: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// `applicationShouldTerminate(_:)`.
  public static let shouldTerminate = ApplicationDelegateMethods(rawValue: 1 << 0)
  /// `applicationWillTerminate(_:)`.
  public static let willTerminate = ApplicationDelegateMethods(rawValue: 1 << 1)
  /// Every method.
  public static let all = ApplicationDelegateMethods(rawValue: 0b11)
}

/// A delegate's answer to whether the application may end.
public enum TerminationReply: Hashable, Sendable {
  /// The application ends now.
  case now
  /// The application goes on.
  case cancel
  /// `Application.reply(toShouldTerminate:)` will give the answer.
  case later
}

extension ApplicationDelegate {
  /// All methods: a method that is not implemented costs a call of its default.
  public var applicationDelegateMethods: ApplicationDelegateMethods { .all }

  /// Lets the application end.
  public func applicationShouldTerminate(_ application: Application) -> TerminationReply { .now }

  /// Does nothing.
  public func applicationWillTerminate(_ application: Application) {}
}
