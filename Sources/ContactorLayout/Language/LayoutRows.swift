import ContactorCore
import ContactorSystem

/// A row of a list in a layout.
public struct LayoutRow: Hashable, Sendable {
  /// What `{value}` stands for while the row is selected; the title unless the file says otherwise.
  public var id: String
  /// The first text.
  public var title: String
  /// The second text; empty for none.
  public var detail: String
  /// The title of the section that the row belongs to; `nil` where the list has no sections.
  public var section: String?

  /// Creates a row.
  public init(id: String? = nil, title: String, detail: String = "", section: String? = nil) {
    self.id = id ?? title
    self.title = title
    self.detail = detail
    self.section = section
  }
}

/// Where a list has its rows from.
public enum LayoutRows: Hashable, Sendable {
  /// The layout itself.
  case listed([LayoutRow])
  /// A file, YAML or JSON, read with the layout and again by the action `reloadRows:`; `rows` is what was read with the layout.
  case file(path: String, rows: [LayoutRow])
  /// A program's standard output, when the layout is shown and again by the action `reloadRows:`.
  case program(RunAction)

  /// The rows that are known when the layout is shown.
  public var initial: [LayoutRow] {
    switch self {
    case .listed(let rows), .file(_, let rows): rows
    case .program: []
    }
  }

  /// The bytes of a file of rows.
  ///
  /// - Throws: `LayoutError` that names the file, if it cannot be read.
  public static func contents(of path: String) throws(LayoutError) -> [UInt8] {
    do throws(LayoutDiagnostic) {
      return try Layout.contents(of: path)
    } catch {
      throw LayoutError([error])
    }
  }

  /// The greatest number of rows: 50,000 fit the 200,000 values that a file can have.
  public static let limit = 50_000

  /// The rows in a file or in a program's output: a YAML or JSON list of texts or of `{title, detail, section, id}`; or, if the text
  /// begins with neither `[` nor `-` nor `#`, one row a line, its detail after a tab.
  ///
  /// - Parameter file: names the text in the diagnostics.
  /// - Throws: `LayoutError` with all mistakes.
  public static func parse(_ bytes: [UInt8], file: String) throws(LayoutError) -> [LayoutRow] {
    let reading = RowsReading(bytes, file: file)
    guard reading.mistakes.isEmpty else { throw LayoutError(reading.mistakes) }
    return reading.rows
  }
}

/// The result of reading rows, with the mistakes.
struct RowsReading {
  private(set) var rows: [LayoutRow] = []
  private(set) var mistakes: [LayoutDiagnostic] = []

  init(_ bytes: [UInt8], file: String) {
    do throws(LayoutDiagnostic) {
      let text = try LayoutBytes.text(bytes, file: file)
      guard let first = text.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else { return }
      if ![UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "#")].contains(first) {
        rows = Self.lines(text)
      } else {
        try readList(text, file)
      }
    } catch {
      mistakes = [error]
    }
    if rows.count > LayoutRows.limit {
      mistakes.append(LayoutDiagnostic(file: file, mark: .start, message: "the list has more than \(LayoutRows.limit) rows"))
    }
  }

  private mutating func readList(_ text: ArraySlice<UInt8>, _ file: String) throws(LayoutDiagnostic) {
    var reader = LayoutReader(text, file: file)
    let root = try reader.document()
    var decoder = LayoutDecoder(file: file, diagnostics: reader.diagnostics)
    if let root { rows = decoder.rows(root) }
    mistakes = decoder.sortedDiagnostics
  }

  private static func lines(_ text: ArraySlice<UInt8>) -> [LayoutRow] {
    text.split(separator: 0x0A).compactMap { line in
      let fields = (line.last == 0x0D ? line.dropLast() : line).split(separator: 0x09, maxSplits: 1, omittingEmptySubsequences: false)
      let texts = fields.map { String(decoding: $0, as: UTF8.self) }
      guard let title = texts.first, !title.isEmpty else { return nil }
      return LayoutRow(title: title, detail: texts.count > 1 ? texts[1] : "")
    }
  }
}

extension LayoutDecoder {
  /// The rows of a list.
  mutating func rows(_ node: LayoutNode) -> [LayoutRow] {
    guard case .sequence(let elements) = node.content else {
      reject(node, "the rows", expected: "a list of texts or of {title: …, detail: …, section: …, id: …}")
      return []
    }
    return elements.compactMap { row($0) }
  }

  private mutating func row(_ node: LayoutNode) -> LayoutRow? {
    if case .scalar = node.content { return word(node, "a row", expected: "a text").map { LayoutRow(title: $0) } }
    guard let fields = fields(of: node, "a row", in: LayoutSchema.row) else { return nil }
    let title = fields["title"].flatMap { word($0, "'title'", expected: "a text") } ?? ""
    var row = LayoutRow(title: title)
    if let node = fields["detail"] { row.detail = word(node, "'detail'", expected: "a text", mayBeEmpty: true) ?? "" }
    row.section = fields["section"].flatMap { word($0, "'section'", expected: "a text") }
    if let node = fields["id"] { row.id = word(node, "'id'", expected: "a text") ?? title }
    return row
  }

  /// The value of a list's key `rows`: rows, a file, or a program.
  mutating func rowSource(_ node: LayoutNode) -> LayoutRows {
    guard case .mapping = node.content else { return .listed(rows(node)) }
    guard let fields = fields(of: node, "'rows'", in: LayoutSchema.rowSource) else { return .listed([]) }
    switch (fields["file"], fields["from"]) {
    case (let node?, nil): return word(node, "'file'", expected: "a path").map { fileRows($0, node.mark) } ?? .listed([])
    case (nil, _?): return run(fields, key: "from", of: nil).map(LayoutRows.program) ?? .listed([])
    case (_?, _?): report(node.mark, "'rows' has both 'file' and 'from'", expected: "one of them")
    case (nil, nil): report(node.mark, "'rows' says neither 'file' nor 'from'", expected: "rows, {file: path} or {from: [program, …]}")
    }
    return .listed([])
  }

  /// Reads rows from a file; a relative path begins in the folder of the layout, or of the included file that names the rows.
  private mutating func fileRows(_ path: String, _ mark: LayoutMark) -> LayoutRows {
    let resolved = LayoutRows.resolve(path, besides: mark.origin?.file ?? file)
    let reading: RowsReading
    do throws(LayoutDiagnostic) {
      reading = RowsReading(try Layout.contents(of: resolved), file: resolved)
    } catch {
      report(mark, "\(quoted(path)) cannot be read: \(error.message)", expected: "a file with a list of rows")
      return .listed([])
    }
    adopt(reading.mistakes)
    return .file(path: resolved, rows: reading.rows)
  }
}

extension LayoutRows {
  /// A path in a layout as a path from the working directory: relative ones begin in the layout's folder.
  static func resolve(_ path: String, besides layout: String) -> String {
    guard !path.hasPrefix("/"), let slash = layout.lastIndex(of: "/") else { return path }
    return layout[...slash] + path
  }
}
