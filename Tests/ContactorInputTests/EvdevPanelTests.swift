import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
@testable import ContactorSystem
import Glibc
import Testing

/// A pipe stands in for the kernel: what is written comes out as if a device had sent it.
private final class PipedPanel {
  let panel: EvdevPanel
  private(set) var writer: Int32
  var frames: [TouchFrame] = []
  var anomalies: [Anomaly.Kind] = []

  init(_ state: EvdevState = EvdevState(), layout: KernelEventLayout = .wide, calls: SystemCalls = .kernel) throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    writer = ends[1]
    var description = EvdevDescription(name: "Pipe")
    description.properties = [EvdevCode.direct]
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    description.axes = [
      EvdevCode.slot: EvdevAxis(0, 9), EvdevCode.trackingID: EvdevAxis(0, 65535),
      EvdevCode.positionX: EvdevAxis(0, 99), EvdevCode.positionY: EvdevAxis(0, 99),
    ]
    panel = EvdevPanel(
      device: description.touchDevice(id: DeviceID(rawValue: 1), node: "pipe"), number: 0,
      node: EvdevNode("pipe", taking: try FileDescriptor(ends[0], from: "pipe"), layout: layout, calls: calls),
      description: description,
      state: state, calibration: .identity, pipeline: PositionPipeline(window: Size(width: 100, height: 100)))
  }

  deinit { hangUp() }

  func hangUp() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  func send(_ events: [EvdevEvent]) {
    let count = events.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
    #expect(count == events.count * MemoryLayout<EvdevEvent>.stride)
  }

  /// Sends events as a kernel does to a program with 32-bit times.
  func sendNarrow(_ events: [EvdevEvent]) {
    let narrow = events.map {
      KernelEventLayout.NarrowEvent(
        seconds: UInt32(truncatingIfNeeded: $0.seconds), microseconds: UInt32($0.microseconds), type: $0.type,
        code: $0.code, value: $0.value)
    }
    let count = narrow.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
    #expect(count == events.count * 16)
  }

  func read(events: Int = 64) -> EvdevPanel.Outcome {
    let size = events * MemoryLayout<EvdevEvent>.stride
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      panel.read(into: buffer, { frames.append($0) }, { anomalies.append($0.kind) })
    }
  }
}

private func event(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64 = 1) -> EvdevEvent {
  EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value)
}

private func axis(_ code: UInt16, _ value: Int32, at time: Int64 = 1) -> EvdevEvent {
  event(EvdevCode.absolute, code, value, at: time)
}

private func down(_ id: Int32, x: Int32, at time: Int64 = 1) -> [EvdevEvent] {
  [
    axis(EvdevCode.slot, 0, at: time), axis(EvdevCode.trackingID, id, at: time),
    axis(EvdevCode.positionX, x, at: time), axis(EvdevCode.positionY, 10, at: time),
    event(EvdevCode.key, EvdevCode.touch, 1, at: time), event(0, EvdevCode.report, 0, at: time),
  ]
}

private func up(at time: Int64, report: Int32 = 0) -> [EvdevEvent] {
  [
    axis(EvdevCode.trackingID, -1, at: time), event(EvdevCode.key, EvdevCode.touch, 0, at: time),
    event(0, EvdevCode.report, report, at: time),
  ]
}

/// Reads call by call: a negated error number fails, any other number reads.
private final class ScriptedReads: @unchecked Sendable {
  private(set) var steps: [Int]

  init(_ steps: [Int]) { self.steps = steps }

  var calls: SystemCalls {
    var calls = SystemCalls.kernel
    calls.read = { [self] descriptor, buffer in
      let step = steps.isEmpty ? 1 : steps.removeFirst()
      return step < 0 ? step : Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    return calls
  }
}

@Suite struct EvdevPanelTests {
  @Test func `many frames come with one read, a frame in pieces comes when it is whole`() throws {
    let piped = try PipedPanel()
    piped.send(down(1, x: 10) + up(at: 2) + down(2, x: 20, at: 3).dropLast())
    #expect(piped.read() == .done)
    #expect(piped.frames.map { $0.contacts[0].phase } == [.began, .ended])
    piped.send([event(0, EvdevCode.report, 0, at: 3)])
    #expect(piped.read() == .done)
    #expect(piped.frames.last?.contacts[0].location == Point(x: 20, y: 10))
  }

  @Test func `a buffer smaller than what is there is filled again`() throws {
    let piped = try PipedPanel()
    for index in 0..<20 { piped.send(down(Int32(index), x: 10) + up(at: 2)) }
    #expect(piped.read(events: 7) == .done)
    let first = piped.frames.count
    #expect(first < 40 && first > 10, "one turn is limited")
    #expect(piped.read(events: 7) == .done)
    #expect(piped.frames.count == 40)
  }

  @Test(arguments: [64, 7, 1])
  func `events with 32-bit times give the same frames`(bufferSize: Int) throws {
    // The last second of an unsigned 32-bit clock.
    let late: Int64 = (1 << 32 - 1) * 1_000_000
    let events = down(1, x: 10, at: late) + up(at: late + 5) + down(2, x: 20, at: late + 9)
    let (wide, narrow) = (try PipedPanel(), try PipedPanel(layout: .narrow))
    wide.send(events)
    narrow.sendNarrow(events)
    for _ in 0..<events.count {
      #expect(wide.read(events: bufferSize) == .done)
      #expect(narrow.read(events: bufferSize) == .done)
    }
    #expect(narrow.frames == wide.frames)
    #expect(narrow.frames.count == 3 && narrow.frames[0].timestamp.microseconds == late)
  }

