internal import ContactorCore

/// Writes and reads the frames of one device within a block: for each contact what changed since the last frame.
///
/// Numbers with a fraction are kept bit by bit. Of two that follow each other the differing bits are written, turned
/// around so that the many zeros of short fractions come last and cost nothing.
final class FrameLane {
  private struct Row {
    var trackingID: Int32 = 0
    var x: UInt64 = 0
    var y: UInt64 = 0
    /// Millimetres, device units, sizes, orientation, pressure, distance.
    var measures = (0..<9).map { _ in UInt32(0) }
  }

  private var rows = [Row](repeating: Row(), count: ValueTable.slots + 1)

  /// For records that are no frames.
  static var none: FrameLane { FrameLane() }

  /// Starts a block.
  func reset() {
    for index in rows.indices { rows[index] = Row() }
  }

  func write(_ contact: Contact, _ output: inout ByteBuffer) {
    let index = Int(min(UInt32(bitPattern: contact.slot), UInt32(ValueTable.slots)))
    let measures = Self.measures(contact)
    let (x, y) = (contact.location.x.bitPattern, contact.location.y.bitPattern)
    let row = rows[index]
    output.append(signed: contact.slot)
    output.append(contact.phase.rawValue | contact.tool.rawValue << 4)
    var mask: UInt64 = 0
    if contact.trackingID != row.trackingID { mask |= 1 }
    if x != row.x { mask |= 2 }
    if y != row.y { mask |= 4 }
    for place in 0..<9 where measures[place] != row.measures[place] { mask |= 8 << UInt64(place) }
    output.append(varint: mask)
    if mask & 1 != 0 { output.append(signed: contact.trackingID &- row.trackingID) }
    if mask & 2 != 0 { output.append(varint: (x ^ row.x).byteSwapped) }
    if mask & 4 != 0 { output.append(varint: (y ^ row.y).byteSwapped) }
    for place in 0..<9 where mask & 8 << UInt64(place) != 0 {
      output.append(varint: UInt64((measures[place] ^ row.measures[place]).byteSwapped))
    }
    rows[index] = Row(trackingID: contact.trackingID, x: x, y: y, measures: measures)
  }

  func read(_ cursor: inout ByteCursor) -> Contact? {
    let slot = cursor.number(Int32.self)
    let flags = cursor.byte()
    let mask = cursor.varint()
    guard let phase = TouchPhase(rawValue: flags & 15), let tool = ContactTool(rawValue: flags >> 4) else { return nil }
    let index = Int(min(UInt32(bitPattern: slot), UInt32(ValueTable.slots)))
    var row = rows[index]
    if mask & 1 != 0 { row.trackingID &+= cursor.number(Int32.self) }
    if mask & 2 != 0 { row.x ^= cursor.varint().byteSwapped }
    if mask & 4 != 0 { row.y ^= cursor.varint().byteSwapped }
    for place in 0..<9 where mask & 8 << UInt64(place) != 0 {
      row.measures[place] ^= cursor.number(UInt32.self).byteSwapped
    }
    rows[index] = row
    guard cursor.isValid else { return nil }
    var contact = Contact(
      trackingID: row.trackingID, slot: slot, phase: phase,
      location: Point(x: Double(bitPattern: row.x), y: Double(bitPattern: row.y)))
    contact.tool = tool
    let numbers = row.measures.map { Double(Float(bitPattern: $0)) }
    contact.millimetres = Self.point(numbers[0], numbers[1])
    contact.devicePosition = Self.point(numbers[2], numbers[3])
    contact.touchMajor = Self.known(numbers[4])
    contact.touchMinor = Self.known(numbers[5])
    contact.orientation = Self.known(numbers[6])
    contact.pressure = Self.known(numbers[7])
    contact.distance = Self.known(numbers[8])
    return contact
  }

  private static func measures(_ contact: Contact) -> [UInt32] {
    [
      contact.millimetres?.x, contact.millimetres?.y, contact.devicePosition?.x, contact.devicePosition?.y,
      contact.touchMajor, contact.touchMinor, contact.orientation, contact.pressure, contact.distance,
    ].map { Float($0 ?? .nan).bitPattern }
  }

  private static func point(_ x: Double, _ y: Double) -> Point? {
    x.isNaN || y.isNaN ? nil : Point(x: x, y: y)
  }

  private static func known(_ number: Double) -> Double? {
    number.isNaN ? nil : number
  }
}
