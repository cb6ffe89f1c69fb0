/// What a check throws where we differ from a case.
struct Mismatch: Error, CustomStringConvertible {
  /// What we do, as text; a departure names the same.
  let ours: String
  let description: String
}

/// Compares what we do with what a case expects.
func match<Value: Equatable>(_ ours: Value, _ expected: Value, _ what: String = "") throws {
  guard ours != expected else { return }
  throw Mismatch(ours: "\(ours)", description: "\(what.isEmpty ? "" : what + ": ")expected \(expected), ours is \(ours)")
}

/// Compares numbers, each within a tolerance.
func match(_ ours: [Double], _ expected: [Double], within tolerance: Double, _ what: String = "") throws {
  let isNear = ours.count == expected.count && zip(ours, expected).allSatisfy { ($0 - $1).magnitude <= tolerance }
  guard !isNear else { return }
  throw Mismatch(
    ours: "\(ours)", description: "\(what.isEmpty ? "" : what + ": ")expected \(expected) ± \(tolerance), ours is \(ours)")
}
