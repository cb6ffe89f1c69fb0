public import ContactorCore

/// A slider in the form of a knob that is turned about its centre (contract 7.7).
///
/// Angles are in radians, clockwise from straight up. The knob turns from `startAngle` to `endAngle`; the rest of the turn is a dead
/// zone, across which the value does not jump: a finger that goes on beyond an end leaves the value there. An endless knob has no ends:
/// a turn goes from the minimum to the maximum and on to the minimum.
///
/// Ticks, steps and the value are a slider's; `isVertical` and `touchMode` mean nothing here. The class has no UIKit counterpart; it is
/// AppKit's circular slider.
open class Knob: Slider {
  /// How a finger turns the knob.
  public enum TurnMode: Hashable, Sendable {
    /// The knob turns as far as the finger about the centre, wherever the finger touched.
    case turns
    /// The knob points to the finger; a finger in the dead zone means the nearer end.
    case points
    /// The value grows as the finger goes up: `dragLength` is the whole range.
    case vertical
  }

  /// Where the angle of a finger is too inexact to be followed: this close to the centre, in points.
  ///
  /// 8 pt, a quarter of a fingertip: ours.
  public static let centerRadius = 8.0
  /// How far a finger goes for the whole range with `TurnMode.vertical`, in points, unless `dragLength` is set.
  ///
  /// 200 pt, 31 mm, a thumb's stroke: ours.
  public static let standardDragLength = 200.0

  /// How a finger turns the knob.
  public final var turnMode = TurnMode.turns
  /// Whether the value goes on at the other end, so that the knob has no dead zone.
  public final var isEndless = false {
    didSet { if isEndless != oldValue { changed(.frame) } }
  }
  /// The angle at the minimum, clockwise from straight up, in radians: −¾ π by default, down left.
  public final var startAngle = -0.75 * Double.pi {
    didSet { if startAngle != oldValue { changed(.frame) } }
  }
  /// The angle at the maximum: ¾ π by default, down right.
  ///
  /// It is taken as at most a turn after `startAngle`. Ends without a sweep between them, infinite ones and NaN leave a finger nothing
  /// to turn.
  public final var endAngle = 0.75 * Double.pi {
    didSet { if endAngle != oldValue { changed(.frame) } }
  }
  /// How far a finger goes for the whole range with `TurnMode.vertical`, in points; a length not above 0 is ignored.
  public final var dragLength = Knob.standardDragLength {
    didSet { if !(dragLength > 0) { dragLength = oldValue } }
  }

  /// The knob's position as the finger turned it: beyond 0 … 1 in the dead zone, and between two steps.
  private final var position = 0.0
  /// The value that the position had; another value was set in the meantime if it differs.
  private final var followed = 0.0
  /// The vector from the centre to the finger where its angle or height was last followed.
  private final var hand = Point.zero
  /// Whether `hand` is far enough from the centre to have an angle.
  private final var hasAngle = false

  /// Steps, and goes on at the other end of an endless knob.
  override func takeStep(_ direction: Double) {
    let next = value + direction * step
    guard isEndless, range.length > 0, range.length.isFinite, next > maximumValue || next < minimumValue else {
      return super.takeStep(direction)
    }
    let isUp = direction > 0
    // Steps that do not fill the range begin again at its other end.
    if snaps, isUp ? value < maximumValue : snapped(maximumValue) < maximumValue {
      value = isUp ? minimumValue : snapped(maximumValue)
    } else {
      let over = (next - minimumValue).truncatingRemainder(dividingBy: range.length)
      value = minimumValue + (over < 0 ? over + range.length : over)
      if snaps { value = snapped(value) }
    }
  }

  /// A knob keeps every drag.
  override open var dragAxes: ScrollAxes { .both }

  // MARK: Touches

  override func beginFollowing(_ touch: Touch) -> Bool {
    hand = fromCenter(touch)
    hasAngle = isOutsideCenter(hand)
    (position, followed) = (range.share, value)
    let jumps = turnMode == .points
    anchor(at: jumps ? .nan : position)
    guard jumps, hasAngle, sweep > 0 else { return false }
    position = nearestPosition(of: clockwise(hand))
    return true
  }

