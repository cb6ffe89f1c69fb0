public import ContactorCore
public import ContactorEvdev

/// Counts the contents of a recording, for `contactor trace info`.
public struct TraceInfo: TraceSink {
  /// One device's description and figures.
  public struct Device: Hashable, Sendable {
    /// The device as last described; `nil` for a recording of events only.
    public var device: TraceDevice?
    /// How many raw events it sent.
    public var events = 0
    /// How many frames the events make (`SYN_REPORT`); without events, how many frames of contacts were recorded.
    public var frames = 0
    /// How many contacts began.
    public var contacts = 0
    /// The most contacts at once.
    public var mostContacts = 0
    /// How often the kernel lost events (`SYN_DROPPED`).
    public var losses = 0
    /// How often time stepped back between two frames.
    public var stepsBack = 0
    /// The codes of the absolute axes that were seen.
    public var axes: Set<UInt16> {
      otherAxes.union((0..<64).filter { usualAxes & 1 << UInt64($0) != 0 })
    }
    /// The bits of the axes below 64, which are all that the kernel knows.
    var usualAxes: UInt64 = 0
    var otherAxes: Set<UInt16> = []
    /// How many frames have each interval to the frame before, in steps of 0.1 ms up to 100 ms.
    var intervals: [Int] = []
    var lastFrame: Int64?
    var down: Set<Int32> = []
    var slot: Int32 = 0
    /// Whether a decoder counts the contacts, because the panel has no slots.
    var isDecoded = false

    /// The median time between frames, to 0.1 ms; `nil` with fewer than two frames.
    public var medianInterval: Duration? {
      let count = intervals.reduce(0, +)
      guard count > 0 else { return nil }
      var sum = 0
      for (interval, number) in intervals.enumerated() {
        sum += number
        if sum * 2 >= count { return .microseconds(interval * 100) }
      }
      return nil
    }
  }

  /// The most devices with figures of their own.
  public static let deviceLimit = 256

  /// The first `deviceLimit` devices, by their first appearance.
  public private(set) var devices: [(id: DeviceID, info: Device)] = []
  /// How many further devices there were.
  public private(set) var otherCount = 0
  /// The places of the devices in `devices`.
  private var places: [DeviceID: Int] = [:]
  /// The figures of the further devices that were not removed.
  private var present: [DeviceID: Device] = [:]
  /// The sum of the figures of the further devices that were removed.
  private var gone = Device()
  private var counters: [DeviceID: ContactCounter] = [:]
  /// The earliest time.
  public private(set) var first: Timestamp?
  /// The latest time.
  public private(set) var last: Timestamp?
  /// The anomalies, by kind.
  public private(set) var anomalies: [Anomaly.Kind: Int] = [:]
  /// The damaged parts; the first 100.
  public private(set) var damage: [TraceDamage] = []

  /// Creates an empty count.
  public init() {}

  /// Counts events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    let counter = counters[id]
    change(id) { device in
      unsafe device.count(events)
      unsafe counter?.count(events, in: &device)
    }
    if let event = unsafe events.first { note(event.time) }
    if let event = unsafe events.last { note(event.time) }
  }

  /// Counts anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if let time = record.time { note(time) }
    switch record {
    case .device(let device, _):
      let isDecoded = device.description.map { $0.contactProtocol != .slots } ?? false
      if !isDecoded {
        counters[device.id] = nil
      } else if counters[device.id]?.description != device.description {
        counters[device.id] = ContactCounter(device)
      }
      change(device.id) { known in
        let isFirst = known.device == nil
        known.device = device
        known.isDecoded = isDecoded
        if isFirst, !isDecoded, let state = device.state { known.countContacts(of: state) }
      }
    case .deviceRemoved(let id, _): remove(id)
    case .state(let state, let id, let time):
      guard let counter = counters[id] else { return }
      change(id) { counter.resynchronize(with: state, at: time, in: &$0) }
    case .anomaly(let anomaly): anomalies[anomaly.kind, default: 0] += 1
    case .damage(let piece): if damage.count < 100 { damage.append(piece) }
    case .frame(let frame):
      change(frame.device) { device in
        guard device.events == 0 else { return }
        device.count(frame)
      }
    case .wait, .rows, .note: break
    }
  }

  /// Does nothing.
  public mutating func finish() throws(TraceError) {}

  /// The sum of the figures of the devices after the first `deviceLimit`.
  public var others: Device { present.values.reduce(into: gone) { $0.add($1) } }

  private mutating func change(_ id: DeviceID, _ body: (inout Device) -> Void) {
    if let place = places[id] { return body(&devices[place].info) }
    if devices.count < Self.deviceLimit {
      places[id] = devices.count
      devices.append((id, Device()))
      return body(&devices[devices.count - 1].info)
    }
    var device = Device()
    if let known = present.removeValue(forKey: id) { device = known } else { otherCount += 1 }
    body(&device)
    // Readers have at most this many devices at once; those beyond, from other callers, go into the sum at once.
    if present.count < TraceFormat.deviceLimit { present[id] = device } else { gone.add(device) }
  }

  /// Forgets a removed device except for its figures; its contacts are lifted.
  private mutating func remove(_ id: DeviceID) {
    counters[id] = nil
    if let place = places[id] {
      devices[place].info.down = []
    } else if let device = present.removeValue(forKey: id) {
      gone.add(device)
    }
  }

  private mutating func note(_ time: Timestamp) {
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }
}

