internal import ContactorCore
import ContactorEvdev

/// Takes positions out of the raw events of one panel, frame by frame.
protocol RedactingPanel {
  /// The frame without what must not be known.
  mutating func redact(_ frame: [EvdevEvent]) -> [EvdevEvent]
}
