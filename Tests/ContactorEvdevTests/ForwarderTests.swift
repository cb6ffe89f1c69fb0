import ContactorCore
import ContactorEvdev
import Testing

@Suite("Contacts forwarded to a copy of their panel")
struct ForwarderTests {
  @Test("11.1 The copy is a touchscreen with the panel's identity, ranges and resolutions, and nothing else")
  func copy() {
    var panel = EvdevDescription.touchscreen(
      name: "Panel", contacts: 5, range: (4096, 2048), millimetres: (200, 100), reportsPressure: true)
    (panel.bus, panel.vendor, panel.product, panel.version) = (3, 1, 2, 4)
    panel.codes[EvdevCode.key] = [EvdevCode.touch, EvdevCode.leftButton, 30]
    panel.codes[EvdevCode.relative] = [0]
    panel.axes[EvdevCode.positionX]?.fuzz = 4
    panel.axes[EvdevCode.touchMajor] = EvdevAxis(0, 255)
    panel.axes[EvdevCode.widthMajor] = EvdevAxis(0, 255)
    panel.axes[EvdevCode.toolType] = EvdevAxis(0, 1)
    let copy = Forwarder.copy(of: panel)
    #expect([copy.bus, copy.vendor, copy.product, copy.version] == [3, 1, 2, 4] && copy.name == "Panel")
    #expect(copy.properties == [EvdevCode.direct])
    #expect(copy.codes == [EvdevCode.key: [EvdevCode.touch], EvdevCode.miscellaneous: [EvdevCode.copyMark]])
    #expect(copy.isForwardedCopy && !panel.isForwardedCopy)
    var x = panel.axes[EvdevCode.positionX]
    x?.fuzz = 0
    #expect(copy.axes[EvdevCode.positionX] == x && copy.axes[EvdevCode.x] == x)
    #expect(copy.axes[EvdevCode.positionY] == panel.axes[EvdevCode.positionY])
    #expect(copy.axes[EvdevCode.slot] == EvdevAxis(0, 4) && copy.axes[EvdevCode.trackingID] == EvdevAxis(0, 65535))
    #expect(copy.axes[EvdevCode.toolType] == EvdevAxis(0, 2) && copy.axes[EvdevCode.touchMajor] == EvdevAxis(0, 255))
    #expect(copy.axes[EvdevCode.pressure] == .pressure && copy.axes[EvdevCode.contactPressure] == .pressure)
    #expect(copy.axes[EvdevCode.widthMajor] == nil && copy.contactProtocol == .slots)
  }

  @Test("11.1 Panels that list contacts get a copy with ten slots, single-touch panels one with one")
  func copyOfOthers() {
    let lists = Forwarder.copy(of: .touchscreen(name: "A", panel: .lists))
    #expect(lists.axes[EvdevCode.slot] == EvdevAxis(0, 9) && lists.contactProtocol == .slots)
    let single = Forwarder.copy(of: .touchscreen(name: "S", panel: .single, range: (100, 50), reportsPressure: true))
    #expect(single.axes[EvdevCode.slot] == EvdevAxis(0, 0) && single.contactProtocol == .slots)
    #expect(single.axes[EvdevCode.positionX] == EvdevAxis(0, 99) && single.axes[EvdevCode.positionY] == EvdevAxis(0, 49))
    #expect(single.axes[EvdevCode.contactPressure] == .pressure)
    let nothing = Forwarder.copy(of: EvdevDescription(name: "nothing"))
    #expect(nothing.slotCount == 1 && nothing.axes[EvdevCode.positionX] == EvdevAxis(0, 0))
  }

  @Test("11.3 A contact passes at once: all values at its beginning, then what changes, then its end")
  func passing() {
    var rig = ForwardRig()
    #expect(rig.frame(8, [.down(7, slot: 3)]) == ["8 slot 3 id 0 x 100 y 200 touch 1 X 100 Y 200"])
    #expect(rig.frame(16, [.move(7, 101)]) == ["16 slot 3 x 101 X 101"])
    #expect(rig.frame(24, [.move(7, 101)]).isEmpty)
    #expect(rig.frame(32, [.up(7)]) == ["32 slot 3 id -1 touch 0"])
    #expect(rig.frame(40, [.move(7, 300), .up(7)]).isEmpty)
    #expect(rig.takeNotes().isEmpty)
  }

