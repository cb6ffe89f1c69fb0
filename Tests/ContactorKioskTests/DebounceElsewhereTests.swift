import ContactorCore
@testable import ContactorLayout
import Testing

/// A finger that lands elsewhere while the end of another is withheld, and clocks that jump or differ meanwhile.
@Suite("A finger that lands while an end is withheld")
struct DebounceElsewhereTests {
  private let header = "screen: {size: [1000, 500], mm: [200, 100]}\ndebounce: 40 ms\n"

  private func touch(_ time: Int, _ id: Int, _ phase: String, _ x: Int, _ y: Int, on device: String = "a") -> String {
    #"{"t":\#(time * 1000),"kind":"touch","touch":\#(id),"phase":"\#(phase)","x":\#(x),"y":\#(y),"device":"\#(device)"}"# + "\n"
  }

  private func taps(_ places: [(Int, Int)], from start: Int = 1000, length: Int = 60, gap: Int = 20) -> String {
    places.enumerated().map { index, place in
      let begin = start + index * (length + gap)
      return touch(begin, index + 1, "began", place.0, place.1) + touch(begin + length, index + 1, "ended", place.0, place.1)
    }.joined() + #"{"t":9000000,"kind":"wait"}"# + "\n"
  }

  private func emits(_ script: String, on layout: String) throws -> [String] {
    let log = try SessionStage.log(of: script, on: header + layout)
    let again = try SessionStage.log(of: log, on: header + layout)
    #expect(again == log, "the log replays to itself")
    return Self.emits(in: log)
  }

  private static func emits(in log: String) -> [String] {
    log.split(separator: "\n").compactMap { $0.firstMatch(of: /"emit":"([^"]*)"/).map { String($0.1) } }
  }

  @Test(
    "11.9 a finger that lands elsewhere ends a withheld contact first, so that quick presses all count",
    arguments: [
      ("dialPad, frame: [0, 0, 300, 400]", [(50, 50), (150, 150), (250, 50), (50, 200)], ["1", "15", "153", "1537"]),
      ("matrix, value: {titles: [[1, 2], [3, 4]]}, frame: [0, 0, 300, 400]", [(250, 350), (50, 50), (250, 50)], ["4", "1", "2"]),
      ("segments, value: {titles: [S, M, L]}, frame: [0, 0, 300, 60]", [(50, 30), (150, 30), (250, 30)], ["0", "1", "2"]),
      ("stepper, frame: [0, 0, 300, 60]", [(250, 30), (200, 30), (50, 30)], ["1", "2", "1"]),
      ("switch, frame: [0, 0, 300, 60]", [(50, 30), (200, 30), (50, 30)], ["1", "0", "1"]),
    ] as [(String, [(Int, Int)], [String])])
  func presses(kind: String, places: [(Int, Int)], expected: [String]) throws {
    let layout = "views: [{id: v, kind: \(kind), on: {valueChanged: {emit: \"{value}\"}}}]\n"
    #expect(try emits(taps(places), on: layout) == expected)
  }

  @Test("11.9 two quick taps at far places are two taps of one finger, also if one frame ends the first and begins the second")
  func noInventedGesture() throws {
    let layout = """
      gestures:
        - {id: two, kind: tap, touches: 2, on: {recognized: {emit: two}}}
        - {id: one, kind: tap, on: {recognized: {emit: one}}}

      """
    for gap in [0, 1, 30, 39] {
      #expect(try emits(taps([(100, 100), (700, 100)], gap: gap), on: layout) == ["one", "one"], "\(gap) ms")
    }
  }

  @Test("11.9 a tap elsewhere is not one finger too many for the application")
  func oneFinger() throws {
    let stage = try ForwardStage("debounce: 40 ms\nforward: {fingers: 1}\n")
    stage.frame([0: (600, 50)], at: 100)
    stage.frame([0: nil], at: 160)
    stage.frame([1: (200, 300)], at: 185)
    #expect(stage.take() == ["0 began 600,50", "0 ended 600,50", "1 began 200,300"])
    stage.frame([1: nil], at: 245)
    stage.wait(until: 285)
    #expect(stage.take() == ["1 ended 200,300"])
  }

  @Test("11.9 a finger that bounces while another lands elsewhere is a new contact, and one that is back in that frame is not")
  func landingWhileAway() throws {
    for isBack in [true, false] {
      let stage = try ForwardStage("debounce: 40 ms\nforward: {}\n")
      stage.frame([0: (600, 50)], at: 100)
      stage.frame([0: nil], at: 150)
      stage.frame(isBack ? [1: (200, 300), 2: (601, 50)] : [1: (200, 300)], at: 160)
      stage.frame([1: (201, 300), 2: (602, 50)], at: 170)
      #expect(stage.take().count { $0.contains("began") } == (isBack ? 2 : 3))
    }
  }

  @Test("11.9 a frame that ends a contact and begins one there in a lower slot has one contact")
  func otherSlot() throws {
    let stage = try ForwardStage("debounce: 40 ms\nforward: {}\n")
    stage.frame([5: (600, 50)], at: 100)
    stage.frame([2: (602, 50), 5: nil], at: 150)
    stage.frame([2: nil], at: 200)
    stage.wait(until: 240)
    #expect(stage.take() == ["0 began 600,50", "0 moved 602,50", "0 ended 602,50"])
  }

  @Test("1.10, 11.9 an end that one frame far ahead reports comes when the clock is right again, not a day later")
  func farAhead() throws {
    let stage = try ForwardStage(
      "debounce: 40 ms\nviews: [{id: a, kind: button, frame: [0, 0, 200, 100], on: {touchUpInside: {emit: a}}}]\n")
    func emits() -> Int { stage.log.count { $0.contains(#""emit":"a""#) } }
    stage.frame([0: (50, 50), 1: (600, 300)], at: 100)
    stage.frame([0: nil], at: 86_400_150)
    for time in Int64(0)..<6 { stage.frame([1: (600 + Double(time), 300)], at: 160 + time * 10) }
    #expect(emits() == 0)
    stage.wait(until: 260)
    #expect(emits() == 1)
  }

  @Test("1.10, 11.9 of panels whose clocks differ each has its own pauses: two taps an instant apart for the other are two")
  func clocksDiffer() throws {
    let layout = "views: [{id: b, kind: button, frame: [0, 300, 200, 100], on: {touchUpInside: {emit: b}}}]\n"
    let devices = ["ahead", "behind"].map { #"{"t":1000,"kind":"device","event":"added","device":"\#($0)","name":"\#($0)"}"# + "\n" }
    var script = devices.joined()
    for number in 0..<6 { script += touch(900_000_000 + number * 10, 1, number == 0 ? "began" : "moved", 600 + number, 50, on: "ahead") }
    for number in 0..<4 {
      script += touch(1000 + number * 300, number + 2, "began", 50, 350, on: "behind")
      script += touch(1060 + number * 300, number + 2, "ended", 50, 350, on: "behind")
    }
    script += touch(900_000_060, 1, "ended", 600, 50, on: "ahead") + #"{"t":900009000000,"kind":"wait"}"# + "\n"
    #expect(Self.emits(in: try SessionStage.log(of: script, on: header + layout)) == ["b", "b", "b", "b"])
  }
}
