import ContactorCore
@testable import ContactorReport
import Foundation
import Testing

@Suite("Reports of kiosks that forward")
struct ForwardReportTests {
  private static let layout = """
    screen: {size: [750, 400], mm: [150, 80]}
    forward: {deadZones: [{id: crack, frame: [300, 300, 50, 50]}], ghost: {shorterThan: 20 ms}}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100]}
      - {id: pin, kind: button, frame: [650, 0, 100, 100], secure: true}
    gestures:
      - {id: away, kind: swipe, direction: right, touches: 2, on: {recognized: {emit: away}}}
    """

  /// Milliseconds after the recording's start at which the application lost each touch, or 0 for never had; and the reason.
  private func withheld(_ report: Report) -> [String?] {
    report.collector.touches.map { touch in
      touch.withheld.map { "\(($0.since - touch.start) / 1000) ms: \(report.collector.names.list[$0.reason])" }
    }
  }

  @Test("A report tells since when the application has not had a touch, and why, and draws that apart")
  func withheld() throws {
    let recording = try ForwardRecording(Self.layout)
    try recording.frame([1: (430, 410)], at: 1)
    try recording.lift(1, at: 100)
    // Shorter than a finger's: what becomes of it is known only as it ends.
    try recording.frame([2: (600, 100)], at: 200)
    try recording.lift(2, at: 210)
    try recording.frame([3: (500, 300)], at: 400)
    try recording.lift(3, at: 500)
    // A swipe of two fingers is taken away.
    try recording.frame([4: (300, 200), 5: (300, 300)], at: 1000)
    for step in 1...12 {
      let x = 300 + Double(step) * 30
      try recording.frame([4: (x, 200), 5: (x, 300)], at: 1000 + Int64(step) * 10)
    }
    try recording.lift(4, at: 1200)
    try recording.lift(5, at: 1200)
    try recording.frame([6: (50, 50)], at: 1300)
    try recording.lift(6, at: 1400)
    try recording.frame([7: (900, 50)], at: 1500)
    try recording.lift(7, at: 1600)
    let (report, page, still) = try draw(recording)
    let told = withheld(report)
    try #require(told.count == 7)
    #expect(told[0] == "0 ms: touch 1 did not reach the application: it began in the dead zone crack")
    #expect(told[1] == "0 ms: touch 2 did not reach the application: it is shorter than a finger's")
    #expect(told[2] == nil)
    for index in [3, 4] {
      let since = try #require(report.collector.touches[index].withheld?.since) - report.collector.touches[index].start
      #expect((20_000...120_000).contains(since) && told[index]?.hasSuffix("gesture away has it") == true, "\(told[index] ?? "")")
    }
    let taken = report.collector.touches[3].withheld.map { ($0.since - report.start) / 1000 } ?? 0
    #expect(told[3]?.contains("at +\(taken) ms") == true, "times are counted as on the page")
    #expect(told[5] == "0 ms: touch 6 did not reach the application: it is on ok")
    #expect(told[6] == nil, "nothing is told of a secure touch")
    #expect(page.components(separatedBy: "\"q\":[").count == 6)
    #expect(still.components(separatedBy: "\"path away\"").count == 6)
    #expect(still.components(separatedBy: " empty\"").count == 6)
    #expect(still.contains("kept from the application"))
  }

  @Test("A report of what is not forwarded says nothing of an application")
  func plain() throws {
    let recording = try ForwardRecording(Self.layout)
    try recording.frame([1: (430, 410)], at: 1)
    try recording.lift(1, at: 100)
    let layout = Self.layout.split(separator: "\n").filter { !$0.hasPrefix("forward:") }.joined(separator: "\n")
    let (report, page, still) = try draw(recording, on: layout)
    #expect(withheld(report) == [nil] && !page.contains("\"q\":[") && !still.contains("kept from the application"))
  }

  private func draw(_ recording: ForwardRecording, on layout: String = layout) throws -> (Report, page: String, still: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID()).trace")
    try Data(recording.bytes()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = try Report(path: file.path, layout: SessionStage.parse(layout))
    return (report, try ReportOfScript.text(report, .page), try ReportOfScript.text(report, .still))
  }
}
