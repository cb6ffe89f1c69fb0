import ContactorCore

/// The touchscreen of a peer that touches through the socket: what it asks for, as a source's events.
///
/// A touch that begins and is down already, and one that moves or ends and is not, is refused: the engine gets a legal stream always.
final class InjectedPanel {
  /// The panel's identity; layouts match it by its name.
  let device: TouchDevice
  private var contacts: [Int32: Contact] = [:]

  /// The name of every such panel.
  static let name = "contactor inject"
  /// How many touches are down at once, at most: as many as the kernel's slots of a large panel.
  static let limit = 60

  /// Makes the panel of a connection.
  init(connection number: UInt32) {
    // Numbers of real panels count from 1, and the highest bit marks copies in recordings.
    device = TouchDevice(
      id: DeviceID(rawValue: 1 << 30 | number & (1 << 30 - 1)), node: "inject\(number)", name: Self.name)
  }

  /// How many touches are down.
  var count: Int { contacts.count }

  /// The frame of a touch; `nil` with a reason where it is not legal.
  func frame(of touch: ControlRequest.InjectedTouch, at time: Timestamp) -> (TouchFrame?, reason: String) {
    var contact = contacts[touch.contact]
    if touch.phase == .began {
      guard contact == nil else { return (nil, "touch \(touch.contact) is down already") }
      guard contacts.count < Self.limit else { return (nil, "\(Self.limit) touches are down already") }
      contact = Contact(trackingID: touch.contact, slot: touch.contact, phase: .began, location: .zero)
    }
    guard var contact else { return (nil, "touch \(touch.contact) is not down; it must begin first") }
    contact.phase = touch.phase
    if let location = touch.location { contact.location = location }
    contacts[touch.contact] = touch.phase == .ended || touch.phase == .cancelled ? nil : contact
    return (TouchFrame(device: device.id, timestamp: time, contacts: [contact]), "")
  }

  /// The frame that cancels what is down; `nil` where nothing is.
  func cancellation(at time: Timestamp) -> TouchFrame? {
    guard !contacts.isEmpty else { return nil }
    let cancelled = contacts.values.sorted { $0.trackingID < $1.trackingID }.map { contact in
      var contact = contact
      contact.phase = .cancelled
      return contact
    }
    contacts = [:]
    return TouchFrame(device: device.id, timestamp: time, contacts: cancelled)
  }
}
