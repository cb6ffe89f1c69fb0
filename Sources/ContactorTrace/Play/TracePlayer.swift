public import ContactorCore
public import ContactorEvdev

/// Turns a recording into the engine's input.
///
/// A device with recorded frames (`TraceDevice.hasFrames`) or without a description gives those frames; the raw events of
/// others are decoded. The result does not depend on how reading splits the recording. A segment of a flight
/// recorder may begin while contacts are down; after damage all contacts are cancelled, so that none stays down.
public struct TracePlayer: TraceSink {
  /// A step of the engine's input.
  public typealias Step = ScriptReader.Step

  private let mapping: (TraceDevice) -> AffineTransform
  /// Whether the mapping has changed since this was last asked, which is asked after each frame: a layout may turn panels.
  ///
  /// `nil` for a mapping that never changes.
  public var mappingChanged: (() -> Bool)?
  private let yield: (Step) throws(TraceError) -> Void
  private var panels: [DeviceID: PlayedPanel] = [:]
  private var order: [DeviceID] = []
  /// The copies of panels, each with its panel: they are not played.
  private var copies: [DeviceID: DeviceID] = [:]
  /// Takes each description of a panel or copy, also one that comes again, before what follows from it is yielded.
  public var described: ((TraceDevice) -> Void)?
  /// Takes the recorded events of the copy of a panel, by the panel.
  public var copied: ((DeviceID, [EvdevEvent]) -> Void)?
  /// Takes the removal of the copy of a panel, by the panel.
  public var copyRemoved: ((DeviceID, Timestamp) -> Void)?
  private var latest = Timestamp(microseconds: 0)
  /// The number of frames played so far.
  public private(set) var frameCount = 0

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - mapping: the map from device units to points of the window, for devices whose events are decoded.
  ///   - yield: takes the steps in order.
  public init(
    mapping: @escaping (TraceDevice) -> AffineTransform, yield: @escaping (Step) throws(TraceError) -> Void
  ) {
    self.mapping = mapping
    self.yield = yield
  }

  /// Decodes raw events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    if !copies.isEmpty, let panel = copies[device] {
      if let copied { unsafe copied(panel, Array(events)) }
      return
    }
    guard let panel = panels[device], panel.decodes else { return }
    guard let mappingChanged else { return try pass { unsafe panel.take(events, $0) } }
    var start = 0
    for index in events.indices {
      let isEnd = unsafe events[index].type == EvdevCode.synchronization && events[index].code == EvdevCode.report
      guard isEnd || index == events.count - 1 else { continue }
      let frame = unsafe UnsafeBufferPointer(rebasing: events[start...index])
      start = index + 1
      try pass { unsafe panel.take(frame, $0) }
      if mappingChanged() { remap() }
    }
  }

  private func remap() {
    for panel in panels.values where panel.decodes { panel.transform = mapping(panel.device) }
  }

  /// Takes anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, let time): try add(device, at: time)
    case .deviceRemoved(let id, let time): try remove(id, at: time)
    case .state(let state, let id, let time):
      if let panel = panels[id] { try pass { panel.resynchronize(with: state, at: time, $0) } }
    case .frame(let frame): try take(frame)
    case .anomaly(let anomaly): try take(anomaly)
    case .wait(let time): try pass(.advance(to: time))
    case .rows(let rows, let time): try pass(.rows(rows, at: time))
    case .note(let text, let time): if let step = Step.step(text, at: time) { try pass(step) }
    case .damage(let damage) where damage.kind == .line: break
    case .damage:
      for panel in order.compactMap({ panels[$0] }) { try pass { [latest] in panel.cancelAll(at: latest, $0) } }
    }
    if let time = record.time { latest = max(latest, time) }
  }

  /// Does nothing, because time passes only with the recording's records.
  public mutating func finish() throws(TraceError) {}

  private mutating func add(_ device: TraceDevice, at time: Timestamp) throws(TraceError) {
    described?(device)
    if let panel = device.copyOf {
      copies[device.id] = panel
      return
    }
    if let panel = panels[device.id] {
      // A segment begins, or the mapping has changed.
      if panel.continues(device) { return try pass { panel.update(device, at: time, $0) } }
      try remove(device.id, at: time)
    }
    panels[device.id] = PlayedPanel(device, mapping: mapping(device))
    order.append(device.id)
    try pass(.event(.deviceAdded(device.device, at: time)))
  }

  private mutating func remove(_ id: DeviceID, at time: Timestamp) throws(TraceError) {
    if let panel = copies.removeValue(forKey: id) { return copyRemoved?(panel, time) ?? () }
    // Recorded frames include the end of each contact that the engine was given.
    if let panel = panels.removeValue(forKey: id), panel.decodes { try pass { panel.cancelAll(at: time, $0) } }
    order.removeAll { $0 == id }
    try pass(.event(.deviceRemoved(id, at: time)))
  }

  private mutating func take(_ frame: TouchFrame) throws(TraceError) {
    // Scripts have frames of devices that were not added.
    guard let panel = panels[frame.device] else { return try pass(.event(.frame(frame))) }
    if panel.decodes { return }
    if let frame = panel.admit(frame) { try pass(.event(.frame(frame))) }
  }

  private mutating func take(_ anomaly: Anomaly) throws(TraceError) {
    // The decoder reports the other anomalies itself.
    if panels[anomaly.device]?.decodes == true, anomaly.kind != .deviceLost, anomaly.kind != .readError { return }
    try pass(.event(.anomaly(anomaly)))
  }

  /// Hands on a panel's events one by one, because a frame that is kept is copied.
  private mutating func pass(_ body: ((InputEvent) -> Void) -> Void) throws(TraceError) {
    var failure: TraceError?
    body { event in
      guard failure == nil else { return }
      do throws(TraceError) { try pass(.event(event)) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private mutating func pass(_ step: Step) throws(TraceError) {
    if case .event(.frame(let frame)) = step {
      frameCount += 1
      latest = max(latest, frame.timestamp)
    }
    try yield(step)
  }
}

extension ScriptReader.Step {
  /// The time of the step.
  public var time: Timestamp {
    switch self {
    case .advance(let moment): moment
    case .rows(_, let time), .screenOff(let time), .programs(let time), .outcome(_, let time), .verifies(let time), .debounced(let time),
      .verdict(_, let time),
      .mode(_, let time), .pairing(_, let time), .turned(_, _, let time), .grabbed(_, _, let time), .login(_, let time):
      time
    case .event(.frame(let frame)): frame.timestamp
    case .event(.deviceAdded(_, let time)), .event(.deviceRemoved(_, let time)): time
    case .event(.anomaly(let anomaly)): anomaly.timestamp
    }
  }
}
