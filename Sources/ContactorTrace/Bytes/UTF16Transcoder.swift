/// The order of the two bytes of a UTF-16 unit.
enum UTF16Order {
  case littleEndian, bigEndian

  /// The order that a byte order mark or a first ASCII character shows; `nil` for text that is not UTF-16.
  init?(of start: UnsafeRawBufferPointer) {
    guard start.count >= 2 else { return nil }
    switch unsafe (start[0], start[1]) {
    case (0xff, 0xfe): self = .littleEndian
    case (0xfe, 0xff): self = .bigEndian
    case (0x09...0x7e, 0): self = .littleEndian
    case (0, 0x09...0x7e): self = .bigEndian
    default: return nil
    }
  }
}

/// Turns UTF-16 into UTF-8, piece by piece: PowerShell writes the output of programs so.
struct UTF16Transcoder {
  private let order: UTF16Order
  /// The first byte of a unit whose second has not come.
  private var odd: UInt8?
  /// The first unit of a pair whose second has not come.
  private var high: UInt16?

  init(_ order: UTF16Order) { self.order = order }

  /// The text of further bytes, without byte order marks; what cannot be is U+FFFD.
  mutating func convert(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      guard let first = odd else {
        odd = byte
        continue
      }
      odd = nil
      let unit = order == .littleEndian ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte)
      add(unit, to: &text)
    }
    return text
  }

  private mutating func add(_ unit: UInt16, to text: inout [UInt8]) {
    if unit < 0x80, high == nil { return text.append(UInt8(unit)) }
    if UTF16.isLeadSurrogate(unit) {
      if high != nil { append("\u{fffd}", to: &text) }
      high = unit
    } else if UTF16.isTrailSurrogate(unit) {
      guard let lead = high.take() else { return append("\u{fffd}", to: &text) }
      let value = 0x10000 + (UInt32(lead) & 0x3ff) << 10 + UInt32(unit) & 0x3ff
      append(Unicode.Scalar(value) ?? "\u{fffd}", to: &text)
    } else {
      if high.take() != nil { append("\u{fffd}", to: &text) }
      guard unit != 0xfeff, let scalar = Unicode.Scalar(unit) else { return }
      append(scalar, to: &text)
    }
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) { text += UTF8.encode(scalar).map(Array.init) ?? [] }
}
