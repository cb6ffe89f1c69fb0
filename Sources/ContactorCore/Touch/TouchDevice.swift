/// The description of a touchscreen: its identity and its dimensions.
public struct TouchDevice: Hashable, Sendable {
  /// The way in which a panel reports contacts (contract 1.7).
  public enum ContactProtocol: String, Hashable, Sendable {
    /// Slots (`ABS_MT_SLOT`).
    case slots = "B"
    /// A list of contacts in each frame (`SYN_MT_REPORT`).
    case lists = "A"
    /// One contact (`ABS_X`, `ABS_Y`, `BTN_TOUCH`).
    case single
  }

  /// Identifies the device while it is open.
  public var id: DeviceID
  /// The device node, for example `/dev/input/event1`.
  public var node: String
  /// The name that the kernel gives (`EVIOCGNAME`).
  public var name: String
  /// The bus's vendor number.
  public var vendor: UInt16
  /// The bus's product number.
  public var product: UInt16
  /// The physical path (`EVIOCGPHYS`), for example `usb-0000:01:00.0-1.2/input0`; empty if the kernel reports none.
  public var physicalPath: String
  /// The serial number (`EVIOCGUNIQ`); empty if there is none.
  public var serial: String
  /// The panel's size in millimetres, if the panel states a resolution.
  public var size: Size?
  /// The greatest number of contacts that the panel reports at once; 0 if unknown.
  public var contactCount: Int
  /// The way in which the panel reports contacts.
  public var contactProtocol: ContactProtocol
  /// The udev seat, usually `seat0`; empty if udev was not asked.
  public var seat: String
  /// The output that udev or the layout assigns; empty if there is none.
  public var output: String

  /// Creates a description with a node and a name only.
  public init(id: DeviceID, node: String, name: String) {
    self.id = id
    self.node = node
    self.name = name
    vendor = 0
    product = 0
    physicalPath = ""
    serial = ""
    size = nil
    contactCount = 0
    contactProtocol = .slots
    seat = ""
    output = ""
  }

  /// The last component of the node, as logs name devices: `event1`.
  public var shortName: String {
    String(node.split(separator: "/").last ?? "")
  }
}

/// Identifies an open input device while the engine runs; a device that is plugged in again gets a new identifier.
public struct DeviceID: Hashable, Sendable {
  /// The number, from 1.
  public var rawValue: UInt32

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
