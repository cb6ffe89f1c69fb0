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
    remove?()
    remove = nil
  }
}
