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
    var measures = SIMD16<UInt32>()
  }

  private var rows = [Row](repeating: Row(), count: ValueTable.slots + 1)

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
    func number(_ place: Int) -> Double { Double(Float(bitPattern: row.measures[place])) }
    contact.millimetres = Self.point(number(0), number(1))
    contact.devicePosition = Self.point(number(2), number(3))
    contact.touchMajor = Self.known(number(4))
    contact.touchMinor = Self.known(number(5))
    contact.orientation = Self.known(number(6))
    contact.pressure = Self.known(number(7))
    contact.distance = Self.known(number(8))
    return contact
  }

  /// No array: a recorder writes frames for weeks and allocates nothing for one.
  private static func measures(_ contact: Contact) -> SIMD16<UInt32> {
    var bits = SIMD16<UInt32>()
    bits[0] = Self.bits(contact.millimetres?.x)
    bits[1] = Self.bits(contact.millimetres?.y)
    bits[2] = Self.bits(contact.devicePosition?.x)
    bits[3] = Self.bits(contact.devicePosition?.y)
    bits[4] = Self.bits(contact.touchMajor)
    bits[5] = Self.bits(contact.touchMinor)
    bits[6] = Self.bits(contact.orientation)
    bits[7] = Self.bits(contact.pressure)
    bits[8] = Self.bits(contact.distance)
    return bits
  }

  private static func bits(_ number: Double?) -> UInt32 { Float(number ?? .nan).bitPattern }

  private static func point(_ x: Double, _ y: Double) -> Point? {
    x.isNaN || y.isNaN ? nil : Point(x: x, y: y)
  }

  private static func known(_ number: Double) -> Double? {
    number.isNaN ? nil : number
  }
}
