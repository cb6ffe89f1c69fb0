public import ContactorCore

/// A column of texts with a title each (contract 7.2).
///
/// A tap on an entry begins editing of its text with the caret at the finger: `editingDidBegin`, `editingChanged` and `editingDidEnd`
/// are sent. Return ends it and sends the entry's action or, if it has none, the form's; tab goes on to the next entry.
open class Form: Matrix {
  /// The parts of an entry.
  public enum EntryPart: Hashable, Sendable {
    /// The title, at the left.
    case title
    /// The text, beside it.
    case text
  }

  private final var givenTitleWidth = Form.standardTitleWidth

  /// The width of titles at first: 100 points, as AppKit's cells.
  public static let standardTitleWidth = 100.0
  /// The width of the entries at first, in points: three times that of titles.
  public static let standardEntryWidth = 300.0

  /// Creates a form without entries.
  override public init(frame: Rect) {
    super.init(frame: frame)
    mode = .track
    cellClass = FormCell.self
    tabKeyTraversesCells = true
    cellSize = Size(width: Form.standardEntryWidth, height: Matrix.standardCellSize.height)
  }

  /// The width of the titles in points; a negative one, an infinite one and NaN are ignored.
  public final var titleWidth: Double {
    get { givenTitleWidth }
    set {
      guard newValue >= 0, newValue.isFinite, newValue != givenTitleWidth else { return }
      givenTitleWidth = newValue
      geometryChanged()
    }
  }

  // MARK: Entries

  /// The number of entries.
  public final var numberOfEntries: Int { numberOfRows }

  /// Adds an entry below the others and returns it; `nil` in a full form.
  @discardableResult
  public final func addEntry(_ title: String) -> FormCell? { insertEntry(title, at: numberOfRows) }

  /// Inserts an entry and returns it; the index is clamped to 0 … `numberOfEntries`.
  ///
  /// `nil` in a form of `maximumNumberOfCells` entries, and if `makeCell(atRow:column:)` makes another cell.
  @discardableResult
  public final func insertEntry(_ title: String, at index: Int) -> FormCell? {
    let place = min(max(index, 0), numberOfRows)
    guard let cell = makeCell(atRow: place, column: 0) as? FormCell else { return nil }
    cell.title = title
    insertRow(at: place, with: [cell])
    return cell.controlView === self ? cell : nil
  }

  /// Removes an entry; does nothing for an invalid index.
  public final func removeEntry(at index: Int) { removeRow(at: index) }

  /// An entry; `nil` for an invalid index.
  public final func entry(at index: Int) -> FormCell? { cell(atRow: index, column: 0) as? FormCell }

  /// The index of the first entry with the tag; `nil` if there is none.
  ///
  /// O(entries).
  public final func indexOfCell(withTag tag: Int) -> Int? { cell(withTag: tag).flatMap { position(of: $0)?.row } }

  /// Begins editing of an entry; returns whether it is edited.
  @discardableResult
  public final func selectText(at index: Int) -> Bool { selectText(atRow: index, column: 0) }

  /// The rectangle of an entry's title or text in the form's own space; null for an invalid index.
  ///
  /// Allocates nothing.
  ///
  /// Titles that are wider than the entries leave the text no width.
  public final func contentFrame(for part: EntryPart, at index: Int) -> Rect {
    let frame = cellFrame(atRow: index, column: 0)
    guard !frame.isNull else { return .null }
    let width = min(titleWidth, frame.width)
    switch part {
    case .title: return Rect(x: frame.minX, y: frame.minY, width: width, height: frame.height)
    case .text: return Rect(x: frame.minX + width, y: frame.minY, width: frame.width - width, height: frame.height)
    }
  }

  override open var contentParts: [ContentPart] {
    (0..<numberOfRows).flatMap { index -> [ContentPart] in
      guard let cell = cell(atRow: index, column: 0) else { return [] }
      return [
        ContentPart("title", frame: contentFrame(for: .title, at: index), text: cell.title, state: cell.appearance),
        ContentPart("text", frame: contentFrame(for: .text, at: index), text: shownText(of: cell), state: cell.appearance),
      ]
    }
  }
}
