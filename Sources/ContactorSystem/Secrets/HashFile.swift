import Glibc

/// A file with the hash of a secret, which its owner alone may read and write.
public enum HashFile {
  /// The hash in a file: its first line; nothing but blank lines may follow.
  ///
  /// - Throws: `SystemError` with the way out for a file that cannot be used, as `SecretFile.bytes(at:)` does, or that holds no hash.
  public static func hash(at path: String) throws(SystemError) -> String {
    let text = try SecretFile.bytes(at: path)
    let lines = text.split(separator: 10, omittingEmptySubsequences: true)
    guard lines.count == 1, let hash = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw SystemError(errno: EINVAL, place: path, reason: "it must have one line, which 'contactor hash' makes")
    }
    if let problem = PasswordHash.problem(with: hash) {
      throw SystemError(errno: EINVAL, place: path, reason: "\(problem); 'contactor hash' makes one")
    }
    return hash
  }
}
