internal import ContactorCore

/// Takes the lines that their parser does not take as they are; once for all formats, as these lines are few and the code is long.
extension LineMender {
  /// The mender asks the reader to parse a line, or to report damage.
  enum Request {
    case parse(String)
    case damage(TraceDamage)
  }

  /// Does what the mender asks for; the fate of damage does not count.
  ///
  /// An object, as the compiler would make a copy of the mender for each closure: 50 kilobytes for all formats.
  final class Reader {
    private let body: (Request) throws(TraceError) -> Fate

    init(_ body: @escaping (Request) throws(TraceError) -> Fate) { self.body = body }

    @inline(never)
    func callAsFunction(_ request: Request) throws(TraceError) -> Fate { try body(request) }
  }

  /// The reader asks the mender to take something.
  enum Work {
    /// A line, with its fate if no other waits for its rest; and whether the text ends amid it.
    case line(String, Fate?, isCut: Bool)
    /// A line that a terminal has broken, if there is one.
    case parts(BrokenLine.Parts?)
    /// Nothing, so that the line that waits is damage.
    case end
  }

  /// Takes what the reader has.
  @inline(never)
  mutating func take(_ work: Work, at number: Int, _ format: any LineSyntax.Type, _ reader: Reader) throws(TraceError) {
    switch work {
    case .line(let text, let first?, let isCut): try mend(text, first, at: number, isCut: isCut, format, reader)
    case .line(let text, nil, let isCut):
      if try takeRest(text, at: number, format, reader) { return }
      try mend(text, try reader(.parse(text)), at: number, isCut: isCut, format, reader)
    case .parts(let parts): if let parts { try take(parts, format, reader) }
    case .end: try giveUpWaiting(reader)
    }
  }

  /// Tries what mails and terminals do to lines: quoting, numbering, wrapping, and losing line ends.
  ///
  /// - Parameters:
  ///   - first: the fate of the line as it is.
  ///   - isCut: whether the text ends amid it.
  private mutating func mend(
    _ line: String, _ first: Fate, at number: Int, isCut: Bool, _ format: any LineSyntax.Type, _ reader: Reader
  ) throws(TraceError) {
    var (fate, text) = (try settled(first, number), line)
    if fate != .taken {
      if try takeApart(line, at: number, isCut: isCut, format, reader) { return }
      for (index, plain) in Self.undecorated(line, format).enumerated() where fate != .taken {
        let fateOfPlain = try self.fate(of: plain, number, reader)
        // If no form is a line, the first is shown, and what is wrong with it.
        if fateOfPlain == .taken || fate == .foreign && (index == 0 || fateOfPlain != .foreign) { (fate, text) = (fateOfPlain, plain) }
      }
      if fate == .foreign, let plain = Self.unnumbered(line), try self.fate(of: plain, number, reader) == .taken {
        (fate, text) = (.taken, plain)
      }
    }
    if fate == .foreign, let joined = joined(with: text), mayGrow { return wait(withRest: joined) }
    try giveUpWaiting(reader)
    try end(text, fate, at: number, isCut: isCut, reader)
  }

  /// Takes a line as the rest of the one that waits; returns whether both together are a line of the format.
  ///
  /// This comes before the line itself is looked at: a rest such as `value 810` may mean something on its own.
  private mutating func takeRest(_ text: String, at number: Int, _ format: any LineSyntax.Type, _ reader: Reader) throws(TraceError) -> Bool
  {
    for joined in joined(withAnyOf: text, format) where try fate(of: joined, number, reader) == .taken {
      noteJoined()
      return true
    }
    return false
  }

  /// Takes a line for damaged that waited for the rest of it.
  @inline(never)
  private mutating func giveUpWaiting(_ reader: Reader) throws(TraceError) {
    if let damage = giveUp() { _ = try reader(.damage(damage)) }
  }

  /// Takes a line that is put together from its parts, or the parts if that is none.
  private mutating func take(_ parts: BrokenLine.Parts, _ format: any LineSyntax.Type, _ reader: Reader) throws(TraceError) {
    if parts.texts.count > 1 {
      try giveUpWaiting(reader)
      if try fate(of: parts.joined, parts.last, reader) == .taken { return noteJoined() }
    }
    var number = parts.last - parts.texts.count
    for text in parts.texts {
      number += 1
      if isWaiting, try takeRest(text, at: number, format, reader) { continue }
      let fate = try reader(.parse(text))
      try mend(text, fate, at: number, isCut: parts.isCut && number == parts.last, format, reader)
    }
  }

  /// Takes a line that holds several events, such as a text without its line ends; returns whether it is one.
  @inline(never)
  private mutating func takeApart(
    _ line: String, at number: Int, isCut: Bool, _ format: any LineSyntax.Type, _ reader: Reader
  ) throws(TraceError) -> Bool {
    let parts = EventSearch.parts(of: line, format)
    guard !parts.isEmpty else { return false }
    try giveUpWaiting(reader)
    noteSplit()
    for part in parts {
      let fate = try fate(of: part, number, reader)
      if case .mistake = fate { try giveUpWaiting(reader) }
      try end(part, fate, at: number, isCut: isCut, reader)
    }
    return true
  }

  @inline(never)
  private mutating func end(_ text: String, _ fate: Fate, at number: Int, isCut: Bool, _ reader: Reader) throws(TraceError) {
    switch fate {
    case .taken, .timeless: noteTaken(text)
    case .foreign:
      if let damage = damage(by: text, line: number) { _ = try reader(.damage(damage)) } else { pass(text, line: number) }
    case .mistake(let message): wait(for: text, message, line: number, isCut: isCut)
    }
  }

  @inline(never)
  private mutating func fate(of text: String, _ number: Int, _ reader: Reader) throws(TraceError) -> Fate {
    try settled(try reader(.parse(text)), number)
  }

  /// Counts an event without a time as taken.
  private mutating func settled(_ fate: Fate, _ number: Int) throws(TraceError) -> Fate {
    guard case .timeless(let reason) = fate else { return fate }
    if noteTimeless(line: number) { throw .refusal(reason) }
    return .taken
  }
}
