/// The range of an absolute axis; the corresponding C type is `struct input_absinfo`.
public struct UinputAxis: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// Changes up to this are noise.
  public var fuzz: Int32
  /// Values up to this around the centre count as the centre.
  public var flat: Int32
  /// Units per millimetre; 0 where unknown.
  public var resolution: Int32

  /// Creates a range.
  public init(
    _ minimum: Int32, _ maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}
