import ContactorCore

/// Gives contacts short numbers, from 1: the kernel's are per device, and libinput hides them.
struct ContactNumbers {
  private struct Key: Hashable {
    let device: DeviceID
    let trackingID: Int32
  }

  private var numbers: [Key: Int] = [:]
  private var last = 0

  /// Whether a contact is down.
  var isTouched: Bool { !numbers.isEmpty }

  /// How many contacts of a device are down.
  func count(of device: DeviceID) -> Int { numbers.keys.count { $0.device == device } }

  /// The number of a contact of a frame; its last one frees it.
  mutating func number(of contact: Contact, device: DeviceID) -> Int {
    let key = Key(device: device, trackingID: contact.trackingID)
    if contact.phase == .began || numbers[key] == nil {
      last += 1
      numbers[key] = last
    }
    let number = numbers[key] ?? last
    if contact.phase == .ended || contact.phase == .cancelled { numbers[key] = nil }
    return number
  }

  /// Forgets the contacts of a device that is gone.
  mutating func remove(_ device: DeviceID) {
    numbers = numbers.filter { $0.key.device != device }
  }
}
