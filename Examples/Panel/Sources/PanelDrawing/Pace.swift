public import ContactorCore

/// Says when to draw: at once after a change, unless the last picture was begun about a refresh of the screen ago or less.
///
/// Of two pictures within a refresh only one is seen. So the first change after a pause is drawn without a wait, and under a finger whose
/// panel reports faster than the screen refreshes, a refresh gets one picture. A touch that comes just after a picture was begun waits
/// longest, and its picture is complete within a refresh of the touch: pictures are begun as much earlier as one takes.
public struct Pace: Sendable {
  /// The time between two refreshes, in microseconds.
  public let refresh: Int64
  private var last: Timestamp?
  /// The time that a picture takes, in microseconds: that of the slowest of the last ones, which counts less with each.
  private var duration: Int64

  /// What waking up takes, in microseconds, on a slow machine.
  private static let wakeTime: Int64 = 300

  /// Creates the pace of a screen by its refreshes in a thousand seconds, as `60_000` for 60 Hz; what is not above 0 counts as 60 Hz.
  public init(millihertz: Int) {
    refresh = 1_000_000_000 / Int64(millihertz > 0 ? millihertz : 60_000)
    // The first pictures take longest: letters are drawn for the first time.
    duration = refresh / 4
  }

  /// The time from which the next picture may be drawn, at the earliest now.
  public func nextDrawing(at now: Timestamp) -> Timestamp {
    guard let last else { return now }
    // Never so early that a slow picture would be followed by the next without a pause for touches.
    let lead = min(duration + duration / 4 + Self.wakeTime, refresh / 2)
    return max(now, Timestamp(microseconds: last.microseconds + refresh - lead))
  }

  /// Takes note of a picture: when it was begun, and when it was on the screen.
  public mutating func drawn(from start: Timestamp, to end: Timestamp) {
    last = start
    duration = max(end.microseconds - start.microseconds, duration - duration / 12)
  }
}

/// Counts what was drawn, and how long after its touch; nothing is allocated after the creation.
public struct Statistics: Sendable {
  /// The touch frames that were handled.
  public private(set) var frames = 0
  /// The pictures that were drawn.
  public private(set) var draws = 0
  /// The rectangles that were drawn and copied.
  public private(set) var rectangles = 0
  /// The pixels of these rectangles.
  public private(set) var pixels = 0
  /// The pictures of which a rectangle was the whole screen.
  public private(set) var wholeScreens = 0
  /// The pictures that were shown more than a refresh after the first touch that they show.
  public private(set) var late = 0
  /// The longest time from a touch to its picture, in microseconds.
  public private(set) var longest: Int64 = 0

  private let refresh: Int64
  /// The number of pictures by the time from their touch, in steps of `step`; the last counts all that took longer.
  private var times: ContiguousArray<Int>
  private var timed = 0
  /// When the first touch was made that no picture shows yet.
  private var waiting: Timestamp?

  private static let step: Int64 = 100
  private static let steps = 1_000

  /// Creates counters at 0 for a screen's refresh in microseconds.
  public init(refresh: Int64) {
    self.refresh = refresh
    times = ContiguousArray(repeating: 0, count: Self.steps)
  }

  /// Counts a touch frame; `changes` says whether it damaged the picture.
  public mutating func touched(at time: Timestamp, changes: Bool) {
    frames += 1
    if changes, waiting == nil { waiting = time }
  }

  /// Counts a picture that is on the screen.
  public mutating func drew(_ damage: borrowing Damage, at now: Timestamp) {
    draws += 1
    rectangles += damage.rects.count
    pixels += damage.area
    if damage.rects.contains(damage.screen) { wholeScreens += 1 }
    guard let touch = waiting else { return }
    waiting = nil
    let time = max(0, now.microseconds - touch.microseconds)
    times[Int(min(time / Self.step, Int64(Self.steps - 1)))] += 1
    timed += 1
    longest = max(longest, time)
    if time > refresh { late += 1 }
  }

  /// The time within which 99 of 100 pictures followed their touch, in microseconds, rounded up to 100; 0 without a picture.
  public var percentile99: Int64 {
    var rest = timed - timed / 100
    for (index, count) in times.enumerated() where rest > 0 {
      rest -= count
      if rest <= 0 { return min(Int64(index + 1) * Self.step, max(longest, Self.step)) }
    }
    return 0
  }

  /// The counters as one line of JSON; times are in microseconds.
  public var json: String {
    """
    {"frames":\(frames),"draws":\(draws),"rectangles":\(rectangles),"pixels":\(pixels),"wholeScreenDraws":\(wholeScreens),\
    "longest":\(longest),"percentile99":\(percentile99),"refresh":\(refresh),"late":\(late)}
    """
  }
}
