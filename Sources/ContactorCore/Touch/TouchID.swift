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
