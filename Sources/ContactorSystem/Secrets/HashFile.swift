import Glibc

/// A file with the hash of a secret, which its owner alone may read and write.
public enum HashFile {
  /// The largest file that is read, in bytes.
  static let limit = 4096

  /// The hash in a file: its first line; nothing but blank lines may follow.
  ///
  /// The corresponding C functions are `open`, `fstat` and `read`.
  ///
  /// - Throws: `SystemError` with the way out for a file that cannot be read, is a link or no regular file, belongs to another user than root
  ///   and this process's, may be read or written by others, or holds no hash.
  public static func hash(at path: String) throws(SystemError) -> String {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard number >= 0 else { throw failure(errno, path) }
    let descriptor = FileDescriptor(owning: number)
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: path) }
    if let reason = refusal(of: status) { throw SystemError(errno: EPERM, place: path, reason: reason) }
    let text = try contents(of: descriptor, path)
    let lines = text.split(separator: 10, omittingEmptySubsequences: true)
    guard lines.count == 1, let hash = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw SystemError(errno: EINVAL, place: path, reason: "it must have one line, which 'contactor hash' makes")
    }
    if let problem = PasswordHash.problem(with: hash) {
      throw SystemError(errno: EINVAL, place: path, reason: "\(problem); 'contactor hash' makes one")
    }
    return hash
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
