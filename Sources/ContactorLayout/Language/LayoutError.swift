/// Everything that is wrong with one layout file, in the order of the file.
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
