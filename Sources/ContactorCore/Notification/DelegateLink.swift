/// What a sender remembers of its delegate from the moment it was set (contract 8.1, 8.3).
struct DelegateLink<Methods: OptionSet> {
  /// The optional methods that the delegate has; looked up once.
  var methods: Methods = []
  /// Keeps the delegate registered for the sender's notifications.
  var tokens: [NotificationToken] = []
}
