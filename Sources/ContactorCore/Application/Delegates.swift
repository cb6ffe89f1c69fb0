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

/// An object that is asked and notified about a window (contract 8.1, 8.2); every method has a default, and a window holds its delegate
/// weakly.
///
/// The methods in the past and future tense are called as an observer of the window's notifications.
public protocol WindowDelegate: AnyObject {
  /// The optional methods that the delegate implements; all by default.
  ///
  /// Read once, when the delegate is set.
  var windowDelegateMethods: WindowDelegateMethods { get }
  /// Whether the window may close; true by default.
  func windowShouldClose(_ window: Window) -> Bool
  /// The window is about to close.
  func windowWillClose(_ window: Window)
  /// The window's frame when it is made as large as useful; the suggested frame by default.
  func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect
  /// Whether the window may take the frame that `zoom(in:)` found; true by default.
  func windowShouldZoom(_ window: Window, toFrame frame: Rect) -> Bool
  /// The window became the key window.
  func windowDidBecomeKey(_ window: Window)
  /// The window is the key window no longer.
  func windowDidResignKey(_ window: Window)
  /// The window became the main window.
  func windowDidBecomeMain(_ window: Window)
  /// The window is the main window no longer.
  func windowDidResignMain(_ window: Window)
}

/// The optional methods of a window's delegate.
public struct WindowDelegateMethods: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// `windowShouldClose(_:)`.
  public static let shouldClose = WindowDelegateMethods(rawValue: 1 << 0)
  /// `windowWillClose(_:)`.
  public static let willClose = WindowDelegateMethods(rawValue: 1 << 1)
  /// `windowWillUseStandardFrame(_:defaultFrame:)`.
  public static let willUseStandardFrame = WindowDelegateMethods(rawValue: 1 << 2)
  /// `windowShouldZoom(_:toFrame:)`.
  public static let shouldZoom = WindowDelegateMethods(rawValue: 1 << 3)
  /// `windowDidBecomeKey(_:)`.
  public static let didBecomeKey = WindowDelegateMethods(rawValue: 1 << 4)
  /// `windowDidResignKey(_:)`.
  public static let didResignKey = WindowDelegateMethods(rawValue: 1 << 5)
  /// `windowDidBecomeMain(_:)`.
  public static let didBecomeMain = WindowDelegateMethods(rawValue: 1 << 6)
  /// `windowDidResignMain(_:)`.
  public static let didResignMain = WindowDelegateMethods(rawValue: 1 << 7)
  /// Every method.
  public static let all = WindowDelegateMethods(rawValue: 0xFF)
}

extension WindowDelegate {
  /// All methods: a method that is not implemented costs a call of its default.
  public var windowDelegateMethods: WindowDelegateMethods { .all }

  /// Lets the window close.
  public func windowShouldClose(_ window: Window) -> Bool { true }

  /// Does nothing.
  public func windowWillClose(_ window: Window) {}

  /// Takes the suggested frame.
  public func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect { defaultFrame }

  /// Lets the window take the frame.
  public func windowShouldZoom(_ window: Window, toFrame frame: Rect) -> Bool { true }

  /// Does nothing.
  public func windowDidBecomeKey(_ window: Window) {}

  /// Does nothing.
  public func windowDidResignKey(_ window: Window) {}

  /// Does nothing.
  public func windowDidBecomeMain(_ window: Window) {}

  /// Does nothing.
  public func windowDidResignMain(_ window: Window) {}
}