/// Counts the contacts of a panel without slots as the engine would see them.
private final class ContactCounter {
  let description: EvdevDescription?
  private var decoder: EvdevDecoder?

  init(_ device: TraceDevice) {
    description = device.description
    if let description {
      decoder = EvdevDecoder(description, device: device.id, transform: .identity, state: device.state, lossPolicy: .cancelContacts)
    }
  }

  func count(_ events: UnsafeBufferPointer<EvdevEvent>, in device: inout TraceInfo.Device) {
    unsafe decoder?.decode(UnsafeRawBufferPointer(events)) { device.countContacts($0) }
    _ = decoder?.takeAnomalies()
  }

  func resynchronize(with state: EvdevState, at time: Timestamp, in device: inout TraceInfo.Device) {
    decoder?.resynchronize(with: state, at: time) { device.countContacts($0) }
  }
}

extension TraceInfo.Device {
  /// Adds the figures of another device that have a sum.
  fileprivate mutating func add(_ other: Self) {
    events += other.events
    frames += other.frames
    contacts += other.contacts
    mostContacts = max(mostContacts, other.mostContacts)
    losses += other.losses
    stepsBack += other.stepsBack
  }

  fileprivate mutating func count(_ events: UnsafeBufferPointer<EvdevEvent>) {
    self.events += events.count
    for index in events.indices { unsafe count(events[index]) }
  }

  @inline(__always)
  private mutating func count(_ event: EvdevEvent) {
    if event.type == EvdevCode.absolute {
      if event.code < 64 { usualAxes |= 1 << UInt64(event.code) } else { otherAxes.insert(event.code) }
      if event.code == EvdevCode.slot { slot = event.value }
      if event.code == EvdevCode.trackingID, !isDecoded { setDown(event.value >= 0, slot) }
    } else if event.type == EvdevCode.synchronization {
      if event.code == EvdevCode.dropped { losses += 1 }
      if event.code == EvdevCode.report { endFrame(event.time.microseconds) }
    }
  }

  fileprivate mutating func count(_ frame: TouchFrame) {
    countContacts(frame)
    endFrame(frame.timestamp.microseconds)
  }

  /// Counts the contacts that were down as the recording began.
  fileprivate mutating func countContacts(of state: EvdevState) {
    slot = state.currentSlot
    for (slot, id) in (state.slots[EvdevCode.trackingID] ?? []).enumerated() where id >= 0 { setDown(true, Int32(slot)) }
  }

  fileprivate mutating func countContacts(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: setDown(true, contact.slot)
      case .ended, .cancelled: setDown(false, contact.slot)
      case .moved, .stationary: break
      }
    }
  }

  private mutating func setDown(_ isDown: Bool, _ slot: Int32) {
    if isDown {
      contacts += 1
      down.insert(slot)
      mostContacts = max(mostContacts, down.count)
    } else {
      down.remove(slot)
    }
  }

  private mutating func endFrame(_ time: Int64) {
    frames += 1
    if let lastFrame {
      if time < lastFrame { stepsBack += 1 }
      if intervals.isEmpty { intervals = [Int](repeating: 0, count: 1001) }
      intervals[min(max(Int(clamping: (time &- lastFrame) / 100), 0), 1000)] += 1
    }
    lastFrame = time
  }
}
