/// Recognizes a shape that one finger draws, in one or several strokes, by comparison with templates.
///
/// It is discrete: when the last stroke is lifted, the drawing is compared with all templates, and the best match is recognized if it is
/// similar enough. Between strokes the finger may be up for a while. A second finger makes the gesture fail.
///
/// | state | finger down | finger moved | finger lifted | pause is over |
/// | --- | --- | --- | --- | --- |
/// | empty | draw | | | |
/// | drawing | fail | draw | last stroke: compare; else pause | |
/// | pausing | draw; on a control press | | | compare |
/// | pressing | as in pausing | as far as a first stroke: draw; else stay | ignore the finger, pause | ignore the finger, compare |
///
/// In a pause a finger on a control, or on a view with gestures of its own, presses that until it has drawn a stroke. A tap elsewhere is a
/// dot, a stroke of one point.
///
/// The stroke recognizers of one view decide together: the most similar shape wins, in whatever order the recognizers were added, and the
/// others fail. They wait for as many strokes as any of them takes. Where a second shape is as similar to within `margin`, none is
/// recognized. A recognizer that may be recognized at the same time as another one takes no part in its decision.
///
/// ```swift
/// let shapes = StrokeGestureRecognizer(templates: [check, circle])
/// shapes.direction = .forward
/// view.addGestureRecognizer(shapes)
/// ```
open class StrokeGestureRecognizer: GestureRecognizer {
  /// The templates of the shapes to recognize.
  public var templates: [StrokeTemplate] {
    get { matcher.templates }
    set { matcher.templates = newValue }
  }
  /// The least similarity of a drawing to a template, 0…1.
  ///
  /// 0.75: ours. A circle in a recording of a Wacom panel has 0.82. Common shapes with an error of 10 % of their size have 0.75 and more;
  /// different shapes have 0.68 at most, except a line and an arrow with 0.79.
  public var threshold = 0.75
  /// Whether it counts where a stroke begins and ends; `any` by default.
  public var direction: StrokeMatcher.Direction {
    get { matcher.direction }
    set { matcher.direction = newValue }
  }
  /// How much more similar than a second shape the best one must be, 0…1.
  ///
  /// 0.02: ours. Of 832 drawings of 16 shapes by 13 synthetic hands, with eight templates a shape, 98 of 100 are recognized rightly, 2 are
  /// left undecided, and 2 of 1,000 are taken for another shape; without a margin, 11 of 1,000 are.
  public var margin = 0.02
  /// The greatest number of strokes; `nil` for that of the template with the most strokes.
  ///
  /// After the last of them the drawing is compared at once, otherwise after `pauseLimit`. Where stroke recognizers of one view decide
  /// together, the greatest of their numbers counts.
  public var maximumNumberOfStrokes: Int?
  /// The greatest time between two strokes.
  ///
  /// 0.5 s: ours.
  public var pauseLimit = Duration.milliseconds(500)
  /// The least size of the first stroke, along its longer side.
  ///
  /// 10 mm: ours. A smaller drawing is a tap, and fails at once.
  public var minimumSize = Distance.millimetres(10)
  /// The best match of the last drawing, whether it was similar enough or not; `nil` before the first comparison.
  public internal(set) var match: StrokeMatcher.Match?

