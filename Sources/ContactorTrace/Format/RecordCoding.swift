internal import ContactorCore

/// Writes and reads the records that are no raw events: a tag, a length and the fields.
enum RecordCoding {
  typealias Tag = TraceFormat.Tag

  /// Writes a record; `part` is memory for reuse.
  static func write(
    _ record: TraceRecord, base: Int64, contacts: ContactCoder?, part: inout ByteBuffer, _ output: inout ByteBuffer
  ) {
    part.removeAll()
    part.append(signed: (record.time?.microseconds ?? base) &- base)
    if let device = record.deviceID { part.append(varint: UInt64(device.rawValue)) }
    let tag: UInt64
    switch record {
    case .device(let device, _):
      tag = Tag.device
      DeviceCoding.write(device, &part)
    case .deviceRemoved: tag = Tag.removed
    case .state(let state, _, _):
      tag = Tag.state
      StateCoding.write(state, &part)
    case .frame(let frame):
      tag = Tag.frame
      part.append(varint: UInt64(frame.contacts.count))
      for contact in frame.contacts { contacts?.write(contact, &part) }
    case .anomaly(let anomaly):
      tag = Tag.anomaly
      part.append(text: anomaly.kind.rawValue)
    case .wait: tag = Tag.wait
    case .note(let text, _):
      tag = Tag.note
      part.append(text: text)
    case .rows(let rows, _):
      tag = Tag.rows
      rows.write(&part)
    case .damage(let damage):
      tag = Tag.damage
      part.append(text: damage.kind.rawValue)
      part.append(signed: damage.offset)
      part.append(signed: damage.length)
      if damage.kind == .line {
        part.append(signed: Int64(damage.line))
        part.append(text: damage.message)
      }
    }
    output.append(varint: tag)
    output.append(varint: UInt64(part.count))
    output.append(contentsOf: part.bytes)
  }

  /// The result of reading a record.
  enum Outcome {
    case record(TraceRecord)
    /// A record of a newer version, which is skipped.
    case unknown
    case invalid
  }

  /// Reads a record other than a frame.
  static func read(_ tag: UInt64, _ part: ByteCursor, base: Int64) -> Outcome {
    var part = part
    let time = Timestamp(microseconds: base &+ part.signed())
    switch tag {
    case Tag.wait: return part.isValid ? .record(.wait(until: time)) : .invalid
    case Tag.note:
      let text = part.text()
      return part.isValid ? .record(.note(text, at: time)) : .invalid
    case Tag.rows:
      let rows = TraceRows.read(&part)
      return part.isValid ? .record(.rows(rows, at: time)) : .invalid
    case Tag.damage:
      guard let kind = TraceDamage.Kind(rawValue: part.text()) else { return part.isValid ? .unknown : .invalid }
      var damage = TraceDamage(kind, offset: part.signed(), length: part.signed())
      if kind == .line { (damage.line, damage.message) = (Int(clamping: part.signed()), part.text()) }
      return part.isValid ? .record(.damage(damage)) : .invalid
    case Tag.device, Tag.removed, Tag.state, Tag.anomaly: break
    default: return .unknown
    }
    let id = DeviceID(rawValue: part.number())
    guard part.isValid else { return .invalid }
    let record = read(tag, &part, of: id, at: time)
    return part.isValid ? record : .invalid
  }

  private static func read(
    _ tag: UInt64, _ part: inout ByteCursor, of id: DeviceID, at time: Timestamp
  ) -> Outcome {
    switch tag {
    case Tag.device:
      guard let device = DeviceCoding.read(&part, id: id) else { return .invalid }
      return .record(.device(device, at: time))
    case Tag.removed: return .record(.deviceRemoved(id, at: time))
    case Tag.state: return .record(.state(StateCoding.read(&part), of: id, at: time))
    default:
      guard let kind = Anomaly.Kind(rawValue: part.text()) else { return .unknown }
      return .record(.anomaly(Anomaly(kind, device: id, at: time)))
    }
  }
}
