import ContactorCore
import ContactorLayout
import ContactorTrace

/// The report as one drawing: the screen with all paths, a legend, and the timeline.
extension Report {
  /// How many touches the legend names, and how many get a lane of their own.
  static let named = 24
  /// How many touches are drawn as paths; more are drawn as a heat map.
  static let pathLimit = 1000
  /// How many points of paths a drawing holds; a picture shows no more.
  static let drawn = 40_000

  func writeStill(to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    let still = ReportStill(self)
    text.add(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(DecimalText.of(ReportStill.width)) \(DecimalText.of(still.height))" \
      width="\(DecimalText.of(ReportStill.width))" height="\(DecimalText.of(still.height))" font-family="system-ui, sans-serif" font-size="12">
      <title>
      """)
    text.add(xml: name)
    text.add("</title>\n<style>\(ReportStill.style)</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n")
    writeHeading(still, to: &text)
    writeScreen(still, to: &text)
    try writePaths(still, to: &text)
    writeLegend(still, to: &text)
    try writeTimeline(still, to: &text)
    text.add("</svg>\n")
  }

  private func writeHeading(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) {
    text.label(name, x: 20, y: 30, "ink title")
    for (index, line) in still.heading.enumerated() { text.label(line, x: 20, y: 50 + Double(index) * 17, "dim") }
  }

  // MARK: The screen

  private func writeScreen(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) {
    for window in still.stage.windows {
      text.rectangle(still.place(window.frame), "screen")
      let size = window.isMeasured ? "\(tenths(window.frame.size.width)) × \(tenths(window.frame.size.height)) pt" : ""
      let frame = still.place(window.frame)
      let name = still.stage.windows.count > 1 ? window.id + " " : ""
      text.label(name + size, x: frame.minX, y: frame.maxY + 15, "dim")
    }
    let shown = shownViews
    var labels = ReportViewLabels()
    for view in still.stage.views {
      let frame = still.place(view.frame)
      guard shown.contains(view.view.id) else {
        text.rectangle(frame, "plain hidden")
        continue
      }
      text.rectangle(frame, view.view.kind == .view ? "plain" : view.view.isEnabled ? "view" : "view off")
    }
    writeParts(still, shown, to: &text)
    // The innermost views have the first choice of a corner for their names.
    for view in still.stage.views.sorted(by: { $0.depth > $1.depth }) where shown.contains(view.view.id) {
      let frame = still.place(view.frame)
      guard frame.size.height > 14, frame.size.width > 20 else { continue }
      let name = still.fitted(view.isSecure ? view.view.id + " (secure)" : view.view.id, to: frame.size.width - 10)
      if let place = labels.room(for: name, in: frame) { text.label(name, x: place.x, y: place.y, "ink") }
    }
  }

  /// Draws what the views show at the end.
  private func writeParts(_ still: ReportStill, _ shown: Set<String>, to text: inout TextOutput<some ByteSink>) {
    for view in still.stage.views where shown.contains(view.view.id) {
      guard let index = collector.lastPictures[view.view.id] else { continue }
      let origin = still.stage.windows[view.window].frame.origin
      let picture = collector.pictures[index]
      for part in picture.parts {
        let seen = part.frame.intersection(picture.clip)
        guard seen.size.width > 0, seen.size.height > 0 else { continue }
        let frame = still.place(Rect(x: seen.minX + origin.x, y: seen.minY + origin.y, width: seen.size.width, height: seen.size.height))
        text.rectangle(frame, part.state & 5 != 0 ? "part chosen" : part.text < 0 ? "band" : "part")
        // A text that is cut off at the edge would stand beside its row.
        guard part.text >= 0, seen == part.frame, frame.size.height > 9 else { continue }
        let label = still.fitted(collector.names.list[part.text], to: frame.size.width - 6)
        text.label(label, x: frame.minX + 4, y: frame.midY + 4, "ink")
      }
    }
  }

  /// The ids of the views that are to be seen at some time.
  private var shownViews: Set<String> {
    var ids = Set(stage.views.filter { !$0.isHidden }.map(\.view.id))
    for event in collector.events {
      if case .visibility(let name, true) = event.what { ids.insert(collector.names.list[name]) }
    }
    return ids
  }

  private func tenths(_ length: Double) -> String { DecimalText.of((length * 10).rounded() / 10) }

  /// Draws which squares were touched most, where there are too many paths to tell them apart.
  private func writeHeat(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    let cell = 10.0
    var cells: [SIMD2<Int32>: Int] = [:]
    for touch in collector.touches {
      var own: Set<SIMD2<Int32>> = []
      for sample in touch.path.samples {
        let place = still.place(sample.place, inWindow: touch.window)
        guard (0...ReportStill.width).contains(place.x), (0...4000).contains(place.y) else { continue }
        own.insert(SIMD2(Int32(place.x / cell), Int32(place.y / cell)))
      }
      for place in own { cells[place, default: 0] += 1 }
    }
    let most = cells.values.max() ?? 1
    for (place, count) in cells.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      // Powers of two: 1 is the coolest of six colors.
      let heat =
        most > 1
        ? min(5, Int(Double(count.bitWidth - count.leadingZeroBitCount - 1) / Double(most.bitWidth - most.leadingZeroBitCount) * 6)) : 0
      text.rectangle(Rect(x: Double(place.x) * cell, y: Double(place.y) * cell, width: cell, height: cell), "heat h\(heat)")
      try text.drain()
    }
    let frame = still.place(still.stage.bounds)
    text.label("touches a square: blue 1, red \(most)", x: frame.maxX, y: frame.maxY + 15, "dim", anchor: "end")
  }

  private func writePaths(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    guard collector.touches.count <= Self.pathLimit else { return try writeHeat(still, to: &text) }
    var numbers = ReportLabels()
    let edge = still.place(still.stage.bounds).maxX - 26
    for (index, touch) in collector.touches.enumerated() where !touch.path.samples.isEmpty {
      var path = touch.path
      if collector.keptSamples > Self.drawn { path.thin(to: 0.5 / still.scale) }
      let places = path.samples.map { still.place($0.place, inWindow: touch.window) }
      text.add("<g class=\"\(ReportStill.color(index))\">")
      // The last sample that the application had.
      let last = touch.withheld.map { path.lastIndex(at: $0.since) } ?? places.count - 1
      writePath(places[...last], "path", to: &text)
      writePath(places[last...], "path away", to: &text)
      text.circle(places[0], 3.5, "start")
      switch touch.end {
      case .ended: text.circle(places[places.count - 1], 6, "end")
      case .cancelled: text.cross(places[places.count - 1], 5)
      case .open: break
      }
      if collector.touches.count <= Self.named {
        let place = numbers.room(at: Point(x: places[0].x + 8, y: places[0].y - 6), within: edge)
        text.label("#\(touch.number)", x: place.x, y: place.y, "number")
      }
      text.add("</g>\n")
      try text.drain()
    }
  }

  private func writePath(_ places: ArraySlice<Point>, _ style: String, to text: inout TextOutput<some ByteSink>) {
    guard places.count > 1 else { return }
    text.add("<polyline class=\"\(style)\" points=\"")
    for place in places {
      text.add(place.x)
      text.add(",")
      text.add(place.y)
      text.add(" ")
    }
    text.add("\"/>")
  }

  private func writeLegend(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) {
    let x = ReportStill.width - ReportStill.legend + 10
    for (index, touch) in collector.touches.prefix(Self.named).enumerated() {
      let y = still.top + 8 + Double(index) * 19
      text.add("<g class=\"\(ReportStill.color(index))\">")
      text.circle(Point(x: x, y: y), 5, "start")
      text.add("</g>")
      let view = collector.names.list[touch.view]
      let name = (touch.number > 0 ? "#\(touch.number) " : "") + view
      text.label(still.fitted(name, to: 100), x: x + 12, y: y + 4, "ink")
      text.label("\(seconds(touch.start)) – \(clock(touch.last))", x: ReportStill.width - 20, y: y + 4, "dim", anchor: "end")
    }
    let rest = collector.touches.count - Self.named
    if rest > 0 { text.label("and \(rest) more", x: x + 12, y: still.top + 12 + Double(Self.named) * 19, "dim") }
    let signs = "• down · ○ lifted · ✕ taken away"
    let y = still.top + 12 + Double(min(collector.touches.count, Self.named + 1)) * 19 + 8
    text.label(signs, x: x - 5, y: y, "dim")
    guard collector.hasWithheld else { return }
    text.label("dotted, hollow: kept from the application", x: x - 5, y: y + 17, "dim")
  }
}
