/// Recognizes a shape that one finger draws, in one stroke or several, by comparing it with templates.
///
/// It is discrete: once the last stroke is lifted, what was drawn is compared with all templates; the best counts if
/// it is like enough. Between strokes the finger may be up for a while. A second finger makes it fail.
///
/// | state | finger down | finger moved | finger lifted | pause is over |
/// | --- | --- | --- | --- | --- |
/// | nothing drawn | draw | | | |
/// | drawing | fail | draw | last stroke: compare; else pause | |
/// | pausing | draw | | | compare |
open class StrokeGestureRecognizer: GestureRecognizer {
  /// The shapes that it knows.
  public var templates: [StrokeTemplate] {
    get { matcher.templates }
    set { matcher.templates = newValue }
  }
  /// How like a template a drawing must be, 0…1.
  ///
  /// 0.75: ours. A circle in a recording of a Wacom panel has 0.82, common shapes with an error of 10 % of their size have
  /// 0.75 and more, and among each other 0.68 at most, but for a line, which is like an arrow by 0.79.
  public var threshold = 0.75
  /// The most strokes; `nil` for as many as the template with the most of them has.
  ///
  /// With the last one lifted, the drawing is compared at once, else only after `pauseLimit`.
  public var maximumNumberOfStrokes: Int?
  /// How long the finger may be up between two strokes.
  ///
  /// 0.5 s: ours.
  public var pauseLimit = Duration.milliseconds(500)
  /// The least size of the first stroke, along its longer side.
  ///
  /// 10 mm: ours. What is smaller is no drawing but a tap, and fails at once.
  public var minimumSize = Distance.millimetres(10)
  /// What the last drawing was like, whether that was enough or not; `nil` before the first comparison.
  public private(set) var match: StrokeMatcher.Match?

  private var matcher = StrokeMatcher()
  private var ink = StrokeInk()
  private var isDrawing = false

  /// Creates a recognizer of shapes.
  public convenience init(templates: [StrokeTemplate]) {
    self.init()
    self.templates = templates
  }

  open override var kind: String { "stroke" }

  /// Begins a stroke.
  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard !isDrawing, touches.count == 1, let touch = touches.first else {
      fail(.tooManyTouches(self.touches.downCount, limit: 1))
      return
    }
    deadline = nil
    isDrawing = true
    ink.begin(at: touch.location(in: nil))
  }

  /// Draws.
  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    for touch in touches { ink.move(to: touch.location(in: nil)) }
  }

  /// Ends a stroke.
  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    isDrawing = false
    let needed = points(minimumSize)
    guard ink.extent >= needed else { return fail(.movedTooLittle(ink.extent, needed: needed)) }
    if ink.strokes.count >= strokeLimit {
      compare()
    } else {
      deadline = event.timestamp.advanced(byMicroseconds: pauseLimit.positiveMicroseconds)
    }
  }

  /// Gives up.
  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    apply(.cancel)
  }

  /// Compares what was drawn, as no further stroke came.
  open override func deadlinePassed(at moment: Timestamp) {
    compare()
  }

  /// Forgets what was drawn.
  open override func reset() {
    ink = StrokeInk()
    isDrawing = false
  }

  private var strokeLimit: Int {
    maximumNumberOfStrokes ?? templates.reduce(1) { max($0, $1.strokes.count) }
  }

  private func compare() {
    match = matcher.match(ink.strokes)
    guard let match else { return fail(.other("no template")) }
    apply(match.score >= threshold ? .recognize : .fail(.unlike(GestureReason.Likeness(match: match, needed: threshold))))
  }

  override var success: GestureReason.Cause {
    match.map { .like(GestureReason.Likeness(match: $0, needed: threshold)) } ?? .recognized
  }
}

/// What has been drawn so far: strokes of bounded size.
///
/// Points closer than a point to the last one are left out, and where there would be more than 512, every other one
/// goes: the comparison tells 32 apart.
struct StrokeInk {
  private(set) var strokes: [[Point]] = []
  private var count = 0
  private var spacing = 1.0
  private var lowest = Point.zero
  private var highest = Point.zero

  static let limit = 512

  /// The longer side of what was drawn, in points.
  var extent: Double { max(highest.x - lowest.x, highest.y - lowest.y) }

  /// Begins a stroke.
  mutating func begin(at point: Point) {
    if strokes.isEmpty {
      lowest = point
      highest = point
    }
    strokes.append([])
    append(point)
  }

  /// Goes on with the last stroke.
  mutating func move(to point: Point) {
    guard let last = strokes.last?.last, point.squaredDistance(to: last) >= spacing * spacing else { return }
    append(point)
  }

  private mutating func append(_ point: Point) {
    if count >= StrokeInk.limit { thin() }
    strokes[strokes.count - 1].append(point)
    count += 1
    lowest = Point(x: min(lowest.x, point.x), y: min(lowest.y, point.y))
    highest = Point(x: max(highest.x, point.x), y: max(highest.y, point.y))
  }

  private mutating func thin() {
    spacing *= 2
    for index in strokes.indices {
      let stroke = strokes[index]
      strokes[index] = stroke.indices.filter { $0 % 2 == 0 || $0 == stroke.count - 1 }.map { stroke[$0] }
    }
    count = strokes.reduce(0) { $0 + $1.count }
  }
}
