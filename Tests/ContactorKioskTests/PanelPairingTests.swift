import ContactorCore
@testable import ContactorTrace
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout

/// Which of several alike panels takes which entry, without a device.
@Suite struct PanelPairingTests {
  /// A layout whose panels are paired by these names.
  private static func layout(_ names: [String], match: String = "{name: Twin}") throws -> Layout {
    let entries = names.map { "  - {match: \(match), window: w, pair: \($0)}\n" }.joined()
    return try SessionStage.parse("windows: [{id: w, size: [8, 8]}]\ndevices:\n\(entries)")
  }

  private func panel(_ number: UInt32, path: String? = nil, name: String = "Twin") -> TouchDevice {
    var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: name)
    panel.physicalPath = path ?? "usb-\(number)/input0"
    return panel
  }

  private func id(_ number: UInt32) -> DeviceID { DeviceID(rawValue: number) }

  private func frame(_ device: UInt32, _ phase: TouchPhase, finger: Int32 = 1) -> TouchFrame {
    TouchFrame(
      device: id(device), timestamp: Timestamp(microseconds: 0),
      contacts: [Contact(trackingID: finger, slot: finger, phase: phase, location: Point(x: 1, y: 1))])
  }

  /// A pairing with these names, to which panels with these numbers came.
  private func pairing(
    _ names: [String], _ panels: [UInt32], known: [String: PanelIdentity] = [:]
  ) throws -> PanelPairing {
    var pairing = PanelPairing(known: known)
    _ = pairing.show(try Self.layout(names))
    for number in panels { _ = pairing.add(panel(number)) }
    return pairing
  }

  private func tap(_ pairing: inout PanelPairing, _ device: UInt32) -> [PanelPairing.Change] {
    pairing.take(frame(device, .began)) + pairing.take(frame(device, .moved)) + pairing.take(frame(device, .ended))
  }

  @Test func `of two panels the one that is touched takes the first entry, and the other the second`() throws {
    var pairing = PanelPairing()
    #expect(pairing.show(try Self.layout(["left", "right"])) == [])
    #expect(pairing.add(panel(1)) == [.asks(entry: 0)])
    #expect(pairing.add(panel(2)) == [])
    #expect(pairing.isWaiting && pairing.asked(for: id(2)) == "left")
    #expect(pairing.take(frame(2, .began)) == [], "not before the finger is lifted")
    #expect(pairing.take(frame(2, .ended)) == [.paired(id(2), entry: 0, .touch), .paired(id(1), entry: 1, .rest)])
    #expect(!pairing.isWaiting && pairing.asked(for: id(1)) == nil)
    #expect(pairing.assignments == [id(2): 0, id(1): 1])
    #expect(pairing.known == ["left": PanelIdentity(panel(2)), "right": PanelIdentity(panel(1))])
    #expect(tap(&pairing, 1) == [], "touches of paired panels are the engine's")
  }

  @Test func `three panels are asked for in the order of the layout, the last one is not asked for`() throws {
    var pairing = try pairing(["a", "b", "c"], [1, 2, 3])
    #expect(tap(&pairing, 3) == [.paired(id(3), entry: 0, .touch), .asks(entry: 1)])
    #expect(tap(&pairing, 1) == [.paired(id(1), entry: 1, .touch), .paired(id(2), entry: 2, .rest)])
  }

  @Test func `two panels that are touched at once are both asked for again`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    #expect(pairing.take(frame(1, .began)) == [])
    #expect(pairing.take(frame(2, .began)) == [])
    #expect(pairing.take(frame(1, .ended)) == [])
    #expect(pairing.take(frame(2, .ended)) == [])
    #expect(pairing.assignments.isEmpty && pairing.asked(for: id(1)) == "left")
    #expect(tap(&pairing, 1).first == .paired(id(1), entry: 0, .touch))
  }

  @Test func `several fingers on one panel are one touch, which ends with the last`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = pairing.take(frame(1, .began))
    _ = pairing.take(frame(1, .began, finger: 2))
    #expect(pairing.take(frame(1, .ended)) == [])
    #expect(pairing.take(frame(1, .ended, finger: 2)).first == .paired(id(1), entry: 0, .touch))
  }

  @Test func `a finger that was down before does not count, nor does a touch that is cancelled`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    #expect(pairing.take(frame(1, .moved)) == [])
    #expect(pairing.take(frame(1, .ended)) == [])
    _ = pairing.take(frame(2, .began))
    #expect(pairing.take(frame(2, .cancelled)) == [])
    #expect(pairing.assignments.isEmpty)
    #expect(tap(&pairing, 2).first == .paired(id(2), entry: 0, .touch))
  }

  @Test func `a panel that is unplugged under the finger is not paired, and its entry is asked for still`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = pairing.take(frame(1, .began))
    #expect(pairing.remove(id(1)) == [])
    #expect(pairing.assignments.isEmpty && pairing.asked(for: id(2)) == "left")
    #expect(tap(&pairing, 2) == [.paired(id(2), entry: 0, .touch)])
    #expect(pairing.add(panel(4)) == [.asks(entry: 1)], "a later panel is asked for: nobody has told which it is")
  }

  @Test func `the last panel that waits goes, and nothing is asked for any more`() throws {
    var pairing = try pairing(["left", "right"], [1])
    #expect(pairing.remove(id(1)) == [])
    #expect(!pairing.isWaiting)
    #expect(pairing.add(panel(1)) == [.asks(entry: 0)])
  }

  @Test func `a pairing that is known needs no touch, in whatever order the panels come`() throws {
    let known = ["left": PanelIdentity(panel(1)), "right": PanelIdentity(panel(2))]
    for order in [[1, 2], [2, 1]] as [[UInt32]] {
      var pairing = try pairing(["left", "right"], [], known: known)
      for number in order {
        #expect(pairing.knownName(of: panel(number)) == (number == 1 ? "left" : "right"))
        #expect(pairing.add(panel(number)) == [.paired(id(number), entry: Int(number) - 1, .known)])
      }
      // Plugged in again, as another device.
      _ = pairing.remove(id(1))
      #expect(pairing.add(panel(7, path: "usb-1/input0")) == [.paired(id(7), entry: 0, .known)])
    }
  }

  @Test func `a panel at another port is asked for, and takes the place of the one before`() throws {
    let known = ["left": PanelIdentity(panel(1)), "right": PanelIdentity(panel(2))]
    var pairing = try pairing(["left", "right"], [9], known: known)
    #expect(pairing.asked(for: id(9)) == "left")
    // The known panel comes, so that the other entry is asked for.
    #expect(pairing.add(panel(1)) == [.paired(id(1), entry: 0, .known), .asks(entry: 1)])
    #expect(tap(&pairing, 9) == [.paired(id(9), entry: 1, .touch)])
    #expect(pairing.known["right"] == PanelIdentity(panel(9)))
  }

  @Test func `a finger that is down while the entry in question changes does not count`() throws {
    var pairing = try pairing(["left", "right"], [9], known: ["left": PanelIdentity(panel(1))])
    _ = pairing.take(frame(9, .began))
    #expect(pairing.add(panel(1)).last == .asks(entry: 1))
    #expect(pairing.take(frame(9, .ended)) == [])
    #expect(tap(&pairing, 9) == [.paired(id(9), entry: 1, .touch)])
  }

  @Test func `a third panel has no entry, and is asked for where one is free`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = tap(&pairing, 1)
    #expect(pairing.add(panel(3)) == [.spare(id(3))])
    #expect(pairing.asked(for: id(3)) == "")
    #expect(tap(&pairing, 3) == [])
    #expect(pairing.remove(id(2)) == [.asks(entry: 1)])
    // The panel from before comes back before anyone touches.
    #expect(pairing.add(panel(2)) == [.paired(id(2), entry: 1, .known), .spare(id(3))])
  }

  @Test func `a reload keeps the entries whose names stay`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = tap(&pairing, 2)
    let changes = pairing.show(try Self.layout(["other", "left"]))
    #expect(pairing.assignments == [id(2): 1], "\(changes)")
    #expect(pairing.asked(for: id(1)) == "other")
    _ = pairing.show(try Self.layout(["left", "right"], match: "{name: Else}"))
    #expect(pairing.assignments.isEmpty && !pairing.isWaiting)
  }

  @Test func `a reload while a finger is down begins the touch anew`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = pairing.take(frame(1, .began))
    _ = pairing.show(try Self.layout(["left", "right"]))
    #expect(pairing.take(frame(1, .ended)) == [])
    #expect(pairing.isWaiting && tap(&pairing, 2).first == .paired(id(2), entry: 0, .touch))
  }

  @Test func `from the start again every panel is asked for`() throws {
    var pairing = try pairing(["left", "right"], [1, 2])
    _ = tap(&pairing, 1)
    #expect(pairing.restart() == [.asks(entry: 0)])
    #expect(pairing.known.isEmpty && pairing.assignments.isEmpty && pairing.isWaiting)
    #expect(tap(&pairing, 2) == [.paired(id(2), entry: 0, .touch), .paired(id(1), entry: 1, .rest)])
  }

  @Test func `panels that nothing tells apart are paired, but not known again`() throws {
    var pairing = try pairing(["left", "right"], [])
    for number in [1, 2] as [UInt32] { _ = pairing.add(panel(number, path: "")) }
    #expect(tap(&pairing, 2).count == 2)
    #expect(pairing.assignments == [id(2): 0, id(1): 1] && pairing.known.isEmpty)
  }

  @Test func `a recording tells the pairing before the panel comes, or after`() throws {
    var pairing = try pairing(["left", "right"], [1])
    #expect(pairing.pair("event2", as: "right", .known) == [])
    #expect(pairing.add(panel(2)) == [.paired(id(2), entry: 1, .known)])
    #expect(pairing.pair("event1", as: "left", .touch) == [.paired(id(1), entry: 0, .touch)])
    #expect(pairing.pair("event1", as: "left", .touch) == [] && pairing.pair("event1", as: "none", .touch) == [])
  }

  @Test func `other panels and groups are left alone`() throws {
    var pairing = PanelPairing()
    _ = pairing.show(
      try SessionStage.parse(
        """
        windows: [{id: w, size: [8, 8]}]
        devices:
          - {match: {name: A}, window: w, pair: a1}
          - {match: {name: B}, window: w, pair: b1}
          - {match: {name: A}, window: w, pair: a2}
          - {match: {name: B}, window: w, pair: b2}
          - {match: {name: C}, window: w}
        """))
    #expect(pairing.add(panel(1, name: "A")) == [.asks(entry: 0)])
    #expect(pairing.add(panel(2, name: "B")) == [.asks(entry: 1)])
    #expect(pairing.add(panel(3, name: "C")) == [] && pairing.add(panel(4, name: "D")) == [])
    _ = pairing.add(panel(5, name: "A"))
    // Touches of different groups at once do not spoil each other.
    _ = pairing.take(frame(5, .began))
    #expect(tap(&pairing, 2) == [.paired(id(2), entry: 1, .touch)])
    #expect(pairing.take(frame(5, .ended)) == [.paired(id(5), entry: 0, .touch), .paired(id(1), entry: 2, .rest)])
  }

  // MARK: The language

  @Test func `names that are taken, and entries that are ignored or expected, are mistakes`() {
    func mistakes(_ devices: String) -> [String] {
      let text = "contactor: 1\nwindows: [{id: w, size: [8, 8]}]\ndevices: \(devices)\n"
      return LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map { "\($0.severity): \($0.message)" }
    }
    #expect(mistakes("[{pair: a}, {pair: b}]") == [])
    #expect(mistakes("[{pair: a}, {pair: a}]").contains { $0.hasPrefix("error: the pair 'a' is taken; the first is at k.yaml:3:") })
    #expect(mistakes("[{pair: a, ignore: true}, {pair: b}]").contains("error: a device is both ignored and paired"))
    #expect(mistakes("[{pair: a, expect: true}, {pair: b}]") == [])
    #expect(mistakes("[{pair: a}]").contains { $0.hasPrefix("warning: no other device with this match has 'pair'") })
    #expect(mistakes("[{pair: a}, {pair: b, match: {name: x}}]").contains { $0.hasPrefix("warning: no panel takes this device") })
  }

  // MARK: The file

  @Test func `the pairing is read back as it was written`() throws {
    let file = PairingFile(["left": PanelIdentity(panel(1, name: "T\"w\n")), "right": PanelIdentity(panel(2))])
    #expect(PairingFile(decoding: file.encoded) == file)
    #expect(PairingFile(decoding: []) == PairingFile([:]))
  }

  @Test(arguments: [
    "left", "{}", #"{"pair":"left"}"#, #"{"pair":"","vendor":1,"product":1,"name":"","path":"","serial":""}"#,
    #"{"pair":"l","vendor":65536,"product":1,"name":"","path":"","serial":""}"#,
    #"{"pair":"l","vendor":1.5,"product":1,"name":"","path":"","serial":""}"#,
    """
    {"pair":"l","vendor":1,"product":1,"name":"","path":"","serial":""}
    {"pair":"l","vendor":1,"product":1,"name":"","path":"x","serial":""}
    """,
    """
    {"pair":"l","vendor":1,"product":1,"name":"","path":"","serial":""}
    {"pair":"r","vendor":1,"product":1,"name":"","path":"","serial":""}
    """,
  ])
  func `what is no list of pairings is refused`(text: String) {
    #expect(PairingFile(decoding: Array(text.utf8)) == nil)
  }

  @Test func `a note of a recording is read back, and a remark is none`() {
    let pairing = TracePairing(device: "event3", name: "the left one", cause: "touch")
    #expect(pairing.note == "pairing by touch: event3 is the left one")
    #expect(ScriptReader.Step.step(pairing.note, at: Timestamp(microseconds: 5)) == .pairing(pairing, at: Timestamp(microseconds: 5)))
    #expect(ScriptReader.Step.step("pairing by touch", at: Timestamp(microseconds: 5)) == nil)
  }
}
