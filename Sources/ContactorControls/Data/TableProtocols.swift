import ContactorCore

/// The object that knows a table's rows (contract 8.4).
///
/// The table asks it again whenever it needs an answer and trusts none: wrong counts and missing cells are reported as `TableError`, and
/// the table shows what it can.
public protocol TableViewDataSource: AnyObject {
  /// The number of sections; 1 by default.
  func numberOfSections(in tableView: TableView) -> Int
  /// The number of rows of a section.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// A cell for a row: a reused one from `dequeueReusableCell`, with the row's content; one cell shows one row at a time.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell?
  /// The title above a section; `nil`, the default, for none.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
  /// The title below a section; `nil`, the default, for none.
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
  /// Whether a row can be deleted or edited; false by default.
  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool
  /// Whether a row can be dragged to another place; false by default.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Carries an edit out that a user asked for, and then calls the table's `deleteRows` or `insertRows`.
  func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath)
  /// Moves a row that a user dropped at another place; called once, at the drop.
  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath)
  /// Takes a value that a user changed in a row.
  func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath)
  /// The titles of the index at the right edge; none by default.
  func sectionIndexTitles(for tableView: TableView) -> [String]
  /// The section that a title of the index leads to; the title's own number by default.
  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
}

extension TableViewDataSource {
  /// One section.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }

  /// No title.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }

  /// No title.
  public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }

  /// Rows stay as they are.
  public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  /// Rows keep their places.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  /// Does nothing.
  public func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath) {}

  /// No index.
  public func sectionIndexTitles(for tableView: TableView) -> [String] { [] }

  /// The section of the title's number.
  public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
}

/// The object that decides how a table's rows look and what happens to them.
///
/// A table's `delegate` that conforms to it gets these calls beside those of a scroll view's.
public protocol TableViewDelegate: ScrollViewDelegate {
  /// A row's height in points, asked when the row comes on the screen, or is about to, by `scrollToRow`, a key or the focus; `nil`, the
  /// default, for `rowHeight`.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double?
  /// A header's height in points; `nil`, the default, for `sectionHeaderHeight` if the section has a title, else 0.
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double?
  /// A footer's height in points; `nil`, the default, for `sectionFooterHeight` if the section has a title, else 0.
  func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double?
  /// Whether a finger highlights a row and can select it; true by default.
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// Whether a tap selects a row; true by default.
  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool
  /// A user selected a row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// A user deselected a row, or selected another in its place.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
  /// The selection is another, by a user or in code.
  func tableViewSelectionDidChange(_ tableView: TableView)
  /// A row comes on the screen.
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// A row left the screen or the table.
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// The button at a row's end was tapped.
  func tableView(_ tableView: TableView, accessoryButtonTappedForRowAt indexPath: IndexPath)
  /// The buttons that dragging a row to the left uncovers; `nil` for `Delete` where the data source can edit the row, else nothing.
  func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions?
  /// The buttons that dragging a row to the right uncovers; `nil`, the default, for nothing.
  func tableView(_ tableView: TableView, leadingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions?
  /// The place where a dragged row would be dropped, instead of the proposed one.
  func tableView(_ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath) -> IndexPath
  /// The data source said something that cannot be.
  func tableView(_ tableView: TableView, didFind error: TableError)
}

extension TableViewDelegate {
  /// `rowHeight`.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? { nil }

  /// `sectionHeaderHeight` for a section with a title.
  public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double? { nil }

  /// `sectionFooterHeight` for a section with a title.
  public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double? { nil }

  /// Every row is highlighted.
  public func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }

  /// Every row can be selected.
  public func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool { true }

  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}

  /// Does nothing.
  public func tableViewSelectionDidChange(_ tableView: TableView) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {}

  /// Does nothing.
  public func tableView(_ tableView: TableView, accessoryButtonTappedForRowAt indexPath: IndexPath) {}

  /// `Delete` where the data source can edit the row.
  public func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? { nil }

  /// Nothing.
  public func tableView(_ tableView: TableView, leadingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? { nil }

  /// The proposed place.
  public func tableView(
    _ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath
  ) -> IndexPath { destination }

  /// Does nothing.
  public func tableView(_ tableView: TableView, didFind error: TableError) {}
}

/// A wrong answer of a data source, or a wrong call; the table shows what it can.
public enum TableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A negative number of sections; none are shown.
  case invalidSectionCount(Int)
  /// A negative number of rows, or more than 2³¹ − 1; none are shown, or so many.
  case invalidRowCount(Int, section: Int)
  /// After an update the number of rows is not the number before with what the update says; the table loads again.
  case rowCountMismatch(section: Int, expected: Int, found: Int)
  /// After an update the number of sections is not the number before with what the update says; the table loads again.
  case sectionCountMismatch(expected: Int, found: Int)
  /// The data source has no cell for a row; an empty one is shown.
  case noCell(IndexPath)
  /// The cell for a row shows another row already; an empty one is shown.
  case cellInUse(IndexPath)
  /// An update, or an answer, names a row that there is not, or one twice; it is ignored.
  case invalidIndexPath(IndexPath)
  /// An update, or an answer, names a section that there is not, or one twice; it is ignored.
  case invalidSection(Int)
  /// A cell was asked for by an identifier that is not registered; a plain cell is given.
  case unregisteredIdentifier(String)
  /// An answer given while rows are shown changes them each time; the table shows what it has until the next change.
  case neverAtRest

  /// The error in a sentence.
  public var description: String {
    switch self {
    case .invalidSectionCount(let count): "the data source gives \(count) as the number of sections"
    case .invalidRowCount(let count, let section): "the data source gives \(count) as the number of rows in section \(section)"
    case .rowCountMismatch(let section, let expected, let found):
      "after the update section \(section) has \(found) rows in the data source, where the update leaves \(expected)"
    case .sectionCountMismatch(let expected, let found):
      "after the update there are \(found) sections in the data source, where the update leaves \(expected)"
    case .noCell(let path): "the data source gives no cell for row \(path)"
    case .cellInUse(let path): "the cell that the data source gives for row \(path) shows another row"
    case .invalidIndexPath(let path): "there is no row \(path) here, or it is named twice"
    case .invalidSection(let section): "there is no section \(section) here, or it is named twice"
    case .unregisteredIdentifier(let name): "no cell is registered for reuse as “\(name)”"
    case .neverAtRest: "showing the rows changes the rows, again and again"
    }
  }
}

/// The buttons that dragging a row sideways uncovers.
public struct SwipeActions {
  /// The actions, the first at the edge of the table.
  public var actions: [SwipeAction]
  /// Whether dragging the row far performs the first action.
  public var performsFirstActionWithFullSwipe: Bool

  /// Creates a list of actions.
  public init(_ actions: [SwipeAction], performsFirstActionWithFullSwipe: Bool = true) {
    self.actions = actions
    self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
  }
}

/// A button that dragging a row sideways uncovers.
public struct SwipeAction {
  /// The button's title, and its name as an accessibility action.
  public var title: String
  /// Whether the action destroys something.
  public var isDestructive: Bool
  /// Called with the table and the row; capture owners of the table weakly.
  public var handler: (TableView, IndexPath) -> Void

  /// Creates an action.
  public init(_ title: String, isDestructive: Bool = false, handler: @escaping (TableView, IndexPath) -> Void) {
    self.title = title
    self.isDestructive = isDestructive
    self.handler = handler
  }
}
