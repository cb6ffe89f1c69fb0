/// Where a recording's bytes go to: a file, or memory.
public protocol ByteSink {
  /// Takes all of the bytes.
  ///
  /// - Throws: `TraceError`, for example `system` with `ENOSPC` for a full disk.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError)

  /// Sees to it that what was written survives a power cut, as far as the place can.
  mutating func synchronize() throws(TraceError)
}

extension ByteSink {
  /// Takes all of the bytes.
  mutating func write(_ bytes: [UInt8]) throws(TraceError) {
    // The closure of a rethrowing function has no typed errors.
    var failure: TraceError?
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(TraceError) { unsafe try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// Keeps the bytes in memory.
public struct MemorySink: ByteSink {
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty one.
  public init() {}

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the bytes.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    unsafe self.bytes += bytes
  }

  /// Does nothing: memory does not survive.
  public mutating func synchronize() throws(TraceError) {}

  /// Hands out what was written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
