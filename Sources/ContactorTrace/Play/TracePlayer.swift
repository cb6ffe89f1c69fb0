public import ContactorCore

/// Turns a recording into what the engine was given, or would have been.
///
/// Devices whose frames were recorded (`TraceDevice.hasFrames`, and those without a description) give these; the raw events of
/// others are decoded. What lies in the recording decides, never how it is cut into pieces: a segment of a flight
/// recorder may begin amidst touches, and after damage everything that was down is cancelled, so that nothing sticks.
public struct TracePlayer: TraceSink {
  /// What is to be done next.
  public typealias Step = ScriptReader.Step

  private let mapping: (TraceDevice) -> AffineTransform
  private let yield: (Step) throws(TraceError) -> Void
  private var panels: [DeviceID: PlayedPanel] = [:]
  private var order: [DeviceID] = []
  private var latest = Timestamp(microseconds: 0)
  private var steps: [Step] = []
  /// How many frames there were.
  public private(set) var frameCount = 0

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - mapping: the map from device units to points of the window, for devices whose events are decoded.
  ///   - yield: takes the steps in their order.
  public init(
    mapping: @escaping (TraceDevice) -> AffineTransform, yield: @escaping (Step) throws(TraceError) -> Void
  ) {
    self.mapping = mapping
    self.yield = yield
  }

  /// Decodes raw events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    guard let panel = panels[device], panel.decodes else { return }
    panel.take(events) { steps.append(.event($0)) }
    try hand()
  }

  /// Takes anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, let time): add(device, at: time)
    case .deviceRemoved(let id, let time): remove(id, at: time)
    case .state(let state, let id, let time): panels[id]?.resynchronize(with: state, at: time) { steps.append(.event($0)) }
    case .frame(let frame): take(frame)
    case .anomaly(let anomaly): take(anomaly)
    case .wait(let time): steps.append(.advance(to: time))
    case .note: break
    case .damage: for id in order { panels[id]?.cancelAll(at: latest) { steps.append(.event($0)) } }
    }
    if let time = record.time { latest = max(latest, time) }
    try hand()
  }

  /// Does nothing: the recording says when time passes.
  public mutating func finish() throws(TraceError) {}

  private mutating func add(_ device: TraceDevice, at time: Timestamp) {
    if let panel = panels[device.id] {
      // The start of a segment, or a new mapping.
      if panel.continues(device) { return panel.update(device, at: time) { steps.append(.event($0)) } }
      remove(device.id, at: time)
    }
    panels[device.id] = PlayedPanel(device, mapping: mapping(device))
    order.append(device.id)
    steps.append(.event(.deviceAdded(device.device, at: time)))
  }

  private mutating func remove(_ id: DeviceID, at time: Timestamp) {
    let panel = panels.removeValue(forKey: id)
    // Frames that were recorded tell of the end of each contact, as far as the engine was told.
    if panel?.decodes == true { panel?.cancelAll(at: time) { steps.append(.event($0)) } }
    order.removeAll { $0 == id }
    steps.append(.event(.deviceRemoved(id, at: time)))
  }

  private mutating func take(_ frame: TouchFrame) {
    // Scripts have frames of devices that never came.
    guard let panel = panels[frame.device] else { return steps.append(.event(.frame(frame))) }
    if panel.decodes { return }
    if let frame = panel.admit(frame) { steps.append(.event(.frame(frame))) }
  }

  private mutating func take(_ anomaly: Anomaly) {
    // The decoder finds the others itself.
    if panels[anomaly.device]?.decodes == true, anomaly.kind != .deviceLost, anomaly.kind != .readError { return }
    steps.append(.event(.anomaly(anomaly)))
  }

  private mutating func hand() throws(TraceError) {
    guard !steps.isEmpty else { return }
    defer { steps.removeAll(keepingCapacity: true) }
    for step in steps {
      if case .event(.frame(let frame)) = step {
        frameCount += 1
        latest = max(latest, frame.timestamp)
      }
      try yield(step)
    }
  }
}

extension ScriptReader.Step {
  /// When the step happens.
  public var time: Timestamp {
    switch self {
    case .advance(let moment): moment
    case .event(.frame(let frame)): frame.timestamp
    case .event(.deviceAdded(_, let time)), .event(.deviceRemoved(_, let time)): time
    case .event(.anomaly(let anomaly)): anomaly.timestamp
    }
  }
}
