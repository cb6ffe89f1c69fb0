internal import Glibc

/// A system call that failed: the call or the file, the error number, and the system's words for it.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let errno: Int32
  /// The call, such as `epoll_create1`, or the path of the file that it was about.
  public let place: String
  /// What is wrong, where that is known better than by the error number alone.
  private let reason: String?

  /// Creates an error.
  ///
  /// - Parameter reason: what is wrong with `place`, without naming it; `nil` for the system's words.
  public init(errno: Int32, place: String, reason: String? = nil) {
    self.errno = errno
    self.place = place
    self.reason = reason
  }

  /// Whether `message` says more than the error number.
  package var hasReason: Bool { reason != nil }

  /// What is wrong: the reason, or the system's words for the error number; `strerror()`.
  public var message: String { reason ?? Self.text(of: errno) }

  /// The place and what is wrong with it.
  public var description: String { place.isEmpty ? message : "\(place): \(message)" }

  /// The system's words for an error number; `strerror()`.
  package static func text(of number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
