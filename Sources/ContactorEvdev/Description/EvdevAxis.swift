internal import ContactorCore

/// The range of an absolute axis; the corresponding C type is `struct input_absinfo`.
public struct EvdevAxis: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// Changes up to this are noise, which the kernel has smoothed already.
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

  /// The nearest value of the axis to a number, and whether that is another one than the number, rounded.
  ///
  /// A number beyond the ends of the axis, but within 32 bits, is kept: panels report touches beside their edge. What does
  /// not fit, infinity included, becomes the end of the axis that is nearer; what is no number becomes the lower end.
  package func value(nearest number: Double) -> (value: Int32, isClamped: Bool) {
    if let exact = Int32(exactly: number.rounded()) { return (exact, false) }
    return (number > 0 ? maximum : minimum, true)
  }

  /// How many values the axis has, as libinput counts them; `nil` for an empty range, which says nothing.
  public var extent: Double? {
    maximum > minimum ? Double(maximum) - Double(minimum) + 1 : nil
  }

  /// The length of the axis in millimetres; `nil` without a range or a resolution.
  public var millimetres: Double? {
    guard resolution > 0, maximum > minimum else { return nil }
    return (Double(maximum) - Double(minimum)) / Double(resolution)
  }
}
