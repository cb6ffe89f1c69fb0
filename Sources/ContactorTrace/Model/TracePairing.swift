/// How a panel was paired with an entry of the layout's `devices` while it was recorded.
///
/// A replay reads it back, as it does not know what the kiosk knew from before.
public struct TracePairing: Hashable, Sendable {
  /// The panel's short name, such as `event3`.
  public var device: String
  /// The `pair` of the entry.
  public var name: String
  /// Why it took the entry, such as `touch`.
  public var cause: String

  /// Creates a pairing.
  public init(device: String, name: String, cause: String) { (self.device, self.name, self.cause) = (device, name, cause) }

  /// The note that says that all panels are paired again.
  public static let restart = "pairing begins again"
  private static let prefix = "pairing by "

  /// The note that tells it: `pairing by touch: event3 is left`.
  public var note: String { "\(Self.prefix)\(cause): \(device) is \(name)" }

  /// The pairing of such a note; `nil` for other notes.
  init?(note: String) {
    guard note.hasPrefix(Self.prefix) else { return nil }
    let parts = note.dropFirst(Self.prefix.count).split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].hasSuffix(":"), parts[2] == "is" else { return nil }
    self.init(device: String(parts[1]), name: String(parts[3]), cause: String(parts[0].dropLast()))
  }
}
