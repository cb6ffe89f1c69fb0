/// What forwarding did with contacts, counted.
public struct ForwardCounts: Hashable, Sendable, CustomStringConvertible {
  /// How many contacts began on a copy.
  public private(set) var passed = 0
  /// How many contacts never reached a copy, by the word of the cause.
  public private(set) var kept: [String: Int] = [:]
  /// How many contacts were taken away from the readers of a copy, by the word of the cause.
  public private(set) var cancelled: [String: Int] = [:]

  /// Creates counts of nothing.
  public init() {}

  /// Counts what a forwarder noted; other notes than those of contacts that are kept or taken away count nothing.
  public mutating func add(_ note: ForwardNote) {
    switch note.action {
    case .kept: kept[note.cause.word, default: 0] += 1
    case .cancelled: cancelled[note.cause.word, default: 0] += 1
    case .held, .released, .muted, .unmuted: break
    }
  }

  /// Counts the contacts that begin in a forwarder's output.
  public mutating func add(_ output: [EvdevEvent]) {
    for event in output where event.code == EvdevCode.trackingID && event.type == EvdevCode.absolute && event.value >= 0 { passed += 1 }
  }

  /// A line for people: `5 contacts let through, 3 kept back (edge 2, fingers 1), 0 taken away`.
  public var description: String {
    "\(passed) contact\(passed == 1 ? "" : "s") let through, \(Self.text(kept, "kept back")), \(Self.text(cancelled, "taken away"))"
  }

  private static func text(_ counts: [String: Int], _ what: String) -> String {
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let list = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "\(counts.values.reduce(0, +)) \(what)\(list)"
  }
}