  @Test("11.2 The pointer follows the contact that has been down for the longest")
  func pointer() {
    var rig = ForwardRig()
    #expect(
      rig.frame(8, [.down(1), .down(2, 300, 400)]) == ["8 slot 1 id 0 x 100 y 200 slot 2 id 1 x 300 y 400 touch 1 X 100 Y 200"])
    #expect(rig.frame(16, [.move(2, 301, 400)]) == ["16 slot 2 x 301"])
    #expect(rig.frame(24, [.up(1)]) == ["24 slot 1 id -1 X 301 Y 400"])
    #expect(rig.frame(32, [.down(3, 5, 6, slot: 1)]) == ["32 slot 1 id 2 x 5 y 6"])
    #expect(rig.frame(40, [.up(2), .move(3, 7, 6)]) == ["40 slot 2 id -1 slot 1 x 7 X 7 Y 6"])
  }

  @Test("Every axis that the panel has comes back as the panel's own number")
  func axes() {
    var panel = EvdevDescription.touchscreen(name: "Panel", reportsPressure: true)
    panel.axes[EvdevCode.contactPressure] = EvdevAxis(10, 1023)
    panel.axes[EvdevCode.touchMajor] = EvdevAxis(0, 4095)
    panel.axes[EvdevCode.touchMinor] = EvdevAxis(0, 4095)
    panel.axes[EvdevCode.orientation] = EvdevAxis(-90, 90)
    panel.axes[EvdevCode.distance] = EvdevAxis(0, 9)
    var decoder = EvdevDecoder(panel, device: DeviceID(rawValue: 1), transform: ForwardRig.transform)
    var forwarder = Forwarder(panel, device: DeviceID(rawValue: 1), transform: ForwardRig.transform)
    for raw in stride(from: Int32(10), through: 1023, by: 7) {
      let stamp = Timestamp(microseconds: Int64(raw))
      let values: [(UInt16, Int32)] = [
        (EvdevCode.slot, 2), (EvdevCode.trackingID, raw), (EvdevCode.positionX, raw * 4 - 90), (EvdevCode.positionY, raw),
        (EvdevCode.touchMajor, raw), (EvdevCode.touchMinor, 1023 - raw), (EvdevCode.orientation, raw % 181 - 90),
        (EvdevCode.contactPressure, raw), (EvdevCode.distance, 0),
      ]
      var events = values.map { EvdevEvent(at: stamp, type: EvdevCode.absolute, code: $0.0, value: $0.1) }
      events.append(EvdevEvent(at: stamp, type: EvdevCode.synchronization, code: 0, value: 0))
      decoder.decode(events) { frame in
        forwarder.begin(frame)
        forwarder.end(at: frame.timestamp)
      }
      let written = Dictionary(forwarder.output.map { ($0.code, $0.value) }, uniquingKeysWith: { $1 })
      for (code, value) in values where code != EvdevCode.slot && code != EvdevCode.trackingID {
        #expect(written[code] == value, "axis \(code) of \(raw)")
      }
      forwarder.clearOutput()
    }
  }

  @Test("What the panel has not said of a contact is not what its slot had before")
  func staleValues() {
    var panel = EvdevDescription.touchscreen(name: "Panel")
    panel.axes[EvdevCode.touchMajor] = EvdevAxis(0, 255)
    var rig = ForwardRig(panel)
    #expect(rig.frame(8, [.down(1, size: 10)]) == ["8 slot 1 id 0 x 100 y 200 major 40 touch 1 X 100 Y 200"])
    _ = rig.frame(16, [.up(1)])
    #expect(rig.frame(24, [.down(1)]) == ["24 slot 1 id 1 x 100 y 200 major 0 touch 1 X 100 Y 200"])
  }

  @Test("11.2 A contact never begins in the slot and frame in which another ended")
  func slotOfAnother() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1, slot: 0)])
    #expect(rig.frame(16, [.up(1), .down(2, 9, 9, slot: 0)]) == ["16 slot 0 id -1 slot 1 id 1 x 9 y 9 X 9 Y 9"])
    var single = ForwardRig(.touchscreen(name: "S", panel: .single))
    _ = single.frame(8, [.down(1, slot: -1)])
    #expect(
      single.frame(16, [.up(1), .down(2, 9, 9, slot: -1)])
        == ["16 slot 0 id -1 touch 0", "16 slot 0 id 1 x 9 y 9 touch 1 X 9 Y 9"])
  }

  @Test("11.2 A contact that begins and ends in one frame is down in one and up in the next")
  func shortest() {
    var rig = ForwardRig()
    #expect(
      rig.frame(8, [.down(1), .up(1)]) == ["8 slot 1 id 0 x 100 y 200 touch 1 X 100 Y 200", "8 slot 1 id -1 touch 0"])
  }

  @Test("11.2 A contact that begins twice ends first")
  func twice() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.down(1, 9, 9)]) == ["16 slot 1 id -1 slot 0 id 1 x 9 y 9 X 9 Y 9"])
    #expect(rig.frame(24, [.up(1)]) == ["24 slot 0 id -1 touch 0"])
  }

  @Test("11.2 Tracking ids start over after 65535 and are never those of a contact that is down")
  func ids() {
    var rig = ForwardRig()
    _ = rig.frame(1, [.down(.max, 1, 1, slot: 0)])
    let tap = [ForwardRig.Finger.down(5, 2, 2, slot: 1), .up(5)].map(\.contact)
    let frame = TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 2000), contacts: tap)
    for _ in 0..<65_535 {
      rig.forwarder.begin(frame)
      rig.forwarder.end(at: frame.timestamp)
      rig.forwarder.clearOutput()
    }
    #expect(rig.frame(3, [.down(.min, 3, 3, slot: 1)]) == ["3 slot 1 id 1 x 3 y 3"])
    #expect(rig.frame(4, [.up(.max), .up(.min)]) == ["4 slot 0 id -1 slot 1 id -1 touch 0"])
  }

  @Test("A palm is passed on, and its slot has a finger again before the next contact")
  func palms() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.move(1, 100).holding(.palm)]) == ["16 slot 1 tool 2"])
    #expect(rig.frame(24, [.up(1)]) == ["24 slot 1 id -1 tool 0 touch 0"])
    #expect(
      rig.frame(32, [.down(1).holding(.palm)]) == ["32 slot 1 id 1 tool 2 x 100 y 200 touch 1 X 100 Y 200"])
    #expect(rig.frame(40, [.move(1, 100)]) == ["40 slot 1 tool 0"])
  }

  @Test("Contacts beyond the copy's slots are kept")
  func slots() {
    var rig = ForwardRig(.touchscreen(name: "Panel", contacts: 2))
    _ = rig.frame(8, [.down(1), .down(2), .down(3)])
    #expect(rig.forwarder.passing == 2 && rig.takeNotes() == ["kept fingers 3"])
    _ = rig.frame(16, [.up(1), .move(3, 500)])
    #expect(rig.forwarder.passing == 1)
  }

  @Test("A contact whose place nobody knows is kept, and one that loses its place stays")
  func noPlace() {
    var rig = ForwardRig()
    #expect(rig.frame(8, [.down(1, .nan, .nan)]).isEmpty)
    _ = rig.frame(16, [.down(2)])
    #expect(rig.frame(24, [.move(2, .nan), .move(1, 5)]).isEmpty)
    #expect(rig.frame(32, [.move(2, .infinity, 200)]) == ["32 slot 2 x 2147483647 X 2147483647"])
    rig.forwarder.transform = AffineTransform(scaleX: 0, y: 0)
    var contact = Contact(trackingID: 4, slot: 4, phase: .began, location: .zero)
    contact.devicePosition = nil
    rig.forwarder.begin(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 40_000), contacts: [contact]))
    rig.forwarder.end(at: Timestamp(microseconds: 40_000))
    #expect(rig.forwarder.output.isEmpty)
  }

  @Test("11.6 Positions are the panel's own, or calibrated and turned")
  func positions() {
    // The window is the panel turned by 180 degrees.
    let turned = AffineTransform(a: -0.25, b: 0, c: 0, d: -0.25, tx: 1024, ty: 1024)
    var settings = ForwardSettings()
    settings.positions = AffineTransform(scaleX: 4, y: 4)
    var rig = ForwardRig(.touchscreen(name: "Panel"), settings)
    rig.forwarder.transform = turned
    #expect(rig.frame(8, [.down(1, 96, 200)]) == ["8 slot 1 id 0 x 4000 y 3896 touch 1 X 4000 Y 3896"])
    rig.forwarder.settings.positions = nil
    #expect(rig.frame(16, [.move(1, 96, 200)]) == ["16 slot 1 x 96 y 200 X 96 Y 200"])
  }

  @Test("1.10 A clock that jumps to either end of its range does no harm", arguments: [Int64.min, .max, 0])
  func clocks(_ jump: Int64) {
    var settings = ForwardSettings()
    settings.stuckAfter = .seconds(1)
    settings.rate = 2
    settings.ghost.shorterThan = .milliseconds(10)
    settings.ghost.fasterThan = 100
    settings.filter = .oneEuro(minimumCutoff: 1, beta: 0.1)
    let panel = EvdevDescription.touchscreen(name: "Panel")
    var forwarder = Forwarder(panel, device: DeviceID(rawValue: 1), transform: .identity, settings: settings)
    var verifier = CopyStreamVerifier(Forwarder.copy(of: panel))
    for (step, time) in [Int64(5), jump, 10, .max, .min, 20].enumerated() {
      let stamp = Timestamp(microseconds: time)
      let id = Int32(step)
      let fingers: [ForwardRig.Finger] = [.down(id, slot: id % 3), .move(id, 101), .up(id - 2)]
      forwarder.begin(TouchFrame(device: DeviceID(rawValue: 1), timestamp: stamp, contacts: fingers.map(\.contact)))
      forwarder.end(at: stamp)
      forwarder.advance(to: forwarder.nextDeadline ?? stamp)
    }
    forwarder.liftAll(at: Timestamp(microseconds: 0), nil)
    verifier.take(forwarder.output)
    verifier.finish()
    #expect(verifier.violations.isEmpty && forwarder.passing == 0)
  }
}
