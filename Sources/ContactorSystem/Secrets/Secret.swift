import Glibc

/// A text that nobody may see: its memory is wiped as it dies, and it describes itself without it.
@safe public final class Secret: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
  /// The text with a NUL behind it.
  private let bytes: UnsafeMutableBufferPointer<CChar>

  /// Copies a text; the caller's own memory is not wiped.
  public init(_ text: some Sequence<UInt8>) {
    let text = Array(text)
    unsafe bytes = .allocate(capacity: text.count + 1)
    unsafe bytes.initialize(repeating: 0)
    for (index, byte) in text.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
  }

  deinit {
    unsafe Secret.wipe(UnsafeMutableRawBufferPointer(bytes))
    unsafe bytes.deallocate()
  }

  /// Overwrites memory with zeros, also where the optimizer sees that nobody reads it any more; `explicit_bzero()`.
  static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    if let start = memory.baseAddress { unsafe explicit_bzero(start, memory.count) }
  }

  /// Whether there is no text.
  public var isEmpty: Bool { count == 0 }

  /// How many bytes the text has.
  var count: Int { unsafe bytes.count - 1 }

  /// Whether the text is one that crypt(3) takes whole: not empty, without NUL, of 511 bytes at most.
  public var isUsable: Bool { unsafe !isEmpty && count < 512 && !bytes.dropLast().contains(0) }

  /// Whether another secret has the same text.
  func hasSameText(as other: Secret) -> Bool { unsafe bytes.elementsEqual(other.bytes) }

  /// Hands the text to a C function.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    guard let start = unsafe bytes.baseAddress else { return nil }
    return unsafe body(start)
  }

  /// The same words for every secret.
  public var description: String { "a secret" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
