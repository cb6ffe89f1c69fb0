import ContactorCore
@testable import ContactorTrace
import Testing

/// The one set of rules by which logs, recordings and reports write numbers and strings.
@Suite struct TextBufferTests {
  private func text(_ write: (inout TextBuffer) -> Void) -> String {
    var buffer = TextBuffer()
    write(&buffer)
    return buffer.string
  }

  @Test func `a JSON string escapes what its reader needs escaped, and nothing else`() {
    let raw = "a\"b\\c\nd\u{1}\u{1f}\u{7f}<é>&\u{2028}\u{2029}'/"
    let start = #"a\"b\\c"#
    let expected: [(JSONEscapes, String)] = [
      (.log, start + #"\u000ad\u0001\u001f"# + "\u{7f}<é>&\u{2028}\u{2029}'/"),
      (.recording, start + #"\nd\u0001\u001f\u007f"# + "<é>&\u{2028}\u{2029}'/"),
      (.page, start + #"\u000ad\u0001\u001f\u007f\u003cé\u003e\u0026\u2028\u2029'/"#),
    ]
    for (escapes, body) in expected { #expect(text { $0.append(quoted: raw, escapes) } == "\"\(body)\"", "\(escapes)") }
    // The log's own way, which looks at eight bytes at a time, comes to the same.
    for length in 0...20 {
      for scalar in ["\"", "\\", "\n", "\u{1f}", "\u{7f}", "é", "€", ""] {
        let value = String(repeating: "x", count: length) + scalar + "yz"
        #expect(text { $0.append(quoted: value) } == text { $0.append(quoted: value, .log) })
      }
    }
  }

  @Test func `numbers are padded with zeros behind the minus, with spaces before it`() {
    let cases: [(Int64, Int, Character, String)] = [
      (0, 1, "0", "0"), (7, 4, "0", "0007"), (-7, 4, "0", "-007"), (-7, 4, " ", "  -7"), (12345, 3, "0", "12345"),
      (-12345, 3, " ", "-12345"), (.min, 1, "0", "-9223372036854775808"), (.max, 25, " ", "      9223372036854775807"),
      (-7, 0, "0", "-7"), (100, -5, "0", "100"),
    ]
    for (number, width, padding, expected) in cases {
      #expect(text { $0.append(number, width: width, padding: padding.asciiValue ?? 0) } == expected)
    }
    #expect(text { $0.append(hexadecimal: 0x1A, width: 4) } == "001a")
    #expect(text { $0.append(hexadecimal: .max, width: 0) } == "ffffffffffffffff")
    #expect(text { $0.append(hexadecimal: 0, width: 0) } == "")
  }

  @Test func `a number is rounded to thousandths for a log and exact for a recording`() {
    let cases: [(Double, String, String)] = [
      (1, "1", "1"), (-0.5, "-0.5", "-0.5"), (0.1 + 0.2, "0.3", "0.30000000000000004"), (2.0004, "2", "2.0004"),
      (-0.0004, "0", "-0.0004"), (1e300, "", "1e+300"), (.nan, "", "null"), (.infinity, "", "null"),
    ]
    for (number, rounded, exact) in cases {
      if number != 1e300 { #expect(text { $0.append(rounded: number) } == rounded) }
      #expect(text { $0.append(exact: number) } == exact)
    }
    #expect(text { $0.append(rounded: -1e16) } == "-10000000000000000")
  }

  @Test func `objects in a list have commas of their own`() {
    var line = JSONLine("frame", at: Timestamp(microseconds: -5))
    line.add("contacts", objects: [1, 2]) { number, member in
      member.add("id", Int64(number))
      member.add("x", exact: 0.5)
    }
    line.add("axes", [[1, 2], [], [3]])
    line.add("none", objects: [Int]()) { _, _ in }
    #expect(
      String(decoding: line.finished(), as: UTF8.self)
        == #"{"t":-5,"kind":"frame","contacts":[{"id":1,"x":0.5},{"id":2,"x":0.5}],"axes":[[1,2],[],[3]],"none":[]}"# + "\n")
  }

  @Test func `a copy of an output goes on by itself`() throws {
    var first = TextOutput(MemorySink())
    first.add("one ")
    var second = first
    second.add("two")
    first.add("three")
    try first.flush()
    try second.flush()
    #expect(String(decoding: first.sink.bytes, as: UTF8.self) == "one three")
    #expect(String(decoding: second.sink.bytes, as: UTF8.self) == "one two")
    // What was handed over does not come again.
    try first.flush()
    #expect(first.sink.bytes.count == 9)
  }

  @Test func `an output hands over no text twice where the sink fails`() {
    struct FullDisk: ByteSink {
      var calls = 0
      mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
        calls += 1
        throw TraceError(.system, file: "f", message: "full")
      }
      mutating func synchronize() throws(TraceError) {}
    }
    var output = TextOutput(FullDisk())
    output.add("text")
    #expect(throws: TraceError.self) { try output.flush() }
    #expect(throws: Never.self) { try output.flush() }
    #expect(output.sink.calls == 1)
  }
}
