/// Recognizes fingers that move together; continuous (contract 9.2).
///
/// It begins when the centroid of the fingers has moved by `hysteresis`, and ends when fewer than `minimumNumberOfTouches` are left.
/// Fingers may be added and lifted in between.
open class PanGestureRecognizer: GestureRecognizer {
  /// The least number of fingers, from 1; 1 by default.
  public var minimumNumberOfTouches = 1
  /// The greatest number of fingers; any number by default.
  ///
  /// Further fingers make the gesture fail before it has begun, and are ignored afterwards.
  public var maximumNumberOfTouches = Int.max
  /// How far the fingers must move before the gesture begins.
  public var hysteresis = Distance.points(Tuning().panHysteresis)
  /// Whether `translation(in:)` counts from the point of recognition instead of the touch-down point: it then omits a length of
  /// `hysteresis` in the direction that the fingers moved in.
  public var countsFromRecognition = false
  /// The greatest age of a sample that the velocity is computed from.
  public var velocityHorizon = Tuning.velocityHorizon
  /// The time after the last sample at which the fingers count as stopped.
  public var velocityStopTime = Tuning.velocityStop

  @safe @exclusivity(unchecked) final var machine = PanMachine()
  /// The displacement that the translation omits, in points of the window.
  @safe @exclusivity(unchecked) final var uncounted = SIMD2<Double>.zero
  @safe @exclusivity(unchecked) final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "pan" }

  // MARK: Results

  /// The displacement of the fingers, in points of the view, or of the window for `nil`.
  public final func translation(in view: View?) -> Point {
    Self.turn(machine.displacement - uncounted, into: view)
  }

  /// Sets the current value of the translation, in points of the view, or of the window for `nil`.
  ///
  /// The velocity does not change.
  public final func setTranslation(_ translation: Point, in view: View?) {
    var displacement = translation
    if let view { displacement = view.convertToWindow(translation) - view.convertToWindow(.zero) }
    uncounted = machine.displacement - SIMD2(displacement.x, displacement.y)
  }

  /// The velocity of the fingers, in points of the view, or of the window for `nil`, per second (contract 9.6).
  public final func velocity(in view: View?) -> Point {
    let velocity = machine.velocity.velocity(at: referee?.now ?? lastTime)
    return Self.turn(SIMD2(velocity.x, velocity.y), into: view)
  }

  private static func turn(_ displacement: SIMD2<Double>, into view: View?) -> Point {
    let point = Point(x: displacement.x, y: displacement.y)
    guard let view else { return point }
    return view.convertFromWindow(point) - view.convertFromWindow(.zero)
  }

  // MARK: Touches

  override var leastTouches: Int { max(minimumNumberOfTouches, 1) }

  override func prepare() {
    machine = PanMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 1), maximum: mostTouches, hysteresis: gestureScale.points(hysteresis)))
    machine.velocity.horizon = velocityHorizon
    machine.velocity.stopTime = velocityStopTime
    uncounted = .zero
  }

  /// The greatest number of fingers that the gesture takes.
  var mostTouches: Int { maximumNumberOfTouches }

  override func didBegin() {
    guard countsFromRecognition else { return }
    let length = (machine.displacement * machine.displacement).sum().squareRoot()
    if length > 0 { uncounted = machine.displacement * min(1, machine.core.hysteresis / length) }
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard let others = admit(touches, upTo: machine.core.maximum, event) else { return }
    lastTime = event.timestamp
    proceed(
      machine.began(
        others: others.isEmpty ? nil : others.centroid, middle: self.touches.centroid, down: self.touches.downCount,
        at: event.timestamp))
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    lastTime = event.timestamp
    let middle = self.touches.centroid
    let movement = movement(at: middle)
    proceed(machine.moved(to: middle, at: event.timestamp, counting: movement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: false)
  }

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    lastTime = lastTime.advanced(byMicroseconds: microseconds)
    machine.velocity.shift(by: microseconds)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: true)
  }

  private func leave(_ event: Event, isCancelled: Bool) {
    lastTime = event.timestamp
    let rest = touches.down
    let middle = touches.centroid
    let movement = movement(at: middle)
    let step = machine.ended(
      at: middle, rest: rest.isEmpty ? nil : rest.centroid, down: rest.count, at: event.timestamp, isCancelled: isCancelled,
      counting: movement)
    proceed(step)
    if step == .begin, rest.count < machine.core.minimum { proceed(.recognize) }
  }

  /// The part of a displacement that counts towards `hysteresis`, in points; by default its length.
  ///
  /// Asked at each movement until the gesture has begun, with the displacement since the fingers touched down, in points of the window. An
  /// override that returns 0 keeps the gesture from beginning, and leaves it possible.
  open func movement(of displacement: Point) -> Double { displacement.distance(to: .zero) }

  /// The movement that counts once the fingers' centroid is at a point; 0 after the decision.
  private func movement(at middle: Point) -> Double {
    if machine.core.isUnderWay { return 0 }
    let displacement = machine.displacement(at: middle)
    return movement(of: Point(x: displacement.x, y: displacement.y))
  }

  /// The reason why fingers that have moved far enough are not this pan; `nil` if they are.
  func objectionToBeginning() -> GestureReason.Cause? { nil }

  private func proceed(_ step: GestureStep) {
    if step == .wait { return }
    if step == .begin, let cause = objectionToBeginning() { return fail(cause) }
    apply(step)
  }
}

