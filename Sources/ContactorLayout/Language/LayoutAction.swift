/// What a layout's event does.
public enum LayoutAction: Hashable, Sendable {
  /// Starts a program.
  case run(RunAction)
  /// Sends a name to the log and to every subscriber.
  case emit(PlaceholderTemplate)
  /// Sends a named action to a view or up the responder chain.
  case send(SendAction)
  /// Types text into a text field.
  case type(TypeAction)
}
