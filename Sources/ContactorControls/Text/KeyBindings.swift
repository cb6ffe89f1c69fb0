public import ContactorCore

/// A table from keys to names of actions: data, to be changed for one control or replaced.
///
/// A key that is not in the table inserts its characters.
public struct KeyBindings: Hashable, Sendable {
  /// A key with the modifiers that are held.
  public struct Stroke: Hashable, Sendable {
    /// The key's text without modifiers, letters small: `a`, or one of `KeyEvent`'s for keys without a character.
    public var key: String
    /// Those of shift, control, option and command that are held.
    public var modifiers: KeyEvent.Modifiers

    /// Creates a stroke; a letter may be large, modifiers other than the four are left out.
    public init(_ key: String, _ modifiers: KeyEvent.Modifiers = []) {
      // Only the case of ASCII depends on shift alone in all layouts.
      let code = key.utf8.count == 1 ? key.utf8.first ?? 0 : 0
      self.key = (0x41...0x5A).contains(code) ? String(Unicode.Scalar(code + 0x20)) : key
      self.modifiers = modifiers.intersection([.shift, .control, .option, .command])
    }

    /// The stroke of an event.
    public init(_ event: KeyEvent) {
      self.init(event.charactersIgnoringModifiers, event.modifiers)
    }
  }

  private var table: [Stroke: [ActionName]] = [:]

  /// Creates an empty table.
  public init() {}

  /// The actions of a stroke, performed in order; empty, or `nil`, if it has none.
  public subscript(stroke: Stroke) -> [ActionName]? {
    get { table[stroke] }
    set { table[stroke] = newValue?.isEmpty == true ? nil : newValue }
  }

  /// The table with another's strokes added; where both have a stroke, the other's actions count.
  public func merging(_ other: KeyBindings) -> KeyBindings {
    var merged = self
    merged.table.merge(other.table) { $1 }
    return merged
  }

  /// All strokes with their actions, in no order.
  public var strokes: [Stroke: [ActionName]] { table }

  private init(_ rows: [(String, KeyEvent.Modifiers, String)]) {
    for (key, modifiers, actions) in rows {
      self[Stroke(key, modifiers)] = actions.split(separator: " ").map { ActionName($0 + ":") }
    }
  }

  // MARK: Tables

  /// Keys of their own on every keyboard: arrows, home, end, deletion, return, tab, escape, menu (and shift-F10); with shift arrows select.
  ///
  /// Page up and page down scroll, as in AppKit.
  public static let common = KeyBindings(commonKeys + selecting(arrows) + pages)

  /// AppKit's: `common`, option for words and pages, command for lines, and the control keys of Emacs.
  public static let appKit = common.merging(KeyBindings(emacs + commands(with: .command) + selecting(appKitArrows)))

  /// Those of a PC: `common`, control for words and for the menu's commands; control or shift with insert and delete; page up and page
  /// down move the caret.
  public static let pc = common.merging(KeyBindings(pcKeys + commands(with: .control) + selecting(pcArrows)))

  /// AppKit's, and a PC's where both use control: control-A selects all, control-V pastes, control-Y does again.
  public static let standard = appKit.merging(pc).merging(KeyBindings(pages))

  /// The rows, and the same with shift, which modify the selection.
  private static func selecting(_ rows: [(String, KeyEvent.Modifiers, String)]) -> [(String, KeyEvent.Modifiers, String)] {
    rows + rows.map { ($0, $1.union(.shift), $2 + "AndModifySelection") }
  }

