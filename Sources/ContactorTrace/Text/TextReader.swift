internal import ContactorCore
import ContactorEvdev

/// Reads a recording that is text, as many lines at a time as are in memory.
///
/// A line that its format does not allow costs that line: it becomes damage, and reading goes on. Before that it is mended as lines of mails
/// and terminals can be: see `LineMender`.
struct TextReader<Source: ByteSource, Parser: LineParser>: TraceReading {
  /// The longest line that is read, in bytes; a longer one is skipped.
  private static var lineLimit: Int { 1 << 20 }

  private let window: ByteWindow<Source>
  private(set) var parser: Parser
  private var mender = LineMender()
  private let pasting: Pasting
  private var broken = BrokenLine()
  private let isStrict: Bool
  private var line = 0
  /// How many bytes of a line that is too long have passed; 0 for other lines.
  private var passed = 0
  private var isFinished = false

  /// - Parameters:
  ///   - pasting: what has been done to every line.
  ///   - linesBefore: how many lines of the file precede the window, for messages.
  ///   - isStrict: whether a line that the format does not allow is an error.
  init(
    _ window: ByteWindow<Source>, _ parser: Parser, _ pasting: Pasting = Pasting(), linesBefore: Int = 0, isStrict: Bool = false
  ) {
    self.window = window
    self.parser = parser
    self.pasting = pasting
    self.isStrict = isStrict
    line = linesBefore
  }

  var offset: Int64 { window.offset }

  /// Sentences on what was passed over and how the recording was understood, complete after the last line.
  var remarks: [String] { parser.remarks + mender.remarks }

  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    guard !isFinished else { return false }
    do throws(TraceError) {
      if try readLines(into: &sink) { return true }
      isFinished = true
      try mend(.parts(broken.end(line)), &sink)
      try mend(.end, &sink)
      if let first = mender.onlyMistake {
        line = first.line
        throw TraceError.mistake(first.message)
      }
      try parser.finish(into: &sink)
      return false
    } catch {
      isFinished = true
      guard error.file.isEmpty else { throw error }
      var placed = error
      placed.file = window.name
      let place = placed.isRefusal ? mender.firstTimeless ?? line : line
      placed.line = placed.code == .malformed ? place : 0
      throw placed
    }
  }

  /// Reads the lines that are in memory, at least one; `false` at the end.
  private mutating func readLines(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var searched = 0
    while firstEnd(from: searched) == nil {
      searched = unsafe window.bytes.count
      if searched > Self.lineLimit {
        passed += searched
        window.consume(searched)
        searched = 0
      }
      guard try window.fillMore() else {
        guard searched > 0 || passed > 0 else { return false }
        unsafe try take(searched, of: window.bytes.assumingMemoryBound(to: UInt8.self).baseAddress, isCut: true, &sink)
        window.consume(searched)
        return false
      }
    }
    let bytes = unsafe window.bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = bytes.baseAddress else { return false }
    var position = 0
    while let length = unsafe firstIndex(of: 10, in: start + position, count: bytes.count - position) {
      unsafe try take(length, of: start + position, isCut: false, &sink)
      position += length + 1
    }
    window.consume(position)
    return true
  }

  private func firstEnd(from searched: Int) -> Int? {
    let bytes = unsafe window.bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = bytes.baseAddress else { return nil }
    return unsafe firstIndex(of: 10, in: start + searched, count: bytes.count - searched)
  }

  @inline(__always)
  private mutating func take(
    _ length: Int, of start: UnsafePointer<UInt8>?, isCut: Bool, _ sink: inout some TraceSink
  ) throws(TraceError) {
    guard let start = unsafe start else { return }
    line += 1
    if passed > 0 { return try skipLongLine(length, &sink) }
    let whole = unsafe FieldCursor(next: start, end: start + length)
    if pasting.wrap != nil { return try takeBroken(whole, isCut: isCut, &sink) }
    let cursor = pasting.quotation.removed(from: whole)
    if isStrict {
      _ = try parser.take(cursor, into: &sink)
      return
    }
    if !mender.isWaiting {
      let fate = try fate(of: cursor, &sink)
      if case .taken = fate { return mender.noteTaken(cursor) }
      return try mend(.line(cursor.text, fate, isCut: isCut), &sink)
    }
    try mend(.line(cursor.text, nil, isCut: isCut), &sink)
  }

  @inline(never)
  private mutating func skipLongLine(_ length: Int, _ sink: inout some TraceSink) throws(TraceError) {
    let message = "a line of more than \(Self.lineLimit) bytes"
    let count = passed + length
    passed = 0
    if isStrict { throw .mistake(message + "; this is no recording in text") }
    try mend(.end, &sink)
    mender.note(mistake: message, line: line)
    try sink.take(.damage(TraceDamage(line: line, length: Int64(count), message: message)))
  }

  /// Takes a line of a text that a terminal has broken.
  @inline(never)
  private mutating func takeBroken(_ cursor: FieldCursor, isCut: Bool, _ sink: inout some TraceSink) throws(TraceError) {
    let last = line
    for parts in broken.add(cursor, line: line, pasting, isCut: isCut) {
      // Parts that go before this line came with lines before it.
      line = parts.last
      try mend(.parts(parts), &sink)
    }
    line = last
  }

  /// Gives a line to the parser.
  @inline(__always)
  private mutating func fate(of cursor: FieldCursor, _ sink: inout some TraceSink) throws(TraceError) -> LineMender.Fate {
    try Self.fate(of: cursor, &parser, &sink)
  }

  @inline(__always)
  private static func fate(
    of cursor: FieldCursor, _ parser: inout Parser, _ sink: inout some TraceSink
  ) throws(TraceError) -> LineMender.Fate {
    do throws(TraceError) {
      return try parser.take(cursor, into: &sink) ? .taken : .foreign
    } catch {
      if error.isForeign { return .foreign }
      if error.isTimeless { return .timeless(error.message) }
      guard error.isMistake else { throw error }
      return .mistake(error.message)
    }
  }

  /// Has the mender take something; it asks for what only this reader can do.
  private mutating func mend(_ work: LineMender.Work, _ sink: inout some TraceSink) throws(TraceError) {
    try Self.mend(work, at: line, &mender, &parser, &sink)
  }

  @inline(never)
  private static func mend(
    _ work: LineMender.Work, at number: Int, _ mender: inout LineMender, _ parser: inout Parser, _ sink: inout some TraceSink
  ) throws(TraceError) {
    func answer(_ request: LineMender.Request) throws(TraceError) -> LineMender.Fate {
      guard case .parse(let text) = request else {
        if case .damage(let damage) = request { try sink.take(.damage(damage)) }
        return .taken
      }
      let copy = LineCopy(text)
      defer { copy.free() }
      return try fate(of: copy.cursor, &parser, &sink)
    }
    try withoutActuallyEscaping(answer) { (answer) throws(TraceError) in
      try mender.take(work, at: number, Parser.self, LineMender.Reader(answer))
    }
  }
}

/// The bytes of a line that was changed, until they are freed.
@safe private struct LineCopy {
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int

  init(_ text: String) {
    let bytes = ContiguousArray(text.utf8)
    count = bytes.count
    unsafe start = .allocate(capacity: max(count, 1))
    for index in bytes.indices { unsafe start[index] = bytes[index] }
  }

  var cursor: FieldCursor { unsafe FieldCursor(next: start, end: start + count) }

  func free() { unsafe start.deallocate() }
}
