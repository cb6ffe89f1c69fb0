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
      if let parts = broken.end(line) { try take(parts, &sink) }
      try giveUpWaiting(&sink, isLast: true)
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
      placed.line = placed.code == .malformed ? line : 0
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
    if mender.isWaiting, try takeRest(cursor.text, &sink) { return }
    let fate = try fate(of: cursor, &sink)
    if case .taken = fate, !mender.isWaiting {
      mender.noteTaken(cursor)
    } else {
      try mend(cursor.text, fate, isCut: isCut, &sink)
    }
  }

  private mutating func skipLongLine(_ length: Int, _ sink: inout some TraceSink) throws(TraceError) {
    let message = "a line of more than \(Self.lineLimit) bytes"
    let count = passed + length
    passed = 0
    if isStrict { throw .mistake(message + "; this is no recording in text") }
    try giveUpWaiting(&sink)
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
      try take(parts, &sink)
    }
    line = last
  }

  /// Takes a line that is put together from its parts, or the parts if that is none.
  private mutating func take(_ parts: BrokenLine.Parts, _ sink: inout some TraceSink) throws(TraceError) {
    if parts.texts.count > 1 {
      try giveUpWaiting(&sink)
      if try fate(of: parts.joined, &sink) == .taken { return mender.noteJoined() }
    }
    line -= parts.texts.count
    for text in parts.texts {
      line += 1
      if mender.isWaiting, try takeRest(text, &sink) { continue }
      let fate = try fate(of: text, &sink)
      try mend(text, fate, isCut: parts.isCut && line == parts.last, &sink)
    }
  }

  /// Gives a line to the parser.
  @inline(__always)
  private mutating func fate(of cursor: FieldCursor, _ sink: inout some TraceSink) throws(TraceError) -> LineMender.Fate {
    do throws(TraceError) {
      return try parser.take(cursor, into: &sink) ? .taken : .foreign
    } catch {
      if error.isForeign { return .foreign }
      guard error.isMistake else { throw error }
      return .mistake(error.message)
    }
  }

  @inline(never)
  private mutating func fate(of text: String, _ sink: inout some TraceSink) throws(TraceError) -> LineMender.Fate {
    let bytes = ContiguousArray(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    defer { unsafe copy.deallocate() }
    _ = unsafe copy.initialize(from: bytes)
    guard let start = copy.baseAddress else { return .foreign }
    return try fate(of: unsafe FieldCursor(next: start, end: start + bytes.count), &sink)
  }

  // MARK: Mending

  /// Tries what mails and terminals do to lines: quoting and wrapping.
  @inline(never)
  private mutating func mend(
    _ line: String, _ first: LineMender.Fate, isCut: Bool, _ sink: inout some TraceSink
  ) throws(TraceError) {
    var (fate, text) = (first, line)
    if fate != .taken, let plain = LineMender.undecorated(text, Parser.beginnings) {
      (fate, text) = (try self.fate(of: plain, &sink), plain)
    }
    if fate == .foreign, let joined = mender.joined(with: text), mender.mayGrow { return mender.wait(withRest: joined) }
    try giveUpWaiting(&sink)
    switch fate {
    case .taken: mender.noteTaken(text)
    case .foreign:
      if let damage = mender.damage(by: text, line: self.line) {
        try sink.take(.damage(damage))
      } else {
        mender.pass(text, line: self.line)
      }
    case .mistake(let message): mender.wait(for: text, message, line: self.line, isCut: isCut)
    }
  }

  /// Takes a line as the rest of the one that waits; returns whether both together are a line of the format.
  ///
  /// This comes before the line itself is looked at: a rest such as `value 810` may mean something on its own.
  @inline(never)
  private mutating func takeRest(_ text: String, _ sink: inout some TraceSink) throws(TraceError) -> Bool {
    for joined in mender.joined(withAnyOf: text, Parser.beginnings) where try fate(of: joined, &sink) == .taken {
      mender.noteJoined()
      return true
    }
    return false
  }

  /// Takes a line for damaged that waited for the rest of it.
  private mutating func giveUpWaiting(_ sink: inout some TraceSink, isLast: Bool = false) throws(TraceError) {
    guard let damage = mender.giveUp() else { return }
    try sink.take(.damage(damage))
  }
}
