internal import ContactorCore

/// Writes and reads the contacts in the frames of one device within a block: the fields that differ from the last
/// contact in the slot.
///
/// Floating-point numbers are kept bit by bit: each as the exclusive-or with the one before, its bytes reversed, so that
/// the zeros at the end of short fractions cost nothing.
@safe final class ContactCoder {
  @safe private struct Row {
    var trackingID: Int32 = 0
    var x: UInt64 = 0
    var y: UInt64 = 0
    /// Millimetres, device units, sizes, orientation, pressure, distance: as many as `measureCount`, in memory of its own.
    let measures: UnsafeMutablePointer<UInt32>
  }

  private static let rowCount = ValueTable.slots + 1
  private static let measureCount = 9
  private static let allMeasures: UInt64 = (1 << UInt64(measureCount) - 1) << 3

  private let rows: UnsafeMutablePointer<Row>
  private let measures: UnsafeMutablePointer<UInt32>
  /// Whether a row may be other than zero.
  @safe @exclusivity(unchecked) private var isUsed = false

  init() {
    unsafe rows = .allocate(capacity: Self.rowCount)
    unsafe measures = .allocate(capacity: Self.rowCount * Self.measureCount)
    unsafe measures.initialize(repeating: 0, count: Self.rowCount * Self.measureCount)
    for index in 0..<Self.rowCount {
      unsafe (rows + index).initialize(to: Row(measures: measures + index * Self.measureCount))
    }
  }

  deinit {
    unsafe rows.deallocate()
    unsafe measures.deallocate()
  }

  /// Starts a block.
  func reset() {
    guard isUsed else { return }
    isUsed = false
    unsafe measures.update(repeating: 0, count: Self.rowCount * Self.measureCount)
    for index in 0..<Self.rowCount { unsafe (rows[index].trackingID, rows[index].x, rows[index].y) = (0, 0, 0) }
  }

  /// The row of a slot.
  @inline(__always)
  private func row(_ slot: Int32) -> UnsafeMutablePointer<Row> {
    isUsed = true
    return unsafe rows + Int(min(UInt32(bitPattern: slot), UInt32(ValueTable.slots)))
  }

  func write(_ contact: Contact, _ output: inout ByteBuffer) {
    let row = unsafe row(contact.slot)
    let before = unsafe row.pointee
    let (x, y) = (contact.location.x.bitPattern, contact.location.y.bitPattern)
    output.append(signed: contact.slot)
    output.append(contact.phase.rawValue | contact.tool.rawValue << 4)
    let now = Self.measures(contact)
    var mask: UInt64 = 0
    if contact.trackingID != before.trackingID { mask |= 1 }
    if x != before.x { mask |= 2 }
    if y != before.y { mask |= 4 }
    unsafe withUnsafeBytes(of: now) { bytes in
      let now = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      for place in 0..<Self.measureCount where unsafe now[place] != before.measures[place] { mask |= 8 << UInt64(place) }
      output.append(varint: mask)
      if mask & 1 != 0 { output.append(signed: contact.trackingID &- before.trackingID) }
      if mask & 2 != 0 { output.append(varint: (x ^ before.x).byteSwapped) }
      if mask & 4 != 0 { output.append(varint: (y ^ before.y).byteSwapped) }
      for place in 0..<Self.measureCount where mask & 8 << UInt64(place) != 0 {
        unsafe output.append(varint: UInt64((now[place] ^ before.measures[place]).byteSwapped))
        unsafe before.measures[place] = unsafe now[place]
      }
    }
    unsafe row.pointee.trackingID = contact.trackingID
    unsafe (row.pointee.x, row.pointee.y) = (x, y)
  }

  /// Reads a contact; `nil` for one that breaks the format.
  @inline(__always)
  func read(_ cursor: inout ByteCursor) -> Contact? {
    let slot = cursor.number(Int32.self)
    let flags = cursor.byte()
    let mask = cursor.varint()
    guard let phase = TouchPhase(rawValue: flags & 15), let tool = ContactTool(rawValue: flags >> 4) else { return nil }
    let row = unsafe row(slot)
    if mask & 1 != 0 { unsafe row.pointee.trackingID &+= cursor.number(Int32.self) }
    if mask & 2 != 0 { unsafe row.pointee.x ^= cursor.varint().byteSwapped }
    if mask & 4 != 0 { unsafe row.pointee.y ^= cursor.varint().byteSwapped }
    let bits = unsafe row.pointee.measures
    var rest = mask & Self.allMeasures
    while rest != 0 {
      unsafe bits[rest.trailingZeroBitCount &- 3] ^= cursor.number(UInt32.self).byteSwapped
      rest &= rest &- 1
    }
    guard cursor.isValid else { return nil }
    var contact = unsafe Contact(
      trackingID: row.pointee.trackingID, slot: slot, phase: phase,
      location: Point(x: Double(bitPattern: row.pointee.x), y: Double(bitPattern: row.pointee.y)))
    contact.tool = tool
    // A float that is no number stands for a measure that the panel does not report, as it does in a contact.
    @inline(__always) func number(_ place: Int) -> Double { unsafe Double(Float(bitPattern: bits[place])) }
    contact.millimetres = Point(x: number(0), y: number(1))
    contact.devicePosition = Point(x: number(2), y: number(3))
    contact.touchMajor = number(4)
    contact.touchMinor = number(5)
    contact.orientation = number(6)
    contact.pressure = number(7)
    contact.distance = number(8)
    return contact
  }

  /// The measures as bits; no array, so that a recorder allocates nothing for a frame.
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
}

/// A coder that takes memory with the first contact only.
struct LazyContactCoder {
  private var used: ContactCoder?

  var coder: ContactCoder {
    mutating get {
      if let used { return used }
      let made = ContactCoder()
      used = made
      return made
    }
  }

  /// Starts a block.
  func reset() { used?.reset() }
}
