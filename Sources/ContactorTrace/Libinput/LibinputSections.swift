/// Finds where each device begins in a text of `libinput record`.
struct LibinputSections: LineParser {
  /// The beginning of a device: its byte in the file, and how many lines precede it.
  struct Section {
    var offset: Int64
    var line: Int
  }

  private(set) var found: [Section] = []
  private var next = Section(offset: 0, line: 0)

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var cursor = line
    while cursor.take(0x20) {}
    if cursor.starts(with: "- node:") { found.append(next) }
    next.offset += Int64(line.count) + 1
    next.line += 1
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {}

  /// The sections of a file; the first begins with the file.
  static func sections(of path: String) throws(TraceError) -> [Section] {
    var reader = TextReader(ByteWindow(try FileSource(path: path)), LibinputSections(), isStrict: true)
    var sink = TraceCollector()
    while try reader.readNext(into: &sink) {}
    var sections = reader.parser.found
    if !sections.isEmpty { sections[0] = Section(offset: 0, line: 0) }
    return sections
  }

  /// How many devices a text states in its first lines (`ndevices:`); 1 if it states none.
  static func statedCount(_ start: UnsafeRawBufferPointer) -> Int {
    let text = unsafe start.bindMemory(to: UInt8.self)
    guard let base = text.baseAddress else { return 1 }
    var position = 0
    while position < text.count, let length = unsafe firstIndex(of: 10, in: base + position, count: text.count - position) {
      var line = unsafe FieldCursor(next: base + position, end: base + position + length)
      if line.take("ndevices:") {
        line.skipSpaces()
        return line.digits().map { Int($0) } ?? 1
      }
      position += length + 1
    }
    return 1
  }
}
