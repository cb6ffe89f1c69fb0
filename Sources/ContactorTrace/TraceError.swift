/// Why a recording could not be read or written: a code and the place.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The format does not allow the line.
    public static let malformed = Code(description: "malformed")
    /// The recording holds nothing that can be replayed.
    public static let empty = Code(description: "empty")
    /// The beginning of the file matches no known format.
    public static let unknownFormat = Code(description: "unknown-format")
    /// The file has a newer version, or the output format cannot hold a part of the recording.
    public static let unsupported = Code(description: "unsupported")
    /// A system call failed; `errno` has its error number.
    public static let system = Code(description: "system")
  }

  /// What went wrong.
  public var code: Code
  /// The recording's name, for messages.
  public var file: String
  /// The line, from 1; 0 where the error has no line.
  public var line: Int
  /// The byte in the file, from 0; `nil` where the error has no such place.
  public var offset: Int64?
  /// The operating system's error number; 0 for other errors.
  public var errno: Int32
  /// One sentence: what was found, and what was expected.
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

  /// The error of a recording with more than `TraceFormat.deviceLimit` devices at once.
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
