/// Which kinds of lines a layout wants in the log; all of them where it does not say.
///
/// Devices, anomalies and `emit` lines are always there. Without touches a log does not replay.
public struct LayoutLog: Hashable, Sendable {
  /// Whether touches are logged.
  public var touch = true
  /// Whether control events are logged.
  public var control = true
  /// Whether actions are logged, and those that nobody does.
  public var action = true
  /// Whether gestures are logged.
  public var gesture = true

  /// Creates settings that log everything.
  public init() {}
}
