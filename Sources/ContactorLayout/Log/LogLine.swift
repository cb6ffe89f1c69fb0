package import ContactorCore

/// One line of the log as it is written: a JSON object with its keys in the order of the calls, no spaces.
///
/// Keys are words that need no escapes. What takes a key is compiled into its callers, so that a key is stored as it stands.
package struct LogLine: ~Copyable {
  private var text: TextMemory
  /// Where the line begins in the text.
  private let start: Int

  /// An object without members yet; most lines have room from the start.
  package init() {
    text = TextMemory(capacity: 240)
    start = 0
    text.append(UInt8(ascii: "{"))
  }

  package init(_ kind: StaticString, at time: Timestamp) {
    text = TextMemory(capacity: 240)
    start = 0
    text.append(literal: "{\"t\":")
    DecimalText.append(time.microseconds, to: &text)
    add(kind: kind)
  }

  /// A line behind those of a text, which `finishedText()` gives back: nothing is allocated and nothing copied.
  ///
  /// - Parameter beginning: the brace and the time.
  @inline(__always)
  package init(_ kind: StaticString, after beginning: borrowing TextMemory, in text: consuming TextMemory) {
    start = text.count
    self.text = text
    unsafe self.text.append(beginning.bytes)
    add(kind: kind)
  }

  @inline(__always)
  private mutating func add(kind: StaticString) {
    text.append(literal: ",\"kind\":\"")
    text.append(literal: kind)
    text.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  package mutating func add(_ key: StaticString, _ value: String) {
    name(key)
    text.append(quoted: value)
  }

  @inline(__always)
  package mutating func add(_ key: StaticString, _ value: Int64) {
    name(key)
    DecimalText.append(value, to: &text)
  }

  package mutating func add(_ key: StaticString, _ value: Bool) {
    name(key)
    text.append(literal: value ? "true" : "false")
  }

  /// Rounds to 3 decimals, so that logs can be compared byte by byte.
  @inline(__always)
  package mutating func add(_ key: StaticString, _ value: Double) {
    name(key)
    DecimalText.append(value, to: &text)
  }

  package mutating func add(_ key: StaticString, _ value: PlaceholderValues.Value) {
    name(key)
    append(value)
  }

  /// Adds an object of its own, its keys in the order in which the closure gives them.
  package mutating func add(
    _ key: StaticString, members: ((_ name: String, _ value: PlaceholderValues.Value) -> Void) -> Void
  ) {
    name(key)
    text.append(UInt8(ascii: "{"))
    let start = text.count
    members { name, value in
      if text.count > start { text.append(UInt8(ascii: ",")) }
      text.append(quoted: name)
      text.append(UInt8(ascii: ":"))
      append(value)
    }
    text.append(UInt8(ascii: "}"))
  }

  package mutating func add(_ key: StaticString, _ values: [String]) {
    list(key, values) { $0.append(quoted: $1) }
  }

  package mutating func add(_ key: StaticString, _ values: [Double]) {
    list(key, values) { DecimalText.append($1, to: &$0) }
  }

  package mutating func add(_ key: StaticString, _ values: [Int]) {
    list(key, values) { DecimalText.append(Int64($1), to: &$0) }
  }

  package mutating func add(_ key: StaticString, _ values: [TouchID]) {
    list(key, values) { DecimalText.append(Int64($1.rawValue), to: &$0) }
  }

  /// Adds a word that needs no escapes.
  @inline(__always)
  package mutating func add(_ key: StaticString, word value: StaticString) {
    name(key)
    text.append(UInt8(ascii: "\""))
    text.append(literal: value)
    text.append(UInt8(ascii: "\""))
  }

  /// Adds a list of one number, or of none for `nil`.
  @inline(__always)
  package mutating func add(_ key: StaticString, only value: Int?) {
    name(key)
    text.append(UInt8(ascii: "["))
    if let value { DecimalText.append(Int64(value), to: &text) }
    text.append(UInt8(ascii: "]"))
  }

  /// Adds a value that is JSON already.
  @inline(__always)
  package mutating func add(_ key: StaticString, json value: String) {
    name(key)
    text.append(value)
  }

  /// Adds what tells a panel from others, as far as it is known.
  package mutating func addIdentity(of device: TouchDevice) {
    if device.vendor != 0 || device.product != 0 {
      add("vendor", Int64(device.vendor))
      add("product", Int64(device.product))
    }
    if !device.physicalPath.isEmpty { add("path", device.physicalPath) }
    if !device.serial.isEmpty { add("serial", device.serial) }
    if !device.output.isEmpty { add("output", device.output) }
  }

  /// The line with its closing brace and line feed.
  package consuming func finished() -> [UInt8] {
    text.append(literal: "}\n")
    return unsafe Array(text.bytes)
  }

  /// The text, with the line and its closing brace and line feed at the end.
  package consuming func finishedText() -> TextMemory {
    text.append(literal: "}\n")
    return text
  }

  /// The line's bytes alone are added to another text.
  package consuming func finish(in other: inout TextMemory) {
    text.append(literal: "}\n")
    unsafe other.append(UnsafeBufferPointer(rebasing: text.bytes[start...]))
  }

  @inline(__always)
  private mutating func name(_ key: StaticString) {
    if text.count > start + 1 { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\""))
    text.append(literal: key)
    text.append(literal: "\":")
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
