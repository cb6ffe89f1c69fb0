/// What a device reports about one contact in one frame (contract 1.3).
public struct Contact: Hashable, Sendable {
  /// The kernel's identity of the contact on its device (`ABS_MT_TRACKING_ID`), or one that the source made up
  /// where the device has none. Unique among the contacts alive on one device.
  public var trackingID: Int32
  /// The kernel's slot (`ABS_MT_SLOT`), or −1 for a single-touch panel.
  public var slot: Int32
  /// What happened to the contact.
  public var phase: TouchPhase
  /// Where it is, in points of the window that its device is mapped to (contract 1.8).
  public var location: Point
  /// Where it is in millimetres from the panel's top left corner, where the panel states a resolution.
  public var millimetres: Point?
  /// Where it is in the device's own units, where the source knows them.
  public var devicePosition: Point?
  /// The longer axis of the contact in points (`ABS_MT_TOUCH_MAJOR`), where the panel reports it.
  public var touchMajor: Double?
  /// The shorter axis of the contact in points (`ABS_MT_TOUCH_MINOR`), where the panel reports it.
  public var touchMinor: Double?
  /// The orientation in the device's unit (`ABS_MT_ORIENTATION`), where the panel reports it.
  public var orientation: Double?
  /// The pressure, 0 … 1 of the range that the panel states (`ABS_MT_PRESSURE`), where the panel reports it.
  public var pressure: Double?
  /// The distance above the surface in the device's unit (`ABS_MT_DISTANCE`), where the panel reports it.
  public var distance: Double?
  /// What touches the panel.
  public var tool: ContactTool

  /// Creates a contact; everything that a panel may leave out is `nil`.
  public init(trackingID: Int32, slot: Int32, phase: TouchPhase, location: Point) {
    self.trackingID = trackingID
    self.slot = slot
    self.phase = phase
    self.location = location
    self.tool = .finger
  }
}
