public import ContactorCore

/// Turns what a recording holds into what a source of touches would yield: a recording as a source.
///
/// Raw events are decoded as they were live, from the state that the recording tells. Where the recording holds the
/// frames that the engine was given, those are taken. Contacts end as cancelled where the device goes, and where a part
/// of the recording is damaged, for what became of them there is not known.
public struct TracePlayer: TraceSink {
  /// What the engine is told.
  public typealias Step = ScriptReader.Step

  /// A decoder cannot be copied, and this can.
  private final class Panel {
    var decoder: EvdevDecoder

    init(_ decoder: consuming EvdevDecoder) {
      self.decoder = decoder
    }
  }

  private let mapping: (TraceDevice) -> AffineTransform
  private let deliver: (Step) throws(TraceError) -> Void
  private var devices: [DeviceID: TraceDevice] = [:]
  private var panels: [DeviceID: Panel] = [:]
  private var latest = Timestamp(microseconds: 0)
  private var steps: [Step] = []

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - mapping: the map from a device's units to points of the window.
  ///   - deliver: gets each step, in the order of the recording.
  public init(
    mapping: @escaping (TraceDevice) -> AffineTransform, deliver: @escaping (Step) throws(TraceError) -> Void
  ) {
    self.mapping = mapping
    self.deliver = deliver
  }

  /// Decodes events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    guard devices[id]?.hasFrames != true else { return }
    if panels[id] == nil { add(devices[id] ?? TraceDevice(EvdevDescription(name: ""), id: id, node: "")) }
    decode(id) { decoder, take in decoder.decode(events, take) }
    if let time = events.last?.time { latest = time }
    try flush()
  }

  /// Delivers devices, frames and what went wrong.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if let time = record.time { latest = time }
    switch record {
    case .device(let device, let time):
      let isNew = devices.updateValue(device, forKey: device.id) == nil
      if isNew { steps.append(.event(.deviceAdded(device.device, at: time))) }
      if !device.hasFrames { add(device) }
    case .deviceRemoved(let id, let time):
      decode(id) { decoder, take in decoder.cancelAll(at: time, take) }
      panels[id] = nil
      if devices.removeValue(forKey: id) != nil { steps.append(.event(.deviceRemoved(id, at: time))) }
    case .state(let state, let id, let time):
      decode(id) { decoder, take in
        if decoder.needsState { decoder.resynchronize(with: state, at: time, take) }
      }
    case .frame(let frame):
      if panels[frame.device] == nil { steps.append(.event(.frame(frame))) }
    case .anomaly(let anomaly):
      // What the decoder notices it notices again.
      if panels[anomaly.device] == nil || anomaly.kind != .synDropped { steps.append(.event(.anomaly(anomaly))) }
    case .wait(let time): steps.append(.advance(to: time))
    case .damage:
      for id in panels.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
        let time = latest
        decode(id) { decoder, take in decoder.cancelAll(at: time, take) }
      }
    case .note: break
    }
    try flush()
  }

  /// Does nothing: what is down at the end of a recording stays down.
  public mutating func finish() throws(TraceError) {}

  private mutating func add(_ device: TraceDevice) {
    devices[device.id] = device
    guard let description = device.description else { return }
    // A recording that tells the state once tells it again after each loss.
    let policy = device.state == nil ? EvdevDecoder.LossPolicy.cancelContacts : .askForState
    panels[device.id] = Panel(
      EvdevDecoder(
        description, device: device.id, transform: mapping(device), state: device.state, lossPolicy: policy))
  }

  private mutating func decode(_ id: DeviceID, _ body: (inout EvdevDecoder, (TouchFrame) -> Void) -> Void) {
    guard let panel = panels[id] else { return }
    body(&panel.decoder) { steps.append(.event(.frame($0))) }
    for anomaly in panel.decoder.takeAnomalies() { steps.append(.event(.anomaly(anomaly))) }
  }

  private mutating func flush() throws(TraceError) {
    guard !steps.isEmpty else { return }
    let ready = steps
    steps.removeAll(keepingCapacity: true)
    for step in ready { try deliver(step) }
  }
}
