import ContactorCore
import ContactorEvdev
import ContactorInput

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
    /// The word for why forwarding keeps the contact back, `held` for one that is held back for now; `nil` where it passes.
    var mark: String?
  }

  /// A contact that was lifted.
  struct Trail {
    let number: Int
    let trackingID: Int32
    /// The locations as shares of the panel's width and height, the latest last.
    let places: [Point]
    /// The word for why the contact was kept back; `nil` where it passed.
    var mark: String?
  }

  /// A panel and what was seen of it.
  struct Panel {
    let device: TouchDevice
    let unit: PanelUnit
    /// The contacts on the panel, in the order in which they began.
    var contacts: [Contact] = []
    /// The trails of contacts that were lifted since the panel was last untouched.
    var oldTrails: [Trail] = []
    /// The short name of the panel that this is the copy of.
    var original: String?
    /// Whether this is the copy of a panel whose contacts are shown too.
    var isBesidePanel = false
    /// The short name of the copy in whose favour another process has taken the panel over; the panel itself is silent.
    var takenOverFor: String?
    /// How many contacts were kept back from the copy or taken away there; `nil` for a panel that no rule is applied to.
    var keptBack: Int?
    /// Whether the panel has too many contacts, and is muted.
    var isMuted = false
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
    case .deviceAdded(let device, _): add(device)
    case .deviceRemoved(let id, _): remove(id)
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

  /// Marks a contact of a panel that forwarding does not just let through.
  mutating func handle(_ note: ForwardNote, of device: DeviceID) {
    guard let index = index(of: device) else { return }
    switch note.action {
    case .muted: panels[index].isMuted = true
    case .unmuted: panels[index].isMuted = false
    case .held: mark(note.trackingID, index, "held")
    case .released: mark(note.trackingID, index, nil)
    case .kept, .cancelled:
      panels[index].keptBack = (panels[index].keptBack ?? 0) + 1
      mark(note.trackingID, index, note.cause.word)
    }
  }

  private mutating func mark(_ trackingID: Int32, _ index: Int, _ word: String?) {
    if let contact = panels[index].contacts.firstIndex(where: { $0.trackingID == trackingID }) {
      panels[index].contacts[contact].mark = word
    } else if let trail = panels[index].oldTrails.lastIndex(where: { $0.trackingID == trackingID }) {
      panels[index].oldTrails[trail].mark = word
    }
  }

  /// Adds a panel; a copy stands behind its panel.
  private mutating func add(_ device: TouchDevice) {
    var panel = Panel(device: device, unit: PanelUnit(device))
    if device.isCopy {
      let own = panels.firstIndex { Recorder.copyID(of: $0.device.id) == device.id }
      if let index = own ?? panels.firstIndex(where: { !$0.device.isCopy && $0.device.looksLike(device) }) {
        panel.original = panels[index].device.shortName
        panel.isBesidePanel = own != nil
        if own == nil { panels[index].takenOverFor = device.shortName }
        return panels.insert(panel, at: index + 1)
      }
    } else if let index = panels.firstIndex(where: { $0.device.isCopy && $0.original == nil && $0.device.looksLike(device) }) {
      panels[index].original = device.shortName
      panel.takenOverFor = panels[index].device.shortName
      return panels.insert(panel, at: index)
    }
    panels.append(panel)
  }

  private mutating func remove(_ id: DeviceID) {
    guard let index = index(of: id) else { return }
    let gone = panels.remove(at: index).device
    numbers.remove(id)
    for other in panels.indices where gone.isCopy && panels[other].takenOverFor == gone.shortName {
      panels[other].takenOverFor = nil
    }
    for other in panels.indices where !gone.isCopy && panels[other].original == gone.shortName { panels[other].original = nil }
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
      let lifted = panels[index].contacts.remove(at: slot)
      panels[index].oldTrails.append(
        Trail(number: lifted.number, trackingID: lifted.trackingID, places: lifted.trail, mark: lifted.mark))
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
  /// The last of those that were lifted, at most `endedLimit`.
  private var ended: [Key: Int] = [:]
  private var last = 0

  private static let endedLimit = 64

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
    if contact.phase == .ended || contact.phase == .cancelled {
      numbers[key] = nil
      if ended.count >= Self.endedLimit { ended.removeAll(keepingCapacity: true) }
      ended[key] = number
    }
    return number
  }

  /// The number of a contact that is down, or was lifted a moment ago.
  func number(of trackingID: Int32, device: DeviceID) -> Int? {
    let key = Key(device: device, trackingID: trackingID)
    return numbers[key] ?? ended[key]
  }

  /// Forgets the contacts of a device that is gone.
  mutating func remove(_ device: DeviceID) {
    numbers = numbers.filter { $0.key.device != device }
    ended = ended.filter { $0.key.device != device }
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