extension ContiguousArray<Touch> {
  /// The touches that are down; the others have ended in this frame.
  var down: ContiguousArray<Touch> { filter(\.isAlive) }

  /// The touches that are not in the set; O(n × m).
  func without(_ others: TouchSet) -> ContiguousArray<Touch> {
    filter { !others.contains($0) }
  }
}

/// The state machine of a pan: follows the centroid of the fingers.
///
/// A finger that is added or lifted makes no jump: the displacement is kept, and the new centroid is followed from there.
struct PanMachine {
  private(set) var core: ContinuousMachine
  /// The displacement of the centroid while enough fingers were down, in points.
  private(set) var displacement = SIMD2<Double>.zero
  private var anchor = SIMD2<Double>.zero
  private var fingers = 0
  var velocity = VelocityTracker()

  init(_ core: ContinuousMachine = ContinuousMachine()) {
    self.core = core
  }

  /// A finger touched down; `others` is the centroid of the previous fingers, if there are any, `middle` that of all.
  mutating func began(others: Point?, middle: Point, down count: Int, at time: Timestamp) -> GestureStep {
    if let others { follow(others, at: time) }
    start(middle, count)
    if count >= core.minimum { velocity.add(place, at: time) }
    let step = core.began(down: count)
    // Without a slop the gesture begins with the touch.
    if step == .wait, core.hysteresis <= 0, !core.isUnderWay { return core.moved(0, fingers: count) }
    return step
  }

  /// The centroid moved; `movement` counts instead of the length of the displacement.
  mutating func moved(to middle: Point, at time: Timestamp, counting movement: Double? = nil) -> GestureStep {
    follow(middle, at: time)
    return core.moved(movement ?? length, fingers: fingers)
  }

  private var length: Double { (displacement * displacement).sum().squareRoot() }

  /// The displacement once the centroid is at a point.
  func displacement(at middle: Point) -> SIMD2<Double> {
    fingers >= core.minimum ? SIMD2(middle.x, middle.y) - anchor : displacement
  }

  /// Fingers were lifted or cancelled; `middle` is the centroid of all, `rest` that of the remaining fingers, if there are any.
  mutating func ended(
    at middle: Point, rest: Point?, down count: Int, at time: Timestamp, isCancelled: Bool, counting movement: Double? = nil
  ) -> GestureStep {
    updateDisplacement(middle)
    let before = fingers
    if let rest { start(rest, count) } else { fingers = 0 }
    if isCancelled { return core.cancelled(down: count) }
    let length = movement ?? length
    return core.ended(
      down: count, of: before, movement: length,
      before < core.minimum
        ? .tooFewTouches(before, needed: core.minimum) : .movedTooLittle(length, needed: core.hysteresis))
  }

  private var place: Point { Point(x: displacement.x, y: displacement.y) }

  private mutating func start(_ middle: Point, _ count: Int) {
    anchor = SIMD2(middle.x, middle.y) - displacement
    fingers = count
  }

  private mutating func updateDisplacement(_ middle: Point) {
    displacement = displacement(at: middle)
  }

  private mutating func follow(_ middle: Point, at time: Timestamp) {
    updateDisplacement(middle)
    if fingers >= core.minimum { velocity.add(place, at: time) }
  }
}

