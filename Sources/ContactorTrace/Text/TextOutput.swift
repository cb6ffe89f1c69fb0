/// Text on its way to a sink, in large pieces.
struct TextOutput<Sink: ByteSink> {
  private(set) var sink: Sink
  private var bytes: [UInt8] = []

  init(_ sink: Sink) {
    self.sink = sink
    bytes.reserveCapacity(1 << 17)
  }

  mutating func add(_ text: String) { bytes += text.utf8 }

  @inline(__always)
  mutating func add(_ byte: UInt8) { bytes.append(byte) }

  /// Adds a decimal number, padded with zeros, a minus counted, to a width.
  mutating func add(_ number: Int64, width: Int, padding: UInt8 = 0x30) {
    var digits = (UInt64(0), UInt64(0), UInt64(0))
    unsafe withUnsafeMutableBytes(of: &digits) { digits in
      var rest = number.magnitude
      var start = digits.count
      repeat {
        start -= 1
        unsafe digits[start] = UInt8(48 + rest % 10)
        rest /= 10
      } while rest > 0
      let length = digits.count - start + (number < 0 ? 1 : 0)
      if padding == 0x30, number < 0 { bytes.append(0x2d) }
      for _ in 0..<max(width - length, 0) { bytes.append(padding) }
      if padding != 0x30, number < 0 { bytes.append(0x2d) }
      unsafe bytes += digits[start...]
    }
  }

  /// Adds a hexadecimal number, padded with zeros to a width.
  mutating func add(hexadecimal number: UInt64, width: Int) {
    var shift = max(width * 4, (64 - number.leadingZeroBitCount + 3) / 4 * 4)
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 15)
      bytes.append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }

  /// Hands over what has gathered, when it is enough.
  mutating func drain() throws(TraceError) {
    if bytes.count >= 1 << 16 { try flush() }
  }

  /// Hands over everything.
  mutating func flush() throws(TraceError) {
    guard !bytes.isEmpty else { return }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
