import ContactorControls
import ContactorCore

// Lists whose data sources are strict: they hold arrays, as programs do, and trap on a question about a row that is not in them. Every change
// of the arrays is made known to the list at once, so the list has no reason for such a question.

/// A table, a grid or an outline with a strict data source.
protocol StrictList: ScrollView, Scripted {
  var rows: StrictRows { get }
  func reloadAll()
  func insert(_ paths: [IndexPath])
  func delete(_ paths: [IndexPath])
  func move(_ source: IndexPath, _ destination: IndexPath)
  func reload(_ paths: [IndexPath])
  func insertSections(_ sections: RangeSet<Int>)
  func deleteSections(_ sections: RangeSet<Int>)
  func performBatchUpdates(_ body: () -> Void)
  func select(_ row: Int)
  func removeCells()
}

extension Kind {
  /// The number of classes of strict lists: tables, grids and outlines.
  static let strictClasses = 3
}

final class StrictTable: TableView, StrictList {
  let script = Script.next()
  let rows: StrictRows

  override init(frame: Rect) {
    rows = StrictRows(script)
    super.init(frame: frame)
    delegate = rows
    dataSource = rows
  }

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }

  func reloadAll() { reloadData() }
  func insert(_ paths: [IndexPath]) { insertRows(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteRows(at: paths) }
  func move(_ source: IndexPath, _ destination: IndexPath) { moveRow(at: source, to: destination) }
  func reload(_ paths: [IndexPath]) { reloadRows(at: paths) }
  func select(_ row: Int) { selectRow(at: IndexPath(row: row), scrollPosition: .middle) }
  func removeCells() { for cell in visibleCells { cell.removeFromSuperview() } }
}

final class StrictGrid: CollectionView, StrictList {
  let script = Script.next()
  let rows: StrictRows

  override init(frame: Rect) {
    rows = StrictRows(script)
    super.init(frame: frame)
    // More cells than a pool keeps.
    itemSize = Size(width: 24, height: 24)
    delegate = rows
    dataSource = rows
  }

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }

  func reloadAll() { reloadData() }
  func insert(_ paths: [IndexPath]) { insertItems(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteItems(at: paths) }
  func move(_ source: IndexPath, _ destination: IndexPath) { moveItem(at: source, to: destination) }
  func reload(_ paths: [IndexPath]) { reloadItems(at: paths) }
  func select(_ row: Int) { selectItem(at: row) }
  func removeCells() { for item in visibleItems { cellForItem(at: item)?.removeFromSuperview() } }
}

/// An outline: its first section is the list of the outermost items; every other one holds two.
final class StrictOutline: OutlineView, StrictList {
  let script = Script.next()
  let rows: StrictRows

  override init(frame: Rect) {
    rows = StrictRows(script)
    super.init(frame: frame)
    rows.outline = self
    delegate = rows
    outlineDataSource = rows
  }

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }

  // An outline loads its items anew, whatever has changed.
  func reloadAll() { reloadItems() }
  func insert(_ paths: [IndexPath]) { reloadItems() }
  func delete(_ paths: [IndexPath]) { reloadItems() }
  func move(_ source: IndexPath, _ destination: IndexPath) { reloadItems() }
  func reload(_ paths: [IndexPath]) { reloadItems() }
  func select(_ row: Int) { selectRow(at: IndexPath(row: row), scrollPosition: .middle) }
  func removeCells() { for cell in visibleCells { cell.removeFromSuperview() } }
}

/// The arrays of a strict list, and its data source and delegate.
final class StrictRows {
  private let script: Script
  /// The rows of each section, each a number that no other has.
  private(set) var sections: [[Int]] = []
  private var made = 0
  /// The outline, if the list is one: its rows are in one section, and of the outermost items.
  weak var outline: OutlineView?

  init(_ script: Script) {
    self.script = script
    sections = [fresh(20)]
  }

