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

  /// The file's path, as it was given.
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

  /// Creates a diagnostic.
  public init(
    file: String, mark: LayoutMark, severity: Severity = .error, message: String, expected: String? = nil,
    suggestion: String? = nil
  ) {
    self.file = file
    self.mark = mark
    self.severity = severity
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE`, then the suggestion or, without one, what was expected.
  public var description: String {
    let place = mark == .file ? file : "\(file):\(mark)"
    return "\(place): \(severity.rawValue): \(message)\(advice)"
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

  /// Creates an error from its mistakes.
  public init(_ diagnostics: [LayoutDiagnostic]) {
    precondition(!diagnostics.isEmpty, "a LayoutError needs at least one diagnostic")
    self.diagnostics = diagnostics
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

  /// Creates a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The file as a whole, for example when it cannot be opened.
  public static let file = LayoutMark(line: 0, column: 0)

  /// The first character of a file.
  public static let start = LayoutMark(line: 1, column: 1)

  /// Orders places as they follow each other in the file.
  public static func < (left: LayoutMark, right: LayoutMark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }
}
