/// Why a recording could not be read: a code and the place.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// A line is not what its format asks for.
    public static let malformed = Code(description: "malformed")
    /// The recording holds nothing that can be replayed.
    public static let empty = Code(description: "empty")
  }

  /// What went wrong.
  public var code: Code
  /// The recording's name, for messages.
  public var file: String
  /// The line, from 1; 0 where it is not about one.
  public var line: Int
  /// One sentence: what was found, and what would have been right.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, file: String, line: Int = 0, message: String) {
    self.code = code
    self.file = file
    self.line = line
    self.message = message
  }

  /// The place and the sentence.
  public var description: String {
    line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
  }
}
