import ContactorInput
import Testing

/// What made-up touchscreens declare, and evemu's descriptions of real ones.
struct UinputDescriptionTests {
  @Test func aPanelWithSlotsDeclaresWhatDriversDeclare() {
    let device = UinputDescription.touchscreen(
      name: "Panel", contacts: 5, range: (800, 480), millimetres: (154, 86), reportsPalms: true)
    #expect(device.panel == .slots)
    #expect(device.properties == [UinputCode.direct])
    #expect(device.codes == [UinputCode.key: [UinputCode.touch]])
    #expect(device.axes[UinputCode.slot] == UinputAxis(0, 4))
    #expect(device.axes[UinputCode.positionX] == UinputAxis(0, 799, resolution: 5))
    #expect(device.axes[UinputCode.y] == UinputAxis(0, 479, resolution: 6))
    #expect(device.axes[UinputCode.toolType] == UinputAxis(0, 2))
    #expect(device.axes[UinputCode.contactPressure] == nil)
  }

  @Test func aPanelThatStatesNoSizeHasResolutionZero() {
    let device = UinputDescription.touchscreen(name: "Panel")
    #expect(device.axes[UinputCode.positionX] == UinputAxis(0, 4095))
  }

  @Test func theAxesTellHowAPanelReportsContacts() {
    let lists = UinputDescription.touchscreen(name: "A", panel: .lists)
    let single = UinputDescription.touchscreen(name: "S", panel: .single)
    #expect(lists.panel == .lists)
    #expect(lists.axes[UinputCode.slot] == nil)
    #expect(single.panel == .single)
    #expect(single.axes.keys.sorted() == [UinputCode.x, UinputCode.y])
  }

  @Test(arguments: ["\n", "\r\n"])
  func evemuDescriptionsAreRead(lineEnd: String) throws {
    let lines = [
      "# EVEMU 1.2", "N: Some: panel", "I: 0003 0eef 7224 0111",
      "P: 02 00 00 00 00 00 00 00", "P: 01",
      "B: 00 0b 00 00 00 00 00 00 00",
      "B: 01 00 00 00 00 00 00 00 00", "B: 01 02",
      "B: 03 03 00 00 00 00 80 60 02",
      "A: 00 0 4095 0 0", "A: 35 -8 0077 1 2 26",
      "E: 0.000000 0003 0039 0000",
    ]
    let device = try EvemuDescription(parsing: lines.joined(separator: lineEnd)).device
    #expect(device.name == "Some: panel")
    #expect([device.bus, device.vendor, device.product, device.version] == [3, 0x0eef, 0x7224, 0x0111])
    #expect(device.properties == [1, 64])
    #expect(device.codes == [UinputCode.key: [65]])
    #expect(device.axes[UinputCode.x] == UinputAxis(0, 4095))
    #expect(device.axes[UinputCode.positionX] == UinputAxis(-8, 77, fuzz: 1, flat: 2, resolution: 26))
  }

  @Test(
    arguments: [
      ("", 1, "no device description"), ("N: a\nI: 3 4", 2, "bus, vendor, product and version"),
      ("N: a\n\nA: 00 1 2", 3, "A: takes"), ("N: a\nP: 100", 2, "'100' is not a number that fits"),
      ("N: a\nB:", 2, "a type and bytes"), ("N: a\nA: 00 x 1 2 3", 2, "'x' is not a number"),
    ])
  func mistakesInEvemuDescriptionsHaveALine(text: String, line: Int, message: String) throws {
    let mistake = try #require(throws: EvemuDescription.Mistake.self) {
      try EvemuDescription(parsing: text)
    }
    #expect(mistake.line == line)
    #expect(mistake.message.contains(message))
  }
}
