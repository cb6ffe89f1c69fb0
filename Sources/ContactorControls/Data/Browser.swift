public import ContactorCore

/// The object that knows a browser's items, and is asked about its selection; `nil` stands for what holds the outermost items.
public protocol BrowserDelegate: AnyObject {
  /// The number of items inside an item.
  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int
  /// An item inside an item.
  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?
  /// Whether an item holds no others; true by default.
  func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool
  /// An item's text; its description by default.
  func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String
  /// The rows that are selected instead of those that a user selected; `nil`, the default, for the proposed ones.
  func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>?
  /// The row that what was typed leads to, searched from a row on to another row, around the end; −1 for none, and `nil`, the
  /// default, to let the browser search the titles.
  func browser(
    _ browser: Browser, nextTypeSelectMatchFromRow start: Int, toRow end: Int, inColumn column: Int, forString text: String
  ) -> Int?
  /// A user selected a row.
  func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int)
}

extension BrowserDelegate {
  /// Every item is a leaf.
  public func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { true }

  /// The item's description.
  public func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String { "\(item.base)" }

  /// The proposed rows.
  public func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>? {
    nil
  }

  /// The browser's own search.
  public func browser(
    _ browser: Browser, nextTypeSelectMatchFromRow start: Int, toRow end: Int, inColumn column: Int, forString text: String
  ) -> Int? { nil }

  /// Does nothing.
  public func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int) {}
}

/// Columns of rows: selecting a row that holds others shows these in the next column (contract 8.4).
///
/// Each column is a table of `columnWidth` points; the browser scrolls sideways over them.
open class Browser: ScrollView {
  /// The object that knows the items; held weakly.
  ///
  /// Setting it loads the first column.
  public weak var browserDelegate: (any BrowserDelegate)? {
    didSet { if browserDelegate !== oldValue { loadColumnZero() } }
  }
  /// The width of a column, in points; 200 by default.
  ///
  /// A width below 1 or above 1,000,000 and NaN are ignored.
  public var columnWidth: Double {
    get { width }
    set {
      guard newValue >= 1, newValue <= HeightTree.greatestHeight else { return }
      width = newValue
      setNeedsLayout()
    }
  }
  /// The last column with a selection; −1 if there is none, as in AppKit.
  public var selectedColumn: Int { columns.lastIndex { $0.table.indexPathForSelectedRow != nil } ?? -1 }

  /// The time after which a further letter begins another search.
  ///
  /// 1 s: ours; AppKit's follows the delay of the key repeat.
  public static let typeSelectInterval = Duration.seconds(1)
  /// The greatest number of columns: 64.
  public static let maximumNumberOfColumns = 64
  /// The greatest number of rows whose titles a search for typed letters asks for: 100,000; a delegate of more rows searches itself.
  public static let maximumNumberOfSearchedRows = 100_000

  private var columns: ContiguousArray<BrowserColumn> = []
  private var width = 200.0
  private var typed = ""
  private var typedAt: Timestamp?
  private var version = 0

  // MARK: Columns

  /// Asks for the outermost items anew; every selection goes.
  public func loadColumnZero() {
    version += 1
    cutColumns(to: 0)
    if browserDelegate != nil { addColumn(of: nil) }
  }

  /// The number of columns that are shown.
  public final var numberOfColumns: Int { columns.count }

  /// A column's table; `nil` for a column that there is not.
  public final func table(inColumn column: Int) -> TableView? { columns.indices.contains(column) ? columns[column].table : nil }

  /// The selected row of a column; −1 if none is selected.
  public final func selectedRow(inColumn column: Int) -> Int { table(inColumn: column)?.indexPathForSelectedRow?.row ?? -1 }

  /// Selects a row without asking the delegate; −1 deselects.
  public func selectRow(_ row: Int, inColumn column: Int) {
    guard let table = table(inColumn: column) else { return }
    if row < 0 { table.deselectAll() } else { table.selectRow(at: IndexPath(row: row), scrollPosition: TableView.ScrollPosition.none) }
    showNextColumn(after: column)
  }

  private func addColumn(of item: AnyHashable?) {
    guard columns.count < Self.maximumNumberOfColumns else { return }
    let column = BrowserColumn(self, columns.count, item)
    columns.append(column)
    addSubview(column.table)
    guard columns.last === column else { return }
    column.start()
    layOutColumns()
    guard columns.last === column else { return }
    scrollRectToVisible(column.table.frame, animated: true)
  }

  private func cutColumns(to count: Int) {
    guard columns.count > count else { return }
    let old = columns
    columns = ContiguousArray(old.prefix(count))
    for column in old[count...] { column.table.removeFromSuperview() }
    layOutColumns()
  }

  /// Shows what the selected item of a column holds.
  private func showNextColumn(after column: Int) {
    version += 1
    let current = version
    cutColumns(to: column + 1)
    guard version == current, columns.indices.contains(column) else { return }
    let row = selectedRow(inColumn: column)
    guard row >= 0, let item = columns[column].item(row), let browserDelegate else { return }
    let isLeaf = browserDelegate.browser(self, isLeafItem: item)
    guard version == current, !isLeaf, columns.count == column + 1 else { return }
    addColumn(of: item)
  }

  private func layOutColumns() {
    for (index, column) in columns.enumerated() {
      column.table.frame = Rect(x: Double(index) * width, y: 0, width: width, height: bounds.height)
    }
    contentSize = Size(width: Double(columns.count) * width, height: bounds.height)
  }

