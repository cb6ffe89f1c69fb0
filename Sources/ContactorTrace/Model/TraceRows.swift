/// The rows that a list of a layout got from a program or a file while it was recorded: all of them, or what changed since the last time.
///
/// A replay reads them back instead of asking the program. The recording knows the rows as text only; a layout's session reads them.
public struct TraceRows: Hashable, Sendable {
  /// The id of the list in the layout.
  public var view: String
  /// How many rows the list has after the change; not compared where there is no digest.
  public var count: Int
  /// A number made of all rows after the change, as text, which a reader compares with its own; empty in a script written by hand.
  public var digest: String
  /// What changed.
  public var change: Change

  /// What changed of a list.
  public enum Change: Hashable, Sendable {
    /// Nothing: the program gave the same rows again; or they are too many to be recorded, which the digest tells.
    case none
    /// These are all rows: a JSON list, as a file of rows has it.
    case all(String)
    /// The rows from `start` on, so many, became those of a JSON list.
    case part(start: Int, removed: Int, String)
  }

  /// The longest JSON list in bytes: a line of text has 1 MiB at most.
  public static let limit = 900_000

  /// Creates a change.
  public init(view: String, count: Int, digest: String, change: Change) {
    self.view = view
    self.count = count
    self.digest = digest
    self.change = change
  }
}

extension JSONLine {
  /// Adds the members of a `rows` line.
  package mutating func add(_ rows: TraceRows) {
    add("view", rows.view)
    add("count", Int64(rows.count))
    add("digest", rows.digest)
    switch rows.change {
    case .none: break
    case .all(let list): add("rows", json: list)
    case .part(let start, let removed, let list):
      add("at", Int64(start))
      add("removed", Int64(removed))
      add("rows", json: list)
    }
  }
}

extension TraceRows {
  /// Reads the members of a `rows` line; `nil` for one with neither rows nor a digest, as older logs have.
  ///
  /// A line with rows needs neither count nor digest, which nobody writes by hand.
  init?(_ object: JSONObject) throws(TraceError) {
    let (list, digest) = (object.json("rows"), object.text("digest"))
    guard list != nil || !object.has("rows") else { throw .mistake("\"rows\" of a line of rows must be a list") }
    guard list != nil || digest != nil else { return nil }
    guard let view = object.text("view") else { throw .mistake("a line of rows must have \"view\", a text") }
    let count = object.integer("count").map { Int(exactly: $0) ?? -1 } ?? (digest == nil ? 0 : -1)
    guard count >= 0 else { throw .mistake("a line of rows with \"digest\" must have \"count\", 0 or more") }
    var change = list.map(Change.all) ?? .none
    if let start = object.integer("at") {
      let range = 0...Int64(Int32.max)
      guard let list, let removed = object.integer("removed"), range.contains(start), range.contains(removed) else {
        throw .mistake("a line of rows with \"at\" must have \"removed\", both 0 or more, and \"rows\", a list")
      }
      change = .part(start: Int(start), removed: Int(removed), list)
    }
    self.init(view: view, count: count, digest: digest ?? "", change: change)
  }
}

extension TraceRows {
  /// Writes the fields of a record.
  func write(_ part: inout ByteBuffer) {
    part.append(text: view)
    part.append(varint: UInt64(max(count, 0)))
    part.append(text: digest)
    switch change {
    case .none: part.append(varint: 0)
    case .all(let list):
      part.append(varint: 1)
      part.append(text: list)
    case .part(let start, let removed, let list):
      part.append(varint: 2)
      part.append(varint: UInt64(max(start, 0)))
      part.append(varint: UInt64(max(removed, 0)))
      part.append(text: list)
    }
  }

  /// Reads the fields of a record; the cursor is invalid after fields that are none.
  static func read(_ part: inout ByteCursor) -> TraceRows {
    var rows = TraceRows(view: part.text(), count: Int(part.number(UInt32.self)), digest: part.text(), change: .none)
    switch part.varint() {
    case 1: rows.change = .all(part.text())
    case 2:
      let (start, removed) = (Int(part.number(UInt32.self)), Int(part.number(UInt32.self)))
      rows.change = .part(start: start, removed: removed, part.text())
    default: break
    }
    return rows
  }
}
