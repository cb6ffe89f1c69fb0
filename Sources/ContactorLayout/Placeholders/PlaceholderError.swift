/// Why a text with placeholders cannot be used.
public enum PlaceholderError: Error, Hashable, Sendable {
  /// There is no placeholder of that name.
  case unknown(String)
  /// A `{` has no `}` after it.
  case open
}
