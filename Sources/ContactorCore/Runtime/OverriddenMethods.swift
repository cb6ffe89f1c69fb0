/// Which methods the class of a responder overrides, so that those that nobody overrides need not be called.
struct OverriddenMethods: OptionSet {
  let rawValue: UInt8

  /// The rest was looked up.
  static let known = OverriddenMethods(rawValue: 1 << 0)
  /// `View.hitTest(_:with:)` or `View.point(inside:with:)`: where the view is touched is for it to say.
  static let hitTesting = OverriddenMethods(rawValue: 1 << 1)
  /// `Control.sendAction(_:to:for:)` or `Application.sendAction(_:to:from:for:)`: an action must pass through it.
  static let sendAction = OverriddenMethods(rawValue: 1 << 2)
  /// Not overridden: a view's `next` is its controller or superview.
  static let followsLinks = OverriddenMethods(rawValue: 1 << 3)
}

extension OverriddenMethods {
  static func ofView(_ type: AnyClass) -> OverriddenMethods {
    hitTesting(type).union(Probes.next.map { $0.isOverridden(in: type) } ?? true ? [] : .followsLinks)
  }

  private static func hitTesting(_ type: AnyClass) -> OverriddenMethods {
    guard let hitTest = Probes.hitTest, let pointInside = Probes.pointInside else { return .hitTesting }
    return hitTest.isOverridden(in: type) || pointInside.isOverridden(in: type) ? .hitTesting : []
  }

  static func ofControl(_ type: AnyClass) -> OverriddenMethods {
    guard let probe = Probes.controlSendAction else { return .sendAction }
    return probe.isOverridden(in: type) ? .sendAction : []
  }

  static func ofApplication(_ type: AnyClass) -> OverriddenMethods {
    guard let probe = Probes.applicationSendAction else { return .sendAction }
    return probe.isOverridden(in: type) ? .sendAction : []
  }
}

/// The probes, each made once.
private enum Probes {
  static let hitTest = OverrideProbe(base: View.self, plain: PlainView.self, overriding: HitTestView.self)
  static let pointInside = OverrideProbe(base: View.self, plain: PlainView.self, overriding: PointInsideView.self)
  static let next = OverrideProbe(base: View.self, plain: PlainView.self, overriding: NextView.self)
  static let controlSendAction = OverrideProbe(
    base: Control.self, plain: PlainControl.self, overriding: SendingControl.self)
  static let applicationSendAction = OverrideProbe(
    base: Application.self, plain: PlainApplication.self, overriding: SendingApplication.self)
}

private final class PlainView: View {}

private final class HitTestView: View {
  override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
}

private final class PointInsideView: View {
  override func point(inside point: Point, with event: Event?) -> Bool { false }
}

private final class NextView: View {
  override var next: Responder? { nil }
}

private final class PlainControl: Control {}

private final class SendingControl: Control {
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {}
}

private final class PlainApplication: Application {}

private final class SendingApplication: Application {
  override func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    false
  }
}
