internal import ContactorCore

/// Events without times in a text: single ones, as of a line that was cut, are passed over; a text that has no others cannot be played.
struct TimelessEvents {
  /// Whether an event with a time has come.
  var hasTimes = false
  /// Why the text is refused if none comes; `nil` while every event has a time.
  private var reason: String?

  /// The error of an event without a time.
  ///
  /// - Parameter way: how to get times.
  mutating func error(_ way: String) -> TraceError {
    if hasTimes { return .mistake("an event without a time") }
    let reason = "the events have no times, so that nothing can be played; \(way)"
    self.reason = reason
    return .timeless(reason)
  }

  /// Ends the text.
  ///
  /// - Throws: the refusal of a text whose events all lack a time.
  func finish() throws(TraceError) {
    if let reason, !hasTimes { throw .refusal(reason) }
  }
}
