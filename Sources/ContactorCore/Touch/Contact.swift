/// The state of one contact in one frame, as a device reports it (contract 1.3).
///
/// Values that a panel may leave out are stored in single precision, with NaN for a missing value. So a contact is 64 bytes, and a
/// frame of ten is written without a branch. Integers up to 2²⁴ are exact.
public struct Contact: Sendable {
  /// The position in points of the window that the device is mapped to (contract 1.8).
  public var location: Point
  /// The position in millimetres, x and y, and in the device's units, x and y; NaN where unknown.
  @usableFromInline package var measures = SIMD4<Float>(repeating: .nan)
  @usableFromInline package var traits: Traits

  /// Creates a contact; the optional values are `nil`.
  @inlinable
  public init(trackingID: Int32, slot: Int32, phase: TouchPhase, location: Point) {
    self.location = location
    traits = Traits(trackingID: trackingID, slot: slot, phase: phase)
  }

  /// The contact's identity on its device, from the kernel (`ABS_MT_TRACKING_ID`) or from the source.
  ///
  /// Unique among the contacts of a device that are down.
  @inlinable public var trackingID: Int32 {
    get { traits.trackingID }
    set { traits.trackingID = newValue }
  }
  /// The kernel's slot (`ABS_MT_SLOT`), or −1 for a single-touch panel.
  @inlinable public var slot: Int32 {
    get { traits.slot }
    set { traits.slot = newValue }
  }
  /// The change of the contact in this frame.
  @inlinable public var phase: TouchPhase {
    get { traits.phase }
    set { traits.phase = newValue }
  }
  /// The tool that touches the panel.
  @inlinable public var tool: ContactTool {
    get { traits.tool }
    set { traits.tool = newValue }
  }
  /// The position in millimetres from the panel's top left corner, if the panel states a resolution.
  @inlinable public var millimetres: Point? {
    get { measures.lowHalf.orNil }
    set { measures.lowHalf = SIMD2(newValue) }
  }
  /// The position in the device's own units, if the source knows it.
  @inlinable public var devicePosition: Point? {
    get { measures.highHalf.orNil }
    set { measures.highHalf = SIMD2(newValue) }
  }
  /// The longer axis of the contact in points (`ABS_MT_TOUCH_MAJOR`), if the panel reports it.
  @inlinable public var touchMajor: Double? {
    get { traits.touchMajor.orNil }
    set { traits.touchMajor = Float(newValue ?? .nan) }
  }
  /// The shorter axis of the contact in points (`ABS_MT_TOUCH_MINOR`), if the panel reports it.
  @inlinable public var touchMinor: Double? {
    get { traits.touchMinor.orNil }
    set { traits.touchMinor = Float(newValue ?? .nan) }
  }
  /// The orientation in the device's unit (`ABS_MT_ORIENTATION`), if the panel reports it.
  @inlinable public var orientation: Double? {
    get { traits.orientation.orNil }
    set { traits.orientation = Float(newValue ?? .nan) }
  }
  /// The pressure as a fraction, 0 … 1, of the range that the panel states (`ABS_MT_PRESSURE`), if the panel reports it.
  @inlinable public var pressure: Double? {
    get { traits.pressure.orNil }
    set { traits.pressure = Float(newValue ?? .nan) }
  }
  /// The distance above the surface in the device's unit (`ABS_MT_DISTANCE`), if the panel reports it.
  @inlinable public var distance: Double? {
    get { traits.distance.orNil }
    set { traits.distance = Float(newValue ?? .nan) }
  }
}

extension Contact {
  /// All values but the positions: they change rarely and are stored in one piece of 32 bytes.
  @usableFromInline
  package struct Traits: Sendable {
    @usableFromInline package var touchMajor = Float.nan
    @usableFromInline package var touchMinor = Float.nan
    @usableFromInline package var orientation = Float.nan
    @usableFromInline package var pressure = Float.nan
    @usableFromInline package var distance = Float.nan
    @usableFromInline package var trackingID: Int32
    @usableFromInline package var slot: Int32
    @usableFromInline package var phase: TouchPhase
    @usableFromInline package var tool = ContactTool.finger
    /// Fills the piece up to 32 bytes, so that it is copied in two moves.
    @usableFromInline package var padding: UInt16 = 0

    @usableFromInline
    package init(trackingID: Int32, slot: Int32, phase: TouchPhase) {
      self.trackingID = trackingID
      self.slot = slot
      self.phase = phase
    }
  }
}

