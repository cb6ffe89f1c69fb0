internal import ContactorCore
import ContactorEvdev

/// Makes raw events from frames, for devices without recorded events and formats that hold only events.
struct FrameEvents {
  /// Device units per point, for contacts without `devicePosition`.
  private static let unitsPerPoint = 100.0

  private var devices: [DeviceID: TraceDevice] = [:]
  private var withEvents: Set<DeviceID> = []
  private var downCount: [DeviceID: Int] = [:]

  /// Notes that a device has raw events; its frames then need no events.
  mutating func noteEvents(of device: DeviceID) { withEvents.insert(device) }

  /// Takes a record; returns the events of a frame whose device has no raw events.
  mutating func take(_ record: TraceRecord) -> (events: [EvdevEvent], device: DeviceID)? {
    switch record {
    case .device(let device, _): devices[device.id] = device
    case .frame(let frame) where !withEvents.contains(frame.device) && !frame.contacts.isEmpty:
      return (events(of: frame), frame.device)
    case .deviceRemoved(let id, _):
      (devices[id], downCount[id]) = (nil, nil)
      withEvents.remove(id)
    default: break
    }
    return nil
  }

  private mutating func events(of frame: TouchFrame) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    func add(_ code: UInt16, _ value: Double, type: UInt16 = EvdevCode.absolute) {
      let whole = Int32(min(max(value.isNaN ? 0 : value.rounded(), -2_147_483_647), 2_147_483_647))
      events.append(EvdevEvent(at: frame.timestamp, type: type, code: code, value: whole))
    }
    let isDescribed = devices[frame.device]?.description != nil
    var down = downCount[frame.device, default: 0]
    let before = down
    // A contact without a finite position has no coordinates to write.
    for contact in frame.contacts where contact.phase != .stationary && contact.location.isFinite {
      add(EvdevCode.slot, Double(max(contact.slot, 0)))
      guard contact.phase == .began || contact.phase == .moved else {
        add(EvdevCode.trackingID, -1)
        down = max(down - 1, 0)
        continue
      }
      if contact.phase == .began {
        down += 1
        add(EvdevCode.trackingID, Double(contact.trackingID))
      }
      let device = isDescribed ? contact.devicePosition : nil
      add(EvdevCode.positionX, device?.x ?? contact.location.x * Self.unitsPerPoint)
      add(EvdevCode.positionY, device?.y ?? contact.location.y * Self.unitsPerPoint)
      if let pressure = contact.pressure { add(EvdevCode.contactPressure, pressure * 255) }
      if let major = contact.touchMajor { add(EvdevCode.touchMajor, major * Self.unitsPerPoint) }
    }
    downCount[frame.device] = down
    if (before == 0) != (down == 0) { add(EvdevCode.touch, down > 0 ? 1 : 0, type: EvdevCode.key) }
    add(EvdevCode.report, 0, type: EvdevCode.synchronization)
    return events
  }

  /// The description of a device that has only frames: a panel with 0.01 points a unit.
  static func description(of device: TraceDevice) -> EvdevDescription {
    let axis = EvdevAxis(0, 1_000_000)
    var description = EvdevDescription(touchscreen: device.device.name, x: axis, y: axis, slots: 64)
    description.bus = 6
    description.vendor = device.device.vendor
    description.product = device.device.product
    description.axes[EvdevCode.contactPressure] = .pressure
    description.axes[EvdevCode.touchMajor] = axis
    return description
  }
}
