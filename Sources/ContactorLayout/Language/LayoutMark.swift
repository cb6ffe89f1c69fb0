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
