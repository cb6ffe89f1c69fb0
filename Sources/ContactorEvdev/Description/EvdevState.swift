internal import ContactorCore

/// What a panel's axes and buttons are at a moment, as the kernel keeps them.
///
/// Filled with `EVIOCGMTSLOTS`, `EVIOCGABS` and `EVIOCGKEY` when a device is opened, and again after `SYN_DROPPED`.
public struct EvdevState: Hashable, Sendable {
  /// Each slot's values, by the code of the axis (`EVIOCGMTSLOTS`); empty for a panel without slots.
  public var slots: [UInt16: [Int32]] = [:]
  /// The slot that events without `ABS_MT_SLOT` belong to: the value of that axis (`EVIOCGABS`).
  public var currentSlot: Int32 = 0
  /// The pointer's axes by code: `ABS_X`, `ABS_Y`, `ABS_PRESSURE` (`EVIOCGABS`); read for single-touch panels only.
  public var axes: [UInt16: Int32] = [:]
  /// The buttons that are down (`EVIOCGKEY`).
  public var keys: Set<UInt16> = []

  /// Creates the state of a panel that nothing is known of.
  public init() {}
}
