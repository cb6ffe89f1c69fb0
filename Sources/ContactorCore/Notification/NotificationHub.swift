/// Something that a sender tells everyone who wants to know: a value of a type of its own (contract 8.3).
///
/// The type's name says whether it will happen or did: `Window.WillClose`, `Window.DidBecomeKey`.
public protocol TypedNotification {
  /// What sends it.
  associatedtype Sender: AnyObject
  /// Who sent it.
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
    /// Whose notifications are wanted; `nil` for everybody's.
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
      guard let entry else { return }
      entry.isActive = false
      self?.remove(entry, key)
    }
  }

  /// Drops an entry; what its closure keeps dies after the list has changed, as a `deinit` may call back.
  private func remove(_ entry: Entry, _ key: ObjectIdentifier) {
    guard let old = entries[key] else { return }
    let rest = old.filter { $0 !== entry }
    entries[key] = rest.isEmpty ? nil : rest
    withExtendedLifetime(old) {}
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

/// Keeps an observer registered: the observer is removed when the token dies, so keep it in a property of the owner.
public final class NotificationToken {
  /// Clears the entry; `nil` once that is done.
  private var remove: (() -> Void)?

  init(_ remove: @escaping () -> Void) {
    self.remove = remove
  }

  deinit {
    remove?()
  }

  /// Removes the observer at once; doing it again does nothing.
  public func cancel() {
    let remove = self.remove
    self.remove = nil
    remove?()
  }
}

/// What a sender remembers of its delegate from the moment it was set (contract 8.1, 8.3).
struct DelegateLink<Methods: OptionSet> {
  /// The optional methods that the delegate has; looked up once.
  var methods: Methods = []
  /// Keeps the delegate registered for the sender's notifications.
  var tokens: [NotificationToken] = []
}
