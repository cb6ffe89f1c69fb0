public import ContactorCore
public import ContactorEvdev

/// Counts what a recording holds: for `contactor trace info`.
public struct TraceInfo: TraceSink {
  /// What is known of one device.
  public struct Device: Hashable, Sendable {
    /// The device, as it was last described; `nil` where the recording holds only events.
    public var device: TraceDevice?
    /// How many raw events it sent.
    public var events = 0
    /// How many frames these make (`SYN_REPORT`), or how many the engine was given where there are no events.
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
    /// Frames by the time to the one before, in steps of 0.1 ms up to 100 ms.
    var intervals = [Int](repeating: 0, count: 1001)
    var lastFrame: Int64?
    var down: Set<Int32> = []
    var slot: Int32 = 0

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

  /// The devices, by the order in which they first appeared.
  public private(set) var devices: [(id: DeviceID, info: Device)] = []
  /// The earliest time.
  public private(set) var first: Timestamp?
  /// The latest time.
  public private(set) var last: Timestamp?
  /// The anomalies, by kind.
  public private(set) var anomalies: [Anomaly.Kind: Int] = [:]
  /// What could not be read; the first 100 pieces.
  public private(set) var damage: [TraceDamage] = []

  /// Creates an empty count.
  public init() {}

  /// Counts events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    devices[index(of: id)].info.count(events)
    if let event = events.first { note(event.time) }
    if let event = events.last { note(event.time) }
  }

  /// Counts anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if let time = record.time { note(time) }
    switch record {
    case .device(let device, _): devices[index(of: device.id)].info.device = device
    case .anomaly(let anomaly): anomalies[anomaly.kind, default: 0] += 1
    case .damage(let piece): if damage.count < 100 { damage.append(piece) }
    case .frame(let frame):
      let index = index(of: frame.device)
      guard devices[index].info.events == 0 else { return }
      devices[index].info.count(frame)
    case .deviceRemoved, .state, .wait, .note: break
    }
  }

  /// Does nothing.
  public mutating func finish() throws(TraceError) {}

  private mutating func index(of id: DeviceID) -> Int {
    if let index = devices.firstIndex(where: { $0.id == id }) { return index }
    devices.append((id, Device()))
    return devices.count - 1
  }

  private mutating func note(_ time: Timestamp) {
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }
}

extension TraceInfo.Device {
  fileprivate mutating func count(_ events: UnsafeBufferPointer<EvdevEvent>) {
    self.events += events.count
    for event in events { count(event) }
  }

  @inline(__always)
  private mutating func count(_ event: EvdevEvent) {
    if event.type == EvdevCode.absolute {
      if event.code < 64 { usualAxes |= 1 << UInt64(event.code) } else { otherAxes.insert(event.code) }
      if event.code == EvdevCode.slot { slot = event.value }
      if event.code == EvdevCode.trackingID { setDown(event.value >= 0, slot) }
    } else if event.type == EvdevCode.synchronization {
      if event.code == EvdevCode.dropped { losses += 1 }
      if event.code == EvdevCode.report { endFrame(event.time.microseconds) }
    }
  }

  fileprivate mutating func count(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: setDown(true, contact.slot)
      case .ended, .cancelled: setDown(false, contact.slot)
      case .moved, .stationary: break
      }
    }
    endFrame(frame.timestamp.microseconds)
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
      intervals[min(max(Int(clamping: (time &- lastFrame) / 100), 0), 1000)] += 1
    }
    lastFrame = time
  }
}
