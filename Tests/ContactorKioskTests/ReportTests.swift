import ContactorCore
@testable import ContactorKiosk
@testable import ContactorReport
import ContactorTrace
import Testing

/// What a report keeps of a recording.
@Suite struct ReportTests {
  private static let layout = """
    screen: {size: [800, 480], mm: [160, 96]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: done}}}
      - {id: level, kind: slider, frame: [0, 380, 800, 100], on: {valueChanged: {run: [amixer, "{value}"]}}}
    gestures:
      - {id: move, kind: pan, region: [200, 0, 400, 300]}

    """
  private func drag(_ places: [(Double, Double)], at time: Int = 1_000_000, touch: Int = 1, end: String = "ended") -> String {
    ReportOfScript.drag(places, at: time, touch: touch, end: end)
  }

  @Test func `a tap: its samples, its control's events and its action`() throws {
    let made = try ReportOfScript(drag([(50, 50), (50.125, 51), (50.125, 51)]), layout: Self.layout)
    #expect(
      made.events == [
        "0 ok touchDown #1", "10000 ok touchDragInside #1", "20000 ok touchUpInside #1",
        "20000 ok touchUpInside: emit done true", "20000 ok primaryActionTriggered #1",
      ])
    #expect(made.data.contains(#""t":0,"e":20000,"p":"ended","s":[0,50,50,10000,50.125,51,10000,50.125,51]}"#), "\(made.data)")
    #expect(made.data.contains(#"{"id":"ok","kind":"button","r":[0,0,100,100]}"#))
    #expect(made.data.contains(#""t0":1000000,"end":20000"#))
  }

  @Test func `what a drag repeats is told once, with how often and until when`() throws {
    let made = try ReportOfScript(drag((0...6).map { (Double($0) * 100, 400) }), layout: Self.layout)
    #expect(made.events.contains("10000 level touchDragInside #1 ×5 until 50000"), "\(made.events)")
    #expect(made.events.contains("10000 level valueChanged #1 = 0.625 ×5 until 50000"), "\(made.events)")
    #expect(made.events.contains("10000 level valueChanged: run amixer true = 0.75 ×6 until 60000"), "\(made.events)")
  }

  @Test func `two taps are two, however alike`() throws {
    let made = try ReportOfScript(
      drag([(50, 50), (50, 50)]) + drag([(50, 50), (50, 50)], at: 3_000_000, touch: 2), layout: Self.layout)
    #expect(made.events.filter { $0.hasSuffix("ok touchUpInside: emit done true") }.count == 2)
  }

  @Test func `gestures with their states and values, and why one failed`() throws {
    let made = try ReportOfScript(
      drag([(300, 50), (330, 50), (360, 50), (360, 50)]) + drag([(300, 50), (300, 50)], at: 3_000_000, touch: 2), layout: Self.layout)
    #expect(made.events.contains { $0.hasPrefix("10000 move began [1] dx ") }, "\(made.events)")
    #expect(made.events.contains { $0.hasPrefix("30000 move recognized [1] dx ") }, "\(made.events)")
    #expect(made.events.contains { $0.hasPrefix("2010000 move failed [2] failed: ") }, "\(made.events)")
  }

  @Test func `without a layout the usual gestures are looked for, and the last tap gets the time to be one`() throws {
    let made = try ReportOfScript(drag([(50, 50), (50, 50)]))
    #expect(made.events.contains { $0.contains(" tap recognized [1] x 50, y 50") }, "\(made.events)")
    #expect(made.data.contains(#""free":1"#))
  }

  @Test func `a touch that was taken away, and one that is down at the end`() throws {
    let made = try ReportOfScript(
      drag([(50, 50), (60, 50)], end: "cancelled") + drag([(50, 50), (60, 50)], at: 2_000_000, touch: 2, end: "moved"),
      layout: Self.layout)
    #expect(made.report.collector.touches.map(\.end) == [.cancelled, .open])
    #expect(made.report.collector.touches.map(\.path.samples.count) == [2, 2])
  }

  @Test func `pressure, size and orientation are there where the panel tells them, and only there`() throws {
    func frame(_ time: Int, _ phase: String, _ more: String) -> String {
      #"{"t":\#(time),"kind":"frame","device":"event1","contacts":[{"id":1,"slot":0,"phase":"\#(phase)","x":5,"y":6\#(more)}]}"# + "\n"
    }
    let made = try ReportOfScript(
      #"{"t":1,"kind":"device","event":"added","device":"event1","name":"Pad"}"# + "\n"
        + frame(10, "began", #","major":12.5,"pressure":0.25"#) + frame(20, "moved", #","pressure":0.5"#) + frame(30, "ended", ""))
    #expect(made.data.contains(#""f":[0.25,0.5,null],"a":[12.5,null,null]}"#), "\(made.data)")
  }

  @Test func `anomalies and devices that come and go`() throws {
    let made = try ReportOfScript(
      #"{"t":1,"kind":"device","event":"added","device":"event1","name":"Pad"}"# + "\n" + drag([(1, 1), (2, 2), (3, 3)], end: "moved")
        + #"{"t":1030000,"kind":"anomaly","what":"device-lost","device":"event1"}"# + "\n"
        + #"{"t":1030000,"kind":"device","event":"removed","device":"event1","name":"Pad"}"# + "\n", layout: Self.layout)
    #expect(
      made.events.filter { $0.contains("Pad") || $0.contains("lost") } == ["0 Pad added", "1029999 device-lost", "1029999 Pad removed"])
    #expect(made.report.collector.touches.map(\.end) == [.cancelled])
  }

  @Test func `a recording without a touch is an error`() {
    #expect(throws: TraceError.self) { try ReportOfScript(#"{"t":1,"kind":"wait"}"#) }
  }

  // MARK: Limits

  @Test func `what comes after the limits is left out, and the report says so`() throws {
    var limits = ReportLimits()
    limits.touches = 2
    let script = (1...3).map { drag([(50, 50), (50, 50)], at: $0 * 1_000_000, touch: $0) }.joined()
    let made = try ReportOfScript(script, layout: Self.layout, limits: limits)
    #expect(made.report.collector.touches.count == 2)
    #expect(
      made.report.remarks == [
        "only the first 2 of 3 touches and 8 events are shown, up to 2.000 s; contactor trace cut takes a part of the recording out"
      ])
    #expect(made.page.contains("only the first 2 of 3 touches") && made.still.contains("only the first 2 of 3 touches"))
    limits = ReportLimits()
    limits.events = 3
    #expect(try ReportOfScript(script, layout: Self.layout, limits: limits).report.remarks.first?.contains("touches and 3 events") == true)
    limits = ReportLimits()
    limits.failures = 1
    #expect(try ReportOfScript(script, limits: limits).report.remarks.first?.hasPrefix("the last ") == true)
  }

  @Test func `paths with too many points are thinned out, and the report says how far off they are`() throws {
    var limits = ReportLimits()
    limits.samples = 50
    let wave = (0..<500).map { index -> (Double, Double) in
      let height = index % 100 < 50 ? index % 50 : 50 - index % 50
      return (Double(index), Double(100 + height))
    }
    let made = try ReportOfScript(drag(wave), layout: Self.layout, limits: limits)
    let touch = made.report.collector.touches[0]
    #expect(touch.path.samples.count <= 50 && touch.path.samples.count > 5)
    #expect(touch.path.samples.last?.place == Point(x: 499, y: 101) && touch.last == 5_990_000)
    #expect(made.report.remarks == ["paths are thinned out from 500 to \(touch.path.samples.count) points: they are up to 0.5 pt off"])
    #expect(made.data.contains(#""off":0.5"#))
    #expect(try ReportOfScript(drag(wave), layout: Self.layout).report.remarks == [])
  }
}

