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
      scrubber and playback at 0.1 to 8 times the speed. ? on the page lists its keys and signs.

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
    let report: Report
    do throws(TraceError) {
      report = try write(parsed, to: output)
    } catch {
      throw Failure.from(error)
    }
    for remark in report.remarks { Console.note("\(trace): \(remark)") }
    guard !report.damage.isEmpty else { return }
    var lines = report.damage.prefix(Damage.limit).map { "\(trace): \($0)" }
    if let remark = Damage.remark(of: report.damageCount) { lines.append("\(trace): \(remark)") }
    throw Failure(lines + ["\(trace): \(count(report.damageCount, "part")) could not be read; the report shows the rest"], .failed)
  }

  private func write(_ layout: Layout?, to output: String) throws(TraceError) -> Report {
    // First of all: a long recording is not to be read for nothing.
    let file = try FileSink.replacing(output, needsFile: true)
    let bar = ProgressBar()
    defer { bar.clear() }
    let report = try Report(path: trace, layout: layout) { bar.show($0, of: $1) }
    try report.write(as: Report.Kind(path: output) ?? .page, to: file)
    try file.commit()
    return report
  }
}
