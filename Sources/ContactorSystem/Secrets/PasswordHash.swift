import CLibcrypt
import Glibc

/// Hashes of secrets as crypt(3) makes them: yescrypt (`$y$`), and what else libcrypt knows, such as `$6$` and `$2b$`.
public enum PasswordHash {
  /// Why no secret can have a hash, in one sentence without the hash; `nil` where one can.
  ///
  /// It costs no hashing: the method is looked up, and the length of the result compared. The corresponding C function is
  /// `crypt_checksalt()`.
  public static func problem(with hash: String) -> String? {
    if hash.isEmpty { return "it is empty" }
    guard hash.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !":!\\*;".utf8.contains($0) }) else { return "it has characters of no hash" }
    switch unsafe hash.withCString({ unsafe crypt_checksalt($0) }) {
    case CRYPT_SALT_INVALID: return "it is no hash of crypt(3)"
    case CRYPT_SALT_METHOD_DISABLED: return "the libcrypt of this machine does not do its method"
    default: break
    }
    guard let length = lengths.first(where: { hash.hasPrefix($0.prefix) })?.length else { return hash.utf8.count >= 13 ? nil : unfinished }
    let result = hash.split(separator: "$", omittingEmptySubsequences: false).last?.utf8.count ?? 0
    return result == length ? nil : unfinished
  }

  private static let unfinished = "it is not a whole hash"

  /// How many characters stand behind the last `$`, by the method; of bcrypt the salt, too.
  private static let lengths: [(prefix: String, length: Int)] = [
    ("$y$", 43), ("$gy$", 43), ("$7$", 43), ("$2", 53), ("$6$", 86), ("$5$", 43), ("$sha1$", 28), ("$md5", 22), ("$3$", 32), ("$1$", 22),
  ]

  /// Whether a secret has a hash.
  ///
  /// It takes a processor 10 to 100 ms, or as long as the hash asks for: call it on a thread of its own. The corresponding C function is
  /// `crypt_rn()`.
  public static func matches(_ secret: Secret, _ hash: String) -> Bool {
    guard secret.isUsable, problem(with: hash) == nil else { return false }
    let size = MemoryLayout<crypt_data>.size
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { room in
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
      defer { unsafe Secret.wipe(room) }
      let made = unsafe secret.withCString { phrase in
        unsafe hash.withCString { unsafe crypt_rn(phrase, $0, room.baseAddress, Int32(size)) }
      }
      guard let made = unsafe made ?? nil else { return false }
      return unsafe isSame(made, Array(hash.utf8))
    }
  }

  /// Compares all bytes, so that the time does not tell where two differ.
  private static func isSame(_ made: UnsafePointer<CChar>, _ hash: [UInt8]) -> Bool {
    let length = unsafe strlen(made)
    var difference = length ^ hash.count
    for index in 0..<min(length, hash.count) { unsafe difference |= Int(UInt8(bitPattern: made[index]) ^ hash[index]) }
    return difference == 0
  }

  /// A new yescrypt hash of a secret, with a salt from the system's random numbers.
  ///
  /// It takes as long as `matches(_:_:)`. The corresponding C functions are `crypt_gensalt_rn()` and `crypt_rn()`.
  ///
  /// - Throws: `SystemError` for a secret that is empty, too long or has a NUL, or where there is no memory.
  public static func make(_ secret: Secret) throws(SystemError) -> String {
    guard secret.isUsable else {
      throw SystemError(errno: EINVAL, place: "", reason: "a secret has 1 to 511 bytes, and no NUL")
    }
    let (size, saltSize) = (MemoryLayout<crypt_data>.size, Int(CRYPT_GENSALT_OUTPUT_SIZE))
    let hash: String? = unsafe withUnsafeTemporaryAllocation(byteCount: size + saltSize, alignment: 16) { room in
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
      defer { unsafe Secret.wipe(room) }
      let salt = unsafe room.baseAddress.map { unsafe ($0 + size).assumingMemoryBound(to: CChar.self) }
      guard unsafe crypt_gensalt_rn("$y$", 0, nil, 0, salt, Int32(saltSize)) != nil else { return nil }
      let made = unsafe secret.withCString { unsafe crypt_rn($0, salt, room.baseAddress, Int32(size)) }
      guard let made = unsafe made ?? nil else { return nil }
      return unsafe String(cString: made)
    }
    guard let hash, problem(with: hash) == nil else {
      throw SystemError(errno: errno, place: "", reason: "libcrypt cannot make a yescrypt hash: \(SystemError.text(of: errno))")
    }
    return hash
  }
}
