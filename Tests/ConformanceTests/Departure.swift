/// A case that we do not follow, because the contract says otherwise.
struct Departure: Sendable {
  let id: String
  /// The contract's line.
  let line: String
  let reason: String
  /// What we do instead, as the check's `Mismatch` tells it: so a departure is checked, too.
  let ours: String
}

extension Departures {
  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
