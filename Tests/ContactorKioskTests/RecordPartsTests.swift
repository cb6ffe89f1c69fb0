import ContactorCore
@testable import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import ContactorTrace
import Testing

@Suite struct StateTrackerTests {
  /// Two contacts, in slots 0 and 3.
  private static func touches(_ pad: inout MadeUpPanel) -> [EvdevEvent] {
    pad.down(5, slot: 0, x: 10, y: 20) + pad.down(6, slot: 3, x: 30, y: 40)
  }

  private static func tracker(of pad: MadeUpPanel, after events: [EvdevEvent]) -> StateTracker {
    var tracker = StateTracker(of: pad.description)
    events.withUnsafeBufferPointer { tracker.take($0) }
    return tracker
  }

  @Test func `the state is where the events left the panel, with every slot of every axis`() {
    var pad = MadeUpPanel()
    let state = Self.tracker(of: pad, after: Self.touches(&pad) + pad.move(x: 31) + pad.up(slot: 0)).state
    #expect(state.slots[EvdevCode.trackingID]?.prefix(4) == [-1, -1, -1, 6])
    #expect(state.slots[EvdevCode.positionX]?[3] == 31 && state.currentSlot == 0)
    let slots = Int(pad.description.axes[EvdevCode.slot]?.maximum ?? 0) + 1
    #expect(state.slots.values.allSatisfy { $0.count == slots })
    #expect(StateTracker(state, of: pad.description).state == state)
  }

  @Test func `of a panel without a description the state has what was reported and no more`() {
    var pad = MadeUpPanel()
    var tracker = StateTracker()
    for event in pad.down(6, slot: 1, x: 30, y: 40) { tracker.take(event) }
    tracker.take(EvdevCode.absolute, EvdevCode.x, 30)
    #expect(tracker.state.slots[EvdevCode.trackingID] == [-1, 6] && tracker.state.slots[EvdevCode.positionX] == [0, 30])
    #expect(tracker.state.slots[EvdevCode.touchMajor] == nil && tracker.state.axes[EvdevCode.x] == 30)
    #expect(tracker.isTouched)
  }

  @Test(arguments: [-1, 256, .max, .min] as [Int32]) func `events of a slot that cannot be are left out`(slot: Int32) {
    let pad = MadeUpPanel()
    for var tracker in [StateTracker(), StateTracker(of: pad.description)] {
      let before = tracker.state
      tracker.take(EvdevCode.absolute, EvdevCode.slot, slot)
      tracker.take(EvdevCode.absolute, EvdevCode.trackingID, 1)
      #expect(tracker.state.slots == before.slots && !tracker.isTouched)
    }
  }

  @Test func `a description without bounds costs 256 slots at most, and longer states are cut`() {
    var description = MadeUpPanel().description
    description.axes[EvdevCode.slot] = EvdevAxis(0, .max)
    var state = EvdevState()
    state.slots[EvdevCode.trackingID] = Array(repeating: 1, count: 100_000)
    let tracker = StateTracker(state, of: description)
    #expect(tracker.state.slots.values.allSatisfy { $0.count == 256 })
  }

  @Test func `the release lifts all that is down and nothing else`() {
    var pad = MadeUpPanel()
    let empty = EvdevState()
    #expect(empty.release(of: pad.description).isEmpty && empty.introduction(of: pad.description).isEmpty)
    var tracker = Self.tracker(of: pad, after: Self.touches(&pad))
    let absolute = { UinputEvent(type: EvdevCode.absolute, code: $0, value: $1) }
    let release = [
      absolute(EvdevCode.slot, 0), absolute(EvdevCode.trackingID, -1), absolute(EvdevCode.slot, 3),
      absolute(EvdevCode.trackingID, -1), UinputEvent(type: EvdevCode.key, code: EvdevCode.touch, value: 0), .report,
    ]
    #expect(tracker.state.release(of: pad.description) == release)
    for event in release { tracker.take(event.type, event.code, event.value) }
    #expect(!tracker.isTouched && tracker.state.release(of: pad.description).isEmpty)
  }

  @Test func `the introduction brings another panel to the same state`() {
    var pad = MadeUpPanel()
    let state = Self.tracker(of: pad, after: Self.touches(&pad)).state
    var other = StateTracker(of: pad.description)
    for event in state.introduction(of: pad.description) { other.take(event.type, event.code, event.value) }
    #expect(other.state == state)
  }

  @Test func `a single contact's axes are followed and introduced`() {
    var description = EvdevDescription(name: "single")
    for code in [EvdevCode.x, EvdevCode.y] { description.axes[code] = EvdevAxis(0, 99) }
    var tracker = StateTracker(of: description)
    for (code, value) in [(EvdevCode.x, 7), (EvdevCode.y, 8), (EvdevCode.pressure, 9)] as [(UInt16, Int32)] {
      tracker.take(EvdevCode.absolute, code, value)
    }
    tracker.take(EvdevCode.key, EvdevCode.touch, 1)
    #expect(tracker.state.axes == [EvdevCode.x: 7, EvdevCode.y: 8])
    let codes = tracker.state.introduction(of: description).map(\.code)
    #expect(codes == [EvdevCode.x, EvdevCode.y, EvdevCode.touch, EvdevCode.report])
  }

  @Test func `a panel that lists contacts is released by an empty list`() {
    var description = EvdevDescription(name: "list")
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    for code in [EvdevCode.positionX, EvdevCode.positionY] { description.axes[code] = EvdevAxis(0, 99) }
    var tracker = StateTracker(of: description)
    tracker.take(EvdevCode.absolute, EvdevCode.positionX, 5)
    tracker.take(EvdevCode.key, EvdevCode.touch, 1)
    #expect(tracker.state.slots.isEmpty)
    let release = tracker.state.release(of: description)
    #expect(release.map(\.code) == [EvdevCode.touch, EvdevCode.contactReport, EvdevCode.report])
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
