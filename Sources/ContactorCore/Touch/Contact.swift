/// What a device reports about one contact in one frame (contract 1.3).
///
/// What a panel may leave out is stored in single precision, as a number that is none where it is left out: so a
/// contact is 64 bytes, and a frame of ten is written without a branch. Whole numbers up to 2²⁴ come out as they went in.
public struct Contact: Sendable {
  /// Where it is, in points of the window that its device is mapped to (contract 1.8).
  public var location: Point
  /// Millimetres, x and y, and the device's units, x and y.
  @usableFromInline package var measures = SIMD4<Float>(repeating: .nan)
  @usableFromInline package var traits: Traits

  /// Creates a contact; everything that a panel may leave out is `nil`.
  @inlinable
  public init(trackingID: Int32, slot: Int32, phase: TouchPhase, location: Point) {
    self.location = location
    traits = Traits(trackingID: trackingID, slot: slot, phase: phase)
  }

  /// The kernel's identity of the contact on its device (`ABS_MT_TRACKING_ID`), or one that the source made up.
  ///
  /// Unique among the contacts alive on one device.
  @inlinable public var trackingID: Int32 {
    get { traits.trackingID }
    set { traits.trackingID = newValue }
  }
  /// The kernel's slot (`ABS_MT_SLOT`), or −1 for a single-touch panel.
  @inlinable public var slot: Int32 {
    get { traits.slot }
    set { traits.slot = newValue }
  }
  /// What happened to the contact.
  @inlinable public var phase: TouchPhase {
    get { traits.phase }
    set { traits.phase = newValue }
  }
  /// What touches the panel.
  @inlinable public var tool: ContactTool {
    get { traits.tool }
    set { traits.tool = newValue }
  }
  /// Where it is in millimetres from the panel's top left corner, where the panel states a resolution.
  @inlinable public var millimetres: Point? {
    get { measures.lowHalf.orNil }
    set { measures.lowHalf = SIMD2(newValue) }
  }
  /// Where it is in the device's own units, where the source knows them.
  @inlinable public var devicePosition: Point? {
    get { measures.highHalf.orNil }
    set { measures.highHalf = SIMD2(newValue) }
  }
  /// The longer axis of the contact in points (`ABS_MT_TOUCH_MAJOR`), where the panel reports it.
  @inlinable public var touchMajor: Double? {
    get { traits.touchMajor.orNil }
    set { traits.touchMajor = Float(newValue ?? .nan) }
  }
  /// The shorter axis of the contact in points (`ABS_MT_TOUCH_MINOR`), where the panel reports it.
  @inlinable public var touchMinor: Double? {
    get { traits.touchMinor.orNil }
    set { traits.touchMinor = Float(newValue ?? .nan) }
  }
  /// The orientation in the device's unit (`ABS_MT_ORIENTATION`), where the panel reports it.
  @inlinable public var orientation: Double? {
    get { traits.orientation.orNil }
    set { traits.orientation = Float(newValue ?? .nan) }
  }
  /// The pressure, 0 … 1 of the range that the panel states (`ABS_MT_PRESSURE`), where the panel reports it.
  @inlinable public var pressure: Double? {
    get { traits.pressure.orNil }
    set { traits.pressure = Float(newValue ?? .nan) }
  }
  /// The distance above the surface in the device's unit (`ABS_MT_DISTANCE`), where the panel reports it.
  @inlinable public var distance: Double? {
    get { traits.distance.orNil }
    set { traits.distance = Float(newValue ?? .nan) }
  }
}

extension Contact {
  /// All but the position: what changes rarely, in one piece of 32 bytes.
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
    /// Fills the piece up, so that it is copied in two moves.
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
  /// Two contacts are equal when all that is known of them is.
  public static func == (left: Contact, right: Contact) -> Bool {
    left.trackingID == right.trackingID && left.slot == right.slot && left.phase == right.phase
      && left.tool == right.tool && left.location == right.location && left.millimetres == right.millimetres
      && left.devicePosition == right.devicePosition && left.touchMajor == right.touchMajor
      && left.touchMinor == right.touchMinor && left.orientation == right.orientation
      && left.pressure == right.pressure && left.distance == right.distance
  }

  /// Hashes what tells contacts apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(trackingID)
    hasher.combine(slot)
    hasher.combine(phase)
    hasher.combine(location)
  }
}

extension Float {
  /// The number, or `nil` where it is none.
  @usableFromInline var orNil: Double? { isNaN ? nil : Double(self) }
}

extension SIMD2<Float> {
  /// Creates the pair for a point; for `nil`, one of numbers that are none.
  @usableFromInline init(_ point: Point?) {
    self.init(Float(point?.x ?? .nan), Float(point?.y ?? .nan))
  }

  /// The point, or `nil` where a coordinate is no number.
  @usableFromInline var orNil: Point? { x.isNaN || y.isNaN ? nil : Point(x: Double(x), y: Double(y)) }
}

/// What touches the panel (`ABS_MT_TOOL_TYPE`).
public enum ContactTool: UInt8, Hashable, Sendable {
  /// `MT_TOOL_FINGER`, also for panels that do not say.
  case finger
  /// `MT_TOOL_PEN`.
  case pen
  /// `MT_TOOL_PALM`: the contact is cancelled (contract 1.6).
  case palm
}

/// What one device reports between two `SYN_REPORT`s (contract 1.3).
public struct TouchFrame: Hashable, Sendable {
  /// The device that reports.
  public var device: DeviceID
  /// The device's time, `CLOCK_MONOTONIC`.
  public var timestamp: Timestamp
  /// The contacts that changed, in the order in which they changed.
  ///
  /// Where one contact ends and another begins in the same slot, the end comes first (contract 1.4).
  public var contacts: [Contact]

  /// Creates a frame.
  public init(device: DeviceID, timestamp: Timestamp, contacts: [Contact]) {
    self.device = device
    self.timestamp = timestamp
    self.contacts = contacts
  }
}

/// What a source of touches yields, in the order in which it happened.
public enum InputEvent: Hashable, Sendable {
  /// A touchscreen came; its contacts follow.
  case deviceAdded(TouchDevice, at: Timestamp)
  /// A touchscreen went; its contacts were cancelled in a frame before this.
  case deviceRemoved(DeviceID, at: Timestamp)
  /// Contacts changed.
  case frame(TouchFrame)
  /// A device did something it should not have.
  case anomaly(Anomaly)
}
