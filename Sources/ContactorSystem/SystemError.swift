internal import Glibc

/// A system call that failed: the call or the file, the error number, and the system's words for it.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let errno: Int32
  /// The call, such as `epoll_create1`, or the path of the file that it was about.
  public let place: String

  /// Creates an error.
  public init(errno: Int32, place: String) {
    self.errno = errno
    self.place = place
  }

  /// The system's words for the error number; `strerror()`.
  public var message: String { Self.text(of: errno) }

  /// The place and the system's words.
  public var description: String { "\(place): \(message)" }

  /// The system's words for an error number; `strerror()`.
  package static func text(of number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
