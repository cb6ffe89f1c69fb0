/// The members of one JSON object, which point into the line of text.
///
/// The line must stay in memory while the object is used. Numbers keep all their digits, and reading a line allocates
/// nothing once the list of members has its capacity.
struct JSONObject {
  enum Kind {
    case text, escapedText, number, array, object, other
  }

  @safe struct Member {
    var key: UnsafeBufferPointer<UInt8>
    var kind: Kind
    var value: UnsafeBufferPointer<UInt8>
  }

  /// The most members of an object, because each key is compared with all before it.
  private static let memberLimit = 256

  private(set) var members: [Member] = []

  init() {
    members.reserveCapacity(16)
  }

  /// Reads a line that is one object.
  mutating func read(_ line: FieldCursor) throws(TraceError) {
    var scanner = JSONScanner(line)
    try read(&scanner)
    try scanner.end()
  }

  /// Reads the next object.
  mutating func read(_ scanner: inout JSONScanner) throws(TraceError) {
    members.removeAll(keepingCapacity: true)
    try scanner.expect(0x7b)
    if scanner.take(0x7d) { return }
    repeat {
      let (key, _) = unsafe try scanner.string()
      try scanner.expect(0x3a)
      let (kind, value) = unsafe try scanner.value(depth: 0)
      guard members.count < Self.memberLimit else {
        throw .mistake("an object has more than \(Self.memberLimit) keys; this is no line of a script or a log")
      }
      guard !members.contains(where: { unsafe $0.key.elementsEqual(key) }) else {
        throw .mistake(unsafe "the key \"\(String(decoding: key, as: UTF8.self))\" stands twice")
      }
      unsafe members.append(Member(key: key, kind: kind, value: value))
    } while scanner.take(0x2c)
    try scanner.expect(0x7d)
  }

  /// Whether there is a member of that name, whatever its value.
  func has(_ key: StaticString) -> Bool { member(key) != nil }

  private func member(_ key: StaticString) -> Member? {
    members.first { member in
      unsafe member.key.count == key.utf8CodeUnitCount
        && member.key.elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }
  }

  /// Whether a member is a string equal to a text and without escapes.
  func text(_ key: StaticString, is text: StaticString) -> Bool {
    guard let member = member(key), member.kind == .text else { return false }
    return unsafe member.value.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether a member is `true`.
  func isTrue(_ key: StaticString) -> Bool {
    guard let member = member(key), member.kind == .other else { return false }
    return unsafe member.value.elementsEqual("true".utf8)
  }

  /// A member's string, its escapes resolved; `nil` for a missing member and other values.
  func text(_ key: StaticString) -> String? {
    guard let member = member(key) else { return nil }
    switch member.kind {
    case .text: return unsafe String(decoding: member.value, as: UTF8.self)
    case .escapedText: return unsafe JSONScanner.resolved(member.value)
    default: return nil
    }
  }

  /// A member's integer; `nil` for a missing member, other values, and numbers beyond 64 bits.
  func integer(_ key: StaticString) -> Int64? {
    guard let member = member(key), member.kind == .number, let start = unsafe member.value.baseAddress else { return nil }
    var cursor = unsafe FieldCursor(next: start, end: start + member.value.count)
    if let number = cursor.decimal(), cursor.isAtEnd { return number }
    return unsafe Int64(String(decoding: member.value, as: UTF8.self))
  }

  /// A member's finite number; `nil` for a missing member and other values.
  func number(_ key: StaticString) -> Double? {
    guard let member = member(key), member.kind == .number else { return nil }
    return unsafe JSONScanner.number(member.value)
  }

  /// A scanner of a member's array; `nil` for a missing member and other values.
  func array(_ key: StaticString) -> JSONScanner? {
    guard let member = member(key), member.kind == .array, let start = unsafe member.value.baseAddress else { return nil }
    return unsafe JSONScanner(FieldCursor(next: start, end: start + member.value.count))
  }

  /// The text of a member that is an array, as it stands in the line; `nil` for a missing member and other values.
  func json(_ key: StaticString) -> String? {
    guard let member = member(key), member.kind == .array else { return nil }
    return unsafe String(decoding: member.value, as: UTF8.self)
  }

  /// The numbers of a member that is an array of finite numbers; empty for a missing member and other values.
  func numbers(_ key: StaticString) -> [Double] {
    guard let member = member(key), member.kind == .array else { return [] }
    let text = unsafe String(decoding: member.value, as: UTF8.self)
    let parts = text.split { "[], \t".contains($0) }
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == parts.count ? numbers : []
  }

  /// The integers of a member's array, nested ones in order; ends at the first other value.
  func integers(_ key: StaticString) -> [Int64] {
    guard var scanner = array(key) else { return [] }
    var numbers: [Int64] = []
    while let number = scanner.nextInteger() { numbers.append(number) }
    return numbers
  }
}