  private(set) var matcher = StrokeMatcher()
  private(set) var ink = StrokeInk()
  private var isDrawing = false
  private var press: StrokePress?

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
    let pauseEnd = press?.pauseEnd ?? deadline
    ignorePress()
    if let pauseEnd, !ink.strokes.isEmpty, isPress(touch) {
      press = StrokePress(touch, pauseEnd: pauseEnd)
      // So long a press that is not a stroke yet is none.
      return pause(from: event.timestamp)
    }
    deadline = nil
    isDrawing = true
    ink.begin(at: touch.location(in: nil))
  }

  /// Draws.
  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    for touch in touches {
      let place = touch.location(in: nil)
      if press?.touch == touch.id { movePress(to: place) } else { ink.move(to: place) }
    }
  }

  /// Ends a stroke.
  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    if let press, touches.contains(where: { $0.id == press.touch }) { return endPress(at: event.timestamp) }
    isDrawing = false
    // Another recognizer has compared the drawing in this frame.
    guard !isWaiting else { return }
    guard isLargeEnough else { return fail(.movedTooLittle(ink.extent, needed: points(minimumSize))) }
    let contest = StrokeContest(of: self)
    if ink.strokes.count >= contest.strokeLimit { contest.decide() } else { pause(from: event.timestamp) }
  }

  /// Cancels the gesture.
  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    if let press, touches.contains(where: { $0.id == press.touch }) { return endPress(at: event.timestamp) }
    apply(.cancel)
  }

  /// Compares the drawing, as no further stroke came in time.
  open override func deadlinePassed(at moment: Timestamp) {
    StrokeContest(of: self).decide()
  }

  /// Forgets the drawing.
  open override func reset() {
    ink = StrokeInk()
    isDrawing = false
    press = nil
  }

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    if let press { self.press?.pauseEnd = press.pauseEnd.advanced(byMicroseconds: microseconds) }
  }

  private func pause(from time: Timestamp) {
    deadline = time.advanced(byMicroseconds: StrokeContest(of: self).pauseLimit.positiveMicroseconds)
  }

  /// Whether the drawing is more than a tap.
  var isLargeEnough: Bool { ink.extent >= points(minimumSize) }

  /// The number of strokes after which the drawing is compared at once.
  var strokeLimit: Int {
    maximumNumberOfStrokes ?? templates.reduce(1) { max($0, $1.strokes.count) }
  }

  override var success: GestureReason.Cause {
    match.map { .similar(GestureReason.Similarity(match: $0, needed: threshold)) } ?? .recognized
  }
}

// MARK: - Presses in a pause

/// A finger on a control in the pause after a stroke.
private struct StrokePress {
  /// By its number: a touch holds its view, which holds the recognizer.
  let touch: TouchID
  /// When the pause is over, if the finger draws nothing.
  var pauseEnd: Timestamp
  /// Where the finger went.
  var ink = StrokeInk()

  init(_ touch: Touch, pauseEnd: Timestamp) {
    self.touch = touch.id
    self.pauseEnd = pauseEnd
    ink.begin(at: touch.location(in: nil))
  }
}

extension StrokeGestureRecognizer {
  /// The touches that made the drawing.
  var drawn: ContiguousArray<TouchID> {
    guard let press else { return seen }
    return seen.filter { $0 != press.touch }
  }

  /// Leaves the finger that presses a control to that control.
  func ignorePress() {
    guard let press else { return }
    self.press = nil
    if let touch = touches.first(where: { $0.id == press.touch }) { ignore(touch) }
  }

  /// Whether the touch is on a control in the recognizer's view, or on a view with gestures of its own.
  private func isPress(_ touch: Touch) -> Bool {
    var next = touch.view
    while let current = next, current !== view {
      if current is Control || !current.recognizers.isEmpty { return true }
      next = current.superview
    }
    return false
  }

  private func movePress(to point: Point) {
    press?.ink.move(to: point)
    guard let press, press.ink.extent >= points(minimumSize) else { return }
    ink.add(press.ink)
    self.press = nil
    isDrawing = true
    deadline = nil
  }

  private func endPress(at time: Timestamp) {
    guard let pauseEnd = press?.pauseEnd else { return }
    ignorePress()
    deadline = max(pauseEnd, time)
  }
}

/// The current drawing: strokes of bounded size.
///
/// Points less than a point from the last one are left out. Where there would be more than 512, every other point is removed; the
/// comparison uses 32.
struct StrokeInk {
  private(set) var strokes: [[Point]] = []
  private var count = 0
  private var spacing = 1.0
  private var lowest = Point.zero
  private var highest = Point.zero

  static let limit = 512

  /// The longer side of the drawing's bounds, in points.
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

  /// Continues the last stroke.
  mutating func move(to point: Point) {
    guard let last = strokes.last?.last, point.squaredDistance(to: last) >= spacing * spacing else { return }
    append(point)
  }

  /// Adds the strokes of another drawing.
  mutating func add(_ other: StrokeInk) {
    for stroke in other.strokes {
      guard let first = stroke.first else { continue }
      begin(at: first)
      for point in stroke.dropFirst() { move(to: point) }
    }
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
