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
