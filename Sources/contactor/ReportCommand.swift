import ArgumentParser
import ContactorKiosk
import ContactorLayout
import ContactorReport
import ContactorTrace
import Glibc

/// `contactor report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Draws a recording: a page with a timeline to scrub through, or a still picture.",
    discussion: """
      Replays a recording and writes one page that needs nothing else, no network, no server and no fonts: mail it, keep \
      it with a bug report. It shows the layout with every contact's path on it, with size and pressure where the panel \
      tells them, and below a timeline of touches, control events, actions, gestures, devices and anomalies, with a \
      scrubber and playback at 0.1 to 8 times the speed. ? on the page lists its keys and signs. Of a kiosk with
      forward: in its layout, what the application does not have of a touch is dotted and hollow.

        contactor report day.trace --layout kiosk.yaml -o day.html
        contactor report touches.log -o touches.svg      a still, for a document

      Times begin with the recording; pauses of over a second are folded, which the page can undo. Without a layout the \
      usual gestures of explain are looked for on an empty screen.

      A page holds up to 50,000 touches, 200,000 points of paths, 200,000 events, and 50,000 of them gestures that failed: \
      a busy day in some 20 MB at most. Paths with more points are thinned out; what comes after the other limits is left \
      out. Both are said on the page and here, with how much it is; take a part with trace cut to see all of that.

      Touches that begin in views with secure: true have no places on the page, and neither their controls nor what these \
      set off are named.

      The recording is of any format that replay reads. What is damaged is named with its place and skipped; the report \
      shows the rest, and the exit status is then 1.
      """)

  @Argument(help: "The recording, log or script; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: ArgumentHelp("The layout that is touched.", valueName: "file"), completion: .layout)
  var layout: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write: FILE.html for a page, FILE.svg for a still; - for a page on standard output.", valueName: "file"),
    completion: .file(extensions: ["html", "svg"]))
  var output: String

  @OptionGroup var recording: PlayedRecording

  func validate() throws {
    guard output == "-" || Report.Kind(path: output) != nil else {
      throw ValidationError("-o takes FILE.html for a page or FILE.svg for a still, not \(output)")
    }
  }

  func run() throws {
    guard output != "-" || isatty(STDOUT_FILENO) == 0 else {
      throw Failure(["a page is nothing for a terminal; give -o FILE.html, or pipe it somewhere"], .usage)
    }
    try refuseOverwriting(trace, with: output)
    let parsed = try layout.map(loadLayout)
    let options = try recording.options()
    let report: Report
    do throws(TraceError) {
      report = try write(parsed, options, to: output)
    } catch {
      throw Failure.from(error)
    }
    Console.report(report.findings, of: trace)
    for remark in report.remarks { Console.note("\(trace): \(remark)") }
    guard !report.damage.isEmpty else { return }
    var lines = report.damage.prefix(Damage.limit).map { "\(trace): \($0)" }
    if let remark = Damage.remark(of: report.damageCount) { lines.append("\(trace): \(remark)") }
    throw Failure(lines + ["\(trace): \(count(report.damageCount, "part")) could not be read; the report shows the rest"], .failed)
  }

  private func write(_ layout: Layout?, _ options: ReadingOptions, to output: String) throws(TraceError) -> Report {
    // Opened first, so that a long recording is not read for nothing.
    let file = try FileSink.replacing(output, needsFile: true)
    let bar = ProgressBar()
    defer { bar.clear() }
    let report = try Report(path: trace, options, layout: layout) { bar.show($0, of: $1) }
    try report.write(as: Report.Kind(path: output) ?? .page, to: file)
    try file.commit()
    return report
  }
}

/// `contactor explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why each gesture and control did or did not do something, with numbers.",
    discussion: """
      Replays a recording and prints, for each sequence of touches, what every control and every gesture that could
      have had it made of it:

        sequence 1 at 1000000: 1 touch
          touch 1: down at (120, 95) in ok, moved 5.2 mm, lifted at +180 ms
          control ok: touchDown at +0 ms, touchCancel at +83 ms: gesture scroll has the touch
          gesture tap: failed: moved 5.2 mm > 4.0 mm at +83 ms
          gesture scroll (pan): recognized at +83 ms, ended at +180 ms, but nothing is bound to it

      A knob, wheels, a menu, cells, a list, an area that scrolls, a text and a keyboard on the screen also say what the touch \
      did to them, or why not: the value, the row or the item before and after, how far it scrolled, into which field a key was \
      typed. What moves on after the finger is told when it has come to rest:

          table people: row Ahmed, Wei was not selected: the table has the touch from +17 ms on and scrolls with it
          control keys: touchDown at +0 ms, touchUpInside at +80 ms; typed e at +80 ms, which nothing got: no text is being edited

      Of touches in views with secure: true, PIN fields among them, nothing but the time is told.

      Lengths are in millimetres where the size of the panel or of the layout's screen is known, else in points. Times
      are counted from the sequence's first touch, the sequence's own from the recording's clock, as t in a log.

      To find out why a tap on a kiosk did nothing: run it with --log FILE, tap, and explain that file with the same
      layout. Then set the threshold that is named under tuning: in the layout, and explain the same file again.

      A recording is a script, a log, or what trace reads. Without a layout, a set of usual gestures is used: tap,
      doubleTap, longPress, pan, swipe, twoFingerTap, threeFingerSwipe, pinch, rotation, edgePan and hold.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: ArgumentHelp("The layout that is touched.", valueName: "file"), completion: .layout)
  var layout: String?

  @OptionGroup var recording: PlayedRecording

  func run() throws {
    let parsed = try layout.map(loadLayout)
    let options = try recording.options()
    do {
      try refuseOverwriting(trace, with: "-")
      let explanation = try Explanation(path: trace, options, layout: parsed)
      defer { Console.report(explanation.findings, of: trace) }
      let sequences = try explanation.run { Console.print($0 + "\n") }
      if sequences == 0 { Console.note("\(trace): no touch in it") }
      let damage = explanation.damage
      guard damage.isEmpty else {
        var lines = damage.prefix(Damage.limit).map { "\(trace): \($0)" }
        if let remark = Damage.remark(of: damage.count) { lines.append("\(trace): \(remark)") }
        throw Failure(lines + ["\(trace): \(count(damage.count, "part")) could not be read; the rest is explained"], .failed)
      }
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}
