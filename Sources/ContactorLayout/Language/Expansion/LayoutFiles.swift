/// A file that is part of a layout, as it was read.
package struct LayoutFile: Sendable {
  /// The contents.
  package var bytes: [UInt8]
  /// What tells the file from others, whatever links and paths lead to it.
  package var identity: String

  /// Creates a file.
  package init(bytes: [UInt8], identity: String) {
    self.bytes = bytes
    self.identity = identity
  }
}

/// How the files of a layout are read: all of them, the layout's own and those that it includes, come through here.
package struct LayoutFiles {
  /// Reads the file of a path, or throws a diagnostic that says why it must not be used.
  package let read: (_ path: String) throws(LayoutDiagnostic) -> LayoutFile

  /// Creates a way to read files.
  package init(read: @escaping (_ path: String) throws(LayoutDiagnostic) -> LayoutFile) {
    self.read = read
  }

  /// Regular files of the machine.
  package static var disk: LayoutFiles { LayoutFiles { (path) throws(LayoutDiagnostic) in try Layout.file(at: path) } }
}

/// Mistakes, and a way to add one, for what works on a layout's tree before it is decoded.
struct LayoutMistakes {
  /// The layout's own file.
  let file: String
  /// The mistakes, `LayoutDecoder.diagnosticLimit` at most.
  private(set) var diagnostics: [LayoutDiagnostic] = []
  /// How many steps are left for suggestions.
  var suggestionSteps = LayoutDecoder.suggestionSteps
  private var copies = CopiedMistakes()

  init(file: String) {
    self.file = file
  }

  /// Whether the limit of mistakes is reached.
  var isFull: Bool { diagnostics.count >= LayoutDecoder.diagnosticLimit }

  /// Adds a mistake.
  mutating func report(_ mark: LayoutMark, _ message: String, expected: String? = nil, suggestion: String? = nil) {
    add(LayoutDiagnostic(file: file, mark: mark, message: message, expected: expected, suggestion: suggestion))
  }

  /// Adds a mistake.
  mutating func add(_ diagnostic: LayoutDiagnostic) {
    if !isFull, copies.isNew(diagnostic) { diagnostics.append(diagnostic) }
  }

  /// Reports that a node is not what its key needs, unless the reader reported the node already.
  mutating func reject(_ node: LayoutNode, _ name: String, expected: String) {
    if !node.isInvalid { report(node.mark, "\(name) is \(node.summary)", expected: expected) }
  }
}

/// Finds mistakes that were reported for another copy of the same part of a layout, such as another use of the same template.
struct CopiedMistakes {
  private struct Key: Hashable {
    let file: String
    let line: Int
    let column: Int
    let message: String
  }

  private var known: Set<Key> = []

  /// Whether the mistake is not reported yet for another copy.
  mutating func isNew(_ diagnostic: LayoutDiagnostic) -> Bool {
    guard diagnostic.mark.origin?.use != nil else { return true }
    let key = Key(file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, message: diagnostic.message)
    return known.insert(key).inserted
  }
}