  private func fresh(_ count: Int) -> [Int] {
    defer { made += count }
    return Array(made..<made + count)
  }

  /// Whether cells are used again.
  private var reuses: Bool { script.name.number < Kind.strictClasses }

  // MARK: Changes, each before the list knows of it

  private func path(_ number: Int) -> IndexPath? {
    let filled = sections.indices.filter { !sections[$0].isEmpty }
    guard !filled.isEmpty else { return nil }
    let section = filled[number % filled.count]
    return IndexPath(row: number % sections[section].count, section: section)
  }

  /// So many rows in so many sections.
  func fill(_ counts: [Int]) { sections = counts.map { fresh($0) } }

  func insert(_ count: Int, at number: Int) -> [IndexPath] {
    guard !sections.isEmpty else { return [] }
    let section = number % sections.count
    let start = min(number, sections[section].count)
    sections[section].insert(contentsOf: fresh(count), at: start)
    return (start..<start + count).map { IndexPath(row: $0, section: section) }
  }

  func delete(_ count: Int, at number: Int) -> [IndexPath] {
    guard let first = path(number) else { return [] }
    let range = first.row..<min(first.row + count, sections[first.section].count)
    sections[first.section].removeSubrange(range)
    return range.map { IndexPath(row: $0, section: first.section) }
  }

  func move(_ number: Int, to other: Int) -> (IndexPath, IndexPath)? {
    guard let source = path(number) else { return nil }
    let row = sections[source.section].remove(at: source.row)
    let section = other % sections.count
    let destination = IndexPath(row: min(other, sections[section].count), section: section)
    sections[section].insert(row, at: destination.row)
    return (source, destination)
  }

  func replace(_ number: Int) -> [IndexPath] {
    guard let path = path(number) else { return [] }
    sections[path.section][path.row] = fresh(1)[0]
    return [path]
  }

  func insertSection(_ number: Int) -> Int {
    let section = min(number, sections.count)
    sections.insert(fresh(5), at: section)
    return section
  }

  func deleteSection(_ number: Int) -> Int? {
    guard !sections.isEmpty else { return nil }
    sections.remove(at: number % sections.count)
    return number % (sections.count + 1)
  }

  // MARK: Questions

  private func check(_ question: Callout, _ path: IndexPath) {
    if let outline {
      guard path.section == 0, let item = outline.item(atRow: path.row) else { fatalError("strict: \(question) of \(path) of an outline") }
      return check(question, item)
    }
    guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.row) else {
      fatalError("strict: \(question) of \(path), there are \(sections.map(\.count))")
    }
    script.play(question)
  }

  private func check(_ question: Callout, section: Int) {
    guard sections.indices.contains(section) || outline != nil && section == 0 else {
      fatalError("strict: \(question) of section \(section) of \(sections.count)")
    }
    script.play(question)
  }

  private func cell(_ dequeued: () -> TableViewCell) -> TableViewCell { reuses ? dequeued() : TableViewCell(reuseIdentifier: nil) }

  private func count(_ section: Int) -> Int { sections.indices.contains(section) ? sections[section].count : 0 }
}

