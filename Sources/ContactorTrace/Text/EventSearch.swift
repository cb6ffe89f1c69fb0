/// Finds the events of a format within a line: behind what a terminal, a log or a list has put in front of them, and behind one another.
enum EventSearch {
  /// The places at which events begin, in bytes from the cursor.
  @inline(never)
  static func places(in line: FieldCursor, _ format: any LineSyntax.Type) -> [Int] {
    let initials = format.eventInitials
    var places: [Int] = []
    var before: UInt8 = 0
    var rest = line
    while let byte = unsafe rest.isAtEnd ? nil : rest.next.pointee {
      if initials.contains(byte), mayBegin(byte, behind: before), format.isEvent(rest) { places.append(line.count - rest.count) }
      before = byte
      unsafe rest.next += 1
    }
    return places
  }

  /// Whether another event begins in the rest of a line behind its own; constant for a rest that is empty, or as short as a comment.
  @inline(__always)
  static func follows(_ rest: FieldCursor, from length: Int = 1, _ format: any LineSyntax.Type) -> Bool {
    rest.count >= length && !places(in: rest, format).isEmpty
  }

  /// A line as the events in it, each with what follows it, and what stands in front of them; empty for a line with fewer than two.
  static func parts(of line: String, _ format: any LineSyntax.Type) -> [String] {
    let bytes = Array(line.utf8)
    let places = places(in: line, format)
    guard places.count > 1 else { return [] }
    let starts = (places[0] > 0 ? [0] : []) + places
    return zip(starts, starts.dropFirst() + [bytes.count]).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
  }

  static func places(in line: String, _ format: any LineSyntax.Type) -> [Int] {
    let bytes = ContiguousArray(line.utf8)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return [] }
      return unsafe places(in: FieldCursor(next: start, end: start + bytes.count), format)
    }
  }

  /// Whether a word or a number may begin here; other characters may everywhere.
  private static func mayBegin(_ byte: UInt8, behind before: UInt8) -> Bool {
    let isWord = byte &- 48 < 10 || byte &- 97 < 26
    return !isWord || !(before &- 48 < 10 || before | 0x20 &- 97 < 26 || before == 0x2e || before == 0x5f)
  }
}
