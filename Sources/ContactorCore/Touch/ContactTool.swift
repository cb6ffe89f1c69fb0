/// What touches the panel (`ABS_MT_TOOL_TYPE`).
public enum ContactTool: UInt8, Hashable, Sendable {
  /// `MT_TOOL_FINGER`, also for panels that do not say.
  case finger
  /// `MT_TOOL_PEN`.
  case pen
  /// `MT_TOOL_PALM`: the contact is cancelled (contract 1.6).
  case palm
}
