public import ContactorCore
public import ContactorEvdev

/// Hands on the whole frames of a recording between two times, of all devices or some.
///
/// Devices added before the part are described at its beginning, with the state of their axes and contacts at that time;
/// so contacts that were down begin in the part.
public struct TraceCut<Output: TraceSink>: TraceSink {
  /// The receiver of the part.
  public private(set) var output: Output
  private let start: Timestamp
  private let end: Timestamp
  private let nodes: Set<String>
  private var groups = FrameGroups()
  private var waiting: [(device: TraceDevice, tracker: StateTracker)] = []
  private var dropped: Set<DeviceID> = []
  /// The rows that lists got before the part, beginning with their last complete set.
  private var lists: [TraceRows] = []
  /// The most changes of lists that are kept; a list that changes more often without getting all rows is not known in the part.
  private static var listLimit: Int { 1000 }
  /// Whether the recording says that secrets were compared.
  private var comparesSecrets = false
  /// Whether contacts that ended and began again are one before the part.
  private var isDebounced = false
  /// Whether the recording says that programs were run.
  private var runsPrograms = false
  private let tally: TraceTally

  /// Creates a cut.
  ///
  /// - Parameters:
  ///   - start: the first moment that is kept.
  ///   - end: the first moment that is not kept.
  ///   - nodes: the devices that are kept, by node or the last part of it; all if it is empty.
  ///   - tally: counts what is kept; read it after the recording has ended.
  public init(
    _ output: Output, from start: Timestamp, to end: Timestamp, nodes: Set<String> = [], tally: TraceTally = TraceTally()
  ) {
    self.tally = tally
    self.output = output
    self.start = start
    self.end = end
    self.nodes = nodes
  }

  /// Hands on the frames that begin in the part.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    guard !dropped.contains(id) else { return }
    for frame in unsafe groups.take(events, from: id) { try take(frame, id) }
  }

  private mutating func take(_ frame: [EvdevEvent], _ id: DeviceID) throws(TraceError) {
    guard let time = frame.first?.time else { return }
    guard time >= start else {
      if let index = waiting.firstIndex(where: { $0.device.id == id }) {
        for event in frame { waiting[index].tracker.take(event) }
      }
      return
    }
    guard time < end else { return }
    try begin(at: time)
    tally.kept += 1
    try output.take(frame, from: id)
  }

  /// Describes the devices added, and the lists filled, before the part.
  private mutating func begin(at time: Timestamp) throws(TraceError) {
    for entry in waiting {
      var device = entry.device
      device.state = entry.tracker.state
      try output.take(.device(device, at: time))
    }
    for rows in lists { try output.take(.rows(rows, at: time)) }
    if runsPrograms { try output.take(.note(TraceRecord.programsRun, at: time)) }
    if comparesSecrets { try output.take(.note(TraceRecord.secretsCompared, at: time)) }
    if isDebounced { try output.take(.note(TraceRecord.debounced, at: time)) }
    (waiting, lists, runsPrograms, comparesSecrets, isDebounced) = ([], [], false, false, false)
  }

  /// Hands on the records of the part.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, _) = record {
      tally.note(device)
      if !nodes.isEmpty, !nodes.contains(device.device.node), !nodes.contains(device.device.shortName) {
        dropped.insert(device.id)
      }
    }
    if let id = record.deviceID, dropped.contains(id) {
      if case .deviceRemoved = record {
        dropped.remove(id)
        _ = groups.takeRest(of: id)
      }
      return
    }
    if case .deviceRemoved(let id, _) = record { for frame in groups.takeRest(of: id) { try take(frame, id) } }
    guard let time = record.time else { return try output.take(record) }
    if time < start {
      switch record {
      case .device(let device, _):
        waiting.removeAll { $0.device.id == device.id }
        waiting.append((device, StateTracker(device.state)))
      case .deviceRemoved(let id, _): waiting.removeAll { $0.device.id == id }
      case .state(let state, let id, _):
        if let index = waiting.firstIndex(where: { $0.device.id == id }) { waiting[index].tracker = StateTracker(state) }
      case .rows(let rows, _):
        if case .all = rows.change { lists.removeAll { $0.view == rows.view } }
        if lists.count < Self.listLimit { lists.append(rows) }
      case .note(TraceRecord.programsRun, _): runsPrograms = true
      case .note(TraceRecord.secretsCompared, _): comparesSecrets = true
      case .note(TraceRecord.debounced, _): isDebounced = true
      default: break
      }
    } else if time < end {
      try begin(at: time)
      switch record {
      case .frame, .anomaly, .note, .wait, .rows: tally.kept += 1
      case .device, .deviceRemoved, .state, .damage: break
      }
      try output.take(record)
    }
  }

  /// Ends the part.
  public mutating func finish() throws(TraceError) {
    for (id, frame) in groups.takeRest() { try take(frame, id) }
    try begin(at: start)
    try output.finish()
  }
}

/// Counts what a tool does to a recording, for a report after the recording has ended.
public final class TraceTally {
  /// How many frames and records a cut has kept.
  public internal(set) var kept = 0
  /// How often each fault was injected.
  public internal(set) var faults: [Fault: Int] = [:]
  /// How many frames of raw events there were.
  public internal(set) var eventFrames = 0
  /// How many recorded frames of contacts there were.
  public internal(set) var touchFrames = 0
  /// Whether a panel used tracking ids.
  public internal(set) var hasSlots = false
  /// The nodes of the recording's devices; the first 16.
  public private(set) var nodes: [String] = []

  /// Creates an empty one.
  public init() {}

  func note(_ device: TraceDevice) {
    let node = device.device.node
    guard nodes.count < 16, !node.isEmpty, !nodes.contains(node) else { return }
    nodes.append(node)
  }
}

/// Groups the raw events of each device into frames, which end with `SYN_REPORT`.
struct FrameGroups {
  private var open: [DeviceID: [EvdevEvent]] = [:]

  /// Takes events; returns the frames that they complete.
  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) -> [[EvdevEvent]] {
    var frames: [[EvdevEvent]] = []
    var frame = open.removeValue(forKey: device) ?? []
    for index in events.indices {
      let event = unsafe events[index]
      frame.append(event)
      // The limit keeps a device that never ends a frame from filling the memory.
      if (event.type == EvdevCode.synchronization && event.code == EvdevCode.report) || frame.count == 65536 {
        frames.append(frame)
        frame = []
      }
    }
    if !frame.isEmpty { open[device] = frame }
    return frames
  }

  /// Takes the unfinished frame of a removed device: none or one.
  mutating func takeRest(of device: DeviceID) -> [[EvdevEvent]] {
    open.removeValue(forKey: device).map { [$0] } ?? []
  }

  /// Takes the unfinished frames of all devices, by ascending id.
  mutating func takeRest() -> [(DeviceID, [EvdevEvent])] {
    defer { open = [:] }
    return open.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }
}
