public import ContactorCore

/// The effect of a standard action of AppKit's `NSStandardKeyBindingResponding` on a text (contract 7.4).
///
/// `TextCommand.named` is the table of the actions by name. Backward and forward are directions in the order of the text; left and right
/// are those that the eye sees, by the letter in a line of several directions, by the word and to the line's ends in that of the paragraph.
public enum TextCommand: Hashable, Sendable {
  /// Moves the caret; a selection collapses.
  case move(Motion)
  /// Moves the end of the selection.
  case extend(Motion)
  /// Deletes the selection, or, without one, what a motion passes over.
  case delete(Motion)
  /// Moves what is shown and not the caret.
  case scroll(Motion)
  /// Selects.
  case select(Unit)
  /// Inserts a text in place of the selection.
  case insert(String)
  /// The return key.
  case newline
  /// The tab key.
  case tab
  /// Puts a tab at the beginning of the paragraph.
  case indent
  /// Deletes the selection; copies it first to the pasteboard if `copies`.
  case deleteSelection(copies: Bool)
  /// Copies the selection to the pasteboard.
  case copy
  /// Inserts the pasteboard's text.
  case paste
  /// Inserts what the last actions of deleting more than a character removed.
  case yank
  /// Exchanges the characters, or the words, on both sides of the caret and moves behind them.
  case transpose(Unit)
  /// Rewrites the word at the caret, or the selection.
  case rewrite(Rewriting)
  /// Deletes the last scalar of the character before the caret: an accent, but not its letter.
  case deleteLastScalar
  /// Ends editing.
  case cancel
  /// Undoes the last step, or does it again.
  case undo(redoes: Bool)
  /// The mark, with what is between it and the caret.
  case mark(Marking)
  /// Scrolls to the selection.
  case center
  /// Sets the writing direction.
  case writing(WritingDirection)
  /// Opens the context menu at the caret.
  case contextMenu
  /// A standard action that no control of text does: it is refused.
  case unsupported

  /// A way of moving in a text.
  public enum Motion: Hashable, Sendable {
    /// By a character.
    case character(Direction)
    /// To the beginning of a word, or the end of one.
    case word(Direction)
    /// To the line above, or below.
    case line(Direction)
    /// By the lines that are shown.
    case page(Direction)
    /// To the beginning of the line, or its end.
    case lineEdge(Direction)
    /// To the beginning of the paragraph, or its end.
    case paragraphEdge(Direction)
    /// To the beginning of the paragraph, or its end; from there that of the next one.
    case paragraph(Direction)
    /// To the beginning of the text, or its end.
    case document(Direction)
  }

  /// A direction in the order of the text, or one that the eye sees.
  public enum Direction: Hashable, Sendable {
    /// To the beginning.
    case backward
    /// To the end.
    case forward
    /// To the left; backward in a text from left to right.
    case left
    /// To the right; forward in a text from left to right.
    case right
  }

  /// A part of a text.
  public enum Unit: Hashable, Sendable {
    /// A grapheme cluster.
    case character
    /// A word.
    case word
    /// A line as it is shown.
    case line
    /// The text between two ends of line.
    case paragraph
    /// The whole text.
    case document
  }

  /// A way of rewriting letters.
  public enum Rewriting: Hashable, Sendable {
    /// Each word begins with a large letter.
    case capitalized
    /// Large letters.
    case uppercase
    /// Small letters.
    case lowercase
    /// Large letters become small, small ones large: of the character after the caret.
    case swapped
  }

  /// An operation on the mark.
  public enum Marking: Hashable, Sendable {
    /// Puts the mark at the caret.
    case set
    /// Exchanges mark and caret.
    case swap
    /// Deletes what is between them.
    case delete
    /// Selects what is between them.
    case select
  }
}

extension TextCommand {
  /// The actions by name: every one of AppKit's, and `showContextMenuForSelection:`, `cut:`, `copy:`, `paste:`, `delete:`, `undo:`, `redo:`.
  public static let named: [ActionName: TextCommand] = {
    var table: [ActionName: TextCommand] = [:]
    for (stem, motion) in moves {
      table[ActionName("move\(stem):")] = .move(motion)
      table[ActionName("move\(stem)AndModifySelection:")] = .extend(motion)
    }
    for (stem, motion) in pages {
      table[ActionName("page\(stem):")] = .move(motion)
      table[ActionName("page\(stem)AndModifySelection:")] = .extend(motion)
    }
    for (stem, motion) in deletions { table[ActionName("delete\(stem):")] = .delete(motion) }
    for (stem, motion) in scrolls { table[ActionName("scroll\(stem):")] = .scroll(motion) }
    for (stem, unit) in units { table[ActionName("select\(stem):")] = .select(unit) }
    for (name, command) in others { table[ActionName("\(name):")] = command }
    return table
  }()

