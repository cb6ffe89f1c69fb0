/// A mistake or a warning about a layout file, with its place and advice.
public struct LayoutDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The layout cannot be used.
    case error
    /// The layout can be used, but is probably not what was meant.
    case warning
    /// It is worth knowing, and as it should be.
    case note
  }

  /// The path of the file in which the place is, as it was given; that of an included file begins in the layout's folder.
  public var file: String
  /// The place in the file.
  public var mark: LayoutMark
  /// How bad it is.
  public var severity: Severity
  /// The mistake, in one line.
  public var message: String
  /// The values that are allowed, such as `true or false`; `nil` where that cannot be said.
  public var expected: String?
  /// The nearest correct value, such as the key `frame` for `fram`; `nil` for none.
  public var suggestion: String?

  /// The line, from 1; 0 if the file as a whole is meant.
  public var line: Int { mark.line }
  /// The column, from 1; 0 if the file as a whole is meant.
  public var column: Int { mark.column }

  /// The places that brought what is at the place to where it stands, the nearest one first: an `include`, the use of a template.
  public var uses: [LayoutUse] { mark.origin?.uses ?? [] }

  /// Creates a diagnostic; a place in an included file goes before `file`.
  public init(
    file: String, mark: LayoutMark, severity: Severity = .error, message: String, expected: String? = nil,
    suggestion: String? = nil
  ) {
    self.file = mark.origin?.file ?? file
    self.mark = mark
    self.severity = severity
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE`, then the suggestion or, without one, what was expected, then the uses in parentheses.
  public var description: String {
    let place = mark.line == 0 ? file : "\(file):\(mark)"
    let uses = uses.map(\.description).joined(separator: ", ")
    return "\(place): \(severity.rawValue): \(message)\(advice)" + (uses.isEmpty ? "" : " (\(uses))")
  }

  private var advice: String {
    if let suggestion { return "; did you mean '\(suggestion)'?" }
    if let expected { return "; expected \(expected)" }
    return ""
  }
}

/// All mistakes of a layout file, in the order of the file.
public struct LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes; never empty.
  public var diagnostics: [LayoutDiagnostic]
  /// The paths of the files that the layout includes, also of those that cannot be read.
  public var includedFiles: [String]

  /// Creates an error from its mistakes.
  public init(_ diagnostics: [LayoutDiagnostic], includedFiles: [String] = []) {
    precondition(!diagnostics.isEmpty, "a LayoutError needs at least one diagnostic")
    self.diagnostics = diagnostics
    self.includedFiles = includedFiles
  }

  /// One line for each mistake.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A place in a layout file: line and column, both counted from 1, columns in characters.
public struct LayoutMark: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 stands for the file as a whole.
  public var line: Int
  /// The column in Unicode scalars, from 1; 0 stands for the file as a whole.
  public var column: Int
  /// The file, and how what is here came to where it stands; `nil` in the layout's own file.
  public internal(set) var origin: LayoutOrigin?

  /// Creates a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The file as a whole, for example when it cannot be opened.
  public static let file = LayoutMark(line: 0, column: 0)

  /// The first character of a file.
  public static let start = LayoutMark(line: 1, column: 1)

  /// Orders places as they follow each other in the file; those of included files come later, in the order of reading.
  public static func < (left: LayoutMark, right: LayoutMark) -> Bool {
    (left.origin?.order ?? 0, left.line, left.column) < (right.origin?.order ?? 0, right.line, right.column)
  }

  /// `FILE:LINE:COLUMN`; `layout` is the layout's own file.
  public func place(in layout: String) -> String { "\(origin?.file ?? layout):\(self)" }

  /// `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }
}
