import ContactorCore

/// One line of the log as it is written: a JSON object with its keys in the order of the calls, no spaces.
struct LogLine {
  private(set) var bytes: [UInt8] = Self.opened()

  /// An object without members yet.
  init() {}

  init(_ kind: String, at time: Timestamp) {
    add("t", time.microseconds)
    add("kind", kind)
  }

  mutating func add(_ key: String, _ value: String) {
    name(key)
    text(value)
  }

  mutating func add(_ key: String, _ value: Int64) {
    name(key)
    DecimalText.append(value, to: &bytes)
  }

  mutating func add(_ key: String, _ value: Bool) {
    name(key)
    bytes += (value ? "true" : "false").utf8
  }

  /// Rounds to 3 decimals, so that logs can be compared byte by byte.
  mutating func add(_ key: String, _ value: Double) {
    name(key)
    DecimalText.append(value, to: &bytes)
  }

  mutating func add(_ key: String, _ value: PlaceholderValues.Value) {
    switch value {
    case .number(let number): add(key, number)
    case .text(let text): add(key, text)
    }
  }

  /// Adds an object of its own, its keys in their order.
  mutating func add(_ key: String, _ members: [(String, PlaceholderValues.Value)]) {
    name(key)
    var inner = LogLine()
    for (name, value) in members { inner.add(name, value) }
    bytes += inner.bytes
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func add(_ key: String, _ values: [String]) {
    list(key, values) { $0.text($1) }
  }

  mutating func add(_ key: String, _ values: [Double]) {
    list(key, values) { $0.bytes += DecimalText.of($1).utf8 }
  }

  mutating func add(_ key: String, _ values: [Int]) {
    list(key, values) { $0.bytes += String($1).utf8 }
  }

  /// Adds what tells a panel from others, as far as it is known.
  mutating func addIdentity(of device: TouchDevice) {
    if device.vendor != 0 || device.product != 0 {
      add("vendor", Int64(device.vendor))
      add("product", Int64(device.product))
    }
    for (key, value) in [("path", device.physicalPath), ("serial", device.serial), ("output", device.output)]
    where !value.isEmpty {
      add(key, value)
    }
  }

  /// The line with its closing brace and line feed.
  consuming func finished() -> [UInt8] {
    bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    return bytes
  }

  /// Room for most lines from the start, so that they are not moved as they grow.
  private static func opened() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(240)
    bytes.append(UInt8(ascii: "{"))
    return bytes
  }

  private mutating func name(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    text(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func list<Value>(
    _ key: String, _ values: [Value], _ write: (inout LogLine, Value) -> Void
  ) {
    name(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func text(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    if !plain(value) { escaped(value) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a text that needs no escapes, in one piece; `false` if it does need some.
  private mutating func plain(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { text in
      for byte in text where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return false
      }
      bytes.append(contentsOf: text)
      return true
    }
  }

  private mutating func escaped(_ value: String) {
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: bytes += ((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
      default: bytes.append(byte)
      }
    }
  }
}
