import ContactorCore
@testable import ContactorKiosk
@testable import ContactorReport
import ContactorTrace

/// A report of a script with what is written of it.
struct ReportOfScript {
  let report: Report
  let page: String
  let still: String

  init(_ script: String, file: String = "s", layout: String? = nil, limits: ReportLimits = ReportLimits()) throws {
    report = try Report(script, file: file, layout: layout.map(SessionStage.parse), limits: limits)
    page = try Self.text(report, .page)
    still = try Self.text(report, .still)
  }

  static func text(_ report: Report, _ kind: Report.Kind) throws -> String {
    let sink = Gathered()
    try report.write(as: kind, to: sink)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// The pieces between the page's script elements: before the data, the data, and so on.
  var data: Substring {
    let parts = page.split(separator: #"id="data">"#, maxSplits: 1)
    return parts[1].split(separator: "</script>", maxSplits: 1)[0]
  }

  /// The events as words: time after the first, how often, what.
  var events: [String] {
    report.collector.events.map { event in
      let times = event.count > 1 ? " ×\(event.count) until \(event.until - report.start)" : ""
      let value = event.value.map { " = \($0)" } ?? ""
      return "\(event.time - report.start) \(words(event.what))\(value)\(times)"
    }
  }

  private func name(_ index: Int) -> String { report.collector.names.list[index] }

  private func words(_ what: ReportEvent.What) -> String {
    switch what {
    case .control(let name, let events, let touch):
      "\(self.name(name)) \(Control.Events(rawValue: events).names.joined(separator: "+")) #\(touch)"
    case .action(let sender, let event, let action, let target, let isHandled):
      "\(name(sender)) \(name(event)): \(name(action)) \(name(target)) \(isHandled)"
    case .visibility(let name, let isShown): "\(self.name(name)) \(isShown ? "shown" : "hidden")"
    case .unhandled(let sender, let action, let asked): "\(name(sender)): nobody did \(name(action)), asked \(name(asked))"
    case .gesture(let name, let state, let touches, let text): "\(self.name(name)) \(state) \(touches) \(self.name(text))"
    case .device(let index, let isAdded): "\(report.collector.devices[index].name) \(isAdded ? "added" : "removed")"
    case .anomaly(let name, _), .damage(let name), .violation(let name, _), .note(let name): self.name(name)
    }
  }

  private final class Gathered: ByteSink {
    var bytes: [UInt8] = []
    func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) { self.bytes += bytes }
    func synchronize() throws(TraceError) {}
  }

  /// A script of one finger: the places that it passes, one every 10 ms; it is lifted at the last.
  static func drag(_ places: [(Double, Double)], at time: Int = 1_000_000, touch: Int = 1, end: String = "ended") -> String {
    places.enumerated().map { index, place in
      let phase = index == 0 ? "began" : index == places.count - 1 ? end : "moved"
      return #"{"t":\#(time + index * 10_000),"kind":"touch","touch":\#(touch),"phase":"\#(phase)","x":\#(place.0),"y":\#(place.1)}"# + "\n"
    }.joined()
  }
}
