internal import ContactorCore
import ContactorEvdev

/// A panel of the lines that `contactor monitor` writes: its places are millimetres or per cent of the panel, and no points of a window.
///
/// Its touches become raw events of a panel in hundredths of that unit, which are played as those of any panel.
struct MonitoredPanel {
  /// Device units for each unit of the lines.
  private static let steps = 100.0
  private static let slotLimit: Int32 = 256
  private let description: EvdevDescription
  private var slots: [Int32: Int32] = [:]

  /// Creates the panel of a `device` line, whose unit is `mm` or `%`.
  ///
  /// - Throws: a mistake for another unit, and for millimetres without the panel's size.
  init(_ device: TouchDevice, unit: String) throws(TraceError) {
    let size: Size
    switch unit {
    case "%": size = Size(width: 100, height: 100)
    case "mm":
      guard let known = device.size, known.width < 10_000, known.height < 10_000 else {
        throw .refusal("x and y are in millimetres, and the line does not have the panel's size (mm)")
      }
      size = known
    default: throw .refusal("\"unit\" must be mm or %, as contactor monitor writes it")
    }
    let axis = { (length: Double) in EvdevAxis(0, Int32((length * Self.steps).rounded()), resolution: unit == "mm" ? Int32(Self.steps) : 0)
    }
    var description = EvdevDescription(touchscreen: device.name, x: axis(size.width), y: axis(size.height), slots: Self.slotLimit)
    (description.vendor, description.product) = (device.vendor, device.product)
    description.axes[EvdevCode.toolType] = .toolTypes
    self.description = description
  }

  /// The device with its description.
  func described(_ device: TouchDevice) -> TraceDevice {
    var described = TraceDevice(description, id: device.id, node: device.node)
    let made = described.device
    described.device = device
    (described.device.size, described.device.contactProtocol) = (made.size, made.contactProtocol)
    described.device.contactCount = made.contactCount
    return described
  }

  /// The events of a frame.
  mutating func events(of frame: TouchFrame) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    func add(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCode.absolute) {
      events.append(EvdevEvent(at: frame.timestamp, type: type, code: code, value: value))
    }
    let wasTouched = !slots.isEmpty
    for contact in frame.contacts {
      guard let slot = slots[contact.trackingID] ?? (contact.phase == .began ? freeSlot() : nil) else { continue }
      add(EvdevCode.slot, slot)
      switch contact.phase {
      case .ended:
        add(EvdevCode.trackingID, -1)
        slots[contact.trackingID] = nil
      case .cancelled:
        // A palm is cancelled in a frame of its own: the tool counts only while the contact is down.
        add(EvdevCode.toolType, 2)
        add(EvdevCode.report, 0, type: EvdevCode.synchronization)
        add(EvdevCode.trackingID, -1)
        slots[contact.trackingID] = nil
      case .began, .moved, .stationary:
        if contact.phase == .began {
          slots[contact.trackingID] = slot
          add(EvdevCode.trackingID, contact.trackingID & 0xffff)
        }
        add(EvdevCode.positionX, Self.steps(contact.location.x))
        add(EvdevCode.positionY, Self.steps(contact.location.y))
      }
    }
    if wasTouched == slots.isEmpty { add(EvdevCode.touch, slots.isEmpty ? 0 : 1, type: EvdevCode.key) }
    add(EvdevCode.report, 0, type: EvdevCode.synchronization)
    return events
  }

  private func freeSlot() -> Int32? { (0..<Self.slotLimit).first { slot in !slots.values.contains(slot) } }

  private static func steps(_ place: Double) -> Int32 { EvdevAxis(0, .max).value(nearest: place * steps).value }
}
