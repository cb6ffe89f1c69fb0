import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Decodes a recording's raw events: the frames of each device, and what came between them.
struct TestPlayer: TraceSink {
  private final class Panel {
    var decoder: EvdevDecoder

    init(_ decoder: consuming EvdevDecoder) { self.decoder = decoder }
  }

  private(set) var played: [InputEvent] = []
  private var panels: [DeviceID: Panel] = [:]

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    guard let panel = panels[id] else { return }
    panel.decoder.decode(events) { played.append(.frame($0)) }
    played += panel.decoder.takeAnomalies().map { .anomaly($0) }
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, let time):
      guard let description = device.description else { return }
      panels[device.id] = Panel(
        EvdevDecoder(
          description, device: device.id, transform: .identity, state: device.state,
          lossPolicy: device.state == nil ? .cancelContacts : .askForState))
      played.append(.deviceAdded(device.device, at: time))
    case .deviceRemoved(let id, let time):
      panels.removeValue(forKey: id)?.decoder.cancelAll(at: time) { played.append(.frame($0)) }
      played.append(.deviceRemoved(id, at: time))
    case .state(let state, let id, let time):
      panels[id]?.decoder.resynchronize(with: state, at: time) { played.append(.frame($0)) }
    default: break
    }
  }

  mutating func finish() throws(TraceError) {}
}
