import ContactorCore
import ContactorTrace
import Testing

/// A source that gives as few bytes at a time as it likes.
struct DribblingSource: ByteSource {
  let name = "dribble"
  let size: Int64? = nil
  private var bytes: ArraySlice<UInt8>
  private var random: SeededGenerator

  init(_ bytes: [UInt8], seed: Int) {
    self.bytes = bytes[...]
    random = SeededGenerator(seed)
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let count = min(buffer.count, bytes.count, 1 + random.below(40))
    for index in 0..<count { buffer[index] = bytes[bytes.startIndex + index] }
    bytes = bytes.dropFirst(count)
    return count
  }
}

/// What a recording of any format holds.
func read(_ text: String, _ name: String = "x") throws -> (format: TraceFileFormat, trace: TraceCollector) {
  try read(Array(text.utf8), name)
}

/// What a recording of any format holds.
func read(_ bytes: [UInt8], _ name: String = "x") throws -> (format: TraceFileFormat, trace: TraceCollector) {
  var reader = try TraceReader(MemorySource(bytes, name: name))
  var collector = TraceCollector()
  try reader.readAll(into: &collector)
  return (reader.format, collector)
}

/// A recording in a format.
func written(_ items: [TraceItem], as format: TraceFileFormat) throws -> [UInt8] {
  var writer = try TraceFileWriter(MemorySink(), format: format)
  for item in items { try writer.take(item) }
  try writer.finish()
  return try #require(writer.sink).bytes
}
