import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
import Testing

/// Feeds a assembler and writes what comes out in a short form: `1 began 0@10,20` is tracking id, phase, slot, location.
struct Gathering {
  var assembler = FrameAssembler()
  let id = DeviceID(rawValue: 1)

  init(size: Size? = Size(width: 100, height: 50)) {
    var device = TouchDevice(id: id, node: "/dev/input/event1", name: "Panel")
    device.size = size
    assembler.add(
      device, pipeline: PositionPipeline(window: Size(width: 1000, height: 500)),
      at: Timestamp(microseconds: 0))
    _ = taken()
  }

  mutating func feed(
    _ kind: TouchSample.Kind, slot: Int32 = 0, x: Double = 0, y: Double = 0, at time: Int64 = 0
  ) {
    assembler.handle(
      TouchSample(
        kind: kind, device: id, time: Timestamp(microseconds: time), slot: slot, position: Point(x: x, y: y),
        millimetres: Point(x: x * 100, y: y * 50)))
  }

  mutating func remove(isLost: Bool = false, at time: Int64 = 0) {
    assembler.remove(id, isLost: isLost, at: Timestamp(microseconds: time))
  }

  mutating func taken() -> [String] {
    let batch = assembler.takeQueue()
    let lines = batch.map(Self.text)
    assembler.giveBack(batch)
    return lines
  }

  static func text(_ event: InputEvent) -> String {
    switch event {
    case .deviceAdded(let device, let time): "\(time.microseconds): added \(device.name)"
    case .deviceRemoved(_, let time): "\(time.microseconds): removed"
    case .anomaly(let anomaly): "\(anomaly.timestamp.microseconds): \(anomaly.kind.rawValue)"
    case .frame(let frame):
      "\(frame.timestamp.microseconds): " + frame.contacts.map(text).joined(separator: ", ")
    }
  }

  static func text(_ contact: Contact) -> String {
    "\(contact.trackingID) \(contact.phase) \(contact.slot)@\(Int(contact.location.x)),\(Int(contact.location.y))"
  }
}

