extension Application {
  /// An application is about to end.
  public struct WillTerminate: TypedNotification {
    /// The application.
    public let sender: Application
  }

  /// Looks up what the delegate has and makes it the observer of what the application tells (contract 8.1, 8.3).
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

  /// Tells that another window is key.
  func keyWindowChanged(from old: Window?) {
    guard old !== keyWindow else { return }
    if let old { notifications.post(Window.DidResignKey(sender: old)) }
    if let keyWindow { notifications.post(Window.DidBecomeKey(sender: keyWindow)) }
  }

  /// Tells that another window is main.
  func mainWindowChanged(from old: Window?) {
    guard old !== mainWindow else { return }
    if let old { notifications.post(Window.DidResignMain(sender: old)) }
    if let mainWindow { notifications.post(Window.DidBecomeMain(sender: mainWindow)) }
  }
}
