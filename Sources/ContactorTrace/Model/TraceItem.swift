public import ContactorCore
public import ContactorEvdev

/// A piece of a recording that is held in memory.
public enum TraceItem: Hashable, Sendable {
  /// Raw events of one device.
  case events([EvdevEvent], DeviceID)
  /// Anything else.
  case record(TraceRecord)
}
