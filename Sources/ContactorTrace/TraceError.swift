/// Why a recording could not be read or written: a code and the place.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// A line is not what its format asks for.
    public static let malformed = Code(description: "malformed")
    /// The recording holds nothing that can be replayed.
    public static let empty = Code(description: "empty")
    /// Nothing is known that begins like this file.
    public static let unknownFormat = Code(description: "unknown-format")
    /// The file is of a newer version, or holds what its format cannot say.
    public static let unsupported = Code(description: "unsupported")
    /// The operating system refused; `errno` says why.
    public static let system = Code(description: "system")
  }

  /// What went wrong.
  public var code: Code
  /// The recording's name, for messages.
  public var file: String
  /// The line, from 1; 0 where it is not about one.
  public var line: Int
  /// The byte in the file, from 0; `nil` where it is not about one.
  public var offset: Int64?
  /// The operating system's error number; 0 where it is not about one.
  public var errno: Int32
  /// One sentence: what was found, and what would have been right.
  public var message: String

  /// Creates an error.
  public init(
    _ code: Code, file: String, line: Int = 0, offset: Int64? = nil, errno: Int32 = 0, message: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.offset = offset
    self.errno = errno
    self.message = message
  }

  /// A recording has more devices at once than its reader or writer follows.
  static var tooManyDevices: TraceError {
    TraceError(
      .unsupported, file: "",
      message: "more than \(TraceFormat.deviceLimit) devices at once; a device that goes must be removed in the recording")
  }

  /// The place and the sentence.
  public var description: String {
    if line > 0 { return "\(file):\(line): \(message)" }
    if let offset { return "\(file): byte \(offset): \(message)" }
    return "\(file): \(message)"
  }
}
