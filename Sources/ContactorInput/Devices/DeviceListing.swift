public import ContactorCore

/// One line of `contactor devices`: a touchscreen, and why it cannot be used if it cannot.
public struct DeviceListing: Hashable, Sendable {
  /// What is known of the touchscreen; without its size if it cannot be opened.
  public var device: TouchDevice
  /// Why it cannot be opened and what to do; `nil` if it can.
  public var problem: InputError?

  /// Creates a line.
  public init(device: TouchDevice, problem: InputError?) {
    self.device = device
    self.problem = problem
  }
}
