import ContactorCore

/// Where everything is in a drawing.
struct ReportStill {
  static let width = 1200.0
  /// How wide the legend is.
  static let legend = 300.0
  /// How high a lane of the timeline is, and where its time begins.
  static let lane = 20.0
  static let gutter = 150.0

  let stage: ReportStage
  let lanes: [ReportLane]
  let fold: ReportFold
  /// The lines under the title.
  let heading: [String]
  let scale: Double
  /// Where the screen begins, from the top.
  let top: Double
  /// Where the timeline begins.
  let timeline: Double
  private let origin: Point

  init(_ report: Report) {
    stage = report.stage
    lanes = ReportLane.lanes(of: report)
    let collector = report.collector
    let spans =
      collector.touches.map { $0.start...max($0.last, $0.start) } + collector.events.map { $0.time...max($0.until, $0.time) }
    fold = ReportFold(spans, from: report.start, to: report.end)
    heading = Self.lines(report)
    top = 62 + Double(heading.count) * 17
    let room = Size(width: Self.width - Self.legend - 40, height: 620)
    scale = min(room.width / stage.bounds.size.width, room.height / stage.bounds.size.height)
    origin = Point(x: 20 - stage.bounds.minX * scale, y: top - stage.bounds.minY * scale)
    let named = Double(min(collector.touches.count, Report.named + 1))
    timeline = top + max(stage.bounds.size.height * scale + 24, named * 19 + (collector.hasWithheld ? 57 : 40)) + 36
  }

  /// How high the drawing is.
  var height: Double { timeline + Double(lanes.count) * Self.lane + 24 }

  func place(_ rect: Rect) -> Rect {
    Rect(
      x: origin.x + rect.minX * scale, y: origin.y + rect.minY * scale, width: rect.size.width * scale,
      height: rect.size.height * scale)
  }

  func place(_ point: Point, inWindow window: Int) -> Point {
    let frame = stage.windows[min(window, stage.windows.count - 1)].frame
    return Point(x: origin.x + (frame.minX + point.x) * scale, y: origin.y + (frame.minY + point.y) * scale)
  }

  /// Where a time is along the timeline.
  func x(_ time: Int64) -> Double {
    Self.gutter + fold.place(of: time) / Double(fold.length) * (Self.width - Self.gutter - 30)
  }

  /// A text cut off where it would not fit, as far as that can be told without a font.
  func fitted(_ text: String, to width: Double) -> String {
    let most = width > 7 ? Int(min(width / 6.6, 1000)) : 1
    return text.count <= most ? text : text.prefix(max(most - 1, 1)) + "…"
  }

  private static func lines(_ report: Report) -> [String] {
    var lines: [String] = []
    for part in report.facts.map({ "\($0.0): \($0.1)" }) {
      if let last = lines.last, last.count + part.count < 165 {
        lines[lines.count - 1] = last + " · " + part
      } else {
        lines.append(part)
      }
    }
    return lines + report.remarks
  }

  static func color(_ index: Int) -> String { "c\(index % 7)" }

  /// Colors that people with any kind of colour vision tell apart, darker on white and lighter on black.
  static let style = """
    .back{fill:#fff}.screen{fill:#f3f4f6;stroke:#8b95a3}.view{fill:#e6eaf0;stroke:#8b95a3}.off{stroke-dasharray:4 3}.plain{fill:none;stroke:#8b95a3}
    .part{fill:#fff;stroke:#c9ced6}.band{fill:none;stroke:#9aa4b1}.chosen{fill:#f6d38a}
    .hidden{stroke-dasharray:1 3;opacity:.5}.heat{stroke:none}.h0{fill:#5b7ff0;opacity:.3}.h1{fill:#2fb5d0;opacity:.45}.h2{fill:#3fbf5f;opacity:.55}.h3{fill:#d6c21f;opacity:.65}.h4{fill:#ef8a1d;opacity:.75}.h5{fill:#e0301e;opacity:.85}
    .odd{fill:#f3f4f6}.rule{stroke:#c9ced6}.gap{fill:#c9ced6;opacity:.4}.ink{fill:#1b1f24}.dim{fill:#5b6470}.title{font-size:18px;font-weight:600}
    .path{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round;opacity:.85}.away{stroke-dasharray:1 5}.end,.cross{fill:none;stroke-width:1.8}.number{font-weight:600}
    .control{fill:#0b62c4;stroke:#0b62c4}.gesture{fill:#7a3fb0;stroke:#7a3fb0}.action{fill:#8a5a00;stroke:#8a5a00}.bad{fill:#b3261e;stroke:#b3261e}.device{fill:#5b6470;stroke:#5b6470}
    .bar{stroke:none;opacity:.35}rect.empty{fill:none;opacity:.8}.edge{stroke:none}.hollow{fill:#fff}text[class]{stroke:none}
    .c0{fill:#0072b2;stroke:#0072b2}.c1{fill:#d55e00;stroke:#d55e00}.c2{fill:#00855f;stroke:#00855f}.c3{fill:#b0508c;stroke:#b0508c}
    .c4{fill:#946800;stroke:#946800}.c5{fill:#5a4fcf;stroke:#5a4fcf}.c6{fill:#4d4d4d;stroke:#4d4d4d}
    @media (prefers-color-scheme:dark){.back{fill:#1d2126}.screen{fill:#14171b;stroke:#6c7785}.view{fill:#262c33;stroke:#6c7785}.plain{stroke:#6c7785}
    .part{fill:#1d2126;stroke:#3a414b}.chosen{fill:#6b5316}
    .odd{fill:#23282e}.rule{stroke:#3a414b}.gap{fill:#3a414b}.ink{fill:#e8eaed}.dim{fill:#9aa4b1}
    .control{fill:#6db3ff;stroke:#6db3ff}.gesture{fill:#d0a6ff;stroke:#d0a6ff}.action{fill:#f0c05a;stroke:#f0c05a}.bad{fill:#ff8a80;stroke:#ff8a80}.device{fill:#9aa4b1;stroke:#9aa4b1}
    .c0{fill:#56b4e9;stroke:#56b4e9}.c1{fill:#ff9248;stroke:#ff9248}.c2{fill:#2fd1a0;stroke:#2fd1a0}.c3{fill:#eb9fcb;stroke:#eb9fcb}
    .c4{fill:#f0d03b;stroke:#f0d03b}.c5{fill:#aaa2ff;stroke:#aaa2ff}.c6{fill:#c8c8c8;stroke:#c8c8c8}.hollow{fill:#1d2126}}
    """
}

