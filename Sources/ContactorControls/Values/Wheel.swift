import ContactorCore

/// The motion of one wheel of a picker: rows that a finger turns, that go on turning when it is lifted, and that come to rest at a row.
///
/// A position is a number of rows: 2.5 is half way from row 2 to row 3. Every position is a closed form of event time, so it does not
/// matter how often one asks.
///
/// | state   | grab                 | drag    | release, cancel          | turn           | rest               |
/// | ------- | -------------------- | ------- | ------------------------ | -------------- | ------------------ |
/// | resting | dragged              | –       | –                        | gliding        | –                  |
/// | dragged | –                    | dragged | gliding to a row         | gliding        | resting            |
/// | gliding | dragged from there   | –       | –                        | gliding        | resting at its row |
struct Wheel {
  /// The wheel's motion.
  enum Motion {
    /// It stands at the selected row.
    case resting
    /// A finger holds it at a position.
    case dragged(Double)
    /// It goes to a row.
    case gliding(Glide)
  }

  /// A way whose rest shrinks by a factor in each millisecond.
  struct Glide {
    let start: Timestamp
    let from: Double
    let to: Double
    /// The natural logarithm of the share of the way to go that is left after a millisecond.
    let logarithm: Double
    let end: Timestamp
    /// Whether a user's finger caused it, so that the end is reported.
    let isUsers: Bool

    /// The position at a time.
    func position(at time: Timestamp) -> Double {
      guard time < end else { return to }
      let passed = max(time.microseconds(since: start), 0)
      return to + (from - to) * decay(logarithm * Double(passed) / 1000)
    }
  }

  /// The share of a speed that is left after a millisecond: UIKit's normal deceleration.
  static let flingRate = ScrollView.DecelerationRate.normal.rawValue
  /// The share of a way of about a row that is left after a millisecond: UIKit's fast deceleration.
  static let snapRate = ScrollView.DecelerationRate.fast.rawValue
  /// How far a speed of one unit a second goes at `flingRate`, in units.
  static let flingReach = ScrollMachine.landing(from: 0, velocity: 1, rate: flingRate)
  /// The rest of a way, in points, at which the wheel stands.
  ///
  /// 0.5 pt: UIKit's smallest step on its first screens.
  static let restDistance = 0.5
  /// The longest way that a finger or a speed can turn the wheel, in rows; beyond, positions would lose their fractions.
  static let farthest = 1e12

  /// The number of rows, at least 0.
  private(set) var count = 0
  /// The row at rest, also while the wheel moves; 0 without rows.
  private(set) var selected = 0
  /// Whether the first row follows the last.
  var isEndless = false
  private(set) var motion = Motion.resting

  /// The selected row, or `nil` without rows.
  var selectedRow: Int? { count > 0 ? selected : nil }

  /// The glide under way.
  var glide: Glide? {
    if case .gliding(let glide) = motion { return glide }
    return nil
  }

  /// The position at a time.
  func position(at time: Timestamp) -> Double {
    switch motion {
    case .resting: Double(selected)
    case .dragged(let position): position
    case .gliding(let glide): glide.position(at: time)
    }
  }

  /// The row at a position: the nearest, and after the last the first of an endless wheel; `nil` beyond the ends and without rows.
  func row(at position: Double) -> Int? {
    guard count > 0, position.magnitude <= Self.farthest else { return nil }
    let index = Int(position.rounded())
    if isEndless { return ((index % count) + count) % count }
    return index >= 0 && index < count ? index : nil
  }

  /// Sets the number of rows and stops the wheel; the selected row stays, or becomes the last one.
  mutating func setCount(_ count: Int) {
    self.count = max(count, 0)
    select(selected)
  }

  /// Stands at a row, clamped to the rows.
  mutating func select(_ row: Int) {
    selected = min(max(row, 0), max(count - 1, 0))
    motion = .resting
  }

  /// A finger takes hold of the wheel; returns the position.
  mutating func grab(at time: Timestamp) -> Double {
    var position = position(at: time)
    // An endless wheel may have turned many times.
    if isEndless, count > 0 { position -= (position / Double(count)).rounded(.down) * Double(count) }
    motion = .dragged(position)
    return position
  }

  /// The finger turned the wheel to a position; beyond the ends the wheel follows less and less.
  ///
  /// - Parameter span: the number of rows that are to be seen: the wheel goes at most so far beyond an end.
  mutating func drag(to position: Double, span: Double) {
    guard position.magnitude <= Self.farthest else { return }
    if isEndless { return motion = .dragged(position) }
    motion = .dragged(ScrollLimits(0...Double(max(count - 1, 0)), extent: span).banded(position))
  }

  /// The finger left the wheel, which goes on and comes to rest at a row.
  ///
  /// - Parameters:
  ///   - speed: in rows a second.
  ///   - height: of a row, in points.
  mutating func release(speed: Double, height: Double, at time: Timestamp) {
    let here = position(at: time)
    let way = speed * Self.flingReach
    let target = nearestEnd(to: (here + (way.magnitude <= Self.farthest ? way : 0)).rounded())
    let rate = way.magnitude < 1 ? Self.snapRate : Self.flingRate
    turn(to: target, rate: rate, height: height, at: time, isUsers: true)
  }

  /// The wheel turns to a position, which may be a turn away.
  mutating func turn(to target: Double, rate: Double = Wheel.snapRate, height: Double, at time: Timestamp, isUsers: Bool) {
    let from = position(at: time)
    let way = (target - from).magnitude * max(height, 1)
    let logarithm = naturalLogarithm(rate)
    // The first millisecond at which less than the rest distance is left: between 0 and one too many.
    var (low, high): (Int64, Int64) = (0, 1 << 16)
    while low < high {
      let middle = (low + high) / 2
      if way * decay(logarithm * Double(middle)) < Self.restDistance { high = middle } else { low = middle + 1 }
    }
    let end = time.advanced(byMicroseconds: low * 1000)
    motion = .gliding(Glide(start: time, from: from, to: target, logarithm: logarithm, end: end, isUsers: isUsers))
  }

  /// The position nearest to a row's in the direction of a position: an endless wheel takes the shorter way.
  func target(for row: Int, from position: Double) -> Double {
    guard isEndless, count > 0 else { return Double(row) }
    let turns = ((position - Double(row)) / Double(count)).rounded()
    return Double(row) + turns * Double(count)
  }

  /// Moves the times of a glide with the clock.
  mutating func shift(by microseconds: Int64) {
    guard case .gliding(let glide) = motion else { return }
    motion = .gliding(
      Glide(
        start: glide.start.advanced(byMicroseconds: microseconds), from: glide.from, to: glide.to, logarithm: glide.logarithm,
        end: glide.end.advanced(byMicroseconds: microseconds), isUsers: glide.isUsers))
  }

  /// Ends a glide: the wheel stands at its row.
  ///
  /// - Returns: whether the selected row changed.
  mutating func rest() -> Bool {
    guard case .gliding(let glide) = motion else { return false }
    let before = selected
    select(row(at: glide.to) ?? selected)
    return selected != before
  }

  private func nearestEnd(to position: Double) -> Double {
    isEndless ? position : min(max(position, 0), Double(max(count - 1, 0)))
  }
}
