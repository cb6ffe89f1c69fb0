/// Something that goes wrong with panels, to be put into a recording.
public enum Fault: String, Hashable, Sendable, CaseIterable {
  /// The kernel's buffer overflows: frames are lost, and `SYN_DROPPED` says so.
  case dropped
  /// The device goes while contacts are down, and comes back.
  case loss
  /// A contact turns out to be a palm (`MT_TOOL_PALM`).
  case palm
  /// Positions tremble by a hundredth of the axis.
  case jitter
  /// Contacts that nobody made, for a frame or two.
  case ghosts
  /// Slots are numbered otherwise.
  case slots
  /// Tracking ids come to their largest value and begin again.
  case ids
}
