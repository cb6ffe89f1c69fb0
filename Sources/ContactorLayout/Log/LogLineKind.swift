/// The kinds of lines that a log has.
package enum LogLineKind {
  /// The values of `kind`, in the order of the documentation.
  package static let names = [
    "emit", "mode", "idle", "action", "outcome", "unhandled", "control", "value", "gesture", "touch", "swallowed", "device", "anomaly",
    "forward", "rows", "programs", "wait", "health", "pair", "session", "violation",
  ]
}