  override var followsLine: Bool { false }

  override func share(at touch: Touch) -> Double {
    guard sweep > 0 else { return .nan }
    let place = fromCenter(touch)
    // An action or an observer may have set another value, or other ends.
    if followed != value { position = range.share }
    if turnMode == .vertical {
      position = min(max(position + (hand.y - place.y) / dragLength, 0), 1)
      hand = place
    } else {
      turn(to: place)
    }
    let share = isEndless ? position - position.rounded(.down) : position
    followed = snapped(range.value(at: share))
    return share
  }

  private func turn(to place: Point) {
    guard isOutsideCenter(place) else {
      // A finger that passes the centre turns nothing; a knob that points to it finds it on the other side.
      if turnMode == .turns { hasAngle = false }
      return
    }
    let (before, hadAngle) = (hand, hasAngle)
    (hand, hasAngle) = (place, true)
    guard hadAngle else {
      if turnMode == .points { position = nearestPosition(of: clockwise(place)) }
      return
    }
    position += Angle.of(x: before.x * place.x + before.y * place.y, y: before.x * place.y - before.y * place.x) / sweep
    if !position.isFinite { position = range.share }
    if isEndless { return }
    if turnMode == .points { bringBack() } else { position = min(max(position, 0), 1) }
  }

  /// Forgets a whole turn beyond an end: there the knob points at the end again.
  private func bringBack() {
    let turn = 2 * Double.pi / sweep
    if position >= 1 + turn { position -= turn }
    if position <= -turn { position += turn }
  }

  private func fromCenter(_ touch: Touch) -> Point { touch.location(in: self) - bounds.center }

  private func isOutsideCenter(_ place: Point) -> Bool {
    let reach = min(Self.centerRadius, min(bounds.size.width, bounds.size.height) / 4)
    return place.distance(to: .zero) > max(reach, 0)
  }

  // MARK: Angles

  /// The angle from `startAngle` to `endAngle`, above 0 and at most a turn; a turn for an endless knob; 0 for ends that give none.
  public final var sweep: Double {
    let turn = 2 * Double.pi
    if isEndless { return startAngle.isFinite ? turn : 0 }
    let sweep = endAngle - startAngle
    return sweep > 0 && sweep < .infinity ? min(sweep, turn) : 0
  }

  /// The angle to which the knob points, clockwise from straight up, in radians.
  public final var angle: Double { startAngle + range.share * sweep }

  /// The angle of a vector clockwise from straight up.
  private func clockwise(_ vector: Point) -> Double { Angle.of(x: -vector.y, y: vector.x) }

  /// The position that points along an angle, or the nearer end for an angle in the dead zone.
  private func nearestPosition(of angle: Double) -> Double {
    let turn = 2 * Double.pi
    let after = (angle - startAngle).remainder(dividingBy: turn)
    let fromStart = after < 0 ? after + turn : after
    if fromStart <= sweep { return fromStart / sweep }
    return fromStart - sweep < turn - fromStart ? 1 : 0
  }

  // MARK: Drawing

  /// A part's rectangle in the knob's own space: the track and the filled track are the whole dial, the knob and the tick marks small
  /// squares on its rim.
  override open func contentFrame(for part: Part) -> Rect {
    let dial = self.dial
    switch part {
    case .track, .filled: return dial
    case .knob: return mark(at: angle, on: dial, size: dial.width / 8)
    case .tick(let index):
      guard index >= 0, index < numberOfTickMarks else { return .null }
      return mark(at: startAngle + tickShare(at: index) * sweep, on: dial, size: min(Self.lineThickness, dial.width))
    }
  }

  /// The greatest square about the centre.
  private var dial: Rect {
    let side = max(min(bounds.size.width, bounds.size.height), 0)
    return Rect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
  }

  private func mark(at angle: Double, on dial: Rect, size: Double) -> Rect {
    let rim = AffineTransform(rotationAngle: angle).apply(to: Point(x: 0, y: (size - dial.height) / 2))
    return Rect(x: dial.midX + rim.x - size / 2, y: dial.midY + rim.y - size / 2, width: size, height: size)
  }
}
