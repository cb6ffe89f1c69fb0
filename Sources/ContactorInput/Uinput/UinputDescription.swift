/// What an input device says of itself: enough for the kernel to make one that looks the same.
///
/// A serial number (`EVIOCGUNIQ`) is missing because the kernel's uinput cannot set one.
public struct UinputDescription: Hashable, Sendable {
  /// The name; the kernel keeps the first 79 bytes.
  public var name: String
  /// The bus, for example 3 for USB.
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The version.
  public var version: UInt16
  /// Where it is plugged in (`EVIOCGPHYS`); empty for none.
  public var physicalPath: String
  /// The `INPUT_PROP_*` numbers.
  public var properties: Set<UInt16>
  /// The codes that the device can send, by type (`EV_KEY` → `BTN_TOUCH` …).
  ///
  /// Absolute axes are in `axes`; a type without codes is declared all the same.
  public var codes: [UInt16: Set<UInt16>]
  /// The absolute axes (`EV_ABS`) and their ranges, by code.
  public var axes: [UInt16: UinputAxis]

  /// Creates a device on the USB bus that can do nothing yet.
  public init(name: String) {
    self.name = name
    bus = 3
    vendor = 0
    product = 0
    version = 1
    physicalPath = ""
    properties = []
    codes = [:]
    axes = [:]
  }
}
