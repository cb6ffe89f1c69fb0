import ContactorCore

/// Counts how many frames a second a panel sends.
struct RateMeter {
  /// How far back it looks, in microseconds.
  static let span: Microseconds = 1_000_000

  private var times: [Timestamp] = []

  /// Notes a frame; time that steps back starts the count anew.
  mutating func note(_ time: Timestamp) {
    if let last = times.last, time < last { times.removeAll() }
    times.append(time)
    // Thrown away in larger pieces, so that a frame costs little.
    if times.count >= 256, let first = times.firstIndex(where: { time.microseconds(since: $0) <= Self.span }), first >= 128 {
      times.removeFirst(first)
    }
  }

  /// Frames a second in the last second before a moment; 0 for fewer than two.
  func hertz(at moment: Timestamp) -> Double {
    let recent = times.drop { moment.microseconds(since: $0) > Self.span }
    guard let first = recent.first, let last = recent.last, last > first else { return 0 }
    return Double(recent.count - 1) * 1_000_000 / Double(last.microseconds(since: first))
  }

  /// Forgets everything.
  mutating func reset() { times.removeAll(keepingCapacity: true) }
}
