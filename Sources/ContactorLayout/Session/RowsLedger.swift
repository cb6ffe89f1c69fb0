import ContactorTrace

/// The rows that lists got from outside, so that a log has what changed of them and a replay reads it back.
struct RowsLedger {
  private var lists: [String: [LayoutRow]] = [:]

  /// Notes the rows of a list; the result is what changed.
  ///
  /// - Complexity: O(rows).
  mutating func note(_ rows: [LayoutRow], of view: String) -> TraceRows {
    let before = lists[view]
    lists[view] = rows
    var told = TraceRows(view: view, count: rows.count, digest: Self.digest(of: rows), change: .none)
    guard before != rows else { return told }
    let old = before ?? []
    let same = zip(old, rows).prefix { $0 == $1 }.count
    let rest = min(old.count, rows.count) - same
    let tail = zip(old.reversed(), rows.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let changed = Self.json(rows[same..<(rows.count - tail)])
    guard let changed else {
      // The next line has all rows again.
      lists[view] = nil
      return told
    }
    told.change = before == nil || same + tail == 0 ? .all(changed) : .part(start: same, removed: old.count - tail - same, changed)
    return told
  }

  /// The rows of a list after a change that was recorded.
  ///
  /// - Throws: `Problem` where what comes before the change is not known, or the recording is wrong.
  func rows(after told: TraceRows) throws(Problem) -> [LayoutRow] {
    var rows = lists[told.view] ?? []
    switch told.change {
    case .none: if told.digest.isEmpty { throw .unknown }
    case .all(let list): rows = try Self.parse(list)
    case .part(let start, let removed, let list):
      guard start <= rows.count, removed <= rows.count - start else { throw .unknown }
      rows.replaceSubrange(start..<(start + removed), with: try Self.parse(list))
    }
    // A script written by hand has no digest.
    guard told.digest.isEmpty || rows.count == told.count && Self.digest(of: rows) == told.digest else { throw .unknown }
    return rows
  }

  /// Why the rows of a recording cannot be shown.
  enum Problem: Error {
    /// The recording does not have them: it was cut, or they were too many.
    case unknown
    /// They are no list of rows.
    case invalid(String)
  }

  /// All rows of all lists.
  var all: [TraceRows] {
    lists.sorted { $0.key < $1.key }.map { view, rows in
      TraceRows(view: view, count: rows.count, digest: Self.digest(of: rows), change: Self.json(rows[...]).map { .all($0) } ?? .none)
    }
  }

  /// Forgets the lists, so that the next line of each has all rows: another file of the log begins.
  mutating func forget() { lists = [:] }

  private static func parse(_ list: String) throws(Problem) -> [LayoutRow] {
    do throws(LayoutError) {
      return try LayoutRows.parse(Array(list.utf8), file: "rows")
    } catch {
      throw .invalid(error.diagnostics.first?.message ?? "no rows")
    }
  }

  // MARK: Text

  /// A JSON list as a file of rows has it; `nil` for one that is too long.
  private static func json(_ rows: ArraySlice<LayoutRow>) -> String? {
    var text = "["
    for row in rows {
      if text.utf8.count > 1 { text += "," }
      append(row, to: &text)
      if text.utf8.count > TraceRows.limit { return nil }
    }
    return text + "]"
  }

  private static func append(_ row: LayoutRow, to text: inout String) {
    guard row.id != row.title || !row.detail.isEmpty || row.section != nil else { return append(quoted: row.title, to: &text) }
    text += "{\"title\":"
    append(quoted: row.title, to: &text)
    let id = row.id == row.title ? nil : row.id
    for (key, value) in [("detail", row.detail.isEmpty ? nil : row.detail), ("section", row.section), ("id", id)] {
      guard let value else { continue }
      text += ",\"\(key)\":"
      append(quoted: value, to: &text)
    }
    text += "}"
  }

  /// Adds a text as JSON and YAML both read it: YAML takes no control characters, and more line ends than JSON.
  private static func append(quoted value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// FNV-1a of all texts, 64 bits in 16 hexadecimal digits.
  private static func digest(of rows: [LayoutRow]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for row in rows {
      for text in [row.id, row.title, row.detail, row.section ?? ""] {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
      }
      add(row.section == nil ? 0 : 1)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
