import Glibc

/// A small file with something that its owner alone may read and write.
public enum SecretFile {
  /// The largest file that is read, in bytes.
  static let limit = 4096

  /// The secret in a file: its text without a line feed at its end.
  ///
  /// - Throws: `SystemError` with the way out for a file that cannot be used, as `bytes(at:)` does, or that holds no text of one line.
  public static func secret(at path: String) throws(SystemError) -> Secret {
    var text = try bytes(at: path)
    defer { unsafe text.withUnsafeMutableBytes { unsafe Secret.wipe($0) } }
    if text.last == 10 { text.removeLast() }
    if text.last == 13 { text.removeLast() }
    guard !text.isEmpty, !text.contains(10), !text.contains(0) else {
      throw SystemError(errno: EINVAL, place: path, reason: "it must have one line, the secret")
    }
    return Secret(text)
  }

  /// The bytes of a file; wipe them where they are a secret.
  ///
  /// The corresponding C functions are `open`, `fstat` and `read`.
  ///
  /// - Throws: `SystemError` with the way out for a file that cannot be read, is a link or no regular file, belongs to another user than root
  ///   and this process's, may be read or written by others, or has more than 4096 bytes.
  static func bytes(at path: String) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard number >= 0 else { throw failure(errno, path) }
    let descriptor = FileDescriptor(owning: number)
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: path) }
    if let reason = refusal(of: status) { throw SystemError(errno: EPERM, place: path, reason: reason) }
    return try contents(of: descriptor, path)
  }

  /// Why a file may not be used; `nil` where it may.
  static func refusal(of status: stat) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "this is not a regular file" }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      return "it belongs to another user; 'chown' it to the user who runs this"
    }
    return status.st_mode & 0o077 == 0 ? nil : "others than its owner may read or write it; 'chmod 600' it"
  }

  private static func failure(_ number: Int32, _ path: String) -> SystemError {
    SystemError(errno: number, place: path, reason: number == ELOOP ? "this is a link; name the file itself" : nil)
  }

  private static func contents(of descriptor: borrowing FileDescriptor, _ path: String) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let part = unsafe bytes.withUnsafeMutableBytes {
        unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      guard part >= 0 else { throw SystemError(errno: Int32(-part), place: path) }
      if part == 0 { return Array(bytes[..<count]) }
      count += part
    }
    throw SystemError(errno: EFBIG, place: path, reason: "it has more than \(limit) bytes")
  }
}
