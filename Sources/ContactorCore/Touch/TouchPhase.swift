/// Where a contact is in its life (contract 2.1).
///
/// Its order is the order of delivery within a frame (2.4).
public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The contact came down in this frame.
  case began
  /// The contact is down and changed in this frame.
  case moved
  /// The contact is down and did not change in this frame.
  case stationary
  /// The contact was lifted in this frame.
  case ended
  /// The contact was taken away: palm, lost device, or a gesture that won.
  case cancelled
}

extension TouchPhase {
  /// Whether the finger is on the panel.
  @inline(__always) var isDown: Bool { rawValue <= TouchPhase.stationary.rawValue }
}
