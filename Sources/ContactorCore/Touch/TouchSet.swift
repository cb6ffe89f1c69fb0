/// The touches of one phase in one delivery: a set in the order in which the touches began.
///
/// It is a value that a receiver may store. Most sets contain one touch, which needs no storage of its own, so that delivering a frame
/// allocates nothing.
public struct TouchSet: RandomAccessCollection {
  /// The only touch; `nil` if the set is stored in `touches`.
  @usableFromInline var only: Touch?
  /// The touches, unless `only` is the single one.
  @usableFromInline var touches: ContiguousArray<Touch>

  @inline(__always)
  init(_ touches: ContiguousArray<Touch> = []) {
    self.touches = touches
    only = nil
  }

  /// Creates the set of a single touch; allocates nothing.
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

/// The number of a touch: 1 for the first touch of the engine, then counting up.
public struct TouchID: Hashable, Sendable, Comparable {
  /// The number, from 1.
  public var rawValue: Int

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether the left touch began before the right one.
  @inlinable
  public static func < (left: TouchID, right: TouchID) -> Bool { left.rawValue < right.rawValue }
}
