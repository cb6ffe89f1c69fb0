/// A comment on a line of its own.
struct FormatComment {
  /// The comment with its `#`.
  let text: String
  /// The column in the source, from 0.
  let column: Int
  /// Whether a blank line is before it.
  let isAfterBlank: Bool
}

/// An entry of a mapping or an element of a list, with the comments that belong to it.
final class FormatEntry {
  /// The comments on lines before it.
  var before: [FormatComment] = []
  /// Whether a blank line is before it, after those comments.
  var isAfterBlank = false
  /// The key of a mapping's entry.
  var key: FormatNode?
  /// The comment behind the key's colon or the dash, where the value is on further lines.
  var opening: String?
  /// The comments on lines between the key or dash and the value.
  var inside: [FormatComment] = []
  /// The value.
  var value = FormatNode(content: .text([""]))
  /// The comment behind the value.
  var trailing: String?

  /// Whether a comment belongs to it or to what is in it.
  var hasComments: Bool {
    !before.isEmpty || opening != nil || !inside.isEmpty || trailing != nil || value.collection?.hasComments ?? false
  }
}

/// A value of a YAML file as it is written.
struct FormatNode {
  /// The content.
  enum Content {
    /// A text as in the source, or an alias; lines after the first without their indentation.
    case text([String])
    /// A block scalar: its indicators, and its lines without their indentation.
    case block(header: String, lines: [String])
    /// A list or a mapping.
    case collection(FormatCollection)
  }

  /// The anchor, `&name`.
  var anchor: String?
  /// The content.
  var content: Content

  /// The list or mapping; `nil` for texts.
  var collection: FormatCollection? { if case .collection(let collection) = content { collection } else { nil } }
  /// Whether there is nothing at all, which is YAML's null.
  var isEmpty: Bool { if case .text([""]) = content { anchor == nil } else { false } }
}

/// A list or mapping as it is written.
final class FormatCollection {
  let isMapping: Bool
  /// Whether it is written with brackets or braces.
  let isFlow: Bool
  var entries: [FormatEntry] = []
  /// The comments after the last entry.
  var end: [FormatComment] = []
  /// The column of the first entry in the source, from 0.
  var column = 0

  init(isMapping: Bool, isFlow: Bool) {
    (self.isMapping, self.isFlow) = (isMapping, isFlow)
  }

  /// Whether there is a comment in it.
  var hasComments: Bool { !end.isEmpty || entries.contains { $0.hasComments } }
}

/// A YAML file of one document as it is written.
struct FormatDocument {
  /// The lines up to `---`, with it; empty where there is none.
  var header: [String] = []
  /// The document's value.
  var root = FormatEntry()
  /// The comments after the value.
  var end: [FormatComment] = []
  /// Whether `...` ends the document.
  var hasEndMarker = false
  /// The texts of all comments, in the order of the file.
  var comments: [String] = []
}