@Suite struct FrameAssemblerTests {
  @Test func `a tap and a second one are two contacts`() {
    var it = Gathering()
    it.feed(.down, x: 0.1, y: 0.2)
    #expect(it.taken() == [])
    it.feed(.frame, at: 10)
    it.feed(.motion, x: 0.2, y: 0.2)
    it.feed(.frame, at: 20)
    it.feed(.up)
    it.feed(.frame, at: 30)
    it.feed(.down, x: 0.5, y: 0.5)
    it.feed(.frame, at: 40)
    #expect(
      it.taken() == [
        "10: 1 began 0@100,100", "20: 1 moved 0@200,100", "30: 1 ended 0@200,100", "40: 2 began 0@500,250",
      ])
  }

  @Test func `a frame without changes is not passed on`() {
    var it = Gathering()
    it.feed(.frame, at: 10)
    it.feed(.other)
    it.feed(.added)
    #expect(it.taken() == [])
  }

  @Test func `contacts of one frame stay in the order of their changes`() {
    var it = Gathering()
    it.feed(.down, slot: 3, x: 0.3)
    it.feed(.down, slot: 1, x: 0.1)
    it.feed(.frame, at: 10)
    it.feed(.motion, slot: 1, x: 0.2)
    it.feed(.up, slot: 3)
    it.feed(.frame, at: 20)
    #expect(it.taken() == ["10: 1 began 3@300,0, 2 began 1@100,0", "20: 2 moved 1@200,0, 1 ended 3@300,0"])
  }

  @Test func `moved and ended in one frame is ended at the last position`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    it.feed(.motion, x: 0.2)
    it.feed(.motion, x: 0.3)
    it.feed(.up)
    it.feed(.frame, at: 20)
    #expect(it.taken() == ["10: 1 began 0@100,0", "20: 1 ended 0@300,0"])
  }

  @Test func `began and moved in one frame is began at the last position`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.motion, x: 0.2)
    it.feed(.frame, at: 10)
    #expect(it.taken() == ["10: 1 began 0@200,0"])
  }

  @Test func `a slot reused in one frame ends the old contact, then begins a new one`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    it.feed(.up)
    it.feed(.down, x: 0.7)
    it.feed(.frame, at: 20)
    it.feed(.up)
    it.feed(.frame, at: 30)
    #expect(
      it.taken() == ["10: 1 began 0@100,0", "20: 1 ended 0@100,0, 2 began 0@700,0", "30: 2 ended 0@700,0"])
  }

  @Test func `began and ended in one frame becomes two frames`() {
    var it = Gathering()
    it.feed(.down, x: 0.1, at: 9)
    it.feed(.up, at: 9)
    it.feed(.frame, at: 9)
    #expect(it.taken() == ["9: 1 began 0@100,0", "9: 1 ended 0@100,0"])
  }

  @Test func `a palm is cancelled and the next touch is a new contact`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    it.feed(.cancel)
    it.feed(.frame, at: 20)
    it.feed(.down, x: 0.2)
    it.feed(.frame, at: 30)
    #expect(it.taken() == ["10: 1 began 0@100,0", "20: 1 cancelled 0@100,0", "30: 2 began 0@200,0"])
  }

  @Test func `a single-touch panel has slot -1`() {
    var it = Gathering()
    it.feed(.down, slot: -1, x: 0.1)
    it.feed(.frame, at: 10)
    it.feed(.up, slot: -1)
    it.feed(.frame, at: 20)
    #expect(it.taken() == ["10: 1 began -1@100,0", "20: 1 ended -1@100,0"])
  }

  @Test func `contacts down at removal are cancelled before it`() {
    var it = Gathering()
    it.feed(.down, slot: 0, x: 0.1)
    it.feed(.down, slot: 1, x: 0.2)
    it.feed(.frame, at: 10)
    it.remove(at: 20)
    #expect(
      it.taken() == [
        "10: 1 began 0@100,0, 2 began 1@200,0", "20: 1 cancelled 0@100,0, 2 cancelled 1@200,0", "20: removed",
      ]
    )
  }

  @Test func `a lost device with contacts down is an anomaly, one at rest is not`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    _ = it.taken()
    it.remove(isLost: true, at: 20)
    #expect(it.taken() == ["20: device-lost", "20: 1 cancelled 0@100,0", "20: removed"])
    var other = Gathering()
    other.remove(isLost: true, at: 20)
    #expect(other.taken() == ["20: removed"])
  }

  @Test func `ups at the removal become cancelled`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    _ = it.taken()
    it.feed(.up)
    it.feed(.frame, at: 20)
    #expect(it.assembler.hasEnds(of: it.id))
    it.remove(isLost: true, at: 30)
    #expect(it.taken() == ["20: 1 cancelled 0@100,0", "30: device-lost", "30: removed"])
  }

  @Test func `ups that the kernel made up become cancelled before the device is known to be gone`() {
    var it = Gathering()
    it.feed(.down, slot: -1, x: 0.1)
    it.feed(.frame, at: 10)
    _ = it.taken()
    it.feed(.up, slot: -1)
    it.feed(.frame, at: 20)
    it.assembler.lose(it.id, at: Timestamp(microseconds: 21))
    #expect(it.taken() == ["20: 1 cancelled -1@100,0", "21: device-lost"])
    it.remove(isLost: true, at: 30)
    #expect(it.taken() == ["30: removed"])
  }

  @Test func `contacts that libinput cancels as the device goes are a loss, too`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    _ = it.taken()
    it.feed(.cancel)
    it.feed(.frame, at: 20)
    it.remove(isLost: true, at: 30)
    #expect(it.taken() == ["20: 1 cancelled 0@100,0", "30: device-lost", "30: removed"])
  }

  @Test func `an up whose frame never came is cancelled at the removal`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 10)
    _ = it.taken()
    it.feed(.up)
    it.remove(at: 30)
    #expect(it.taken() == ["30: 1 cancelled 0@100,0", "30: removed"])
  }

  @Test func `a lift that was delivered before the removal stays a lift`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.up)
    it.feed(.frame, at: 20)
    #expect(it.taken().last == "20: 1 ended 0@100,0")
    #expect(!it.assembler.hasEnds(of: it.id))
    it.remove(isLost: true, at: 30)
    #expect(it.taken() == ["30: removed"])
  }

  @Test func `what libinput says of a device after its removal is ignored`() {
    var it = Gathering()
    it.feed(.down)
    it.feed(.frame)
    it.remove()
    _ = it.taken()
    it.feed(.up)
    it.feed(.frame)
    it.feed(.removed)
    it.remove()
    #expect(it.taken() == [])
  }

  @Test func `contacts never seen down are anomalies and nothing else`() {
    var it = Gathering()
    it.feed(.motion, x: 0.1, at: 1)
    it.feed(.up, at: 2)
    it.feed(.cancel, slot: 4, at: 3)
    it.feed(.frame, at: 4)
    #expect(it.taken() == ["1: unknown-contact", "2: unknown-contact", "3: unknown-contact"])
  }

  @Test func `a contact that begins twice moves`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 1)
    it.feed(.down, x: 0.2, at: 2)
    it.feed(.frame, at: 2)
    #expect(it.taken() == ["1: 1 began 0@100,0", "2: began-twice", "2: 1 moved 0@200,0"])
  }

  @Test func `time that steps back is passed on`() {
    var it = Gathering()
    it.feed(.down)
    it.feed(.frame, at: 20)
    it.feed(.motion, x: 0.1)
    it.feed(.frame, at: 10)
    #expect(it.taken() == ["20: 1 began 0@0,0", "10: 1 moved 0@100,0"])
  }

  @Test func `millimetres are given where the panel states its size`() throws {
    for size in [Size(width: 100, height: 50), nil] {
      var it = Gathering(size: size)
      it.feed(.down, x: 0.5, y: 0.5)
      it.feed(.frame)
      let event = try #require(it.assembler.takeQueue().first)
      guard case .frame(let frame) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(frame.contacts.first?.millimetres == (size == nil ? nil : Point(x: 50, y: 25)))
    }
  }

  @Test func `frames of two devices do not mix`() {
    var it = Gathering()
    let other = DeviceID(rawValue: 2)
    it.assembler.add(
      TouchDevice(id: other, node: "/dev/input/event2", name: "Second"),
      pipeline: PositionPipeline(window: Size(width: 10, height: 10)), at: Timestamp(microseconds: 5))
    it.feed(.down, x: 0.1)
    let sample = TouchSample(
      kind: .down, device: other, time: Timestamp(microseconds: 7), slot: 0, position: Point(x: 1, y: 1))
    it.assembler.handle(sample)
    it.assembler.handle(TouchSample(kind: .frame, device: other, time: Timestamp(microseconds: 7)))
    it.feed(.frame, at: 8)
    #expect(it.taken() == ["5: added Second", "7: 1 began 0@10,10", "8: 1 began 0@100,0"])
  }

  @Test func `a new mapping takes effect with the next change`() {
    var it = Gathering()
    it.feed(.down, x: 0.1)
    it.feed(.frame, at: 1)
    it.assembler.setPipeline(PositionPipeline(window: Size(width: 10, height: 10)), of: it.id)
    it.feed(.motion, x: 0.5)
    it.feed(.frame, at: 2)
    #expect(it.taken() == ["1: 1 began 0@100,0", "2: 1 moved 0@5,0"])
  }
}
