import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
import Testing

/// The kernel's side of a panel with slots.
private final class Kernel {
  var values: [UInt16: [Int32]] = [:]
  var requests: [UInt16] = []

  func axes(_ more: [UInt16: EvdevAxis] = [:]) throws -> SlotAxes {
    var description = EvdevDescription(name: "")
    description.axes = [
      EvdevCode.slot: EvdevAxis(0, 1), EvdevCode.trackingID: EvdevAxis(0, 65535),
      EvdevCode.positionX: EvdevAxis(0, 99, resolution: 10), EvdevCode.positionY: EvdevAxis(0, 99, resolution: 10),
    ]
    description.axes.merge(more) { $1 }
    let axes = SlotAxes(description, calibration: .identity) { [self] axis, buffer in
      requests.append(axis)
      guard let column = values[axis] else { return false }
      _ = buffer.update(from: column)
      return true
    }
    return try #require(axes)
  }
}

@Suite struct SlotAxesTests {
  private let kernel = Kernel()
  private let id = DeviceID(rawValue: 1)

  private func sample(_ kind: TouchSample.Kind, _ slot: Int32, _ x: Double = 0, at time: Int64 = 1) -> TouchSample {
    TouchSample(
      kind: kind, device: id, time: Timestamp(microseconds: time), slot: slot, position: Point(x: x, y: 0.5))
  }

  private func assembler(_ axes: SlotAxes) -> FrameAssembler {
    var assembler = FrameAssembler()
    assembler.add(
      TouchDevice(id: id, node: "event1", name: ""), pipeline: PositionPipeline(window: Size(width: 100, height: 100)),
      axes: axes, at: Timestamp(microseconds: 0))
    _ = assembler.takeQueue()
    return assembler
  }

  private func frames(_ assembler: inout FrameAssembler) -> [[Contact]] {
    assembler.takeQueue().compactMap { if case .frame(let frame) = $0 { frame.contacts } else { nil } }
  }

  @Test func `contacts have the kernel's ids, asked for only when one begins`() throws {
    kernel.values = [EvdevCode.trackingID: [40, 41]]
    var assembler = try assembler(kernel.axes())
    assembler.handle(sample(.down, 1, 0.1))
    assembler.handle(sample(.frame, -1))
    assembler.handle(sample(.motion, 1, 0.2))
    assembler.handle(sample(.frame, -1))
    assembler.handle(sample(.up, 1))
    assembler.handle(sample(.frame, -1))
    #expect(frames(&assembler).map { $0.map(\.trackingID) } == [[41], [41], [41]])
    #expect(kernel.requests == [EvdevCode.trackingID])
  }

  @Test func `axes as long as 32 bits allow do not overflow`() throws {
    let axis = EvdevAxis(.min, .max, resolution: 1)
    let axes = try kernel.axes([EvdevCode.positionX: axis, EvdevCode.positionY: axis])
    kernel.values = [EvdevCode.positionX: [.max, 0], EvdevCode.positionY: [.max, 0]]
    var contact = Contact(trackingID: 1, slot: 0, phase: .began, location: .zero)
    #expect(axes.place(&contact))
    // Millimetres are kept in 32 bits.
    #expect(contact.millimetres == Point(x: 4_294_967_296, y: 4_294_967_296))
  }

  @Test func `a contact whose id is lost already gets one of its own`() throws {
    kernel.values = [EvdevCode.trackingID: [-1, -1]]
    var assembler = try assembler(kernel.axes())
    assembler.handle(sample(.down, 0, 0.1))
    assembler.handle(sample(.down, 1, 0.1))
    assembler.handle(sample(.frame, -1))
    let ids = frames(&assembler)[0].map(\.trackingID)
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0 > 65535 })
  }

  @Test func `the axes that libinput hides are filled in, and a lift keeps the last ones`() throws {
    let axes = try kernel.axes([
      EvdevCode.contactPressure: EvdevAxis(0, 200), EvdevCode.touchMajor: EvdevAxis(0, 50),
      EvdevCode.orientation: EvdevAxis(-4, 4), EvdevCode.toolType: EvdevAxis(0, 2), EvdevCode.distance: EvdevAxis(0, 9),
    ])
    kernel.values = [
      EvdevCode.trackingID: [3, -1], EvdevCode.contactPressure: [50, 0], EvdevCode.touchMajor: [7, 0],
      EvdevCode.orientation: [-2, 0], EvdevCode.toolType: [1, 0], EvdevCode.distance: [0, 0],
    ]
    var assembler = assembler(axes)
    assembler.handle(sample(.down, 0, 0.1))
    assembler.handle(sample(.frame, -1))
    kernel.values[EvdevCode.contactPressure] = [0, 0]
    assembler.handle(sample(.up, 0))
    assembler.handle(sample(.frame, -1))
    for contact in frames(&assembler).joined() {
      #expect(contact.pressure == 0.25 && contact.touchMajor == 7 && contact.touchMinor == nil)
      #expect(contact.orientation == -2 && contact.tool == .pen && contact.distance == 0)
    }
  }

  @Test func `a contact replaced in its slot within a frame ends, and the new one begins`() throws {
    kernel.values = [
      EvdevCode.trackingID: [3, -1], EvdevCode.positionX: [60, 0], EvdevCode.positionY: [70, 0],
    ]
    var assembler = try assembler(kernel.axes())
    assembler.handle(sample(.down, 0, 0.1))
    assembler.handle(sample(.frame, -1))
    let unchanged = assembler.replaceContact(of: id)
    #expect(!unchanged)
    kernel.values[EvdevCode.trackingID] = [4, -1]
    let replaced = assembler.replaceContact(of: id)
    #expect(replaced)
    assembler.finishFrames(at: Timestamp(microseconds: 0))
    assembler.handle(sample(.motion, 0, 0.9, at: 5))
    assembler.handle(sample(.frame, -1, at: 5))
    let all = frames(&assembler)
    #expect(all.map { $0.map(\.phase) } == [[.began], [.ended, .began], [.moved]])
    #expect(all[1].map(\.trackingID) == [3, 4])
    #expect(all[1][1].location == Point(x: 60, y: 70))
    #expect(all[2][0].trackingID == 4)
  }
}
