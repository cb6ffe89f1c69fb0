import ContactorCore

/// The fingers of a random walk on three devices, and the frames that come of what they do.
final class WalkFingers {
  /// One finger that is down, as its device sees it.
  private struct Finger {
    var device: UInt32
    var contact: Contact
  }

  static let devices: [UInt32] = [1, 2, 3]
  private static let mostFingers = 10

  var time: Int64 = 0
  /// The latest time that was sent.
  var lastSent: Int64 = 0
  /// How many contacts began.
  private(set) var contactCount = 0
  /// Whether no frame is being made.
  private(set) var isBuilt = true
  private var fingers: [Finger] = []

  /// One of the devices.
  func someDevice(_ random: Chance) -> UInt32 { Self.devices[random.below(Self.devices.count)] }

  /// The next frame of some device: some of its fingers move or end, some begin.
  func nextFrame(_ random: Chance) -> TouchFrame {
    isBuilt = false
    defer { isBuilt = true }
    let device = someDevice(random)
    var contacts: [Contact] = []
    for index in fingers.indices.reversed() where fingers[index].device == device {
      if random.once(in: 4) { continue }
      contacts.append(act(index, random))
      if !contacts[contacts.count - 1].phase.isDown { fingers.remove(at: index) }
    }
    if random.once(in: 4), fingers.count(where: { $0.device == device }) < Self.mostFingers {
      contacts.append(begin(device, random))
    }
    if random.once(in: 128) { contacts.append(nonsense(device, random)) }
    return TouchFrame(device: device.id, timestamp: nextTime(random), contacts: contacts)
  }

  /// Lifts every finger of a device.
  func liftAll(of device: UInt32, _ phase: TouchPhase) -> TouchFrame {
    var contacts: [Contact] = []
    for finger in fingers where finger.device == device {
      var contact = finger.contact
      contact.phase = phase
      contacts.append(contact)
    }
    fingers.removeAll { $0.device == device }
    return TouchFrame(device: device.id, timestamp: Timestamp(microseconds: time), contacts: contacts)
  }

  // MARK: What a finger does

  private func act(_ index: Int, _ random: Chance) -> Contact {
    var contact = fingers[index].contact
    contact.tool = .finger
    switch random.below(64) {
    case 0..<6: contact.phase = .ended
    case 6: contact.phase = .cancelled
    case 7:
      contact.phase = .moved
      contact.tool = .palm
    case 8: contact.phase = .began
    case 9: contact.phase = .stationary
    default: contact.phase = .moved
    }
    let reach = random.once(in: 16) ? 300.0 : 12
    contact.location.x += random.number(-reach, reach)
    contact.location.y += random.number(-reach, reach)
    fingers[index].contact.location = contact.location
    if random.once(in: 256) { contact.location.x = .nan }
    return contact
  }

  private func begin(_ device: UInt32, _ random: Chance) -> Contact {
    contactCount += 1
    let place = Point(x: random.number(-20, 820), y: random.number(-20, 500))
    let slot = random.below(Self.mostFingers)
    // Numbers come again after a while, as the kernel's do.
    let number = Int32(contactCount & 0xffff)
    let contact = Contact(trackingID: number, slot: Int32(slot), phase: .began, location: place)
    fingers.append(Finger(device: device, contact: contact))
    return contact
  }

  /// A contact that nobody knows.
  private func nonsense(_ device: UInt32, _ random: Chance) -> Contact {
    let phase = TouchPhase.allCases[1 + random.below(4)]
    return Contact(trackingID: 70_000, slot: 0, phase: phase, location: .zero)
  }

  /// Mostly 8 ms on; sometimes the same again, a step back, or a pause.
  private func nextTime(_ random: Chance) -> Timestamp {
    switch random.below(64) {
    case 0...3: break
    case 4: return Timestamp(microseconds: time - Int64(random.below(20_000)))
    case 5: time += 1_000_000
    default: time += 8_000
    }
    return Timestamp(microseconds: time)
  }
}

extension UInt32 {
  fileprivate var id: DeviceID { DeviceID(rawValue: self) }
}

extension TouchPhase {
  fileprivate var isDown: Bool { self != .ended && self != .cancelled }
}
