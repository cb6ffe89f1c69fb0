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

/// A set of phases, gone through in ascending order.
struct PhaseMask: ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  init() {}

  init(arrayLiteral phases: TouchPhase...) {
    for phase in phases { insert(phase) }
  }

  @inline(__always) mutating func insert(_ phase: TouchPhase) { bits |= 1 << phase.rawValue }

  /// Takes out the least phase but for those of touches that did not change.
  @inline(__always) mutating func popFirst() -> TouchPhase? {
    bits &= ~(1 << TouchPhase.stationary.rawValue)
    guard bits != 0 else { return nil }
    let phase = TouchPhase(rawValue: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
    bits &= bits - 1
    return phase
  }
}
