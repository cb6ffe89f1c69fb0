import ContactorCore
import ContactorEvdev

/// What a monitor's picture shows: the panels, their contacts and the contacts' trails.
struct MonitorState {
  /// A contact on a panel.
  struct Contact {
    /// The number that is shown, from 1, unique over all panels.
    let number: Int
    let trackingID: Int32
    /// The location in the panel's unit: millimetres or per cent.
    var location: Point
    /// The pressure, 0 … 1; `nil` where the panel does not report one.
    var pressure: Double?
    /// The locations so far as shares of the panel's width and height, the latest last.
    var trail: [Point]
  }

  /// A panel and what was seen of it.
  struct Panel {
    let device: TouchDevice
    let unit: PanelUnit
    /// The contacts on the panel, in the order in which they began.
    var contacts: [Contact] = []
    /// The trails of contacts that were lifted since the panel was last untouched.
    var oldTrails: [[Point]] = []
    /// Frames a second while the panel was last touched.
    var hertz = 0.0
    /// How many anomalies the panel's events had.
    var anomalies = 0
    var lastAnomaly: Anomaly.Kind?
    var meter = RateMeter()
  }

  /// How many locations of a trail are kept at least, of up to twice as many; older ones are dropped.
  static let trailLimit = 1024
  /// How many trails of lifted contacts are kept.
  static let oldTrailLimit = 64

  private(set) var panels: [Panel] = []
  /// The last gesture, one line.
  var gesture: String?
  /// The last problem, one line.
  var problem: String?
  private var numbers = ContactNumbers()

  /// Whether a contact is down.
  var isTouched: Bool { panels.contains { !$0.contacts.isEmpty } }

  /// Takes an event of a source.
  mutating func handle(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, _): panels.append(Panel(device: device, unit: PanelUnit(device)))
    case .deviceRemoved(let id, _):
      panels.removeAll { $0.device.id == id }
      numbers.remove(id)
    case .frame(let frame):
      guard let index = index(of: frame.device) else { return }
      if panels[index].contacts.isEmpty { panels[index].meter.reset() }
      panels[index].meter.note(frame.timestamp)
      for contact in frame.contacts { apply(contact, index) }
      updateRate(index, at: frame.timestamp)
    case .anomaly(let anomaly):
      guard let index = index(of: anomaly.device) else { return }
      panels[index].anomalies += 1
      panels[index].lastAnomaly = anomaly.kind
    }
  }

  /// Updates the rates, for a finger at rest makes no frames.
  mutating func tick(at moment: Timestamp) {
    for index in panels.indices where !panels[index].contacts.isEmpty {
      panels[index].hertz = panels[index].meter.hertz(at: moment)
    }
  }

  private func index(of device: DeviceID) -> Int? { panels.firstIndex { $0.device.id == device } }

  private mutating func updateRate(_ index: Int, at time: Timestamp) {
    let hertz = panels[index].meter.hertz(at: time)
    // The frame that lifts the last finger may be alone in its second; the rate from before stays.
    if hertz > 0 || !panels[index].contacts.isEmpty { panels[index].hertz = hertz }
  }

  private mutating func apply(_ contact: ContactorCore.Contact, _ index: Int) {
    guard contact.phase != .stationary else { return }
    let size = panels[index].unit.size
    let place = Point(x: contact.location.x / size.width, y: contact.location.y / size.height)
    let number = numbers.number(of: contact, device: panels[index].device.id)
    let slot = panels[index].contacts.firstIndex { $0.trackingID == contact.trackingID }
    switch (contact.phase, slot) {
    case (.ended, let slot?), (.cancelled, let slot?):
      panels[index].oldTrails.append(panels[index].contacts.remove(at: slot).trail)
      if panels[index].oldTrails.count > Self.oldTrailLimit { panels[index].oldTrails.removeFirst() }
    case (.ended, nil), (.cancelled, nil): break
    case (_, let slot?) where contact.phase != .began:
      panels[index].contacts[slot].move(to: contact, place)
    default:
      if panels[index].contacts.isEmpty { panels[index].oldTrails = [] }
      panels[index].contacts.removeAll { $0.trackingID == contact.trackingID }
      panels[index].contacts.append(
        Contact(
          number: number, trackingID: contact.trackingID, location: contact.location,
          pressure: contact.pressure, trail: [place]))
    }
  }
}

extension MonitorState.Contact {
  fileprivate mutating func move(to contact: Contact, _ place: Point) {
    location = contact.location
    pressure = contact.pressure ?? pressure
    if trail.last != place { trail.append(place) }
    if trail.count > 2 * MonitorState.trailLimit { trail.removeFirst(MonitorState.trailLimit) }
  }
}

/// Gives contacts short numbers, from 1: tracking ids are per device, and libinput hides them.
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

  /// The number of a contact of a frame; forgotten with the contact's last frame.
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

/// Counts how many frames a second a panel sends.
struct RateMeter {
  /// The time over which frames are counted, in microseconds.
  static let span: Microseconds = 1_000_000

  private var times: [Timestamp] = []

  /// Notes a frame; time that steps back starts the count anew.
  mutating func note(_ time: Timestamp) {
    if let last = times.last, time < last { times.removeAll() }
    times.append(time)
    // Old times are removed 128 or more at a time, so that a frame costs little.
    if times.count >= 256, let first = times.firstIndex(where: { time.microseconds(since: $0) <= Self.span }), first >= 128 {
      times.removeFirst(first)
    }
  }

  /// Frames a second in the last second before a moment; 0 for fewer than two.
  func hertz(at moment: Timestamp) -> Double {
    let recent = times.drop { moment.microseconds(since: $0) > Self.span }
    guard let first = recent.first, let last = recent.last, last > first else { return 0 }
    return Double(recent.count - 1) * 1_000_000 / Double(last.microseconds(since: first))
  }

  /// Forgets everything.
  mutating func reset() { times.removeAll(keepingCapacity: true) }
}
