extension Window {
  /// A window became the key window of its application.
  public struct DidBecomeKey: TypedNotification {
    /// The window.
    public let sender: Window
  }

  /// A window is the key window no longer.
  public struct DidResignKey: TypedNotification {
    /// The window.
    public let sender: Window
  }

  /// A window became the main window of its application.
  public struct DidBecomeMain: TypedNotification {
    /// The window.
    public let sender: Window
  }

  /// A window is the main window no longer.
  public struct DidResignMain: TypedNotification {
    /// The window.
    public let sender: Window
  }

  /// A window is about to leave its application.
  public struct WillClose: TypedNotification {
    /// The window.
    public let sender: Window
  }

  /// Reads the delegate's optional methods and makes it an observer of the window's notifications (contract 8.1, 8.3).
  func linkDelegate() {
    link.methods = delegate?.windowDelegateMethods ?? []
    observeForDelegate()
  }

  /// Registers the delegate with the application that the window is in now, and with no other.
  func observeForDelegate() {
    link.tokens = []
    guard let hub = owner?.notifications else { return }
    observe(DidBecomeKey.self, .didBecomeKey, hub) { $0.windowDidBecomeKey($1) }
    observe(DidResignKey.self, .didResignKey, hub) { $0.windowDidResignKey($1) }
    observe(DidBecomeMain.self, .didBecomeMain, hub) { $0.windowDidBecomeMain($1) }
    observe(DidResignMain.self, .didResignMain, hub) { $0.windowDidResignMain($1) }
    observe(WillClose.self, .willClose, hub) { $0.windowWillClose($1) }
  }

  private func observe<Notification: TypedNotification>(
    _ type: Notification.Type, _ method: WindowDelegateMethods, _ hub: NotificationHub,
    _ call: @escaping (any WindowDelegate, Window) -> Void
  ) where Notification.Sender == Window {
    guard link.methods.contains(method) else { return }
    link.tokens.append(
      hub.observe(type, from: self) { [weak delegate] notification in
        if let delegate { call(delegate, notification.sender) }
      })
  }
}

extension Application {
  /// An application is about to end.
  public struct WillTerminate: TypedNotification {
    /// The application.
    public let sender: Application
  }

  /// Reads the delegate's optional methods and makes it an observer of the application's notifications (contract 8.1, 8.3).
  func linkDelegate() {
    link = DelegateLink()
    guard let delegate else { return }
    link.methods = delegate.applicationDelegateMethods
    guard link.methods.contains(.willTerminate) else { return }
    link.tokens = [
      notifications.observe(WillTerminate.self, from: self) { [weak delegate] in
        delegate?.applicationWillTerminate($0.sender)
      }
    ]
  }

  /// Posts that the key window changed.
  func keyWindowChanged(from old: Window?) {
    guard old !== keyWindow else { return }
    if let old { notifications.post(Window.DidResignKey(sender: old)) }
    if let keyWindow { notifications.post(Window.DidBecomeKey(sender: keyWindow)) }
  }

  /// Posts that the main window changed.
  func mainWindowChanged(from old: Window?) {
    guard old !== mainWindow else { return }
    if let old { notifications.post(Window.DidResignMain(sender: old)) }
    if let mainWindow { notifications.post(Window.DidBecomeMain(sender: mainWindow)) }
  }
}
