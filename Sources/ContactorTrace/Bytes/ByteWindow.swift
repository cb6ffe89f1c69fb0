/// The part of a source that lies in memory; it moves forward.
@safe final class ByteWindow<Source: ByteSource> {
  private var source: Source
  private var memory: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// Turns UTF-16 into UTF-8; `nil` for other content.
  private var transcoder: UTF16Transcoder?
  /// The offset of the window's first byte in the source.
  private(set) var offset: Int64 = 0

  /// Creates a window on the source's beginning.
  ///
  /// - Parameter capacity: how many bytes there is memory for, `TraceFormat.padding` of them for decoders that read on; it
  ///   grows where a piece has more. `nil` for what suits the source's size.
  init(_ source: Source, capacity: Int? = nil) {
    self.source = source
    // Memory beyond the file's size would be zeroed for nothing.
    let suited = source.size.map { Int(min(max($0, 1 << 14) + 2 * Int64(TraceFormat.padding), 1 << 18)) }
    unsafe memory = unsafe Self.memory(capacity ?? suited ?? 1 << 18)
  }

  deinit {
    unsafe memory.deallocate()
  }

  var name: String { source.name }
  var size: Int64? { source.size }

  /// The bytes of the window.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

  /// Reads until the window has so many bytes; `false` where the source ends before.
  func fill(_ count: Int) throws(TraceError) -> Bool {
    while end - start < count {
      guard try fillMore(upTo: count) else { return false }
    }
    return true
  }

  /// Reads as many bytes as the source has at once; `false` at the end.
  func fillMore(upTo count: Int = 0) throws(TraceError) -> Bool {
    guard !isAtEnd else { return false }
    if transcoder != nil { return try fillTranscoded() }
    if start + count > room || end == room { makeRoom(max(count, end - start + 1)) }
    let got = unsafe try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[end..<room]))
    isAtEnd = got == 0
    end += got
    return got > 0
  }

  /// Whether the source is UTF-16.
  var isTranscoded: Bool { transcoder != nil }

  /// Reads the source as UTF-16 from its beginning: the window then has the same text as UTF-8.
  func transcode(_ order: UTF16Order) throws(TraceError) {
    var transcoder = UTF16Transcoder(order)
    let text = unsafe transcoder.convert(bytes)
    self.transcoder = transcoder
    (start, end) = (0, 0)
    append(text)
  }

  private func fillTranscoded() throws(TraceError) -> Bool {
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
    defer { unsafe raw.deallocate() }
    let count = unsafe try source.read(into: raw)
    isAtEnd = count == 0
    let text = unsafe transcoder?.convert(UnsafeRawBufferPointer(rebasing: raw.prefix(count))) ?? []
    append(text)
    return count > 0
  }

  private func append(_ text: [UInt8]) {
    if end + text.count > room { makeRoom(end - start + text.count) }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + text.count]).copyBytes(from: text)
    end += text.count
  }

  /// The size of the memory without the padding, which a decoder may read before it notices the end.
  private var room: Int { unsafe memory.count - TraceFormat.padding }

  private func makeRoom(_ count: Int) {
    if count > room {
      let larger = unsafe Self.memory(max(count, memory.count * 2) + TraceFormat.padding)
      unsafe larger.copyMemory(from: bytes)
      unsafe memory.deallocate()
      unsafe memory = unsafe larger
    } else {
      unsafe memory.copyMemory(from: bytes)
    }
    (start, end) = (0, end - start)
  }

  private static func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    return unsafe memory
  }

  /// Moves forward within what lies in memory.
  func consume(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  func skipRest() { consume(end - start) }

  /// Moves forward by at least a byte, to the next place where the pattern may begin.
  func skip(to pattern: [UInt8]) throws(TraceError) {
    consume(1)
    while try fill(1) {
      let place = unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
        unsafe bytes.baseAddress.flatMap { unsafe firstIndex(of: pattern[0], in: $0, count: bytes.count) }
      }
      consume(place ?? end - start)
      guard place != nil else { continue }
      guard try fill(pattern.count) else { return }
      if unsafe bytes.starts(with: pattern) { return }
      consume(1)
    }
  }
}
