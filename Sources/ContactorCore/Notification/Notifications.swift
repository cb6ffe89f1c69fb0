/// A notification from a sender to all observers that registered for its type (contract 8.3).
///
/// The type's name says whether the event will happen or did: `Window.WillClose`, `Window.DidBecomeKey`.
public protocol TypedNotification {
  /// The type of the object that sends it.
  associatedtype Sender: AnyObject
  /// The object that sent it.
  var sender: Sender { get }
}

/// Passes notifications from senders to observers: typed, synchronous, in the order of registration (contract 8.3).
///
/// Foundation has the name `NotificationCenter`; this one has another so that both can be imported. Not `Sendable`.
///
/// ```swift
/// token = application.notifications.observe(Window.WillClose.self) { print($0.sender.identifier) }
/// ```
public final class NotificationHub {
  private class Entry {
    /// The sender whose notifications are wanted; `nil` for every sender.
    let sender: Weak<AnyObject>?
    var isActive = true

    init(_ sender: AnyObject?) {
      self.sender = sender.map { Weak($0) }
    }
  }

  private final class TypedEntry<Notification: TypedNotification>: Entry {
    let body: (Notification) -> Void

    init(_ sender: AnyObject?, _ body: @escaping (Notification) -> Void) {
      self.body = body
      super.init(sender)
    }
  }

  private var entries: [ObjectIdentifier: [Entry]] = [:]

  /// Creates a hub without observers.
  public init() {}

  /// Registers an observer of a type of notification, from one sender or, for `nil`, from all.
  ///
  /// The sender and the token are held weakly; the observer is removed when the token is deallocated. Capture the owner of the token
  /// weakly in the body.
  ///
  /// - Complexity: O(1).
  public func observe<Notification: TypedNotification>(
    _ type: Notification.Type, from sender: Notification.Sender? = nil,
    _ body: @escaping (Notification) -> Void
  ) -> NotificationToken {
    let key = ObjectIdentifier(type)
    let entry = TypedEntry(sender, body)
    entries[key, default: []].append(entry)
    return NotificationToken { [weak self, weak entry] in
      guard let entry else { return }
      entry.isActive = false
      self?.remove(entry, key)
    }
  }

  /// Removes an entry; the objects that its closure retains are released after the list has changed, as a `deinit` may call back.
  private func remove(_ entry: Entry, _ key: ObjectIdentifier) {
    guard let old = entries[key] else { return }
    let rest = old.filter { $0 !== entry }
    entries[key] = rest.isEmpty ? nil : rest
    withExtendedLifetime(old) {}
  }

  /// Calls the observers synchronously.
  ///
  /// An observer added meanwhile is called from the next notification on; an observer removed meanwhile is no longer called.
  ///
  /// - Complexity: O(observers of the type).
  public func post<Notification: TypedNotification>(_ notification: Notification) {
    guard let waiting = entries[ObjectIdentifier(Notification.self)] else { return }
    for entry in waiting where entry.isActive {
      if let wanted = entry.sender, wanted.object !== notification.sender { continue }
      (entry as? TypedEntry<Notification>)?.body(notification)
    }
  }
}

/// Keeps an observer registered: the observer is removed when the token is deallocated, so store it in a property of the owner.
public final class NotificationToken {
  /// Removes the entry; `nil` once that is done.
  private var remove: (() -> Void)?

  init(_ remove: @escaping () -> Void) {
    self.remove = remove
  }

  deinit {
    remove?()
  }

  /// Removes the observer at once; a second call does nothing.
  public func cancel() {
    let remove = self.remove
    self.remove = nil
    remove?()
  }
}

/// A delegate's optional methods and its registrations, read when the delegate is set (contract 8.1, 8.3).
struct DelegateLink<Methods: OptionSet> {
  /// The optional methods that the delegate implements.
  var methods: Methods = []
  /// Keep the delegate registered for the sender's notifications.
  var tokens: [NotificationToken] = []
}

// MARK: - Notifications of windows and applications

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
    if let told = toldKeyWindow, told !== keyWindow {
      toldKeyWindow = nil
      notifications.post(Window.DidResignKey(sender: told))
    }
    // An observer may have made another window the key window, and that was posted then.
    if let keyWindow, toldKeyWindow !== keyWindow {
      toldKeyWindow = keyWindow
      notifications.post(Window.DidBecomeKey(sender: keyWindow))
    }
  }

  /// Posts that the main window changed.
  func mainWindowChanged(from old: Window?) {
    guard old !== mainWindow else { return }
    if let told = toldMainWindow, told !== mainWindow {
      toldMainWindow = nil
      notifications.post(Window.DidResignMain(sender: told))
    }
    if let mainWindow, toldMainWindow !== mainWindow {
      toldMainWindow = mainWindow
      notifications.post(Window.DidBecomeMain(sender: mainWindow))
    }
  }
}
