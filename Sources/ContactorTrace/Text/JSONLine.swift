package import ContactorCore

/// A line of a log or a recording as it is written: a JSON object with its keys in the order of the calls, no spaces.
///
/// Keys are words that need no escapes. What takes a key is compiled into its callers, so that a key is stored as it stands.
@usableFromInline package struct JSONLine: ~Copyable {
  @usableFromInline package var text: TextBuffer
  /// Where the object begins in the text.
  @usableFromInline var start: Int

  /// An object without members yet; most lines have room from the start.
  package init() {
    text = TextBuffer(capacity: 240)
    start = 0
    text.append(UInt8(ascii: "{"))
  }

  /// A line that begins with its time, in microseconds, and its kind.
  package init(_ kind: StaticString, at time: Timestamp) {
    self.init(kind, at: time, in: TextBuffer(capacity: 240))
  }

  /// The same behind the lines of a text, which `finishedText()` gives back.
  package init(_ kind: StaticString, at time: Timestamp, in text: consuming TextBuffer) {
    start = text.count
    self.text = text
    self.text.append(literal: "{\"t\":")
    self.text.append(time.microseconds)
    add(kind: kind)
  }

  /// A line behind those of a text, which `finishedText()` gives back: nothing is allocated and nothing copied.
  ///
  /// - Parameter beginning: the brace and the time.
  @inlinable @inline(__always)
  package init(_ kind: StaticString, after beginning: borrowing TextBuffer, in text: consuming TextBuffer) {
    start = text.count
    self.text = text
    unsafe self.text.append(beginning.bytes)
    add(kind: kind)
  }

  @inlinable @inline(__always)
  mutating func add(kind: StaticString) {
    text.append(literal: ",\"kind\":\"")
    text.append(literal: kind)
    text.append(UInt8(ascii: "\""))
  }

  /// Begins a member: the comma before it, and its key.
  @inlinable @inline(__always)
  package mutating func name(_ key: StaticString) {
    if text.count > start + 1 { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\""))
    text.append(literal: key)
    text.append(literal: "\":")
  }

  // MARK: Values

  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, _ value: String) {
    name(key)
    text.append(quoted: value)
  }

  package mutating func add(_ key: StaticString, _ value: String, escaping escapes: JSONEscapes) {
    name(key)
    text.append(quoted: value, escapes)
  }

  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, _ value: Int64) {
    name(key)
    text.append(value)
  }

  package mutating func add(_ key: StaticString, _ value: Bool) {
    name(key)
    text.append(literal: value ? "true" : "false")
  }

  /// Rounds to 3 decimals, so that logs can be compared byte by byte.
  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, _ value: Double) {
    name(key)
    text.append(rounded: value)
  }

  /// Writes a number that is read back as it is; `null` for NaN and the infinities.
  package mutating func add(_ key: StaticString, exact value: Double) {
    name(key)
    text.append(exact: value)
  }

  /// Adds a word that needs no escapes.
  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, word value: StaticString) {
    name(key)
    text.append(UInt8(ascii: "\""))
    text.append(literal: value)
    text.append(UInt8(ascii: "\""))
  }

  /// Adds a value that is JSON already.
  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, json value: String) {
    name(key)
    text.append(value)
  }

  // MARK: Lists

  package mutating func add(_ key: StaticString, _ values: [String]) {
    list(key, values) { $0.append(quoted: $1) }
  }

  package mutating func add(_ key: StaticString, _ values: [Double]) {
    list(key, values) { $0.append(rounded: $1) }
  }

  package mutating func add(_ key: StaticString, _ values: [Int]) {
    list(key, values) { $0.append(Int64($1)) }
  }

  package mutating func add(_ key: StaticString, _ values: [TouchID]) {
    list(key, values) { $0.append(Int64($1.rawValue)) }
  }

  /// Adds a list of lists.
  package mutating func add(_ key: StaticString, _ values: [[Int]]) {
    list(key, values) { text, values in
      Self.list(values, in: &text) { $0.append(Int64($1)) }
    }
  }

  /// Adds a list of one number, or of none for `nil`.
  @inlinable @inline(__always)
  package mutating func add(_ key: StaticString, only value: Int?) {
    name(key)
    text.append(UInt8(ascii: "["))
    if let value { text.append(Int64(value)) }
    text.append(UInt8(ascii: "]"))
  }

  /// Adds an object: the closure adds its members.
  package mutating func add<Value>(_ key: StaticString, object value: Value, _ add: (Value, inout JSONLine) -> Void) {
    name(key)
    let outer = start
    start = text.count
    text.append(UInt8(ascii: "{"))
    add(value, &self)
    text.append(UInt8(ascii: "}"))
    start = outer
  }

  /// Adds a list of objects: the closure adds the members of each.
  package mutating func add<Value>(_ key: StaticString, objects values: [Value], _ add: (Value, inout JSONLine) -> Void) {
    name(key)
    text.append(UInt8(ascii: "["))
    let outer = start
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      start = text.count
      text.append(UInt8(ascii: "{"))
      add(value, &self)
      text.append(UInt8(ascii: "}"))
    }
    start = outer
    text.append(UInt8(ascii: "]"))
  }

  private mutating func list<Value>(_ key: StaticString, _ values: [Value], _ write: (inout TextBuffer, Value) -> Void) {
    name(key)
    Self.list(values, in: &text, write)
  }

  private static func list<Value>(_ values: [Value], in text: inout TextBuffer, _ write: (inout TextBuffer, Value) -> Void) {
    text.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(&text, value)
    }
    text.append(UInt8(ascii: "]"))
  }

  // MARK: The end

  /// The line with its closing brace and line feed.
  package consuming func finished() -> [UInt8] {
    text.append(literal: "}\n")
    return unsafe Array(text.bytes)
  }

  /// The text, with the line and its closing brace and line feed at the end.
  @inlinable
  package consuming func finishedText() -> TextBuffer {
    text.append(literal: "}\n")
    return text
  }

  /// The text, with the line as it is: what the line lacks is added to the text.
  package consuming func openText() -> TextBuffer { text }

  /// The line's bytes alone are added to another text.
  package consuming func finish(in other: inout TextBuffer) {
    text.append(literal: "}\n")
    unsafe other.append(UnsafeBufferPointer(rebasing: text.bytes[start...]))
  }
}
