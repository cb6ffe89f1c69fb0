/// Why input could not be read; a code, the errno if there was one, and the place.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The device node does not exist.
    public static let missing = Code(description: "missing")
    /// The device node may not be opened by this user.
    public static let permission = Code(description: "permission")
    /// The node is not a touchscreen.
    public static let notATouchscreen = Code(description: "notATouchscreen")
    /// The device went away.
    public static let deviceGone = Code(description: "deviceGone")
    /// Another program holds the device exclusively (`EVIOCGRAB`).
    public static let grabbed = Code(description: "grabbed")
    /// A system call failed.
    public static let system = Code(description: "system")
  }

  /// What went wrong.
  public var code: Code
  /// The system's error number; 0 if there was none.
  public var errno: Int32
  /// The device node or the call, for example `/dev/input/event1`.
  public var place: String
  /// One sentence for a person: what happened and the way out.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, errno: Int32 = 0, place: String, message: String) {
    self.code = code
    self.errno = errno
    self.place = place
    self.message = message
  }

  /// The place and the sentence.
  public var description: String { "\(place): \(message)" }
}
