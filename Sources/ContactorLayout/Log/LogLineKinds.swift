import Glibc

/// Kinds of the log's lines, which a subscriber chooses: the values of `kind`.
package struct LogLineKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The names, in the order of the documentation; a kind's bit is its place here.
  package static let names = [
    "emit", "mode", "idle", "action", "outcome", "unhandled", "control", "value", "gesture", "touch", "swallowed", "device", "anomaly",
    "forward", "rows", "programs", "wait", "health", "pair", "session", "violation", "debounced", "rotate",
  ]

  /// The lines of `emit` actions.
  package static let emit = LogLineKinds(rawValue: 1 << 0)
  // The kinds that the engine asks for before it makes a line of them: a touch makes many.
  package static let action = LogLineKinds(rawValue: 1 << 3)
  package static let unhandled = LogLineKinds(rawValue: 1 << 5)
  package static let control = LogLineKinds(rawValue: 1 << 6)
  package static let value = LogLineKinds(rawValue: 1 << 7)
  package static let gesture = LogLineKinds(rawValue: 1 << 8)
  package static let touch = LogLineKinds(rawValue: 1 << 9)
  package static let wait = LogLineKinds(rawValue: 1 << 16)
  /// Every kind, also those without a name here.
  package static let everything = LogLineKinds(rawValue: .max)

  /// The name of a kind; `nil` for several, and for one without a name.
  package var name: String? {
    guard rawValue.nonzeroBitCount == 1 else { return nil }
    let index = rawValue.trailingZeroBitCount
    return Self.names.indices.contains(index) ? Self.names[index] : nil
  }

  /// The kind of that name; `all` is every kind, also those that later versions add.
  package init?(name: String) {
    if name == "all" {
      self = .everything
    } else if let index = Self.names.firstIndex(of: name) {
      self.init(rawValue: 1 << UInt32(index))
    } else {
      return nil
    }
  }

  /// Calls the body with each whole line of some lines, with its line feed, and its kind.
  package static func forEachLine(of lines: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, LogLineKinds) -> Void) {
    var rest = unsafe lines
    while let feed = unsafe place(of: UInt8(ascii: "\n"), in: rest) {
      let line = unsafe UnsafeRawBufferPointer(rebasing: rest[...feed])
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(feed + 1)...])
      unsafe body(line, LogLineKinds(line: line))
    }
  }

  /// The kind of a line of the log, which begins with its time and its kind; `everything`'s highest bit for one without a name here.
  package init(line: UnsafeRawBufferPointer) {
    let word = unsafe Self.word(of: line)
    let index = unsafe word.flatMap { word in
      Self.words.firstIndex { unsafe $0.count == word.count && Self.begins(word, with: $0) }
    }
    self.init(rawValue: 1 << UInt32(index ?? 31))
  }

  /// Returns the word for a line's kind; `nil` if the line does not belong to the log.
  private static func word(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let comma = unsafe place(of: UInt8(ascii: ","), in: line) else { return nil }
    let kind = unsafe UnsafeRawBufferPointer(rebasing: line[comma...])
    guard unsafe begins(kind, with: mark) else { return nil }
    let rest = unsafe UnsafeRawBufferPointer(rebasing: kind[mark.count...])
    return unsafe place(of: UInt8(ascii: "\""), in: rest).map { unsafe UnsafeRawBufferPointer(rebasing: rest[..<$0]) }
  }

  // Every line that is logged comes through here.
  private static let mark = Array(",\"kind\":\"".utf8)
  private static let words = names.map { Array($0.utf8) }

  private static func place(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(byte), bytes.count) else { return nil }
    return unsafe UnsafeRawPointer(found) - start
  }

  private static func begins(_ bytes: UnsafeRawBufferPointer, with word: [UInt8]) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= word.count else { return false }
    return unsafe memcmp(start, word, word.count) == 0
  }
}
