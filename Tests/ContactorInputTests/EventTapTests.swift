import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
@testable import ContactorSystem
import Glibc
import Testing

/// Notes what it is shown.
private final class Notes: EventTap {
  var events: [EvdevEvent] = []
  var states: [EvdevState] = []
  var opened: [AffineTransform] = []
  var mapped: [AffineTransform] = []

  func panelOpened(
    _ device: TouchDevice, _ description: EvdevDescription, state: EvdevState, transform: AffineTransform,
    sendsEvents: Bool
  ) {
    opened.append(transform)
  }

  func panel(_ device: DeviceID, sent events: UnsafeBufferPointer<EvdevEvent>) { self.events += events }
  func panel(_ device: DeviceID, isAt state: EvdevState, at time: Timestamp) { states.append(state) }
  func panel(_ device: DeviceID, isMappedBy transform: AffineTransform) { mapped.append(transform) }
}

/// A pipe stands in for the kernel.
private struct Source {
  let reading: Int32
  let writing: Int32
  let description: EvdevDescription

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    (reading, writing) = (ends[0], ends[1])
    var description = EvdevDescription(name: "Pipe")
    description.axes = [
      EvdevCode.slot: EvdevAxis(0, 9), EvdevCode.trackingID: EvdevAxis(0, 65535),
      EvdevCode.positionX: EvdevAxis(0, 99), EvdevCode.positionY: EvdevAxis(0, 99),
    ]
    self.description = description
  }

  func node() throws -> EvdevNode { EvdevNode("pipe", taking: try FileDescriptor(reading, from: "pipe")) }

  func send(_ events: [EvdevEvent]) {
    let count = events.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    #expect(count == events.count * MemoryLayout<EvdevEvent>.stride)
  }
}

private func frame(at time: Int64, drops: Bool = false) -> [EvdevEvent] {
  let now = Timestamp(microseconds: time)
  return [
    EvdevEvent(at: now, type: EvdevCode.absolute, code: EvdevCode.trackingID, value: 5),
    EvdevEvent(at: now, type: EvdevCode.absolute, code: EvdevCode.positionX, value: 20),
    EvdevEvent(at: now, type: EvdevCode.absolute, code: EvdevCode.positionY, value: 30),
    EvdevEvent(at: now, type: 0, code: drops ? EvdevCode.dropped : EvdevCode.report, value: 0),
  ]
}

@Suite struct EventTapTests {
  @Test func `a tap sees every event that a panel's frames are made of`() throws {
    let source = try Source()
    defer { close(source.writing) }
    let notes = Notes()
    let panel = EvdevPanel(
      device: source.description.touchDevice(id: DeviceID(rawValue: 1), node: "pipe"), number: 0, node: try source.node(),
      description: source.description, state: EvdevState(), calibration: .identity,
      pipeline: PositionPipeline(window: Size(width: 100, height: 100)))
    panel.tap = notes
    panel.announce(EvdevState())
    let events = frame(at: 1) + frame(at: 2)
    source.send(events)
    var frames = 0
    withUnsafeTemporaryAllocation(byteCount: 3 * MemoryLayout<EvdevEvent>.stride, alignment: 16) { buffer in
      _ = panel.read(into: buffer, { _ in frames += 1 }, { _ in })
    }
    #expect(notes.events == events && frames == 1)
    panel.setPipeline(PositionPipeline(window: Size(width: 200, height: 100)))
    let axis = try #require(source.description.normalization)
    #expect(notes.opened == [axis.concatenating(AffineTransform(scaleX: 100, y: 100))])
    #expect(notes.mapped == [axis.concatenating(AffineTransform(scaleX: 200, y: 100))])
  }

  @Test func `a second view shows what libinput reads, and after a loss the state`() throws {
    let source = try Source()
    defer { close(source.writing) }
    let notes = Notes()
    let view = TapReader(try source.node(), source.description, EvdevState())
    let read = {
      withUnsafeTemporaryAllocation(byteCount: 3 * MemoryLayout<EvdevEvent>.stride, alignment: 16) { buffer in
        view.read(into: buffer, of: DeviceID(rawValue: 1), notes)
      }
    }
    read()
    #expect(notes.events.isEmpty)
    source.send(frame(at: 1))
    read()
    #expect(notes.events == frame(at: 1) && notes.states.isEmpty)
    source.send(frame(at: 2, drops: true) + frame(at: 3))
    read()
    #expect(notes.events.count == 12 && notes.states.count == 1)
    read()
    #expect(notes.states.count == 1)
  }
}
