import ContactorCore
import ContactorEvdev
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Foundation
import Testing

@Suite("Replays of kiosks that forward")
struct ForwardReplayTests {
  private static let layout = """
    screen: {size: [750, 400], mm: [150, 80]}
    forward: {fingers: 4, edges: 10, deadZones: [{id: crack, frame: [300, 300, 50, 50]}], ghost: {shorterThan: 20 ms}}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100]}
    gestures:
      - {id: away, kind: swipe, direction: right, touches: 3, on: {recognized: {emit: away}}}
      - {id: press, kind: longPress, hold: 0.3, delaysTouches: true, on: {began: {emit: press}}}
    """

  /// Fingers that come, rest, move and go at random, from a seed.
  private static func recording(_ seed: Int, layout: String = layout) throws -> ForwardRecording {
    let recording = try ForwardRecording(layout)
    var random = SeededNumbers(seed: UInt64(seed))
    var down: [Int32: (Double, Double)] = [:]
    var lastID: Int32 = 0
    var time: Int64 = 1000
    for _ in 0..<400 {
      time += Int64.random(in: 1...40, using: &random)
      var frame: [Int32: (Double, Double)?] = [:]
      for id in down.keys.sorted() {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          frame[id] = .some(nil)
          down[id] = nil
        case 1...7:
          let place = down[id] ?? (0, 0)
          let next = (place.0 + Double(Int.random(in: -3...30, using: &random)), place.1 + Double(Int.random(in: -4...4, using: &random)))
          down[id] = next
          frame[id] = .some(next)
        default: break
        }
      }
      if down.count < 6, Int.random(in: 0..<4, using: &random) == 0 {
        lastID += 1
        let place = (Double(Int.random(in: 0..<1000, using: &random)), Double(Int.random(in: 0..<500, using: &random)))
        down[lastID] = place
        frame[lastID] = .some(place)
      }
      if !frame.isEmpty { try recording.frame(frame, at: time) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        time += 200
        try recording.wait(until: time)
      }
    }
    return recording
  }

  private func replay(_ recording: ForwardRecording, on layout: String = layout) throws -> (Replay, TraceCollector) {
    let replay = Replay(layout: try SessionStage.parse(layout), log: nil)
    replay.forwarded = TraceCollector()
    var reader = try TraceReader(MemorySource(try recording.bytes(), name: "r.trace"))
    try replay.run(&reader)
    return (replay, try #require(replay.forwarded as? TraceCollector))
  }

  @Test("11.8 A replay makes the recorded stream again, byte for byte", arguments: 1...12)
  func same(seed: Int) throws {
    let recording = try Self.recording(seed)
    let (replay, made) = try replay(recording)
    #expect(replay.forwardDifference == nil, "seed \(seed)")
    let events = made.events()
    // What is still down at the end of the recording is ended by the replay.
    #expect(events.count >= recording.events.count && !recording.events.isEmpty, "seed \(seed)")
    #expect(Array(events.prefix(recording.events.count)) == recording.events, "seed \(seed)")
  }

  @Test("12.2 A touch that woke the display wakes it in the replay, too, which has no display")
  func display() throws {
    let layout = Self.layout + "\npolicies: {idle: {swallowWakingTouch: true}}"
    let recording = try ForwardRecording(layout)
    recording.displayIsOff = true
    try recording.frame([1: (500, 250)], at: 1000)
    // The second finger of a touch does not ask.
    try recording.frame([2: (600, 250)], at: 1020)
    for id in [1, 2] as [Int32] { try recording.lift(id, at: 1200) }
    #expect(recording.events.isEmpty)
    recording.displayIsOff = false
    try recording.frame([3: (500, 250)], at: 3000)
    try recording.lift(3, at: 3200)
    let (replay, made) = try replay(recording, on: layout)
    #expect(replay.forwardDifference == nil)
    #expect(made.events() == recording.events && !recording.events.isEmpty)
    var notes = TraceCollector()
    var reader = try TraceReader(MemorySource(try recording.bytes(), name: "r.trace"))
    try reader.readAll(into: &notes)
    #expect(notes.records.count { if case .note = $0 { true } else { false } } == 1)
  }

  @Test("11.8 A replay on another layout tells where the streams part")
  func different() throws {
    let recording = try Self.recording(3)
    let (replay, _) = try replay(recording, on: Self.layout.replacing("fingers: 4", with: "fingers: 1"))
    let difference = try #require(replay.forwardDifference)
    #expect(difference.contains("event1-copy"), "\(difference)")
  }

  @Test("An explanation says why a touch did not reach the application")
  func explanation() throws {
    let recording = try ForwardRecording(Self.layout)
    try recording.frame([1: (430, 410)], at: 1)
    try recording.lift(1, at: 200)
    let lines = try explain(recording, Self.layout)
    #expect(
      lines.contains { $0.contains("touch 1 did not reach the application: it began in the dead zone crack") },
      "\(lines.joined(separator: "\n"))")
  }

  @Test("11.5 An explanation says how long a touch was held back, and by what")
  func explanationOfHolds() throws {
    let layout = "screen: {size: [750, 400], mm: [150, 80]}\nforward: {ghost: {shorterThan: 20 ms}}\n"
    let recording = try ForwardRecording(layout)
    try recording.frame([1: (430, 100)], at: 1)
    try recording.frame([2: (600, 100)], at: 5)
    try recording.lift(2, at: 17)
    try recording.wait(until: 21)
    try recording.lift(1, at: 100)
    let lines = try explain(recording, layout).map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines.filter { $0.contains("application") } == [
        "touch 2 did not reach the application: it is shorter than a finger's, held back 12 ms by the rule shorterThan",
        "touch 1 was handed on to the application at +20 ms, held back 20 ms by the rule shorterThan",
      ], "\(lines.joined(separator: "\n"))")
    let gesture =
      "screen: {size: [750, 400], mm: [150, 80]}\nforward: true\n"
      + "gestures: [{id: press, kind: longPress, hold: 0.3, delaysTouches: true, on: {began: {emit: press}}}]\n"
    let ends = [
      (101, "touch 1 was handed on to the application at +100 ms"),
      (501, "touch 1 did not reach the application: gesture press has it"),
    ]
    for (end, told) in ends {
      let recording = try ForwardRecording(gesture)
      try recording.frame([1: (430, 100)], at: 1)
      if end > 301 { try recording.wait(until: 301) }
      try recording.lift(1, at: Int64(end))
      let lines = try explain(recording, gesture)
      let clause = "\(told), held back \(min(end, 301) - 1) ms by gesture press"
      #expect(lines.contains { $0.contains(clause) }, "\(clause): \(lines.joined(separator: "\n"))")
    }
  }

  private func explain(_ recording: ForwardRecording, _ layout: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID()).trace")
    try Data(recording.bytes()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var lines: [String] = []
    try Explanation(path: file.path, layout: SessionStage.parse(layout)).run { lines.append($0) }
    return lines
  }
}

/// Numbers determined by a seed (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
