import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Compares the events that a replay makes for the copies of panels with those that the recording has (contract 11.8).
///
/// Either may be ahead; what is equal is dropped at once. The end of a recording may be missing, so that events made beyond it are no
/// difference.
struct ForwardComparison {
  private struct Stream {
    let name: String
    var made: [EvdevEvent] = []
    var recorded: [EvdevEvent] = []
  }

  private var streams: [DeviceID: Stream] = [:]
  /// The first difference, as a sentence.
  private(set) var difference: String?
  /// How many events of a stream may be ahead of the other: a recording that has a copy and never its events is not compared.
  private static let limit = 100_000

  /// Begins to compare the copy of a panel.
  mutating func expect(_ copy: TraceDevice) {
    guard let panel = copy.copyOf, streams[panel] == nil else { return }
    streams[panel] = Stream(name: copy.device.shortName)
  }

  /// Takes events that were made.
  mutating func take(_ events: [EvdevEvent], madeOf panel: DeviceID) {
    guard let index = streams.index(forKey: panel), difference == nil else { return }
    streams.values[index].made += events
    compare(index)
  }

  /// Takes events that were recorded.
  mutating func take(_ events: [EvdevEvent], recordedOf panel: DeviceID) {
    guard let index = streams.index(forKey: panel), difference == nil else { return }
    streams.values[index].recorded += events
    compare(index)
  }

  private mutating func compare(_ index: Dictionary<DeviceID, Stream>.Index) {
    let stream = streams.values[index]
    let count = min(stream.made.count, stream.recorded.count)
    if let place = (0..<count).first(where: { stream.made[$0] != stream.recorded[$0] }) {
      let (made, recorded) = (stream.made[place], stream.recorded[place])
      difference =
        "at \(recorded.time.microseconds) µs the event for \(stream.name) differs from the recorded one: "
        + "made \(Self.text(made)), recorded \(Self.text(recorded))"
      return
    }
    streams.values[index].made.removeFirst(count)
    streams.values[index].recorded.removeFirst(count)
    if max(streams.values[index].made.count, streams.values[index].recorded.count) > Self.limit { streams.remove(at: index) }
  }

  /// Notes recorded events that were never made, at the end of a replay.
  mutating func finish() {
    guard difference == nil, let stream = streams.values.first(where: { !$0.recorded.isEmpty }) else { return }
    difference =
      "at \(stream.recorded[0].time.microseconds) µs an event for \(stream.name) was recorded and is not made: "
      + Self.text(stream.recorded[0])
  }

  private static func text(_ event: EvdevEvent) -> String {
    "\(CodeName.name(event.type)) \(CodeName.name(event.type, event.code)) \(event.value) at \(event.time.microseconds)"
  }
}