/// Recognizes fingers that enter from an edge of the window; continuous (contract 9.2).
///
/// The touches begin within `edgeWidth` of the same one of the `edges` and move inward. Touches that begin elsewhere later are ignored.
///
/// One finger makes the gesture by default, and others are ignored, whether they begin later or with it. `minimumNumberOfTouches` asks for more of them. With it, or with a
/// `maximumNumberOfTouches`, a further finger at the edge makes the gesture fail before it has begun, so that gestures of one, two and three
/// fingers differ.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// Edges of a window.
  public struct Edges: OptionSet, Hashable, Sendable {
    /// UIKit's bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The top edge.
    public static let top = Edges(rawValue: 1)
    /// The left edge.
    public static let left = Edges(rawValue: 2)
    /// The bottom edge.
    public static let bottom = Edges(rawValue: 4)
    /// The right edge.
    public static let right = Edges(rawValue: 8)
    /// All four.
    public static let all: Edges = [.top, .left, .bottom, .right]
  }

  /// The edges that the gesture can come from; empty by default, as in UIKit.
  public var edges: Edges = []
  /// The greatest distance of the touch's start from the edge.
  public var edgeWidth = Distance.millimetres(Tuning().edgeWidth)

  /// The edge that the touch came from; empty between touches.
  public private(set) var edge: Edges = []

  open override var kind: String { "edgePan" }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if edge.isEmpty {
      guard let first = findEdge(of: touches) else { return }
      if !isCounted {
        for touch in touches where touch !== first { ignore(touch, for: event) }
        return super.touchesBegan(TouchSet(only: first), with: event)
      }
    }
    let counted = edge
    for touch in touches where !isCounted || !begins(touch, at: counted) { ignore(touch, for: event) }
    if touches.contains(where: { self.touches.contains($0) }) { super.touchesBegan(touches, with: event) }
  }

  /// Finds the edge that the first touches come from, and the touch nearest to it; fails if all come from elsewhere.
  private func findEdge(of touches: TouchSet) -> Touch? {
    var best: (touch: Touch?, edge: Edges, distance: Double) = (nil, [], .infinity)
    for touch in touches {
      guard let bounds = touch.window?.bounds else {
        fail(.disabled)
        return nil
      }
      let found = nearestEdge(to: touch.location, of: bounds)
      if found.1 < best.distance { best = (touch, found.0, found.1) }
    }
    let width = points(edgeWidth)
    guard let first = best.touch, best.distance <= width else {
      fail(.notAtEdge(best.distance, limit: width))
      return nil
    }
    edge = best.edge
    return first
  }

  /// Whether the number of fingers is asked for; otherwise the first one is the gesture's, and later ones are ignored.
  private var isCounted: Bool { minimumNumberOfTouches > 1 || maximumNumberOfTouches < Int.max }

  override var mostTouches: Int { maximumNumberOfTouches < Int.max ? maximumNumberOfTouches : max(minimumNumberOfTouches, 1) }

  private func begins(_ touch: Touch, at edge: Edges) -> Bool {
    guard let bounds = touch.window?.bounds else { return false }
    return distance(of: touch.location, from: edge, of: bounds) <= points(edgeWidth)
  }

  override func objectionToBeginning() -> GestureReason.Cause? {
    let displacement = machine.displacement
    let (along, across): (Double, Double) =
      switch edge {
      case .left: (displacement.x, displacement.y.magnitude)
      case .right: (-displacement.x, displacement.y.magnitude)
      case .top: (displacement.y, displacement.x.magnitude)
      default: (-displacement.y, displacement.x.magnitude)
      }
    return along > 0 && along >= across ? nil : .wrongDirection(along: along, across: across)
  }

  open override func reset() {
    edge = []
  }

  private func nearestEdge(to point: Point, of bounds: Rect) -> (Edges, Double) {
    var nearest: (Edges, Double) = ([], .infinity)
    for raw in [Edges.left, .right, .top, .bottom] where edges.contains(raw) {
      let distance = distance(of: point, from: raw, of: bounds)
      if distance < nearest.1 { nearest = (raw, distance) }
    }
    return nearest
  }

  private func distance(of point: Point, from edge: Edges, of bounds: Rect) -> Double {
    switch edge {
    case .left: point.x - bounds.minX
    case .right: bounds.maxX - point.x
    case .top: point.y - bounds.minY
    default: bounds.maxY - point.y
    }
  }
}
