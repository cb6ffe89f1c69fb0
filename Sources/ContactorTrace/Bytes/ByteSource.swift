/// Where a recording's bytes come from: a file, or memory.
public protocol ByteSource {
  /// The recording's name, for messages.
  var name: String { get }
  /// How many bytes there are in all; `nil` where that is not known, as of a pipe.
  var size: Int64? { get }

  /// Reads the next bytes, as many as there are up to the buffer's size; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int
}

/// Bytes in memory.
public struct MemorySource: ByteSource {
  /// The recording's name, for messages.
  public let name: String
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a source that yields the bytes.
  public init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Creates a source that yields the text as UTF-8.
  public init(_ text: String, name: String) {
    self.init(Array(text.utf8), name: name)
  }

  /// How many bytes there are.
  public var size: Int64? { Int64(bytes.count) }

  /// Copies the next bytes.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let count = min(buffer.count, bytes.count - position)
    guard count > 0 else { return 0 }
    unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return count
  }
}
