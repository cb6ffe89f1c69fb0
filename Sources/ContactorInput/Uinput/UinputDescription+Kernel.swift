extension UinputDescription {
  /// Tells all of it to an open `/dev/uinput` and creates the device.
  func create(on descriptor: Int32) throws(InputError) {
    for property in properties.sorted() {
      try UinputRequest.declareProperty.send(to: descriptor, Int32(property))
    }
    for (type, codes) in codes.sorted(by: { $0.key < $1.key }) {
      try UinputRequest.declareType.send(to: descriptor, Int32(type))
      guard let request = UinputRequest.declareCode(ofType: type) else { continue }
      for code in codes.sorted() { try request.send(to: descriptor, Int32(code)) }
    }
    if !axes.isEmpty {
      try UinputRequest.declareType.send(to: descriptor, Int32(UinputCode.absolute))
    }
    for (code, axis) in axes.sorted(by: { $0.key < $1.key }) {
      var bytes = Self.bytes(ofAxis: code, axis)
      try UinputRequest.setUpAxis.send(to: descriptor, &bytes)
    }
    if !physicalPath.isEmpty {
      var bytes = Array(physicalPath.utf8) + [0]
      try UinputRequest.setPhysicalPath.send(to: descriptor, &bytes)
    }
    var bytes = setupBytes
    try UinputRequest.setUp.send(to: descriptor, &bytes)
    try UinputRequest.create.send(to: descriptor)
  }

  /// `struct uinput_setup`: four 16-bit numbers, 80 bytes of name, one 32-bit number.
  private var setupBytes: [UInt8] {
    var bytes: [UInt8] = []
    for number in [bus, vendor, product, version] { Self.append(number, to: &bytes) }
    let name = Self.prefix(of: name, bytes: 79)
    bytes += name + Array(repeating: 0, count: 80 - name.count)
    Self.append(UInt32(0), to: &bytes)
    return bytes
  }

  /// `struct uinput_abs_setup`: the code, two bytes of nothing, then six 32-bit numbers, the first of them the value.
  private static func bytes(ofAxis code: UInt16, _ axis: UinputAxis) -> [UInt8] {
    var bytes: [UInt8] = []
    append(code, to: &bytes)
    append(UInt16(0), to: &bytes)
    for number in [0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
      append(number, to: &bytes)
    }
    return bytes
  }

  /// The longest prefix of whole characters that fits.
  private static func prefix(of text: String, bytes: Int) -> [UInt8] {
    var result: [UInt8] = []
    for character in text {
      let next = Array(String(character).utf8)
      if result.count + next.count > bytes { break }
      result += next
    }
    return result
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
  }
}
