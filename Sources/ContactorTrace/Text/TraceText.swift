import ContactorCore
import ContactorEvdev

/// Records as lines of text, for `TraceTextWriter`, `TraceDifference` and messages.
enum TraceText {
  /// The last part of the device's node, or its number if it has no node.
  static func name(of device: TraceDevice) -> String {
    let name = device.device.shortName
    return name.isEmpty ? "device\(device.id.rawValue)" : name
  }

  static func line(_ event: EvdevEvent, _ device: String) -> String {
    let type = CodeName.name(event.type)
    if event.type == EvdevCode.synchronization {
      return "\(seconds(event.time)) \(device) \(type) \(CodeName.name(event.type, event.code)) \(event.value)"
    }
    return "\(seconds(event.time)) \(device)   \(type) \(CodeName.name(event.type, event.code)) \(event.value)"
  }

  static func line(_ record: TraceRecord, _ device: String) -> String {
    let time = record.time.map(seconds) ?? "-"
    switch record {
    case .device(let device, _):
      let identity = device.device
      let copy = device.copyOf.map { " (copy of device\($0.rawValue))" } ?? ""
      return "\(time) \(name(of: device)) added: \(identity.name)\(copy)"
    case .deviceRemoved: return "\(time) \(device) removed"
    case .state: return "\(time) \(device) state read from the kernel"
    case .frame(let frame):
      let contacts = frame.contacts.map { contact in
        "\(contact.trackingID) \(contact.phase) \(contact.location.x),\(contact.location.y)"
      }
      return "\(time) \(device) frame: \(contacts.joined(separator: "; "))"
    case .anomaly(let anomaly): return "\(time) \(device) anomaly: \(anomaly.kind.rawValue)"
    case .wait: return "\(time) wait"
    case .rows(let rows, _): return "\(time) rows of \(rows.view): \(rows.count)"
    case .note(let text, _): return "\(time) note: \(TraceOutcome(note: text)?.description ?? text)"
    case .damage(let damage): return "\(time) damage at \(damage)"
    }
  }

  /// Seconds with six decimals.
  static func seconds(_ time: Timestamp) -> String {
    let magnitude = time.microseconds.magnitude
    let fraction = String(magnitude % 1_000_000)
    let sign = time.microseconds < 0 ? "-" : ""
    return "\(sign)\(magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  }
}
