import ContactorCore

/// One line of the log as it is written: a JSON object with its keys in the order of the calls, no spaces.
///
/// Keys are words that need no escapes.
struct LogLine: ~Copyable {
  /// Most lines have room from the start.
  private var text = TextMemory(capacity: 240)

  /// An object without members yet.
  init() { text.append(UInt8(ascii: "{")) }

  init(_ kind: StaticString, at time: Timestamp) {
    text.append("{\"t\":")
    DecimalText.append(time.microseconds, to: &text)
    text.append(",\"kind\":\"")
    text.append(kind)
    text.append(UInt8(ascii: "\""))
  }

  mutating func add(_ key: StaticString, _ value: String) {
    name(key)
    text.append(quoted: value)
  }

  mutating func add(_ key: StaticString, _ value: Int64) {
    name(key)
    DecimalText.append(value, to: &text)
  }

  mutating func add(_ key: StaticString, _ value: Bool) {
    name(key)
    text.append(value ? "true" : "false")
  }

  /// Rounds to 3 decimals, so that logs can be compared byte by byte.
  mutating func add(_ key: StaticString, _ value: Double) {
    name(key)
    DecimalText.append(value, to: &text)
  }

  mutating func add(_ key: StaticString, _ value: PlaceholderValues.Value) {
    name(key)
    append(value)
  }

  /// Adds an object of its own, its keys in their order.
  mutating func add(_ key: StaticString, _ members: [(String, PlaceholderValues.Value)]) {
    name(key)
    text.append(UInt8(ascii: "{"))
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(quoted: name)
      text.append(UInt8(ascii: ":"))
      append(value)
    }
    text.append(UInt8(ascii: "}"))
  }

  mutating func add(_ key: StaticString, _ values: [String]) {
    list(key, values) { $0.append(quoted: $1) }
  }

  mutating func add(_ key: StaticString, _ values: [Double]) {
    list(key, values) { DecimalText.append($1, to: &$0) }
  }

  mutating func add(_ key: StaticString, _ values: [Int]) {
    list(key, values) { DecimalText.append(Int64($1), to: &$0) }
  }

  /// Adds a value that is JSON already.
  mutating func add(_ key: StaticString, json value: String) {
    name(key)
    text.append(value)
  }

  /// Adds what tells a panel from others, as far as it is known.
  mutating func addIdentity(of device: TouchDevice) {
    if device.vendor != 0 || device.product != 0 {
      add("vendor", Int64(device.vendor))
      add("product", Int64(device.product))
    }
    if !device.physicalPath.isEmpty { add("path", device.physicalPath) }
    if !device.serial.isEmpty { add("serial", device.serial) }
    if !device.output.isEmpty { add("output", device.output) }
  }

  /// The line with its closing brace and line feed.
  consuming func finished() -> [UInt8] {
    text.append("}\n")
    return Array(text.bytes)
  }

  /// Adds the line with its closing brace and line feed to a text.
  consuming func finish(in other: inout TextMemory) {
    text.append("}\n")
    other.append(text.bytes)
  }

  @inline(__always)
  private mutating func name(_ key: StaticString) {
    text.append(text.count > 1 ? ",\"" : "\"")
    text.append(key)
    text.append("\":")
  }

  private mutating func append(_ value: PlaceholderValues.Value) {
    switch value {
    case .number(let number): DecimalText.append(number, to: &text)
    case .text(let string): text.append(quoted: string)
    }
  }

  private mutating func list<Value>(
    _ key: StaticString, _ values: [Value], _ write: (inout TextMemory, Value) -> Void
  ) {
    name(key)
    text.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(&text, value)
    }
    text.append(UInt8(ascii: "]"))
  }
}