/// Maps times to places along an axis on which pauses are short.
struct ReportFold {
  /// A pause longer than this is folded, in microseconds.
  static let pause: Int64 = 1_000_000
  /// As long is a pause that is folded, and what is left of time on either side of it.
  static let rest: Int64 = 200_000

  /// The times at which the scale changes, and where they are.
  private var knots: [(time: Int64, place: Int64)]
  /// The pauses.
  private(set) var gaps: [ClosedRange<Int64>] = []

  /// Creates the axis for spans of time in which something happens; they may overlap.
  init(_ spans: [ClosedRange<Int64>], from start: Int64, to end: Int64) {
    var (at, place) = (start, Int64(0))
    knots = [(start, 0)]
    for span in (spans + [end...end]).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if span.lowerBound - at > Self.pause {
        let gap = at + Self.rest...span.lowerBound - Self.rest
        place += Self.rest
        knots.append((gap.lowerBound, place))
        place += Self.rest
        knots.append((gap.upperBound, place))
        gaps.append(gap)
        place += Self.rest
      } else {
        place += max(span.lowerBound - at, 0)
      }
      place += max(span.upperBound - max(span.lowerBound, at), 0)
      at = max(at, span.upperBound)
    }
    knots.append((at, place))
  }

  /// How long the axis is.
  var length: Int64 { max(knots[knots.count - 1].place, 1) }

  /// Where a time is on the axis, 0 … `length`.
  func place(of time: Int64) -> Double {
    var (low, high) = (1, knots.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].time < time { low = middle + 1 } else { high = middle }
    }
    let (before, after) = (knots[low - 1], knots[low])
    guard after.time > before.time else { return Double(after.place) }
    let part = Double(time - before.time) / Double(after.time - before.time)
    return Double(before.place) + min(max(part, 0), 1) * Double(after.place - before.place)
  }
}

/// Finds places for short labels of a drawing, so that none covers another.
struct ReportLabels {
  private var taken: [Point] = []
  private static let size = Size(width: 24, height: 13)

  /// The place for a label: at a point, or as far below it as others need, and not beyond the right edge.
  mutating func room(at point: Point, within width: Double) -> Point {
    var place = point
    place.x = min(place.x, width)
    // Each turn passes one label at least.
    while let other = taken.first(where: { abs($0.x - place.x) < Self.size.width && abs($0.y - place.y) < Self.size.height }) {
      place.y = other.y + Self.size.height
    }
    taken.append(place)
    return place
  }
}

/// Finds corners for the names of views, so that those of a container and of what is in it do not cover each other.
struct ReportViewLabels {
  private var taken: [Rect] = []
  private static let height = 15.0
  /// About how wide a letter is.
  private static let letter = 6.6
  /// As many names are placed; each is compared with all before.
  private static let limit = 2000

  /// The place of a name's base line in one of a view's corners; `nil` where none is free.
  mutating func room(for name: String, in frame: Rect) -> Point? {
    guard taken.count < Self.limit else { return nil }
    let width = Double(name.count) * Self.letter
    let (left, right) = (frame.minX + 6, max(frame.maxX - 6 - width, frame.minX + 6))
    let (top, bottom) = (frame.minY + 2, frame.maxY - 2 - Self.height)
    for corner in [Point(x: left, y: top), Point(x: left, y: bottom), Point(x: right, y: top), Point(x: right, y: bottom)] {
      let box = Rect(x: corner.x, y: corner.y, width: width, height: Self.height)
      guard !taken.contains(where: { $0.overlaps(box) }) else { continue }
      taken.append(box)
      return Point(x: corner.x, y: corner.y + 13)
    }
    return nil
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
