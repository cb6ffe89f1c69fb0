/// Passes notifications from senders to observers: typed, synchronous, in the order of registration (contract 8.3).
///
/// Foundation has the name `NotificationCenter`; this one has another so that both can be imported. Not `Sendable`.
///
/// ```swift
/// token = application.notifications.observe(Window.WillClose.self) { print($0.sender.identifier) }
/// ```
public final class NotificationHub {
  private class Entry {
    /// Whose notifications are wanted; `nil` for everybody's.
    let sender: WeakReference?
    var isActive = true

    init(_ sender: AnyObject?) {
      self.sender = sender.map { WeakReference($0) }
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
  /// Neither the sender nor the token is kept; the observer is removed when the token dies. Capture the owner of the
  /// token weakly in the body.
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
      entry?.isActive = false
      self?.entries[key]?.removeAll { $0 === entry }
    }
  }

  /// Calls the observers, each before this returns.
  ///
  /// One that is added meanwhile is called from the next notification on; one that is removed is not called any more.
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
