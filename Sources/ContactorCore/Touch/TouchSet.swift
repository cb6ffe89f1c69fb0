/// The touches of one phase in one delivery: a set whose order is the order in which the contacts came down.
///
/// It is a value: a receiver may keep it. Most sets have one touch, which needs no storage of its own, so that
/// delivering a frame allocates nothing.
public struct TouchSet: RandomAccessCollection {
  /// The only touch; `nil` where `touches` has them.
  @usableFromInline var only: Touch?
  /// The touches, unless there is only one.
  @usableFromInline var touches: ContiguousArray<Touch>

  @inline(__always)
  init(_ touches: ContiguousArray<Touch> = []) {
    self.touches = touches
    only = nil
  }

  /// Creates the set of one touch; allocates nothing.
  @inline(__always)
  init(only touch: Touch) {
    touches = []
    only = touch
  }

  /// The position of the first touch: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last touch.
  @inlinable public var endIndex: Int { only == nil ? touches.count : 1 }
  /// The touch at a position; O(1).
  @inlinable public subscript(position: Int) -> Touch {
    if let only {
      precondition(position == 0, "a set of one touch has position 0 only")
      return only
    }
    return touches[position]
  }

  /// Whether the touch is in the set; O(n).
  @inlinable
  public func contains(_ touch: Touch) -> Bool {
    if let only { return only === touch }
    return touches.contains { $0 === touch }
  }
}

/// A touch's number: 1 for the first touch that the engine saw, then counting up.
public struct TouchID: Hashable, Sendable, Comparable {
  /// The number, from 1.
  public var rawValue: Int

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Orders touches by when they began.
  @inlinable
  public static func < (left: TouchID, right: TouchID) -> Bool { left.rawValue < right.rawValue }
}
