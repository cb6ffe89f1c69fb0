import ContactorCore
@testable import ContactorKiosk
@testable import ContactorReport
import ContactorTrace
import Glibc
import Testing

/// What must not get into a report, and what must not happen to files.
@Suite struct ReportSafetyTests {
  private static let nasty = #"</script><script>alert(1)</script><!-- ' & \" \\ \u2028 \u0001 é 漢 😀"#

  @Test func `nothing that a recording or layout holds can leave its place`() throws {
    let script =
      #"{"t":1,"kind":"device","event":"added","device":"event1","name":"\#(Self.nasty)"}"# + "\n" + ReportOfScript.drag([(5, 5), (6, 6)])
    let made = try ReportOfScript(
      script, file: "<b>&'\"</title>.log",
      layout: """
        screen: {size: [100, 100]}
        views: [{id: '</script><i>', kind: button, frame: [0, 0, 50, 50], on: {touchDown: {emit: '<!--{x}'}}}]
        """)
    // The element of the data, that of the page's own script.
    #expect(made.page.split(separator: "<script", omittingEmptySubsequences: false).count == 3)
    #expect(made.page.split(separator: "</script", omittingEmptySubsequences: false).count == 3)
    #expect(!made.data.contains("<") && !made.data.contains("\u{2028}") && !made.data.contains("\u{1}"))
    #expect(made.data.contains(#"\u003c/script\u003e"#) && made.data.contains("é 漢 😀"))
    #expect(made.page.contains("<title>&lt;b&gt;&amp;&#39;&quot;&lt;/title&gt;.log – contactor report</title>"))
    #expect(!made.still.contains("<script") && !made.still.contains("<i>") && !made.still.contains("\u{1}"))
    #expect(made.still.contains("&lt;/script&gt;&lt;i&gt;"))
  }

  @Test func `a page names no place outside of itself, and forbids itself to load any`() throws {
    let page = try ReportOfScript(ReportOfScript.drag([(5, 5), (6, 6)])).page
    // The only address is the name of SVG's elements.
    #expect(
      page.split(separator: "http", omittingEmptySubsequences: false).dropFirst().allSatisfy {
        $0.hasPrefix("://www.w3.org/2000/svg") || $0.hasPrefix("-equiv=")
      })
    #expect(page.contains("content=\"default-src 'none';"))
    for word in ["src=", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket"] { #expect(!page.contains(word), "\(word)") }
  }

  private static let pad = """
    screen: {size: [800, 480]}
    views:
      - id: pad
        kind: view
        secure: true
        frame: [100, 100, 300, 300]
        views: [{id: seven, kind: button, frame: [0, 0, 90, 90], on: {touchDown: [{emit: "digit-7"}, {send: "insert:"}], touchUpInside: {type: "7"}}}]
      - {id: ok, kind: button, frame: [500, 100, 100, 100], on: {touchDown: {emit: fine}}}
    gestures:
      - {id: poke, kind: tap}

    """

  @Test func `what is done in a secure view has no place and no name`() throws {
    let made = try ReportOfScript(
      ReportOfScript.drag([(137, 149), (138, 153), (138, 153)]) + ReportOfScript.drag([(550, 150), (551, 150)], at: 3_000_000, touch: 2),
      layout: Self.pad)
    let touches = made.report.collector.touches
    #expect(touches.map(\.isSecure) == [true, false] && touches[0].path.samples.isEmpty && touches[1].path.samples.count == 2)
    for secret in ["137", "149", "138", "153"] { #expect(!made.data.contains(secret) && !made.still.contains(">\(secret)"), "\(secret)") }
    for name in made.report.collector.names.list { #expect(!["seven", "digit-7", "insert:"].contains(name) && !name.contains("x 13")) }
    #expect(
      made.events.contains("0 (secure) touchDown #1") && made.events.contains("0 (secure) touchDown: (secure) (secure) true"),
      "\(made.events)")
    #expect(
      made.events.contains("2000000 ok touchDown #2") && made.events.contains("2000000 ok touchDown: emit fine true"), "\(made.events)")
    // That a gesture was made is no secret, where it was made is one.
    #expect(
      made.events.contains { $0.contains(" poke ") } && !made.events.contains { $0.contains("poke recognized [1] x") }, "\(made.events)")
    #expect(made.data.contains(#"{"id":"seven","kind":"button","r":[100,100,90,90],"secret":1,"depth":1}"#))
  }

  @Test func `contacts that were recorded without their places are told of without`() throws {
    func frame(_ time: Int, _ phase: String) -> String {
      #"{"t":\#(time),"kind":"frame","device":"event1","contacts":[{"id":4,"slot":0,"phase":"\#(phase)","x":null,"y":null}]}"# + "\n"
    }
    let made = try ReportOfScript(
      #"{"t":1000,"kind":"device","event":"added","device":"event1","name":"Pad"}"# + "\n" + frame(2000, "began") + frame(3000, "moved")
        + frame(9000, "ended") + frame(20000, "began"))
    let touches = made.report.collector.touches
    #expect(touches.map(\.number) == [0, 0] && touches.map(\.isSecure) == [true, true])
    #expect(touches.map(\.start) == [2000, 20000] && touches.map(\.last) == [9000, 20000] && touches.map(\.end) == [.ended, .open])
  }

  @Test func `numbers without measure do no harm`() throws {
    let far =
      #"{"t":9000000000000000000,"kind":"touch","touch":1,"phase":"began","x":1e300,"y":-1e300}"# + "\n"
      + #"{"t":9223372036854775807,"kind":"touch","touch":1,"phase":"moved","x":-1e300,"y":5}"# + "\n"
    for layout in [nil, "screen: {size: [800, 480]}\nviews: [{id: a, kind: button, frame: [0, 0, 100000, 3]}]\n"] {
      let device = #"{"t":0,"kind":"device","event":"added","device":"event1","name":"x","mm":[1e300,1e300]}"# + "\n"
      let made = try ReportOfScript(device + far, layout: layout)
      #expect(made.report.collector.touches.count == 1)
      #expect(!made.data.contains("nan") && !made.data.contains("inf,") && !made.still.contains("nan"))
    }
  }

  // MARK: Files

  @Test func `a report is there whole or not at all, and takes the place of an older one`() throws {
    let stage = try RecordingStage()
    try stage.write("old", to: "r.html")
    func begin() throws -> FileSink {
      let file = try FileSink.replacing(stage.path("r.html"), needsFile: true)
      try Array("new".utf8).withUnsafeBytes { (bytes) throws in try file.write(bytes) }
      return file
    }
    do { _ = try begin() }
    #expect(stage.names() == ["r.html"] && stage.size(of: "r.html") == 3)
    let file = try begin()
    #expect(stage.names() == ["r.html"] && stage.size(of: "r.html") == 3, "until then it has no name")
    try file.commit()
    #expect(stage.names() == ["r.html"])
    let text = try #require(fopen(stage.path("r.html"), "r"))
    defer { fclose(text) }
    #expect(fgetc(text) == Int32(UInt8(ascii: "n")))
  }

  @Test func `what is no file is not replaced, and a folder that is not there is named`() throws {
    let stage = try RecordingStage()
    #expect(throws: TraceError.self) { try FileSink.replacing(stage.folder, needsFile: true) }
    #expect(throws: TraceError.self) { try FileSink.replacing("/dev/null", needsFile: true) }
    let error = #expect(throws: TraceError.self) { try FileSink.replacing("/nowhere/at/all.html", needsFile: true) }
    #expect(error?.description == "/nowhere/at/all.html: cannot be made: No such file or directory")
  }
}
