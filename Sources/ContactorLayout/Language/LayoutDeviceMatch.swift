public import ContactorCore

/// Tells touch panels apart; what is `nil` fits every panel.
public struct LayoutDeviceMatch: Hashable, Sendable {
  /// The bus's vendor number.
  public var vendor: UInt16?
  /// The bus's product number.
  public var product: UInt16?
  /// Where the panel is plugged in.
  ///
  /// Contactor compares it with the kernel's path (`EVIOCGPHYS`) and with that path
  /// without the interface after the slash, so `usb-0000:01:00.0-1.2` fits `usb-0000:01:00.0-1.2/input0`.
  public var path: GlobPattern?
  /// The name that the kernel gives.
  public var name: GlobPattern?
  /// The serial number.
  public var serial: GlobPattern?
  /// The output that udev assigns (`WL_OUTPUT`).
  public var output: GlobPattern?

  /// Creates a match; without arguments it fits every panel.
  public init(
    vendor: UInt16? = nil, product: UInt16? = nil, path: GlobPattern? = nil, name: GlobPattern? = nil,
    serial: GlobPattern? = nil, output: GlobPattern? = nil
  ) {
    self.vendor = vendor
    self.product = product
    self.path = path
    self.name = name
    self.serial = serial
    self.output = output
  }

  /// Whether everything that is stated fits the panel.
  public func fits(_ panel: TouchDevice) -> Bool {
    (vendor ?? panel.vendor) == panel.vendor && (product ?? panel.product) == panel.product
      && fitsPath(panel.physicalPath) && name?.matches(panel.name) ?? true
      && serial?.matches(panel.serial) ?? true && output?.matches(panel.output) ?? true
  }

  private func fitsPath(_ physical: String) -> Bool {
    guard let path else { return true }
    if path.matches(physical) { return true }
    guard let slash = physical.lastIndex(of: "/") else { return false }
    return path.matches(String(physical[..<slash]))
  }
}
