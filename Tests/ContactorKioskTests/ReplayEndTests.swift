import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Glibc
import Testing

/// The end of a replay, and how logs are compared.
@Suite struct ReplayEndTests {
  private static let layout = """
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {run: [echo, "at {x}", "]}"]}}}
      - {id: more, kind: stepper, frame: [200, 0, 100, 100], value: {max: 1000}}
    gestures:
      - {id: one, kind: tap, requireToFail: [two], on: {recognized: {emit: x}}}
      - {id: two, kind: tap, taps: 2}

    """

  @Test func `a tap that waits for a second one is recognized after the last lift, at its own moment`() throws {
    let log = try SessionStage.log(of: ReportOfScript.drag([(600, 300), (600, 300)]), on: Self.layout)
    #expect(
      log.split(separator: "\n").dropFirst(2).map { $0.prefix(52) } == [
        #"{"t":1360001,"kind":"gesture","gesture":"one","state"#.prefix(52),
        #"{"t":1360001,"kind":"action","control":"one","event""#.prefix(52),
        #"{"t":1360001,"kind":"emit","emit":"x","control":"one"#.prefix(52),
      ], "\(log)")
  }

  @Test func `what is held at the end is put away before time goes on`() throws {
    let script = #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":280,"y":50}"# + "\n"
    let log = try SessionStage.log(of: script, on: Self.layout)
    #expect(log.contains("touchCancel") && !log.contains("valueChanged"), "\(log)")
  }

  @Test func `time goes on for a minute at most, whatever repeats for ever`() throws {
    let session = LayoutSession(layout: try SessionStage.parse(Self.layout))
    var (calls, slow) = (0, 0)
    _ = session.application.schedule(after: .zero, every: .milliseconds(20)) { calls += 1 }
    _ = session.application.schedule(after: .seconds(50), every: .seconds(50)) { slow += 1 }
    session.settle()
    #expect(calls <= 3001 && slow == 1 && session.application.now <= Timestamp(microseconds: 60_000_000))
  }

  @Test func `the log has the arguments of what an action runs`() throws {
    let log = try SessionStage.log(of: ReportOfScript.drag([(50, 50), (50, 50)]), on: Self.plain)
    #expect(
      log.contains(
        #""kind":"action","control":"ok","event":"touchUpInside","action":"run","target":"echo","handled":true,"argv":["echo","at 50","]}"]}"#
      ),
      "\(log)")
  }

  private static let plain = String(layout.split(separator: "gestures:")[0])

  /// The number of the line that differs from a file; `nil` where none does.
  private func difference(_ expected: String, _ log: String, endsAfter recorded: Int? = nil) throws -> Int? {
    let stage = try RecordingStage()
    try stage.write(expected, to: "e")
    let comparison = try LogComparison(path: stage.path("e"))
    for (index, line) in log.split(separator: "\n").enumerated() {
      if index == recorded { comparison.recordingEnded() }
      comparison.take(Array((line + "\n").utf8))
    }
    comparison.finish()
    return comparison.difference?.line
  }

  @Test func `a log without the arguments of run actions is still the same, one with others is not`() throws {
    let log = try SessionStage.log(of: ReportOfScript.drag([(50, 50), (50, 50)]), on: Self.plain)
    let arguments = #","argv":["echo","at 50","]}"]"#
    #expect(log.contains(arguments))
    #expect(try difference(log, log) == nil)
    #expect(try difference(log.replacing(arguments, with: ""), log) == nil)
    #expect(try difference(log.replacing("at 50", with: "at 51"), log) != nil)
    #expect(try difference(log.replacing(arguments, with: "").replacing("\"echo\"", with: "\"ecko\""), log) != nil)
    // Only the log may have more.
    #expect(try difference(log, log.replacing(arguments, with: "")) != nil)
    for broken in ["", "}", "{}"] { #expect(try difference(broken + "\n", log) == 1) }
  }

  @Test func `a file may end where the recording ends, and is compared to its end where it does not`() throws {
    let log = "1\n2\n3\n4\n"
    #expect(try difference("1\n2\n", log, endsAfter: 2) == nil)
    #expect(try difference("1\n2\n3\n", log, endsAfter: 2) == nil)
    #expect(try difference("1\n", log, endsAfter: 2) == 2)
    #expect(try difference("1\n2\n5\n", log, endsAfter: 2) == 3)
    #expect(try difference("1\n2\n3\n4\n5\n", log, endsAfter: 2) == 5)
    #expect(try difference("1\n2\n", log) == 3)
  }
}
