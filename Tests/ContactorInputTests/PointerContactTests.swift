import ContactorCore
import ContactorEvdev
import Testing

@testable import ContactorInput

@Suite("A panel in mouse mode: its left button is the finger")
struct PointerContactTests {
  private final class Finger {
    var contact = PointerContact(at: Point(x: 0.5, y: 0.25), of: Size(width: 200, height: 100))

    func take(_ sample: TouchSample) -> TouchSample? { contact.take(sample) }
  }

  private let finger = Finger()

  private func sample(_ kind: TouchSample.Kind, _ x: Double = 0, _ y: Double = 0, at time: Int64 = 7) -> TouchSample {
    TouchSample(
      kind: kind, device: DeviceID(rawValue: 3), time: Timestamp(microseconds: time), position: Point(x: x, y: y),
      millimetres: Point(x: x * 200, y: y * 100))
  }

  @Test("A press lands where the pointer is, also before it has moved")
  func press() throws {
    let pressed = finger.take(sample(.press))
    let first = try #require(pressed)
    #expect(first.kind == .down && first.position == Point(x: 0.5, y: 0.25) && first.millimetres == Point(x: 100, y: 25))
    #expect(first.device == DeviceID(rawValue: 3) && first.time == Timestamp(microseconds: 7) && first.slot == -1)
    #expect(finger.take(sample(.release))?.kind == .up)
    #expect(finger.take(sample(.pointer, 0.1, 0.2)) == nil, "no finger is down")
    #expect(finger.take(sample(.press))?.position == Point(x: 0.1, y: 0.2))
  }

  @Test("The pointer's moves are the finger's while it is down; a second press or release is none")
  func moves() {
    _ = finger.take(sample(.press))
    #expect(finger.take(sample(.press)) == nil)
    let moved = finger.take(sample(.pointer, 0.7, 0.8))
    #expect(moved?.kind == .motion && moved?.position == Point(x: 0.7, y: 0.8))
    #expect(finger.take(sample(.release))?.kind == .up)
    #expect(finger.take(sample(.release)) == nil)
    #expect(finger.take(sample(.other)) == nil)
  }

  @Test("A whole touch goes through the assembler as a touchscreen's does")
  func assembled() {
    var assembler = FrameAssembler()
    let panel = TouchDevice(id: DeviceID(rawValue: 3), node: "/dev/input/event3", name: "PenMount")
    assembler.add(panel, pipeline: PositionPipeline(window: Size(width: 1000, height: 500)), at: Timestamp(microseconds: 0))
    for (index, reported) in [
      sample(.pointer, 0.1, 0.1), sample(.press), sample(.pointer, 0.2, 0.2), sample(.pointer, 0.3, 0.3), sample(.release),
    ].enumerated() {
      var reported = reported
      reported.time = Timestamp(microseconds: Int64(index))
      guard let contact = finger.take(reported) else { continue }
      assembler.handle(contact)
      assembler.handle(TouchSample(kind: .frame, device: contact.device, time: contact.time))
    }
    let frames = assembler.takeQueue().compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    #expect(frames.map { $0.contacts.map(\.phase) } == [[.began], [.moved], [.moved], [.ended]])
    #expect(frames.map { $0.contacts[0].location.x.rounded() } == [100, 200, 300, 300])
  }
}