  @Test(arguments: [KernelEventLayout.wide, .narrow])
  func `a signal amidst reading is no end, and an error is told with its number`(layout: KernelEventLayout) throws {
    let script = ScriptedReads([-Int(EINTR), -Int(EINTR), 1, -Int(EAGAIN), -Int(EIO), -Int(ENODEV)])
    let piped = try PipedPanel(layout: layout, calls: script.calls)
    let events = down(1, x: 10)
    layout == .wide ? piped.send(events) : piped.sendNarrow(events)
    #expect(piped.read() == .done)
    #expect(piped.frames.count == 1 && script.steps.count == 3)
    #expect(piped.read() == .done)
    #expect(piped.read() == .failed(EIO))
    #expect(piped.read() == .gone)
    #expect(script.steps.isEmpty)
  }

  @Test func `events to send have the bytes of either layout, and no time`() throws {
    let events = [UinputEvent(type: 3, code: 0x35, value: -2), .report]
    for (layout, size) in [(KernelEventLayout.wide, 24), (.narrow, 16)] {
      let bytes = layout.bytes(of: events)
      #expect(bytes.count == 2 * size)
      #expect(bytes.prefix(size - 8).allSatisfy { $0 == 0 })
      #expect(bytes[(size - 8)..<size].elementsEqual([3, 0, 0x35, 0, 0xfe, 0xff, 0xff, 0xff]))
      #expect(bytes.suffix(size).allSatisfy { $0 == 0 })
    }
    #expect(KernelEventLayout.wide.bytes(of: []).isEmpty)
  }

  @Test func `this machine's events have one of the two layouts`() {
    let isWide = KernelEventLayout.current == .wide
    #expect(isWide == (MemoryLayout<Int>.size == 8))
    #expect(MemoryLayout<KernelEventLayout.NarrowEvent>.stride == 16)
    #expect(MemoryLayout<EvdevEvent>.stride == 24)
  }

  @Test(
    arguments: [
      (12.4, 12, false), (-3, -3, false), (250, 250, false), (1e300, 99, true), (-1e300, -5, true), (.infinity, 99, true),
      (.nan, -5, true), (2_147_483_647.4, .max, false), (2_147_483_648, 99, true),
    ] as [(Double, Int32, Bool)])
  func `a number that no axis can report becomes the nearer end`(number: Double, value: Int32, isClamped: Bool) {
    let nearest = EvdevAxis(-5, 99).value(nearest: number)
    #expect(nearest.value == value && nearest.isClamped == isClamped)
  }

  @Test func `a lift that the kernel makes up is a cancellation`() throws {
    let piped = try PipedPanel()
    piped.send(down(1, x: 10) + up(at: 2, report: 1))
    #expect(piped.read() == .done)
    #expect(piped.frames.map { $0.contacts[0].phase } == [.began, .cancelled])
    #expect(piped.panel.takeKernelLift())
    #expect(!piped.panel.takeKernelLift())
  }

  @Test func `a contact that is down at the start begins when it is reported`() throws {
    var state = EvdevState()
    state.keys = [EvdevCode.touch]
    state.slots = [
      EvdevCode.trackingID: [5, -1], EvdevCode.positionX: [30, 0], EvdevCode.positionY: [40, 0],
    ]
    let piped = try PipedPanel(state)
    #expect(piped.read() == .done)
    #expect(piped.frames.isEmpty)
    piped.send([axis(EvdevCode.positionX, 31), event(0, EvdevCode.report, 0)])
    #expect(piped.read() == .done)
    let contact = try #require(piped.frames.first?.contacts.first)
    #expect(contact.phase == .began && contact.trackingID == 5)
    #expect(contact.location == Point(x: 31, y: 40))
  }

  @Test func `a loss of events is noted, and the state that cannot be had leaves contacts as they are`() throws {
    let piped = try PipedPanel()
    piped.send(down(1, x: 10) + [event(0, EvdevCode.dropped, 0), event(0, EvdevCode.report, 0)])
    #expect(piped.read() == .done)
    #expect(piped.anomalies == [.synDropped])
    piped.send(up(at: 5))
    #expect(piped.read() == .done)
    #expect(piped.frames.map { $0.contacts[0].phase } == [.began, .ended])
  }

  @Test func `the end of the stream is a lost device, an error is told with its number`() throws {
    let piped = try PipedPanel()
    piped.send(down(1, x: 10))
    piped.hangUp()
    #expect(piped.read() == .done)
    let isHungUp = piped.panel.node.isHungUp
    #expect(isHungUp)
    #expect(piped.read() == .gone)
    piped.panel.cancelAll { piped.frames.append($0) }
    #expect(piped.frames.map { $0.contacts[0].phase } == [.began, .cancelled])

    // A directory is readable to poll() and an error to read().
    let node = EvdevNode("/", taking: try FileDescriptor(open("/", O_RDONLY | O_CLOEXEC), from: "open"))
    let broken = EvdevPanel(
      device: TouchDevice(id: DeviceID(rawValue: 2), node: "/", name: ""), number: 0, node: node,
      description: EvdevDescription(name: ""), state: EvdevState(), calibration: .identity,
      pipeline: PositionPipeline(window: Size(width: 1, height: 1)))
    let outcome = withUnsafeTemporaryAllocation(byteCount: 48, alignment: 16) { buffer in
      broken.read(into: buffer, { _ in Issue.record("a frame") }, { _ in })
    }
    #expect(outcome == .failed(EISDIR))
  }
}
