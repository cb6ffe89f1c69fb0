import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("Evemu's text")
struct EvemuReaderTests {
  @Test("a description and events in one file, with zeros in front and hexadecimal codes")
  func whole() throws {
    let read = try EvemuReader.read(
      """
      # EVEMU 1.3
      N: a # panel
      I: 0018 0eef 0020 0001
      P: 02 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 02 00 00 00 00 00 00 00
      A: 35 -10 4095 3 0 16
      A: 36 0 767 0 0
      L: 00 0
      S: 01 1
      ################################
      E: 1352020794.000001 0003 0035 0077\t# EV_ABS
      E: 0.138597 0003 0039 -001\r
      """, file: "a.evemu")
    let description = try #require(read.description)
    #expect(description.name == "a # panel")
    #expect(description.vendor == 0xeef && description.bus == 0x18)
    #expect(description.properties == [1])
    #expect(description.codes[1] == [65])
    #expect(description.axes[0x35] == EvdevAxis(-10, 4095, fuzz: 3, resolution: 16))
    #expect(description.axes[0x36] == EvdevAxis(0, 767))
    #expect(read.events.map(\.value) == [77, -1])
    #expect(read.events.map(\.time.microseconds) == [1_352_020_794_000_001, 138_597])
  }

  @Test(
    "a mistake names its line",
    arguments: [
      ("E: 1.000000 0003 0035", "takes"), ("E: 1.0 0003 0035 1", "time"),
      ("E: -1.000000 0003 0035 1", "time"),
      ("E: 1.000000 00xx 0035 1", "hexadecimal"), ("E: 1.000000 10003 0035 1", "hexadecimal"),
      ("E: 1.000000 0003 0035 0x1", "decimal"), ("E: 1.000000 0003 0035 99999999999", "decimal"),
      ("E: 99999999999999999999.000000 0003 0035 1", "time"), ("A: 35 0 1", "takes"),
      ("A: 35 0 1 0 zero", "decimal"),
      ("I: 1 2 3", "takes"), ("B:", "takes"), ("B: 01 100", "hexadecimal"), ("P: -1", "hexadecimal"),
      ("L: 0", "takes"), ("hello", "expected"), ("E: +1.000000 3 35 1", "time"),
    ])
  func mistakes(_ line: String, _ word: String) throws {
    let error = try #require(throws: TraceError.self) {
      try EvemuReader.read("# EVEMU 1.2\nN: x\n\(line)\n", file: "x.events")
    }
    #expect(error.line == 3 && error.code == .malformed && error.message.contains(word), "\(error)")
  }

  @Test("nothing in it is an error", arguments: ["", "# EVEMU 1.3\n"])
  func empty(_ text: String) throws {
    let error = try #require(throws: TraceError.self) { try EvemuReader.read(text, file: "x") }
    #expect(error.code == .empty)
  }

  @Test("no input crashes it: every prefix and every byte changed")
  func garbage() {
    let text =
      "N: x\nI: 0018 0eef 0020 0001\nP: 02\nB: 01 ff\nA: 35 -10 4095 3 0 16\nE: 12.000001 0003 0035 0077\n"
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      _ = try? EvemuReader.read(String(decoding: bytes[..<index], as: UTF8.self), file: "x")
      for byte in [0, 9, 10, 13, 32, 35, 45, 46, 48, 57, 58, 65, 102, 128, 255] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        _ = try? EvemuReader.read(String(decoding: changed, as: UTF8.self), file: "x").impliedDescription
      }
    }
    _ = try? EvemuReader.read("B: 01 " + String(repeating: "ff ", count: 10_000), file: "x")
  }
}
