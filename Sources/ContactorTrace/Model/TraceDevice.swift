public import ContactorCore
public import ContactorEvdev

/// What a recording says of a device: its identity, what the kernel says of it, and how its touches were mapped.
public struct TraceDevice: Hashable, Sendable {
  /// The device's identity and measures.
  public var device: TouchDevice
  /// Its axes, buttons and properties as the kernel states them; `nil` where the source does not tell.
  public var description: EvdevDescription?
  /// What its axes and contacts were when it was described; `nil` where nobody asked.
  public var state: EvdevState?
  /// The map from device units to points of the window that was in force; `nil` where there was none.
  public var transform: AffineTransform?
  /// Whether the recording holds the frames that the engine was given (`TraceRecord.frame`).
  ///
  /// A replay then takes those, and the raw events are there for other programs; otherwise it decodes the events.
  public var hasFrames: Bool

  /// Creates a device that is known by its identity only.
  public init(
    _ device: TouchDevice, description: EvdevDescription? = nil, state: EvdevState? = nil,
    transform: AffineTransform? = nil, hasFrames: Bool = false
  ) {
    self.device = device
    self.description = description
    self.state = state
    self.transform = transform
    self.hasFrames = hasFrames
  }

  /// Creates a device from what the kernel says of it.
  public init(_ description: EvdevDescription, id: DeviceID, node: String) {
    self.init(description.touchDevice(id: id, node: node), description: description)
  }

  /// Names the device within the recording.
  public var id: DeviceID { device.id }
}
