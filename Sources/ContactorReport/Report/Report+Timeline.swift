import ContactorCore
import ContactorTrace

/// The timeline of a drawing.
extension Report {
  func writeTimeline(_ still: ReportStill, to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    let bottom = still.timeline + Double(still.lanes.count) * ReportStill.lane
    for (index, lane) in still.lanes.enumerated() {
      let y = still.timeline + Double(index) * ReportStill.lane
      if index % 2 == 1 {
        text.rectangle(Rect(x: 20, y: y, width: ReportStill.width - 40, height: ReportStill.lane), "odd")
      }
      text.label(still.fitted(lane.label, to: ReportStill.gutter - 34), x: ReportStill.gutter - 12, y: y + 14, lane.style, anchor: "end")
    }
    writeRuler(still, bottom, to: &text)
    for (index, lane) in still.lanes.enumerated() {
      let y = still.timeline + (Double(index) + 0.5) * ReportStill.lane
      var last = (x: -9.0, style: "")
      for item in lane.items {
        let x = still.x(item.time)
        // Signs closer than half a unit look like one.
        if item.sign != nil, item.until == item.time, x - last.x < 0.5, last.style == item.style { continue }
        write(item, y, still, to: &text)
        if item.sign != nil { last = (x, item.style) }
      }
      try text.drain()
    }
  }

  private func writeRuler(_ still: ReportStill, _ bottom: Double, to text: inout TextOutput<some ByteSink>) {
    for gap in still.fold.gaps {
      let x = still.x(gap.lowerBound)
      text.rectangle(
        Rect(x: x, y: still.timeline, width: max(still.x(gap.upperBound) - x, 0.5), height: bottom - still.timeline), "gap")
    }
    let step = tick(still)
    var last = -99.0
    var starts = [start]
    starts += still.fold.gaps.map(\.upperBound)
    let ends = still.fold.gaps.map(\.lowerBound) + [end]
    for (from, to) in zip(starts, ends) {
      var time = start + (from - start + step - 1) / step * step
      while time <= to {
        let x = still.x(time)
        text.add("<path class=\"rule\" d=\"M")
        text.add(x)
        text.add(" ")
        text.add(still.timeline - 5)
        text.add("V")
        text.add(bottom)
        text.add("\"/>")
        if x - last > 56 {
          text.label(seconds(time), x: x, y: still.timeline - 9, "dim", anchor: "middle")
          last = x
        }
        time += step
      }
    }
    text.label("s", x: ReportStill.width - 22, y: still.timeline - 9, "dim")
  }

  /// The time between two marks: 1, 2 or 5 times a power of ten, at least 60 units of the drawing.
  private func tick(_ still: ReportStill) -> Int64 {
    let least = Double(still.fold.length) * 60 / (ReportStill.width - ReportStill.gutter)
    var step: Int64 = 1000
    while Double(step) < least {
      let digit = String(step).first
      step = digit == "2" ? step / 2 * 5 : step * 2
    }
    return step
  }

  private func write(_ item: ReportLane.Item, _ y: Double, _ still: ReportStill, to text: inout TextOutput<some ByteSink>) {
    let (x, end) = (still.x(item.time), still.x(item.until))
    guard let sign = item.sign else {
      let hollow = item.hollow.map { min(max(still.x($0), x), end) } ?? end
      if hollow > x || item.hollow == nil {
        text.rectangle(Rect(x: x, y: y - 6, width: max(hollow - x, 1), height: 12), "\(item.style) bar")
      }
      if hollow < end { text.rectangle(Rect(x: hollow, y: y - 5.5, width: end - hollow, height: 11), "\(item.style) empty") }
      text.rectangle(Rect(x: x, y: y - 6, width: 1.5, height: 12), "\(item.style) edge")
      if item.isCancelled { text.sign("m-4 -4l8 8m0 -8l-8 8", at: Point(x: end, y: y), "bad cross") }
      return
    }
    if end > x { text.rectangle(Rect(x: x, y: y - 1, width: end - x, height: 2), "\(item.style) edge") }
    let place = Point(x: x, y: y)
    switch sign {
    case .down: text.sign("m-5 -4h10l-5 9z", at: place, item.style)
    case .up: text.sign("m-5 5h10l-5 -9z", at: place, item.style)
    case .out: text.sign("m-5 5h10l-5 -9z", at: place, "\(item.style) hollow")
    case .cross: text.sign("m-4 -4l8 8m0 -8l-8 8", at: place, "\(item.style) cross")
    case .diamond: text.sign("m0 -5l5 5l-5 5l-5 -5z", at: place, item.style)
    case .alarm: text.sign("m-6 5h12l-6 -11z", at: place, item.style)
    case .box: text.sign("m-3 -3h6v6h-6z", at: place, item.style)
    case .dot: text.circle(place, 3, item.style)
    case .ring: text.circle(place, 4, "\(item.style) hollow")
    case .run: text.rectangle(Rect(x: x, y: y - 3, width: 1, height: 6), "\(item.style) edge")
    }
  }
}