extension StrictRows: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int {
    script.play(.numberOfSections)
    return sections.count
  }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    check(.numberOfRows, section: section)
    return count(section)
  }
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    check(.cellForRow, indexPath)
    return cell { tableView.dequeueReusableCell(withIdentifier: "cell") }
  }
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    check(.headerTitle, section: section)
    return "header"
  }
  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    check(.canEditRow, indexPath)
    return true
  }
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    check(.canMoveRow, indexPath)
    return true
  }
  func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath) {
    check(.commitEditing, indexPath)
    guard sections.indices.contains(indexPath.section), indexPath.row < count(indexPath.section) else { return }
    sections[indexPath.section].remove(at: indexPath.row)
    tableView.deleteRows(at: [indexPath])
  }
  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    guard source.row < count(source.section), sections.indices.contains(destination.section) else {
      fatalError("strict: move of \(source) to \(destination), there are \(sections.map(\.count))")
    }
    let row = sections[source.section].remove(at: source.row)
    sections[destination.section].insert(row, at: destination.row)
  }
  func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath) { check(.setRowValue, indexPath) }
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? {
    check(.heightForRow, indexPath)
    return Double(20 + indexPath.row % 5 * 11)
  }
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double? {
    check(.heightForHeader, section: section)
    return 20
  }
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    check(.shouldHighlightRow, indexPath)
    return true
  }
  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool {
    check(.shouldSelectRow, indexPath)
    return true
  }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { check(.didSelectRow, indexPath) }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { check(.didDeselectRow, indexPath) }
  func tableViewSelectionDidChange(_ tableView: TableView) { script.play(.selectionDidChange) }
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) { check(.willDisplay, indexPath) }
  // The row that a cell has shown may be gone.
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    script.play(.didEndDisplaying)
  }
  func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    check(.trailingActions, indexPath)
    return nil
  }
  func tableView(_ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath) -> IndexPath {
    check(.moveTarget, source)
    return destination
  }
  func tableView(_ tableView: TableView, didFind error: TableError) { script.play(.didFindError) }
  func scrollViewDidScroll(_ scrollView: ScrollView) { script.play(.scrolled) }
}

extension StrictRows: CollectionViewDataSource, CollectionViewDelegate {
  func numberOfSections(in collectionView: CollectionView) -> Int {
    script.play(.numberOfSections)
    return sections.count
  }
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
    check(.numberOfItems, section: section)
    return count(section)
  }
  func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
    check(.headerTitle, section: section)
    return nil
  }
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? {
    check(.cellForItem, indexPath)
    return cell { collectionView.dequeueReusableCell(withIdentifier: "cell") }
  }

  private func check(_ question: Callout, item: Int) {
    let count = sections.reduce(0) { $0 + $1.count }
    guard item >= 0, item < count else { fatalError("strict: \(question) of item \(item) of \(count)") }
    script.play(question)
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool {
    check(.shouldSelectItem, item: item)
    return true
  }
  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) { check(.didSelectItem, item: item) }
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) { check(.didDeselectItem, item: item) }
  func collectionView(_ collectionView: CollectionView, didFind error: TableError) { script.play(.didFindItemError) }
}

extension StrictRows: OutlineViewDataSource, OutlineViewDelegate {
  /// The items inside an item: none, or two that only it has.
  private func children(_ item: AnyHashable?) -> [Int] {
    guard let number = (item as? TreeItem)?.number else { return sections.first ?? [] }
    return number < 1_000_000 && number % 2 == 0 ? [number * 4 + 1_000_000, number * 4 + 1_000_002] : []
  }

  /// Traps on an item that is not in the tree.
  private func check(_ question: Callout, _ item: AnyHashable?) {
    if let number = (item as? TreeItem)?.number {
      let outermost = number < 1_000_000 ? number : (number - 1_000_000) / 4
      guard sections.first?.contains(outermost) ?? false else { fatalError("strict: \(question) of item \(number), which is gone") }
    }
    script.play(question)
  }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    check(.numberOfChildren, item)
    return script.world.spend(children(item).count)
  }
  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    guard children(item).indices.contains(index) else { fatalError("strict: child \(index) of \(children(item).count)") }
    check(.child, item)
    let children = children(item)
    return children.indices.contains(index) ? TreeItem(children[index]) : nil
  }
  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
    check(.isExpandable, item)
    return !children(item).isEmpty
  }
  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    check(.cellForNode, item)
    return cell { outlineView.dequeueReusableCell(withIdentifier: "cell") }
  }
  func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool {
    check(.shouldExpand, item)
    return true
  }
  func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool {
    check(.shouldCollapse, item)
    return true
  }
}
