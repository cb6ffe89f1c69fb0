import ContactorCore

/// The mode that a layout is in, and when its time is over (contract 12.3).
struct ModeState {
  /// The mode's name.
  private(set) var name: String
  /// When the first mode comes back; `nil` for never.
  private(set) var deadline: Timestamp?

  /// Enters a mode; one that holds already only begins its time anew.
  ///
  /// - Returns: the mode from before; `nil` if it is the same.
  mutating func enter(_ name: String, for timeout: Duration?, at time: Timestamp) -> String? {
    deadline = timeout.map { time + $0 }
    guard name != self.name else { return nil }
    defer { self.name = name }
    return self.name
  }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    deadline = deadline?.advanced(byMicroseconds: microseconds)
  }

  /// Whether the mode's time is over.
  func isOver(at time: Timestamp) -> Bool { deadline.map { $0 <= time } ?? false }
}