  /// Lays the columns out; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    layOutColumns()
  }

  // MARK: Selection

  /// Selects what a user chose, as the delegate changes it.
  fileprivate func choose(_ row: Int, in column: BrowserColumn) {
    guard let index = columns.firstIndex(where: { $0 === column }) else { return }
    let current = version
    let proposed = RangeSet(row..<row + 1)
    let answer = browserDelegate?.browser(self, selectionRowsForProposedSelection: proposed, inColumn: index) ?? proposed
    guard version == current, columns.indices.contains(index), columns[index] === column else { return }
    let chosen = answer.ranges.first?.lowerBound ?? -1
    let before = selectedRow(inColumn: index)
    if chosen == before, chosen >= 0 { return endSelection(in: index) }
    selectRow(chosen, inColumn: index)
    if selectedRow(inColumn: index) == chosen, chosen >= 0 {
      browserDelegate?.browser(self, didSelectRow: chosen, inColumn: index)
    }
  }

  /// Makes a column the last one with a selection: its selected row was chosen again, which cuts the columns after the next.
  private func endSelection(in index: Int) {
    version += 1
    let current = version
    cutColumns(to: index + 2)
    if version == current { table(inColumn: index + 1)?.deselectAll() }
  }

  // MARK: Keys

  override open var canBecomeFirstResponder: Bool { true }

  /// Selects the next row whose title begins with what is typed, as a finger selects it.
  override open func keyDown(with event: KeyEvent) -> Bool {
    guard event.modifiers.isDisjoint(with: [.control, .option, .command]),
      !event.characters.isEmpty, event.characters.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " && !typed.isEmpty })
    else { return super.keyDown(with: event) }
    typeSelect(event.characters, at: event.timestamp)
    return true
  }

  /// Searches for a row by what is typed; a letter that comes soon after another lengthens the text.
  ///
  /// The delegate is asked about the selection and notified of it, as of a finger's.
  /// Asks for the titles of at most `maximumNumberOfSearchedRows` rows, from the one after the selected row on.
  public func typeSelect(_ characters: String, at time: Timestamp) {
    let goesOn = typedAt.map { time >= $0 && time - $0 <= Self.typeSelectInterval } ?? false
    typed = goesOn ? typed + characters : characters
    typedAt = time
    let column = max(selectedColumn, 0)
    guard let table = table(inColumn: column), table.numberOfAllRows > 0 else { return }
    let count = table.numberOfAllRows
    let selected = selectedRow(inColumn: column)
    // A longer text may fit the row that the shorter one led to; a new one searches on.
    let start = selected < 0 ? 0 : goesOn ? selected : (selected + 1) % count
    let end = selected < 0 ? count - 1 : goesOn ? (selected + count - 1) % count : selected
    let current = version
    let given = browserDelegate?.browser(
      self, nextTypeSelectMatchFromRow: start, toRow: end, inColumn: column, forString: typed)
    guard version == current, columns.indices.contains(column) else { return }
    let match = given ?? search(typed, from: start, count, in: columns[column])
    guard version == current, match >= 0, match < count, match != selected, columns.indices.contains(column) else { return }
    choose(match, in: columns[column])
  }

  private func search(_ text: String, from start: Int, _ count: Int, in column: BrowserColumn) -> Int {
    let wanted = text.lowercased()
    let current = version
    for step in 0..<min(count, Self.maximumNumberOfSearchedRows) {
      let row = (start + step) % count
      if column.title(row)?.lowercased().hasPrefix(wanted) ?? false { return row }
      guard version == current else { return -1 }
    }
    return -1
  }

  override open var standardAccessibility: Accessibility { Accessibility(.list) }
}

/// A column of a browser: the data source and delegate of its table.
private final class BrowserColumn: TableViewDataSource, TableViewDelegate {
  let table = BrowserTable(frame: .zero)
  private weak var browser: Browser?
  private let parent: AnyHashable?

  init(_ browser: Browser, _ number: Int, _ parent: AnyHashable?) {
    self.browser = browser
    self.parent = parent
    table.choose = { [weak self] row in self.map { column in column.browser?.choose(row, in: column) } }
    table.identifier = "column \(number)"
    table.register(TableViewCell.self, forReuse: "cell")
  }

  /// Loads the column, once it stands in the browser.
  func start() {
    table.delegate = self
    table.dataSource = self
  }

  func item(_ row: Int) -> AnyHashable? {
    guard let browser else { return nil }
    return browser.browserDelegate?.browser(browser, child: row, ofItem: parent)
  }

  func title(_ row: Int) -> String? {
    guard let browser, let item = item(row) else { return nil }
    return browser.browserDelegate?.browser(browser, titleForItem: item)
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    guard let browser else { return 0 }
    return browser.browserDelegate?.browser(browser, numberOfChildrenOfItem: parent) ?? 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell")
    guard let browser, let item = item(indexPath.row) else { return cell }
    cell.text = browser.browserDelegate?.browser(browser, titleForItem: item)
    cell.accessory = browser.browserDelegate?.browser(browser, isLeafItem: item) ?? true ? .none : .disclosure
    return cell
  }

  /// The browser selects what its delegate makes of the choice.
  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool {
    browser?.choose(indexPath.row, in: self)
    return false
  }

  /// The selected row was chosen again by a key.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { browser?.choose(indexPath.row, in: self) }
}

/// The table of a browser's column, whose selected row can be chosen again.
private final class BrowserTable: TableView {
  /// Called for a selected row that is tapped or activated.
  var choose: (Int) -> Void = { _ in }

  override func takesTap(on path: IndexPath, at point: Point) -> Bool {
    guard isRowSelected(at: path) else { return false }
    choose(path.row)
    return true
  }

  override func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .activate, let index, isItemSelected(index), !isHidden else { return super.performAccessibility(action, at: index) }
    choose(index)
    return true
  }
}
