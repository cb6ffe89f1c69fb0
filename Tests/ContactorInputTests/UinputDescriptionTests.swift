import ContactorCore
import ContactorEvdev
@testable import ContactorInput
import Testing

/// What made-up touchscreens declare, and evemu's descriptions of real ones.
struct UinputDescriptionTests {
  @Test func aPanelWithSlotsDeclaresWhatDriversDeclare() {
    let device = EvdevDescription.touchscreen(
      name: "Panel", contacts: 5, range: (800, 480), millimetres: (154, 86), reportsPalms: true)
    #expect(device.contactProtocol == .slots)
    #expect(device.properties == [EvdevCode.direct])
    #expect(device.codes == [EvdevCode.key: [EvdevCode.touch]])
    #expect(device.axes[EvdevCode.slot] == EvdevAxis(0, 4))
    #expect(device.axes[EvdevCode.positionX] == EvdevAxis(0, 799, resolution: 5))
    #expect(device.axes[EvdevCode.y] == EvdevAxis(0, 479, resolution: 6))
    #expect(device.axes[EvdevCode.toolType] == EvdevAxis(0, 2))
    #expect(device.axes[EvdevCode.contactPressure] == nil)
  }

  @Test func aPanelThatStatesNoSizeHasResolutionZero() {
    let device = EvdevDescription.touchscreen(name: "Panel")
    #expect(device.axes[EvdevCode.positionX] == EvdevAxis(0, 4095))
  }

  @Test(arguments: [(Int32.max, 256), (256, 256), (255, 256), (9, 10), (0, 1), (-1, 1), (.min, 1)] as [(Int32, Int)])
  func `a panel has at most as many slots as are followed`(maximum: Int32, count: Int) {
    var panel = EvdevDescription.touchscreen(name: "Panel")
    panel.axes[EvdevCode.slot]?.maximum = maximum
    #expect(panel.slotCount == count)
    #expect(panel.touchDevice(id: DeviceID(rawValue: 1), node: "").contactCount == count)
    #expect(EvdevDescription.touchscreen(name: "Panel", panel: .lists).slotCount == 0)
  }

  @Test func theAxesTellHowAPanelReportsContacts() {
    let lists = EvdevDescription.touchscreen(name: "A", panel: .lists)
    let single = EvdevDescription.touchscreen(name: "S", panel: .single)
    #expect(lists.contactProtocol == .lists)
    #expect(lists.axes[EvdevCode.slot] == nil)
    #expect(single.contactProtocol == .single)
    #expect(single.axes.keys.sorted() == [EvdevCode.x, EvdevCode.y])
  }

  @Test func `the kernel's 79 bytes of a name end between characters`() {
    let name = String(repeating: "é", count: 45)
    #expect(UinputDevice.keptName(name) == String(repeating: "é", count: 39))
    #expect(UinputDevice.keptName("Pad") == "Pad")
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
    #expect(device.codes == [EvdevCode.key: [65]])
    #expect(device.axes[EvdevCode.x] == EvdevAxis(0, 4095))
    #expect(device.axes[EvdevCode.positionX] == EvdevAxis(-8, 77, fuzz: 1, flat: 2, resolution: 26))
  }
}
