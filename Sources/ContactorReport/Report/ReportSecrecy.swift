import ContactorCore
import ContactorLayout

/// Knows what nobody may read off a report: what is done in views with `secure: true`, and in those inside them.
struct ReportSecrecy {
  /// What stands in place of every name that would tell.
  static let name = "(secure)"

  private var ids: Set<String> = []
  private var touches: Set<TouchID> = []
  /// When such a view last sent something: what follows from it at that moment would tell it, too.
  private var moment: Timestamp?

  init(_ layout: Layout?) {
    for window in layout?.windows ?? [] {
      for view in window.views { add(view, isInside: false) }
    }
  }

  private mutating func add(_ view: LayoutView, isInside: Bool) {
    let isInside = isInside || view.isSecure
    if isInside { ids.insert(view.id) }
    for inner in view.subviews { add(inner, isInside: isInside) }
  }

  /// Whether a touch that begins is in such a view; it is remembered then.
  mutating func isSecret(_ touch: Touch) -> Bool {
    guard !ids.isEmpty, let view = touch.view?.identifier, ids.contains(view) else { return false }
    touches.insert(touch.id)
    return true
  }

  /// Whether one of the touches is in such a view.
  func isAnySecret(_ ids: [TouchID]) -> Bool { !touches.isEmpty && ids.contains { touches.contains($0) } }

  /// The name of a control that sends something now.
  mutating func name(of control: String, at time: Timestamp) -> String {
    if ids.contains(control) { moment = time }
    return moment == time ? Self.name : control
  }

  /// Whether an action is such a view's, or follows from what one has just sent.
  func covers(_ sender: String, at time: Timestamp) -> Bool { moment == time || ids.contains(sender) }
}
