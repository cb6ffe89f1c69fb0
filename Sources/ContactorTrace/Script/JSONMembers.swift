/// A JSON object whose values are copied out of its line, for requests that come once in a while.
///
/// Objects within it, and lists of other things than texts, are checked and not kept. Each key stands once.
package struct JSONMembers {
  /// A value.
  package enum Value: Hashable, Sendable {
    case text(String)
    /// A finite number.
    case number(Double)
    case bool(Bool)
    case texts([String])
    /// `null`, an object, or a list of other things.
    case other
  }

  /// The keys with their values, in the order of the line.
  package let members: [(key: String, value: Value)]

  /// Reads a line that is one object.
  ///
  /// - Throws: `TraceError` with what is wrong, without a place.
  package init(_ line: [UInt8]) throws(TraceError) {
    var members: [(key: String, value: Value)] = []
    var failure: TraceError?
    unsafe line.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return failure = .mistake("expected '{', found the end of the line") }
      do throws(TraceError) {
        var object = JSONObject()
        try unsafe object.read(FieldCursor(next: start, end: start + bytes.count))
        members = object.members.map { (unsafe String(decoding: $0.key, as: UTF8.self), Self.value(of: $0)) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    self.members = members
  }

  /// The value of a key; `nil` where the object has none.
  package subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  private static func value(of member: JSONObject.Member) -> Value {
    switch member.kind {
    case .text: return .text(unsafe String(decoding: member.value, as: UTF8.self))
    case .escapedText: return .text(unsafe JSONScanner.resolved(member.value))
    case .number: return unsafe JSONScanner.number(member.value).map(Value.number) ?? .other
    case .array: return texts(member) ?? .other
    case .object: return .other
    case .other:
      let word = unsafe String(decoding: member.value, as: UTF8.self)
      return word == "null" ? .other : .bool(word == "true")
    }
  }

  private static func texts(_ member: JSONObject.Member) -> Value? {
    guard let start = unsafe member.value.baseAddress else { return nil }
    var scanner = unsafe JSONScanner(FieldCursor(next: start, end: start + member.value.count))
    guard scanner.take(0x5b) else { return nil }
    if scanner.take(0x5d) { return .texts([]) }
    var texts: [String] = []
    repeat {
      // A value that is no text ends the list, which was checked as a whole.
      guard let (bytes, isEscaped) = unsafe try? scanner.string() else { return nil }
      unsafe texts.append(isEscaped ? JSONScanner.resolved(bytes) : String(decoding: bytes, as: UTF8.self))
    } while scanner.take(0x2c)
    return .texts(texts)
  }
}
