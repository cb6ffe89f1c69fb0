import ContactorCore
@testable import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import ContactorTrace
import Testing

@Suite struct PanelMirrorTests {
  @Test func `the mirror is where the events left the panel`() {
    var pad = MadeUpPanel()
    var mirror = PanelMirror(pad.description)
    let events = pad.down(5, slot: 0, x: 10, y: 20) + pad.down(6, slot: 3, x: 30, y: 40) + pad.move(x: 31) + pad.up(slot: 0)
    events.withUnsafeBufferPointer { mirror.take($0) }
    let state = mirror.state
    #expect(state.slots[EvdevCode.trackingID]?.prefix(4) == [-1, -1, -1, 6])
    #expect(state.slots[EvdevCode.positionX]?[3] == 31 && state.currentSlot == 0)
    #expect(PanelMirror(pad.description, state).state == state)
  }

  @Test func `the release lifts all that is down and nothing else`() {
    var pad = MadeUpPanel()
    var mirror = PanelMirror(pad.description)
    #expect(mirror.release.isEmpty && mirror.introduction.isEmpty)
    let events = pad.down(5, slot: 0, x: 10, y: 20) + pad.down(6, slot: 3, x: 30, y: 40)
    events.withUnsafeBufferPointer { mirror.take($0) }
    let absolute = { UinputEvent(type: EvdevCode.absolute, code: $0, value: $1) }
    let release = [
      absolute(EvdevCode.slot, 0), absolute(EvdevCode.trackingID, -1), absolute(EvdevCode.slot, 3),
      absolute(EvdevCode.trackingID, -1), UinputEvent(type: EvdevCode.key, code: EvdevCode.touch, value: 0), .report,
    ]
    #expect(mirror.release == release)
    for event in release { mirror.take(event.type, event.code, event.value) }
    #expect(!mirror.isTouched && mirror.release.isEmpty)
  }

  @Test func `the introduction brings another panel to the same state`() {
    var pad = MadeUpPanel()
    var mirror = PanelMirror(pad.description)
    let events = pad.down(5, slot: 0, x: 10, y: 20) + pad.down(6, slot: 3, x: 30, y: 40)
    events.withUnsafeBufferPointer { mirror.take($0) }
    var other = PanelMirror(pad.description)
    for event in mirror.introduction { other.take(event.type, event.code, event.value) }
    #expect(other.state == mirror.state)
  }

  @Test func `a panel that lists contacts is released by an empty list`() {
    var description = EvdevDescription(name: "list")
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    for code in [EvdevCode.positionX, EvdevCode.positionY] { description.axes[code] = EvdevAxis(0, 99) }
    var mirror = PanelMirror(description)
    mirror.take(EvdevCode.key, EvdevCode.touch, 1)
    #expect(mirror.release.map(\.code) == [EvdevCode.touch, EvdevCode.contactReport, EvdevCode.report])
  }
}

@Suite struct LogComparisonTests {
  private func difference(_ expected: String, _ found: [String]) throws -> LogComparison.Difference? {
    let stage = try RecordingStage()
    try stage.write(expected, to: "log")
    let comparison = try LogComparison(path: stage.path("log"))
    for piece in found { comparison.take(Array(piece.utf8)) }
    comparison.finish()
    return comparison.difference
  }

  @Test func `the same lines, in whatever pieces, are no difference`() throws {
    #expect(try difference("a\nbb\nc\n", ["a", "\nb", "b\nc\n"]) == nil)
    #expect(try difference("a\nb", ["a\nb"]) == nil)
    let long = String(repeating: "0123456789\n", count: 20_000)
    #expect(try difference(long, [long]) == nil)
  }

  @Test func `the first line that differs is told, one that is missing on either side too`() throws {
    #expect(try difference("a\nb\nc\n", ["a\nx\ny\n"]) == .init(line: 2, expected: "b", found: "x"))
    #expect(try difference("a\nb\n", ["a\n"]) == .init(line: 2, expected: "b", found: ""))
    #expect(try difference("a\n", ["a\nb\n"]) == .init(line: 2, expected: "", found: "b"))
  }
}

@Suite struct LatenessMeterTests {
  @Test func `the median is the middle one's, to 10 microseconds`() {
    var meter = LatenessMeter()
    #expect(meter.median == 0)
    for late in [5, 15, 900_000, -3, 17] as [Int64] { meter.add(late) }
    #expect(meter.median == 20 && meter.maximum == 900_000 && meter.count == 5)
  }
}

@Suite struct GuardedTests {
  @Test func `what threads add at the same time is all there`() async {
    let sum = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { @concurrent in
          for _ in 0..<10_000 { sum.withLock { $0 += 1 } }
        }
      }
    }
    #expect(sum.withLock { $0 } == 40_000)
  }
}
