/// One mistake or doubt in a layout file, with its place and the way out.
public struct LayoutDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The layout cannot be used.
    case error
    /// The layout can be used, but probably does not do what was meant.
    case warning
  }

  /// The file's path, as it was given.
  public var file: String
  /// The place in the file.
  public var mark: LayoutMark
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, in one line.
  public var message: String
  /// What would be right, where that can be said, for example `true or false`.
  public var expected: String?
  /// The nearest thing that would be right, for example the key `frame` for `fram`.
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
