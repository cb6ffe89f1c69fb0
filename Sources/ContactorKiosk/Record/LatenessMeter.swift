/// Counts how late things happened, in constant memory, in steps of 10 microseconds up to 100 ms.
struct LatenessMeter {
  private static let step: Int64 = 10
  private var counts = [Int](repeating: 0, count: 10_001)
  private(set) var count = 0
  private(set) var maximum: Int64 = 0

  /// Counts one, in microseconds; what is early counts as in time.
  mutating func add(_ microseconds: Int64) {
    let late = max(0, microseconds)
    counts[min(Int(late / Self.step), counts.count - 1)] += 1
    count += 1
    maximum = max(maximum, late)
  }

  /// The upper bound of the step in which the median lies, in microseconds; 0 for none.
  var median: Int64 {
    var rest = (count + 1) / 2
    guard rest > 0 else { return 0 }
    for (index, number) in counts.enumerated() {
      rest -= number
      if rest <= 0 { return min(Int64(index + 1) * Self.step, maximum) }
    }
    return maximum
  }
}