/// What a report tells of views, values and arguments, and its limits.
@Suite struct ReportContentTests {
  private static let layout = """
    screen: {size: [800, 480]}
    views:
      - {id: swap, kind: switch, frame: [0, 0, 100, 100], on: {valueChanged: [{send: "toggleHidden:", to: page}, {send: "toggleHidden:", to: other}]}}
      - {id: page, kind: view, frame: [200, 0, 600, 400], views: [{id: inner, kind: button, frame: [0, 0, 200, 100], on: {touchUpInside: {run: [say, "it's {x}", plain]}}}]}
      - {id: other, kind: view, hidden: true, frame: [200, 0, 600, 400], views: [{id: volume, kind: slider, frame: [0, 300, 600, 60]}]}

    """

  @Test func `views that are hidden, with what is in them, and when they are shown`() throws {
    let made = try ReportOfScript(
      ReportOfScript.drag([(50, 50), (50, 50)]) + ReportOfScript.drag([(50, 50), (50, 50)], at: 3_000_000, touch: 2), layout: Self.layout)
    #expect(made.data.contains(#"{"id":"other","kind":"view","r":[200,0,600,400],"hidden":1}"#))
    #expect(made.data.contains(#"{"id":"volume","kind":"slider","r":[200,300,600,60],"hidden":1,"depth":1}"#))
    #expect(!made.data.contains(#""r":[200,0,200,100],"hidden""#))
    let changes = made.events.filter { $0.hasSuffix(" shown") || $0.hasSuffix(" hidden") }
    #expect(
      changes == [
        "10000 page hidden", "10000 inner hidden", "10000 other shown", "10000 volume shown", "2010000 page shown",
        "2010000 inner shown", "2010000 other hidden", "2010000 volume hidden",
      ], "\(made.events)")
    // A still draws what was shown at some time.
    #expect(!made.still.contains("plain hidden"))
    #expect(try ReportOfScript(ReportOfScript.drag([(700, 50), (700, 50)]), layout: Self.layout).still.contains("plain hidden"))
  }

  @Test func `values of controls and arguments of programs`() throws {
    let made = try ReportOfScript(
      ReportOfScript.drag([(250, 50), (250, 50)]) + ReportOfScript.drag([(50, 50), (50, 50)], at: 3_000_000, touch: 2), layout: Self.layout)
    #expect(made.events.contains("10000 inner touchUpInside: run say true = 'it'\\''s 250' plain"), "\(made.events)")
    #expect(made.events.contains { $0.contains("swap valueChanged #2 = 1") }, "\(made.events)")
  }

  @Test func `names, devices and damage have limits, and the report says so`() throws {
    let long = String(repeating: "é", count: 5000)
    let devices = (1...30).map {
      #"{"t":\#($0),"kind":"device","event":"added","device":"event\#($0)","name":"pad \#($0) \#(long)"}"# + "\n"
    }
    let notes = (1...100).map { #"{"t":\#(1000 + $0),"kind":"note","text":"note \#($0) \#($0 == 1 ? long : "")"}"# + "\n" }
    let script = devices.joined() + notes.joined() + ReportOfScript.drag([(5, 5), (6, 6)])
    let made = try ReportOfScript(script, limits: ReportLimits(names: 40, devices: 7))
    #expect(made.report.collector.names.list.count == 41 && made.report.collector.devices.count == 7)
    #expect(made.report.collector.names.list.allSatisfy { $0.utf8.count < 510 })
    let remarks = made.report.remarks.joined(separator: "\n")
    #expect(remarks.contains("only 41 different names are kept; ") && remarks.contains("1 name is cut off after 500 bytes"), "\(remarks)")
    #expect(remarks.contains("only the first 7 devices are described; 23 times another came"), "\(remarks)")
  }

  @Test func `a device that is plugged in again and again is one`() throws {
    let turns = (1...200).map { index in
      #"{"t":\#(index * 2),"kind":"device","event":"added","device":"event1","name":"pad"}"# + "\n"
        + #"{"t":\#(index * 2 + 1),"kind":"device","event":"removed","device":"event1","name":"pad"}"# + "\n"
    }
    let made = try ReportOfScript(turns.joined() + ReportOfScript.drag([(5, 5), (6, 6)]))
    #expect(made.report.collector.devices.count == 1 && made.report.collector.recorded.isEmpty)
  }

  @Test func `times from a minute on have hours, minutes and seconds`() throws {
    let made = try ReportOfScript(
      ReportOfScript.drag([(5, 5), (6, 6)]) + ReportOfScript.drag([(5, 5), (6, 6)], at: 4_983_345_000, touch: 2), layout: Self.layout)
    #expect(made.data.contains(#"["duration","1:23:02.355"]"#), "\(made.report.facts)")
    #expect(made.still.contains("0.000 – 0.010 s") && made.still.contains("1:23:02.345 – 1:23:02.355<"))
    let zero = made.report.start
    #expect(["59.999 s", "0:01:00.000", "0:59:59.999"] == [59_999_000, 60_000_000, 3_599_999_000].map { made.report.clock(zero + $0) })
  }

  @Test func `a thousand touches are a heat map in a still, and names of views do not cover each other`() throws {
    let few = try ReportOfScript(
      (1...30).map { ReportOfScript.drag([(5, 5), (6, 6)], at: $0 * 100_000, touch: $0) }.joined(), layout: Self.layout)
    #expect(few.still.contains("<polyline") && !few.still.contains("heat h"))
    let many = try ReportOfScript(
      (1...1001).map { ReportOfScript.drag([(5, 5), (400, 6)], at: $0 * 100_000, touch: $0) }.joined(), layout: Self.layout)
    #expect(!many.still.contains("<polyline") && many.still.contains("red 1001"))
    var labels = ReportViewLabels()
    let box = Rect(x: 0, y: 0, width: 200, height: 100)
    let places = (0..<6).map { _ in labels.room(for: "a name", in: box) }
    #expect(Set(places.compactMap { $0.map { "\($0)" } }).count == 4 && places[4] == nil && places[5] == nil)
  }
}