extension Contact: Hashable {
  /// Two contacts are equal if all their values are.
  public static func == (left: Contact, right: Contact) -> Bool {
    left.trackingID == right.trackingID && left.slot == right.slot && left.phase == right.phase
      && left.tool == right.tool && left.location == right.location && left.millimetres == right.millimetres
      && left.devicePosition == right.devicePosition && left.touchMajor == right.touchMajor
      && left.touchMinor == right.touchMinor && left.orientation == right.orientation
      && left.pressure == right.pressure && left.distance == right.distance
  }

  /// Hashes tracking id, slot, phase and location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(trackingID)
    hasher.combine(slot)
    hasher.combine(phase)
    hasher.combine(location)
  }
}

extension Float {
  /// The number, or `nil` for NaN.
  @usableFromInline var orNil: Double? { isNaN ? nil : Double(self) }
}

extension SIMD2<Float> {
  /// Creates the pair of a point's coordinates; NaN for `nil`.
  @usableFromInline init(_ point: Point?) {
    self.init(Float(point?.x ?? .nan), Float(point?.y ?? .nan))
  }

  /// The point, or `nil` if a coordinate is NaN.
  @usableFromInline var orNil: Point? { x.isNaN || y.isNaN ? nil : Point(x: Double(x), y: Double(y)) }
}

/// The tool that touches the panel (`ABS_MT_TOOL_TYPE`).
public enum ContactTool: UInt8, Hashable, Sendable {
  /// `MT_TOOL_FINGER`, and the tool of panels that report none.
  case finger
  /// `MT_TOOL_PEN`.
  case pen
  /// `MT_TOOL_PALM`: the contact is cancelled (contract 1.6).
  case palm
}

/// The contacts that one device reports between two `SYN_REPORT`s (contract 1.3).
public struct TouchFrame: Hashable, Sendable {
  /// The device that reports.
  public var device: DeviceID
  /// The device's time, `CLOCK_MONOTONIC`.
  public var timestamp: Timestamp
  /// The contacts that changed, in the order of the changes.
  ///
  /// If one contact ends and another begins in the same slot, the end comes first (contract 1.4).
  public var contacts: [Contact]

  /// Creates a frame.
  public init(device: DeviceID, timestamp: Timestamp, contacts: [Contact]) {
    self.device = device
    self.timestamp = timestamp
    self.contacts = contacts
  }
}

/// An event of a source of touches; a source yields its events in order.
public enum InputEvent: Hashable, Sendable {
  /// A touchscreen was added; its contacts follow.
  case deviceAdded(TouchDevice, at: Timestamp)
  /// A touchscreen was removed; a frame before this event cancelled its contacts.
  case deviceRemoved(DeviceID, at: Timestamp)
  /// Contacts changed.
  case frame(TouchFrame)
  /// A device violated a rule.
  case anomaly(Anomaly)
}

/// The phase of a contact (contract 2.1).
///
/// Ascending phases are the order of delivery within a frame (2.4).
public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The contact touched down in this frame.
  case began
  /// The contact is down and changed in this frame.
  case moved
  /// The contact is down and did not change in this frame.
  case stationary
  /// The contact was lifted in this frame.
  case ended
  /// The contact was taken away: a palm, a lost device, or a gesture that won.
  case cancelled
}

extension TouchPhase {
  /// Whether the finger is on the panel.
  @inline(__always) var isDown: Bool { rawValue <= TouchPhase.stationary.rawValue }
}

/// A set of phases, iterated in ascending order.
struct PhaseMask: ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  init() {}

  init(arrayLiteral phases: TouchPhase...) {
    for phase in phases { insert(phase) }
  }

  @inline(__always) mutating func insert(_ phase: TouchPhase) { bits |= 1 << phase.rawValue }

  /// Removes and returns the first phase; stationary touches did not change and are left out.
  @inline(__always) mutating func popFirst() -> TouchPhase? {
    bits &= ~(1 << TouchPhase.stationary.rawValue)
    guard bits != 0 else { return nil }
    let phase = TouchPhase(rawValue: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
    bits &= bits - 1
    return phase
  }
}

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
  /// Whether this is the copy of another panel, with what forwarding lets through (contract 11.1).
  public var isCopy = false

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