  private static let moves: [(String, Motion)] = [
    ("Left", .character(.left)), ("Right", .character(.right)), ("Backward", .character(.backward)),
    ("Forward", .character(.forward)), ("Up", .line(.backward)), ("Down", .line(.forward)), ("WordLeft", .word(.left)),
    ("WordRight", .word(.right)), ("WordBackward", .word(.backward)), ("WordForward", .word(.forward)),
    ("ToBeginningOfLine", .lineEdge(.backward)), ("ToEndOfLine", .lineEdge(.forward)), ("ToLeftEndOfLine", .lineEdge(.left)),
    ("ToRightEndOfLine", .lineEdge(.right)), ("ToBeginningOfParagraph", .paragraphEdge(.backward)),
    ("ToEndOfParagraph", .paragraphEdge(.forward)), ("ParagraphBackward", .paragraph(.backward)),
    ("ParagraphForward", .paragraph(.forward)), ("ToBeginningOfDocument", .document(.backward)),
    ("ToEndOfDocument", .document(.forward)),
  ]

  private static let pages: [(String, Motion)] = [("Up", .page(.backward)), ("Down", .page(.forward))]

  private static let deletions: [(String, Motion)] = [
    ("Backward", .character(.backward)), ("Forward", .character(.forward)), ("WordBackward", .word(.backward)),
    ("WordForward", .word(.forward)), ("ToBeginningOfLine", .lineEdge(.backward)), ("ToEndOfLine", .lineEdge(.forward)),
    ("ToBeginningOfParagraph", .paragraphEdge(.backward)), ("ToEndOfParagraph", .paragraphEdge(.forward)),
  ]

  private static let scrolls: [(String, Motion)] = [
    ("LineUp", .line(.backward)), ("LineDown", .line(.forward)), ("PageUp", .page(.backward)), ("PageDown", .page(.forward)),
    ("ToBeginningOfDocument", .document(.backward)), ("ToEndOfDocument", .document(.forward)),
  ]

  private static let units: [(String, Unit)] = [
    ("All", .document), ("Word", .word), ("Line", .line), ("Paragraph", .paragraph),
  ]

  private static let others: [(String, TextCommand)] = [
    ("insertNewline", .newline), ("insertParagraphSeparator", .newline), ("insertLineBreak", .insert("\u{2028}")),
    ("insertNewlineIgnoringFieldEditor", .insert("\n")), ("insertTab", .tab), ("insertBacktab", .unsupported),
    ("insertTabIgnoringFieldEditor", .insert("\t")), ("insertContainerBreak", .insert("\u{C}")),
    ("insertSingleQuoteIgnoringSubstitution", .insert("'")), ("insertDoubleQuoteIgnoringSubstitution", .insert("\"")),
    ("indent", .indent), ("cut", .deleteSelection(copies: true)), ("delete", .deleteSelection(copies: false)), ("copy", .copy),
    ("paste", .paste), ("yank", .yank), ("transpose", .transpose(.character)), ("transposeWords", .transpose(.word)),
    ("capitalizeWord", .rewrite(.capitalized)), ("uppercaseWord", .rewrite(.uppercase)), ("lowercaseWord", .rewrite(.lowercase)),
    ("changeCaseOfLetter", .rewrite(.swapped)), ("deleteBackwardByDecomposingPreviousCharacter", .deleteLastScalar),
    ("cancelOperation", .cancel), ("undo", .undo(redoes: false)), ("redo", .undo(redoes: true)), ("setMark", .mark(.set)),
    ("swapWithMark", .mark(.swap)), ("deleteToMark", .mark(.delete)), ("selectToMark", .mark(.select)),
    ("showContextMenuForSelection", .contextMenu),
    ("centerSelectionInVisibleArea", .center), ("makeBaseWritingDirectionNatural", .writing(.natural)),
    ("makeBaseWritingDirectionLeftToRight", .writing(.leftToRight)), ("makeBaseWritingDirectionRightToLeft", .writing(.rightToLeft)),
    ("makeTextWritingDirectionNatural", .writing(.natural)), ("makeTextWritingDirectionLeftToRight", .writing(.leftToRight)),
    ("makeTextWritingDirectionRightToLeft", .writing(.rightToLeft)), ("complete", .unsupported), ("quickLookPreviewItems", .unsupported),
  ]
}
