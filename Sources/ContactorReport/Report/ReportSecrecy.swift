import ContactorCore
import ContactorLayout

/// Knows what nobody may read off a report: what is done in views with `secure: true`, and in those inside them.
struct ReportSecrecy {
  /// What stands in place of every name that would tell.
  static let name = "(secure)"

  private var secure: SecureTouches
  /// When such a view last sent something: what follows from it at that moment would tell it, too.
  private var moment: Timestamp?

  init(_ layout: Layout?) { secure = SecureTouches(layout) }

  /// Whether a touch that begins is in such a view; it is remembered then.
  mutating func isSecret(_ touch: Touch) -> Bool { secure.admit(touch) }

  /// Whether one of the touches is in such a view.
  func isAnySecret(_ ids: [TouchID]) -> Bool { secure.containsAny(ids) }

  /// The name of a control that sends something now.
  mutating func name(of control: String, at time: Timestamp) -> String {
    if secure.covers(control) { moment = time }
    return moment == time ? Self.name : control
  }

  /// Whether an action is such a view's, or follows from what one has just sent.
  func covers(_ sender: String, at time: Timestamp) -> Bool { moment == time || secure.covers(sender) }

  /// Whether such a view has sent something at a moment.
  func isSecret(at time: Timestamp) -> Bool { moment == time }
}
