import ContactorControls
import ContactorCore
@testable import ContactorLayout
import Testing

/// Velocities and durations of fingers whose ends come late.
@Suite("Debounce and the times of gestures")
struct DebounceTimeTests {
  private static let delays: [Int64] = [0, 20, 30, 40, 100, 400]

  /// Meets each deadline at its own moment until an end, in milliseconds.
  private func wait(_ stage: ForwardStage, until end: Int64) {
    for _ in 0..<10_000 {
      guard let deadline = stage.session.nextDeadline, deadline.microseconds < end * 1000 else { break }
      stage.session.advance(to: deadline)
    }
    stage.wait(until: end)
  }

  /// Where a list comes to rest after a flick.
  private func flick(delay: Int64, interval: Int64, rest: Int64) throws -> Double {
    let rows = (0..<200).map { "r\($0)" }.joined(separator: ", ")
    let stage = try ForwardStage("debounce: \(delay) ms\nviews: [{id: l, kind: table, frame: [0, 0, 300, 400], rows: [\(rows)]}]\n")
    var time: Int64 = 1000
    stage.frame([0: (100, 350)], at: time)
    for step in 1...8 {
      time += interval
      stage.frame([0: (100, 350 - Double(step) * 20)], at: time)
    }
    time += rest
    stage.frame([0: nil], at: time)
    wait(stage, until: time + 8000)
    return try #require(stage.session.responders["l"] as? ScrollView).contentOffset.y
  }

  @Test("11.9 a list coasts as far as without, only later, and a finger that rests before it is lifted stops it", arguments: [8, 16])
  func coasting(interval: Int64) throws {
    for rest in [interval, 60] {
      let plain = try flick(delay: 0, interval: interval, rest: rest)
      #expect(rest == 60 ? plain < 200 : plain > 300)
      for delay in Self.delays {
        let offset = try flick(delay: delay, interval: interval, rest: rest)
        #expect(abs(offset - plain) < 1, "\(delay) ms, rest \(rest): \(offset) for \(plain)")
      }
    }
  }

  @Test("11.9 a wheel goes on as far as without")
  func wheel() throws {
    let titles = (0..<100).map { "r\($0)" }.joined(separator: ", ")
    var found: [String] = []
    for delay in Self.delays {
      let events = "on: {valueChanged: {emit: \"{value}\"}}"
      let picker = "{id: p, kind: picker, frame: [0, 0, 300, 300], value: {wheels: [[\(titles)]]}, \(events)}"
      let stage = try ForwardStage("debounce: \(delay) ms\nviews: [\(picker)]\n")
      stage.frame([0: (100, 250)], at: 1000)
      for step in Int64(1)...6 { stage.frame([0: (100, 250 - Double(step) * 30)], at: 1000 + step * 16) }
      stage.frame([0: nil], at: 1112)
      wait(stage, until: 9000)
      found.append(emits(stage).joined(separator: " "))
    }
    #expect(Set(found).count == 1 && found[0] != "r6", "\(found)")
  }

  private func emits(_ stage: ForwardStage) -> [String] {
    stage.log.compactMap { $0.firstMatch(of: /"emit":"([^"]+)"/).map { String($0.1) } }
  }

  /// The states of a layout's gesture for touches, which begin, move and end at times in milliseconds.
  private func outcome(_ gesture: String, delay: Int64, _ touches: [(begin: Int64, end: Int64, way: Double)]) throws -> [String] {
    let events = "on: {recognized: {emit: recognized}, failed: {emit: failed}}"
    let stage = try ForwardStage("debounce: \(delay) ms\ngestures: [{id: g, \(gesture), \(events)}]\n")
    for (id, touch) in touches.enumerated() {
      let x = 300 + Double(id) * 30
      wait(stage, until: touch.begin)
      stage.frame([Int32(id): (x, 100)], at: touch.begin)
      if touch.way != 0 {
        for step in Int64(1)...9 {
          stage.frame([Int32(id): (x + touch.way * Double(step) / 9, 100)], at: touch.begin + (touch.end - touch.begin) * step / 10)
        }
      }
      wait(stage, until: touch.end)
      stage.frame([Int32(id): nil], at: touch.end)
    }
    wait(stage, until: 9000)
    return emits(stage)
  }

  @Test("11.9 the times of taps, swipes and pauses count from the moments at which fingers are lifted", arguments: [20, 40, 100])
  func times(delay: Int64) throws {
    let cases: [(String, [(begin: Int64, end: Int64, way: Double)])] = [
      ("kind: tap", [(1000, 1720, 0)]), ("kind: tap", [(1000, 1745, 0)]), ("kind: tap", [(1000, 1755, 0)]),
      ("kind: swipe, direction: right, maximumDistance: 60 mm, maximumDuration: 300 ms", [(1000, 1270, 200)]),
      ("kind: swipe, direction: right, maximumDistance: 60 mm, maximumDuration: 300 ms", [(1000, 1310, 200)]),
      ("kind: tap, taps: 2", [(1000, 1060, 0), (1390, 1450, 0)]), ("kind: tap, taps: 2", [(1000, 1060, 0), (1430, 1490, 0)]),
      ("kind: tap, taps: 2", [(1000, 1720, 0), (1850, 1900, 0)]),
      ("kind: longPress, taps: 1", [(1000, 1740, 0), (2080, 2700, 0)]), ("kind: longPress, taps: 1", [(1000, 1060, 0), (1430, 2400, 0)]),
    ]
    for (gesture, touches) in cases {
      let plain = try outcome(gesture, delay: 0, touches)
      #expect(try outcome(gesture, delay: delay, touches) == plain, "\(gesture) \(touches)")
    }
  }
}
