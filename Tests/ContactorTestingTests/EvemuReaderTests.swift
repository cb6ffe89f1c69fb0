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

  @Test(
    "a description has one parser: a mistake has one message in a recording and in a description to make a panel of",
    arguments: [
      ("I: 3 4", "I: takes bus, vendor, product and version"),
      ("I: 3 4 5 10000", "'10000' is not a hexadecimal number from 0 to 65535"),
      ("I:", "I: takes bus, vendor, product and version"), ("P: 100", "'100' is not a hexadecimal number from 0 to 255"),
      ("P: +1", "'+1' is not a hexadecimal number from 0 to 255"), ("B:", "B: takes a type and bytes"),
      ("B: # 01", "B: takes a type and bytes"), ("B: 01 zz", "'zz' is not a hexadecimal number from 0 to 255"),
      ("B: 20 01", "'20' is not a type of events; the last is 1f"),
      ("B: 01" + String(repeating: " 00", count: 129), "a bit field has at most 128 bytes"),
      ("P:" + String(repeating: " ff", count: 129), "a bit field has at most 128 bytes"),
      ("A: 00 1 2", "A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution"),
      ("A: 00 1 2 3 4 5 6", "A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution"),
      ("A: 40 0 1 0 0", "'40' is not an axis; the last is 3f"),
      ("A: 00 x 1 2 3", "'x' is not a decimal number from -2147483648 to 2147483647"),
      ("A: 00 0 2147483648 0 0", "'2147483648' is not a decimal number from -2147483648 to 2147483647"),
      ("L: 0", "L: takes a code and a value"), ("S: 0 a", "'a' is not a decimal number from -2147483648 to 2147483647"),
      ("X: 1", "expected N: I: P: B: A: E: L: S: or a comment, found 'X:'"),
      ("panel", "expected N: I: P: B: A: E: L: S: or a comment, found 'panel'"),
      ("\u{0}\u{feff}", "expected N: I: P: B: A: E: L: S: or a comment, found '\u{0}\u{feff}'"),
      (
        "R: 2 05 0d",
        "this is a recording of HID reports (hid-recorder), which only the kernel can read; replay it with uhid"
      ),
    ])
  func oneMessage(_ line: String, _ message: String) throws {
    let text = "# EVEMU 1.2\r\nN: x\r\n\(line)\r\nA: 00 0 1 0 0\r\n"
    let mistake = try #require(throws: EvemuDescription.Mistake.self) { try EvemuDescription(parsing: text) }
    #expect(mistake.line == 3 && mistake.message == message, "\(mistake)")
    #expect(mistake.description == "line 3: \(message)")
    let error = try #require(throws: TraceError.self) { try EvemuReader.read(text, file: "x.desc") }
    #expect(error == TraceError(.malformed, file: "x.desc", line: 3, message: message))
  }

  @Test(
    "a description is the same whether a panel is made of it or a recording begins with it",
    arguments: [
      "N: a # panel\nI: 0003 0eef 7224 0111\nP: 02\nB: 00 0b\nB: 01 00 00\nB: 01 02\nB: 03 03\nA: 35 -8 0077 1 2 26 # x\n",
      "# EVEMU 1.0\n  N:  two spaces\n\tA:  2f 0 9 0 0\nL: 00 0\nS: 01 1\n#\n\n",
      "N:\nP: 00\nB: 14\n", "N: first\nN: second\nA: 00 0 1 0 0\nA: 00 2 3 0 0",
      "N: é\u{2028}b\r\nI: 1 2 3 4\r\n", "N: x\nE: 1.000000 0003 0035 0077\n",
    ])
  func oneDescription(_ text: String) throws {
    let description = try EvemuReader.read(text, file: "x").description
    #expect(try EvemuDescription(parsing: text).device == description)
  }

  @Test("a name keeps its own spaces and number signs, and lines may be indented")
  func names() throws {
    #expect(try EvemuDescription(parsing: "N:  a # b \r\n").device.name == " a # b ")
    #expect(try EvemuDescription(parsing: "  N: a # b\n").device.name == "a # b")
    #expect(try EvemuDescription(parsing: "N:a").device.name == "a")
  }

  @Test("a description without a name, or with events only, is none", arguments: ["", "\n\n", "A: 00 0 1 0 0", "E: 1.0"])
  func noDescription(_ text: String) throws {
    let mistake = try #require(throws: EvemuDescription.Mistake.self) { try EvemuDescription(parsing: text) }
    #expect(mistake.message == "there is no device description (no line N:)")
  }

  @Test("a description stays small, whatever a file of many lines says")
  func bounded() throws {
    var lines = "N: x\n"
    for type in 0..<0x20 { lines += "B: \(String(type, radix: 16)) " + String(repeating: "ff ", count: 128) + "\n" }
    for code in 0..<0x40 { lines += "A: \(String(code, radix: 16)) 0 1 0 0\n" }
    let device = try EvemuDescription(parsing: String(repeating: "A: 3f 0 9 0 0\n", count: 1000) + lines).device
    #expect(device.axes.count == 0x40 && device.axes[0x3f] == EvdevAxis(0, 1))
    #expect(device.codes.count == 0x20 - 2 && device.codes.values.allSatisfy { $0.count == 1024 })
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
        _ = try? EvemuDescription(parsing: String(decoding: changed, as: UTF8.self))
      }
    }
    _ = try? EvemuReader.read("B: 01 " + String(repeating: "ff ", count: 10_000), file: "x")
  }
}
