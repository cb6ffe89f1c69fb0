/// The touches of one phase in one delivery: a set whose order is the order in which the contacts came down.
///
/// It is a value: a receiver may keep it. The engine reuses its storage only while nobody else holds it, so that
/// delivering a frame allocates nothing.
public struct TouchSet: RandomAccessCollection {
  @usableFromInline var touches: ContiguousArray<Touch>

  @usableFromInline
  init(_ touches: ContiguousArray<Touch> = []) {
    self.touches = touches
  }

  /// The position of the first touch: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last touch.
  @inlinable public var endIndex: Int { touches.count }
  /// The touch at a position; O(1).
  @inlinable public subscript(position: Int) -> Touch { touches[position] }

  /// Whether the touch is in the set; O(n).
  @inlinable
  public func contains(_ touch: Touch) -> Bool {
    touches.contains { $0 === touch }
  }
}
