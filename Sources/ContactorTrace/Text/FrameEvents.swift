internal import ContactorCore
import ContactorEvdev

/// Makes raw events of frames, for formats that hold nothing else, from devices that recorded no events.
struct FrameEvents {
  /// Device units per point, where the frames tell no device units.
  private static let unitsPerPoint = 100.0

  private var devices: [DeviceID: TraceDevice] = [:]
  private var withEvents: Set<DeviceID> = []
  private var downCount: [DeviceID: Int] = [:]

  /// Notes that a device has raw events, so that its frames say nothing new.
  mutating func noteEvents(of device: DeviceID) { withEvents.insert(device) }

  /// Takes a record; the events that a frame stands for, where its device has none of its own.
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
    // Contacts whose place was not recorded would come out somewhere.
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

  /// What a device that only has frames is said to be: a panel of 0.01 points a unit.
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
