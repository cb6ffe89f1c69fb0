/// Text on its way to a sink, in large pieces: the output of all writers of recordings as text, and of reports.
///
/// Writers are values, whose copies go on by themselves: where two share a text, the one that adds something gets a copy first.
@usableFromInline package struct TextOutput<Sink: ByteSink> {
  /// Where the text goes.
  package private(set) var sink: Sink
  @usableFromInline var storage = TextStorage()

  package init(_ sink: Sink) {
    self.sink = sink
  }

  /// Adds what the closure writes.
  @inlinable @inline(__always)
  package mutating func write(_ body: (inout TextBuffer) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = TextStorage(copying: storage) }
    body(&storage.text)
  }

  @inlinable package mutating func add(_ text: String) { write { $0.append(text) } }

  mutating func add(_ byte: UInt8) { write { $0.append(byte) } }

  /// Adds a decimal number, padded to a width: with zeros behind the minus, or with another character before it.
  mutating func add(_ number: Int64, width: Int, padding: UInt8 = UInt8(ascii: "0")) {
    write { $0.append(number, width: width, padding: padding) }
  }

  /// Adds a hexadecimal number, padded with zeros to a width.
  mutating func add(hexadecimal number: UInt64, width: Int) {
    write { $0.append(hexadecimal: number, width: width) }
  }

  /// Hands over what has gathered, when it is enough.
  package mutating func drain() throws(TraceError) {
    if storage.text.count >= 1 << 16 { try flush() }
  }

  /// Hands over everything.
  package mutating func flush() throws(TraceError) {
    guard !storage.text.isEmpty else { return }
    do throws(TraceError) {
      try unsafe sink.write(UnsafeRawBufferPointer(storage.text.bytes))
    } catch {
      write { $0.removeAll() }
      throw error
    }
    write { $0.removeAll() }
  }
}

/// The text of a `TextOutput`, in memory that copies of the output share until one of them adds something.
@usableFromInline
final class TextStorage {
  @usableFromInline var text: TextBuffer

  init() { text = TextBuffer(capacity: 1 << 17) }

  @usableFromInline
  init(copying other: TextStorage) {
    text = TextBuffer(capacity: max(other.text.count, 1 << 17))
    unsafe text.append(other.text.bytes)
  }
}
