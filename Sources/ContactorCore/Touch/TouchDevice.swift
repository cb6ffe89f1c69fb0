/// What is known of one touchscreen: its identity and its measures.
public struct TouchDevice: Hashable, Sendable {
  /// How the panel reports contacts (contract 1.7).
  public enum ContactProtocol: String, Hashable, Sendable {
    /// Slots (`ABS_MT_SLOT`).
    case slots = "B"
    /// A list of contacts in each frame (`SYN_MT_REPORT`).
    case lists = "A"
    /// One contact (`ABS_X`, `ABS_Y`, `BTN_TOUCH`).
    case single
  }

  /// Names the device while it is open.
  public var id: DeviceID
  /// The device node, for example `/dev/input/event1`.
  public var node: String
  /// The name that the kernel gives (`EVIOCGNAME`).
  public var name: String
  /// The bus's vendor number.
  public var vendor: UInt16
  /// The bus's product number.
  public var product: UInt16
  /// Where it is plugged in (`EVIOCGPHYS`), for example `usb-0000:01:00.0-1.2/input0`; empty if the kernel has none.
  public var physicalPath: String
  /// The serial number (`EVIOCGUNIQ`); empty if there is none.
  public var serial: String
  /// The panel's size in millimetres, where it states a resolution.
  public var size: Size?
  /// How many contacts it can report at once; 0 where unknown.
  public var contactCount: Int
  /// How it reports them.
  public var contactProtocol: ContactProtocol
  /// The udev seat, usually `seat0`; empty where udev was not asked.
  public var seat: String
  /// The output that udev or the layout assigns; empty if none.
  public var output: String

  /// Creates a device that is known by its node and name only.
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

  /// The last part of the node, as the log names devices: `event1`.
  public var shortName: String {
    String(node.split(separator: "/").last ?? "")
  }
}

/// Names one opened input device for as long as the engine runs; a device plugged in again gets a new one.
public struct DeviceID: Hashable, Sendable {
  /// The number behind the name, from 1.
  public var rawValue: UInt32

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
