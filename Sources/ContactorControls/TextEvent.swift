public import ContactorCore

/// An event that carries typed text to whoever edits.
public final class TextEvent: Event {
  /// What was typed.
  public let text: String

  /// Creates an event; the time is that of what caused it.
  public init(_ text: String, timestamp: Timestamp) {
    self.text = text
    super.init(timestamp: timestamp)
  }
}
