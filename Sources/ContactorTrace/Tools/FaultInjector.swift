public import ContactorCore
public import ContactorEvdev

/// A fault of panels that can be put into a recording.
public enum Fault: String, Hashable, Sendable, CaseIterable {
  /// The kernel's buffer overflows: frames are lost, and `SYN_DROPPED` marks the place.
  case dropped
  /// The device is removed while contacts are down, and added again.
  case loss
  /// A contact becomes a palm (`MT_TOOL_PALM`).
  case palm
  /// Positions change by up to a hundredth of the axis.
  case jitter
  /// Contacts without a finger appear for a frame or two.
  case ghosts
  /// Slots have other numbers.
  case slots
  /// Tracking ids reach their largest value and begin at 0 again.
  case ids
}

/// Puts faults into a recording of a panel with slots; the same seed gives the same faults.
public struct FaultInjector<Output: TraceSink>: TraceSink {
  /// What receives the changed recording.
  public private(set) var output: Output
  private let faults: Set<Fault>
  private var random: FaultRandom
  private var groups = FrameGroups()
  private var devices: [DeviceID: TraceDevice] = [:]
  private var panels: [DeviceID: FaultPanel] = [:]
  private let tally: TraceTally
  /// Copies of panels, which are left out: they do not follow from the changed events.
  private var copies: Set<DeviceID> = []

  /// Creates an injector.
  ///
  /// - Parameters:
  ///   - seed: determines where the faults are.
  ///   - tally: counts the faults and frames; read it after the recording has ended.
  public init(_ output: Output, faults: Set<Fault>, seed: UInt64, tally: TraceTally = TraceTally()) {
    self.tally = tally
    self.output = output
    self.faults = faults
    random = FaultRandom(seed)
  }

  /// Hands on the frames with faults in them.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    if copies.contains(id) { return }
    for frame in unsafe groups.take(events, from: id) { try take(frame, id) }
  }

  private mutating func take(_ frame: [EvdevEvent], _ id: DeviceID) throws(TraceError) {
    var panel = panels[id] ?? FaultPanel(devices[id]?.description)
    defer { panels[id] = panel }
    var frame = frame
    guard let time = frame.last?.time else { return }
    tally.eventFrames += 1
    if !tally.hasSlots { tally.hasSlots = frame.contains { FaultPanel.isAxis($0, EvdevCode.trackingID) } }
    // Panels that list contacts have no slots, and single-touch panels no ids; these faults then change nothing.
    for fault in [Fault.ids, .slots, .jitter, .palm, .ghosts] where faults.contains(fault) {
      let before = frame
      switch fault {
      case .ids: panel.wrapIDs(&frame)
      case .slots: panel.shuffleSlots(&frame, &random)
      case .jitter: panel.jitter(&frame, &random)
      case .palm: panel.palm(&frame, &random)
      default: panel.ghost(&frame, &random)
      }
      if frame != before { tally.faults[fault, default: 0] += 1 }
    }
    panel.follow(frame)
    if faults.contains(.dropped), panel.isDropping(&random) {
      tally.faults[.dropped, default: 0] += 1
      panel.hasDropped = true
      return
    }
    if panel.hasDropped {
      panel.hasDropped = false
      let lost = [EvdevEvent(at: time, type: 0, code: EvdevCode.dropped, value: 0), EvdevEvent(at: time, type: 0, code: 0, value: 0)]
      try output.take(lost, from: id)
      try output.take(.state(panel.tracker.state, of: id, at: time))
      return
    }
    try output.take(frame, from: id)
    if faults.contains(.loss), panel.hasContacts, random.chance(0.02), var device = devices[id] {
      tally.faults[.loss, default: 0] += 1
      try output.take(.anomaly(Anomaly(.deviceLost, device: id, at: time)))
      try output.take(.deviceRemoved(id, at: time))
      device.state = panel.tracker.state
      try output.take(.device(device, at: time))
    }
  }

  /// Hands on records except frames, which do not have the faults.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, _) where device.copyOf != nil: copies.insert(device.id)
    case .deviceRemoved(let id, _) where copies.contains(id): copies.remove(id)
    case .device(var device, let time):
      device.hasFrames = false
      // A device with a state makes a player wait for the state after each loss.
      if faults.contains(.dropped), device.state == nil { device.state = EvdevState() }
      devices[device.id] = device
      try output.take(.device(device, at: time))
    case .frame: tally.touchFrames += 1
    case .deviceRemoved(let id, _):
      for frame in groups.takeRest(of: id) { try take(frame, id) }
      (devices[id], panels[id]) = (nil, nil)
      try output.take(record)
    default: try output.take(record)
    }
  }

  /// Ends the recording.
  public mutating func finish() throws(TraceError) {
    for (id, frame) in groups.takeRest() { try output.take(frame, from: id) }
    try output.finish()
  }
}

/// Random numbers determined by a seed (SplitMix64).
struct FaultRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns true with a probability.
  mutating func chance(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }
}
