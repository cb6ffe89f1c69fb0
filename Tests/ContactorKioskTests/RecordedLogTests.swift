import ContactorCore
@testable import ContactorEvdev
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Testing

/// What was recorded live replays to the log that was written live, at any pace.
@Suite struct RecordedLogTests {
  private static let text = """
    screen: {size: [800, 480]}
    views:
      - {id: b, kind: button, frame: [0, 0, 400, 240], on: {touchUpInside: {emit: "{x} {y}"}}}
      - {id: s, kind: stepper, frame: [400, 0, 400, 240], value: {max: 1000}, on: {valueChanged: {emit: "{value}"}}}
      - {id: l, kind: slider, frame: [0, 240, 800, 240], on: {valueChanged: {emit: "{value}"}}}
    """

  /// Touches a session at random as a kiosk does, timers included, and records it.
  private func live(_ stage: RecordingStage, seed: UInt64) throws -> String {
    var log: [UInt8] = []
    let session = LayoutSession(layout: try SessionStage.parse(Self.text), log: LogWriter { log += $0 })
    let recorder = try stage.recorder("r")
    var dice = SystemLikeGenerator(state: seed)
    var pad = MadeUpPanel()
    let take = { (event: InputEvent) in
      recorder.take(event)
      session.handle(event)
    }
    recorder.panelOpened(pad.device, pad.description, state: EvdevState(), transform: .identity, sendsEvents: true)
    take(.deviceAdded(pad.device, at: Timestamp(microseconds: pad.time)))
    var down: [Int32] = []
    for id in 1..<200 as Range<Int32> {
      recorder.send(pad.down(id, x: id, y: 1))
      if dice.roll(4) == 0, let deadline = session.application.nextDeadline {
        // The kiosk's timer, which is late or early as it likes.
        recorder.advance(to: deadline)
        session.advance(to: deadline)
      }
      let (x, y) = (Double(dice.roll(8_000_000)) / 10_000, Double(dice.roll(4_800_000)) / 10_000)
      switch dice.roll(4) {
      case 0,
        1 where down.count < 4:
        down.append(id)
        take(.frame(pad.frame(.began, id, x: x, y: y)))
      case 2 where !down.isEmpty: take(.frame(pad.frame(.moved, down[dice.roll(down.count)], x: x, y: y)))
      default:
        guard !down.isEmpty else { continue }
        take(.frame(pad.frame(dice.roll(5) == 0 ? .cancelled : .ended, down.remove(at: dice.roll(down.count)), x: x, y: y)))
      }
    }
    take(.deviceRemoved(pad.id, at: Timestamp(microseconds: pad.time + 5)))
    session.finish()
    recorder.close()
    return String(decoding: log, as: UTF8.self)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func `the log is the same`(seed: UInt64) throws {
    let stage = try RecordingStage()
    let log = try live(stage, seed: seed)
    #expect(log.contains(#""emit":"#) && log.split(separator: "\n").count > 100)
    let again = try stage.replay("r", on: SessionStage.parse(Self.text))
    let isSame = log == again
    #expect(isSame, "seed \(seed)")
  }

  @Test func `at any speed, and step by step`() throws {
    let stage = try RecordingStage()
    let log = try live(stage, seed: 99)
    let layout = try SessionStage.parse(Self.text)
    var steps: [Int64] = []
    let paces: [Replay.Pace] = [.factor(50), .factor(1e9), .single { steps.append($0) }]
    for pace in paces {
      let isSame = try stage.replay("r", on: layout, pace: pace) == log
      #expect(isSame)
    }
    #expect(steps.count > 50 && steps == steps.sorted())
  }

  @Test func `raw events are stretched over the layout's screen, whatever it is`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r", frames: false)
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    recorder.send(pad.down(1, x: 500, y: 250))
    recorder.send(pad.up())
    recorder.close()
    let small = try stage.replay("r", on: SessionStage.parse("screen: {size: [100, 100]}"))
    let large = try stage.replay("r", on: SessionStage.parse("screen: {size: [2000, 1000]}"))
    #expect(small.contains(#""x":50,"y":50"#) && large.contains(#""x":1000,"y":500"#), "\(small)\(large)")
    // A screen that nobody knows is 100 by 100: per cent.
    #expect(try stage.replay("r", on: nil).contains(#""x":50,"y":50"#))
  }

  @Test func `a loss of events goes on from the state that was asked for`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r", frames: false)
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    recorder.send(pad.down(1, x: 10, y: 10))
    recorder.send(pad.events([]).map { EvdevEvent(at: $0.time, type: 0, code: EvdevCode.dropped, value: 0) } + pad.events([]))
    var state = EvdevState()
    state.keys = [EvdevCode.touch]
    state.slots = [EvdevCode.trackingID: [-1, 2], EvdevCode.positionX: [10, 30], EvdevCode.positionY: [10, 40]]
    recorder.panel(pad.id, isAt: state, at: Timestamp(microseconds: pad.time))
    recorder.close()
    let log = try stage.replay("r", on: SessionStage.parse("screen: {size: [1000, 500]}"))
    #expect(log.contains("syn-dropped"))
    #expect(log.contains(#""touch":1,"phase":"ended""#) && log.contains(#""touch":2,"phase":"began","x":30,"y":40"#), "\(log)")
  }

  @Test func `damage cancels what is down, and what comes after begins anew`() throws {
    var steps: [TracePlayer.Step] = []
    var player = TracePlayer(mapping: { _ in .identity }) { (step) throws(TraceError) in steps.append(step) }
    var pad = MadeUpPanel()
    try player.take(.device(TraceDevice(pad.device, hasFrames: true), at: Timestamp(microseconds: 0)))
    try player.take(.frame(pad.frame(.began, 1, x: 1, y: 1)))
    try player.take(.damage(TraceDamage(.corrupt, offset: 0, length: 1)))
    _ = pad.events([])
    try player.take(.frame(pad.frame(.moved, 1, x: 2, y: 2)))
    try player.take(.frame(pad.frame(.ended, 7, x: 2, y: 2)))
    let phases = steps.compactMap { if case .event(.frame(let frame)) = $0 { frame.contacts[0].phase } else { nil } }
    #expect(phases == [.began, .cancelled, .began])
  }
}

/// A small generator of its own: the seed tells everything.
struct SystemLikeGenerator {
  var state: UInt64

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
