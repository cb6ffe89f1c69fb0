/// The phase of a contact (contract 2.1).
///
/// Ascending phases are the order of delivery within a frame (2.4).
public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The contact touched down in this frame.
  case began
  /// The contact is down and changed in this frame.
  case moved
  /// The contact is down and did not change in this frame.
  case stationary
  /// The contact was lifted in this frame.
  case ended
  /// The contact was taken away: a palm, a lost device, or a gesture that won.
  case cancelled
}

extension TouchPhase {
  /// Whether the finger is on the panel.
  @inline(__always) var isDown: Bool { rawValue <= TouchPhase.stationary.rawValue }
}

/// A set of phases, iterated in ascending order.
struct PhaseMask: ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  init() {}

  init(arrayLiteral phases: TouchPhase...) {
    for phase in phases { insert(phase) }
  }

  @inline(__always) mutating func insert(_ phase: TouchPhase) { bits |= 1 << phase.rawValue }

  /// Removes and returns the first phase; stationary touches did not change and are left out.
  @inline(__always) mutating func popFirst() -> TouchPhase? {
    bits &= ~(1 << TouchPhase.stationary.rawValue)
    guard bits != 0 else { return nil }
    let phase = TouchPhase(rawValue: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
    bits &= bits - 1
    return phase
  }
}
