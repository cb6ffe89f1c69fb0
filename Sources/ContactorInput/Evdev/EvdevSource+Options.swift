public import ContactorCore
public import ContactorEvdev

extension EvdevSource {
  /// What a host decides about a source.
  public struct Options {
    /// Where a panel's contacts go: called when a device is opened and by `remap(_:)`.
    public var mapping: (TouchDevice) -> PositionPipeline
    /// Takes, once each, the touchscreens that cannot be opened or are silent because another program has grabbed them;
    /// the source goes on and opens them when it can.
    public var problem: (InputError) -> Void
    /// The identity of the first device; a host with several sources keeps them apart by it.
    public var firstDeviceID: UInt32
    /// Whether devices are taken for this program alone (`EVIOCGRAB`): nobody else sees their touches, the desktop
    /// included.
    public var isExclusive: Bool
    /// Sees what the kernel reports; `nil` for nobody.
    public var tap: (any EventTap)?

    /// Creates options.
    public init(
      firstDeviceID: UInt32 = 1, isExclusive: Bool = false,
      problem: @escaping (InputError) -> Void = { _ in },
      mapping: @escaping (TouchDevice) -> PositionPipeline
    ) {
      self.mapping = mapping
      self.problem = problem
      self.firstDeviceID = firstDeviceID
      self.isExclusive = isExclusive
    }

    /// Creates options that stretch every panel over a window of a size in points.
    public init(window size: Size) {
      self.init { _ in PositionPipeline(window: size) }
    }
  }
}