  private static let arrows: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.leftArrow, [], "moveLeft"), (KeyEvent.rightArrow, [], "moveRight"), (KeyEvent.upArrow, [], "moveUp"),
    (KeyEvent.downArrow, [], "moveDown"), (KeyEvent.home, [], "moveToBeginningOfLine"), (KeyEvent.end, [], "moveToEndOfLine"),
  ]

  private static let pages: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.pageUp, [], "scrollPageUp"), (KeyEvent.pageDown, [], "scrollPageDown"),
    (KeyEvent.pageUp, .shift, "pageUpAndModifySelection"), (KeyEvent.pageDown, .shift, "pageDownAndModifySelection"),
  ]

  private static let commonKeys: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.delete, [], "deleteBackward"), (KeyEvent.delete, .shift, "deleteBackward"), ("\u{8}", [], "deleteBackward"),
    (KeyEvent.deleteForward, [], "deleteForward"), (KeyEvent.carriageReturn, [], "insertNewline"), ("\n", [], "insertNewline"),
    (KeyEvent.carriageReturn, .shift, "insertLineBreak"), (KeyEvent.enter, [], "insertNewline"), (KeyEvent.tab, [], "insertTab"),
    (KeyEvent.menu, [], "showContextMenuForSelection"), (KeyEvent.function(10), .shift, "showContextMenuForSelection"),
    (KeyEvent.tab, .shift, "insertBacktab"), (KeyEvent.backTab, [], "insertBacktab"), (KeyEvent.backTab, .shift, "insertBacktab"),
    (KeyEvent.escape, [], "cancelOperation"), (KeyEvent.carriageReturn, .option, "insertNewlineIgnoringFieldEditor"),
    (KeyEvent.tab, .option, "insertTabIgnoringFieldEditor"),
  ]

  private static let appKitArrows: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.leftArrow, .option, "moveWordLeft"), (KeyEvent.rightArrow, .option, "moveWordRight"),
    (KeyEvent.upArrow, .option, "moveParagraphBackward"), (KeyEvent.downArrow, .option, "moveParagraphForward"),
    (KeyEvent.leftArrow, .command, "moveToLeftEndOfLine"), (KeyEvent.rightArrow, .command, "moveToRightEndOfLine"),
    (KeyEvent.upArrow, .command, "moveToBeginningOfDocument"), (KeyEvent.downArrow, .command, "moveToEndOfDocument"),
    ("b", .control, "moveBackward"), ("f", .control, "moveForward"), ("n", .control, "moveDown"), ("p", .control, "moveUp"),
    ("a", .control, "moveToBeginningOfParagraph"), ("e", .control, "moveToEndOfParagraph"), ("b", [.control, .option], "moveWordBackward"),
    ("f", [.control, .option], "moveWordForward"),
  ]

  private static let emacs: [(String, KeyEvent.Modifiers, String)] = [
    ("d", .control, "deleteForward"), ("h", .control, "deleteBackward"), ("k", .control, "deleteToEndOfParagraph"),
    ("l", .control, "centerSelectionInVisibleArea"), ("o", .control, "insertNewlineIgnoringFieldEditor moveBackward"),
    ("t", .control, "transpose"), ("v", .control, "pageDown"), ("y", .control, "yank"), (" ", .control, "setMark"),
    (KeyEvent.pageUp, .option, "pageUp"), (KeyEvent.pageDown, .option, "pageDown"),
    (KeyEvent.delete, .option, "deleteWordBackward"), (KeyEvent.deleteForward, .option, "deleteWordForward"),
    (KeyEvent.delete, .command, "deleteToBeginningOfLine"), (KeyEvent.deleteForward, .command, "deleteToEndOfLine"),
    (KeyEvent.delete, .control, "deleteBackwardByDecomposingPreviousCharacter"), (".", .command, "cancelOperation"),
  ]

  private static let pcArrows: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.leftArrow, .control, "moveWordLeft"), (KeyEvent.rightArrow, .control, "moveWordRight"),
    (KeyEvent.upArrow, .control, "moveParagraphBackward"), (KeyEvent.downArrow, .control, "moveParagraphForward"),
    (KeyEvent.home, .control, "moveToBeginningOfDocument"), (KeyEvent.end, .control, "moveToEndOfDocument"),
  ]

  private static let pcKeys: [(String, KeyEvent.Modifiers, String)] = [
    (KeyEvent.delete, .control, "deleteWordBackward"), (KeyEvent.deleteForward, .control, "deleteWordForward"),
    (KeyEvent.insert, .control, "copy"), (KeyEvent.insert, .shift, "paste"), (KeyEvent.deleteForward, .shift, "cut"),
    ("y", .control, "redo"), (KeyEvent.pageUp, [], "pageUp"), (KeyEvent.pageDown, [], "pageDown"),
  ]

  private static func commands(with modifier: KeyEvent.Modifiers) -> [(String, KeyEvent.Modifiers, String)] {
    [
      ("a", modifier, "selectAll"), ("c", modifier, "copy"), ("x", modifier, "cut"), ("v", modifier, "paste"), ("z", modifier, "undo"),
      ("z", modifier.union(.shift), "redo"),
    ]
  }
}

extension ActionName {
  /// AppKit's action of the menu key.
  static let contextMenu: ActionName = "showContextMenuForSelection:"
}

extension KeyEvent {
  /// Whether the standard key bindings have the menu's action for the key: the menu key and shift-F10.
  var opensContextMenu: Bool { KeyBindings.standard[KeyBindings.Stroke(self)] == [.contextMenu] }
}
