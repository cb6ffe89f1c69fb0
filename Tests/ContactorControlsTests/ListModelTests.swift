import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Random programs whose model is plain arrays: after each step, what is on the screen is what the arrays hold, and no list has asked about a
/// row that there is not.
@Suite("Lists against plain arrays")
struct ListModelTests {
  private func expectNothing(_ seed: UInt64, _ differences: [String], _ steps: [String]) {
    guard !differences.isEmpty else { return }
    Issue.record("seed \(seed): \(differences.prefix(5)) after \(steps.suffix(12))")
  }

  @Test("8.4 A table shows what its arrays hold, whatever fingers and changes come, and asks for no row that there is not")
  func tables() {
    for seed in ModelPrograms.seeds {
      let rig = TableModelRig(seed)
      expectNothing(seed, rig.program.play(steps: 60), rig.model.steps)
    }
  }

  @Test("8.4 A grid shows what its arrays hold, whatever fingers and changes come, and asks for no item that there is not")
  func grids() {
    for seed in ModelPrograms.seeds {
      let rig = GridModelRig(seed)
      expectNothing(seed, rig.program.play(steps: 60), rig.model.steps)
    }
  }

  @Test("8.4 An outline shows what its tree holds, whatever fingers and changes come, and asks for no item that there is not")
  func outlines() {
    for seed in ModelPrograms.seeds {
      let rig = OutlineModelRig(seed)
      expectNothing(seed, rig.program.play(steps: 60), rig.steps)
    }
  }
}

/// The cells that a list shows as subviews, with their texts and frames, from top to bottom and from left to right.
private func shownCells(of list: View) -> [TableViewCell] {
  list.subviews.compactMap { $0 as? TableViewCell }.filter { !$0.isHidden }
    .sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
}

/// A table, and its strict data source and delegate.
private final class TableModelRig: TableViewDataSource, TableViewDelegate {
  let program: ListProgram
  let model: ListModel
  let table = TableView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  private let focus: ModelFocus
  private let numbers: Numbers
  private let reuses: Bool
  private let hasHeights: Bool

  init(_ seed: UInt64) {
    numbers = Numbers(seed)
    program = ListProgram(numbers)
    focus = ModelFocus(program.stage)
    model = ListModel(numbers)
    (reuses, hasHeights) = (numbers.once(in: 2), numbers.once(in: 3))
    table.allowsMultipleSelection = numbers.once(in: 2)
    table.register(TableViewCell.self, forReuse: "cell")
    table.rowHeight = numbers.once(in: 4) ? 12 : 44
    program.stage.add(table, "table")
    table.delegate = self
    table.dataSource = self
    program.stage.pass(to: 1)
    model.cells = { [unowned self] in table.visibleCells }
    program.change = { [unowned self] in model.change(table) }
    program.use = { [unowned self] in use() }
    program.note = { [unowned self] in model.steps.append($0) }
    program.differences = { [unowned self] in differences() }
  }

  private func use() {
    switch numbers.next(8) {
    case 7: focus.put(at: numbers.next(60), of: table, model.sections.flatMap(\.self)) { model.focused = $0 }
    case 0: table.contentOffset.y = max(0, min(Double(numbers.next(2000)), table.contentSize.height - 480))
    case 1: table.isEditing.toggle()
    case 2...3:
      let path = IndexPath(row: numbers.next(40), section: numbers.next(2))
      guard let text = model.text(path) else { return }
      if table.allowsMultipleSelection { model.selected.insert(text) } else { model.selected = [text] }
      table.selectRow(at: path)
    case 4:
      model.selected = []
      table.deselectAll()
    case 5: table.scrollToRow(at: IndexPath(row: numbers.next(60)), at: .middle, animated: numbers.once(in: 2))
    default:
      table.frame.size.height = Double(200 + numbers.next(280))
    }
  }

  private func differences() -> [String] {
    var found = model.faults
    if (0..<table.numberOfSections).map({ table.numberOfRows(inSection: $0) }) != model.sections.map(\.count) {
      found.append("rows \((0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }) for \(model.sections.map(\.count))")
    }
    let selected = Set(table.indexPathsForSelectedRows.map { model.text($0) ?? "none" })
    if selected != model.selected { found.append("selected \(selected.sorted()) for \(model.selected.sorted())") }
    found += focus.differences(in: table, model.sections.flatMap(\.self), &model.focused)
    let visible = table.visibleCells
    for cell in visible {
      guard let path = table.indexPath(for: cell) else { continue }
      if cell.text != model.text(path) { found.append("\(path) shows \(cell.text ?? "-") for \(model.text(path) ?? "none")") }
      if cell.isSelected != table.isRowSelected(at: path) { found.append("\(path) looks selected: \(cell.isSelected)") }
      if table.reorderedRow == nil, table.openRow != path, cell.frame != table.rectForRow(at: path) {
        found.append("\(path) is at \(cell.frame) for \(table.rectForRow(at: path) ?? .zero)")
      }
    }
    let paths = visible.compactMap { table.indexPath(for: $0) }
    let wanted = model.sections.indices.flatMap { section in
      model.sections[section].indices.map { IndexPath(row: $0, section: section) }
    }.filter { path in table.rectForRow(at: path).map { $0.maxY > table.bounds.minY && $0.minY < table.bounds.maxY } ?? false }
    if paths != wanted, table.reorderedRow == nil { found.append("visible \(paths) for \(wanted) in \(table.bounds)") }
    for cell in shownCells(of: table) {
      guard let path = cell.indexPath else {
        found.append("a cell of no row is seen: \(cell.text ?? "-")")
        continue
      }
      if table.cellForRow(at: path) !== cell, table.reorderedRow?.source != path { found.append("a second cell of \(path) is seen") }
      if cell.text != model.text(path) { found.append("a cell of \(path) shows \(cell.text ?? "-")") }
    }
    return found
  }

  // MARK: TableViewDataSource

  func numberOfSections(in tableView: TableView) -> Int { model.sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    model.check("count", section: section)
    return model.sections.indices.contains(section) ? model.sections[section].count : 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    model.check("cell", indexPath)
    let cell = reuses ? tableView.dequeueReusableCell(withIdentifier: "cell") : TableViewCell(reuseIdentifier: nil)
    cell.text = model.text(indexPath)
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    model.check("title", section: section)
    return section % 2 == 1 ? "header" : nil
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    model.check("canEdit", indexPath)
    return true
  }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    model.check("canMove", indexPath)
    return true
  }

  func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath) {
    model.check("commit", indexPath)
    guard let text = model.text(indexPath) else { return }
    model.steps.append("commit \(indexPath)")
    model.sections[indexPath.section].remove(at: indexPath.row)
    model.forget(text)
    tableView.deleteRows(at: [indexPath])
  }

  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    model.check("move", source)
    guard model.text(source) != nil else { return }
    model.steps.append("moved \(source) to \(destination)")
    let text = model.sections[source.section].remove(at: source.row)
    model.sections[destination.section].insert(text, at: destination.row)
  }

  // MARK: TableViewDelegate

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? {
    model.check("height", indexPath)
    guard hasHeights, let text = model.text(indexPath) else { return nil }
    return Double(20 + text.utf8.reduce(0) { $0 + Int($1) } % 7 * 15)
  }

  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    model.check("highlight", indexPath)
    return true
  }

  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool {
    model.check("select", indexPath)
    return true
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    model.check("didSelect", indexPath)
    guard let text = model.text(indexPath) else { return }
    if tableView.allowsMultipleSelection { model.selected.insert(text) } else { model.selected = [text] }
    program.called()
  }

  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    model.check("didDeselect", indexPath)
    if let text = model.text(indexPath) { model.selected.remove(text) }
  }

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    model.check("willDisplay", indexPath)
    program.called()
  }

  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) { program.called() }

  func tableView(
    _ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath
  ) -> IndexPath {
    model.check("target", source)
    return destination
  }

  func tableView(_ tableView: TableView, didFind error: TableError) { model.errorFound(error) }

  func scrollViewDidScroll(_ scrollView: ScrollView) { program.called() }
}

/// A grid, and its strict data source and delegate.
private final class GridModelRig: CollectionViewDataSource, CollectionViewDelegate {
  let program: ListProgram
  let model: ListModel
  let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  private let focus: ModelFocus
  private let numbers: Numbers
  private let reuses: Bool

  init(_ seed: UInt64) {
    numbers = Numbers(seed)
    program = ListProgram(numbers)
    focus = ModelFocus(program.stage)
    model = ListModel(numbers)
    reuses = numbers.once(in: 2)
    grid.allowsMultipleSelection = numbers.once(in: 2)
    grid.register(TableViewCell.self, forReuse: "cell")
    // Some show more cells than a pool keeps.
    let side = numbers.once(in: 3) ? 30.0 : 90
    grid.itemSize = Size(width: side, height: side)
    program.stage.add(grid, "grid")
    grid.delegate = self
    grid.dataSource = self
    program.stage.pass(to: 1)
    model.cells = { [unowned self] in grid.visibleItems.compactMap { grid.cellForItem(at: $0) } }
    program.change = { [unowned self] in model.change(grid) }
    program.use = { [unowned self] in use() }
    program.note = { [unowned self] in model.steps.append($0) }
    program.differences = { [unowned self] in differences() }
  }

  private func use() {
    switch numbers.next(7) {
    case 6: focus.put(at: numbers.next(60), of: grid, model.sections.flatMap(\.self)) { model.focused = $0 }
    case 0: grid.contentOffset.y = max(0, min(Double(numbers.next(2000)), grid.contentSize.height - 480))
    case 1...2:
      let item = numbers.next(40)
      guard let text = grid.indexPath(forItem: item).flatMap({ model.text($0) }) else { return }
      if grid.allowsMultipleSelection { model.selected.insert(text) } else { model.selected = [text] }
      grid.selectItem(at: item)
    case 3:
      model.selected = []
      grid.deselectAll()
    case 4: grid.scrollToItem(at: numbers.next(60), animated: numbers.once(in: 2))
    default: grid.frame.size.width = Double(100 + numbers.next(200))
    }
  }

  private func differences() -> [String] {
    var found = model.faults
    let counts = (0..<grid.numberOfSections).map { grid.numberOfItems(inSection: $0) }
    if counts != model.sections.map(\.count) { found.append("items \(counts) for \(model.sections.map(\.count))") }
    let texts = model.sections.flatMap(\.self)
    let selected = Set(grid.selected.ranges.flatMap { $0.map { texts.indices.contains($0) ? texts[$0] : "none" } })
    if selected != model.selected { found.append("selected \(selected.sorted()) for \(model.selected.sorted())") }
    found += focus.differences(in: grid, texts, &model.focused)
    for item in grid.visibleItems {
      guard let cell = grid.cellForItem(at: item), let text = texts.indices.contains(item) ? texts[item] : nil else {
        found.append("item \(item) of \(texts.count) is shown")
        continue
      }
      if cell.text != text { found.append("\(item) shows \(cell.text ?? "-") for \(text)") }
      if cell.isSelected != grid.selected.contains(item) { found.append("\(item) looks selected: \(cell.isSelected)") }
      // A frame is kept as a center, so its origin is rounded.
      if grid.rectForItem(at: item).map({ $0.origin.distance(to: cell.frame.origin) > 1e-6 || $0.size != cell.frame.size }) ?? true {
        found.append("\(item) is at \(cell.frame.origin) for \(grid.rectForItem(at: item)?.origin ?? .zero)")
      }
    }
    let wanted = texts.indices.filter { item in
      grid.rectForItem(at: item).map { $0.maxY > grid.bounds.minY && $0.minY < grid.bounds.maxY } ?? false
    }
    let missing = Set(wanted).subtracting(grid.visibleItems)
    if !missing.isEmpty { found.append("missing \(missing.sorted())") }
    for cell in shownCells(of: grid) where cell.indexPath.flatMap({ grid.item(at: $0) }).flatMap({ grid.cellForItem(at: $0) }) !== cell {
      found.append("a cell of no item is seen: \(cell.text ?? "-")")
    }
    return found
  }

  // MARK: CollectionViewDataSource

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
    model.check("count", section: section)
    return model.sections.indices.contains(section) ? model.sections[section].count : 0
  }

  func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
    model.check("title", section: section)
    return section % 2 == 1 ? "header" : nil
  }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? {
    model.check("cell", indexPath)
    let cell = reuses ? collectionView.dequeueReusableCell(withIdentifier: "cell") : TableViewCell(reuseIdentifier: nil)
    cell.text = model.text(indexPath)
    return cell
  }

  // MARK: CollectionViewDelegate

  private func text(_ item: Int, _ question: String) -> String? {
    let text = grid.indexPath(forItem: item).flatMap { model.text($0) }
    if text == nil { model.faults.append("\(question) of item \(item)") }
    return text
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool { text(item, "select") != nil }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) {
    guard let text = text(item, "didSelect") else { return }
    if collectionView.allowsMultipleSelection { model.selected.insert(text) } else { model.selected = [text] }
    program.called()
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) {
    if let text = text(item, "didDeselect") { model.selected.remove(text) }
  }

  func collectionView(_ collectionView: CollectionView, didFind error: TableError) { model.errorFound(error) }

  func scrollViewDidScroll(_ scrollView: ScrollView) { program.called() }
}

/// An outline, and its strict data source: a tree of arrays.
private final class OutlineModelRig: OutlineViewDataSource, OutlineViewDelegate {
  let program: ListProgram
  let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  private(set) var steps: [String] = []
  private var faults: [String] = []
  private let focus: ModelFocus
  private var focused: String?
  private let numbers: Numbers
  private let reuses: Bool
  /// The names inside each name, "" for the outermost; a name that has an entry can be expanded.
  private var tree: [String: [String]] = ["": []]
  private var expanded: Set<String> = []
  private var selected: String?
  private var made = 0
  private var depth = 0

  init(_ seed: UInt64) {
    numbers = Numbers(seed)
    program = ListProgram(numbers)
    focus = ModelFocus(program.stage)
    reuses = numbers.once(in: 2)
    outline.register(TableViewCell.self, forReuse: "cell")
    for _ in 0..<numbers.next(60) { add() }
    program.stage.add(outline, "outline")
    outline.delegate = self
    outline.outlineDataSource = self
    program.stage.pass(to: 1)
    program.change = { [unowned self] in change() }
    program.use = { [unowned self] in use() }
    program.note = { [unowned self] in steps.append($0) }
    program.differences = { [unowned self] in differences() }
  }

  /// The names that there are.
  private var names: [String] { tree.values.flatMap(\.self).sorted() }

  /// The rows that the tree shows.
  private func rows(_ parent: String = "") -> [String] {
    (tree[parent] ?? []).flatMap { [$0] + (expanded.contains($0) ? rows($0) : []) }
  }

  private func one(of names: [String]) -> String? { names.isEmpty ? nil : names[numbers.next(names.count)] }

  private func add() {
    made += 1
    let name = "item \(made)"
    let parent = numbers.once(in: 3) ? "" : one(of: tree.keys.sorted()) ?? ""
    let count = tree[parent]?.count ?? 0
    tree[parent]?.insert(name, at: numbers.next(count + 1))
    if numbers.once(in: 2) { tree[name] = [] }
  }

  private func remove(_ name: String) {
    for child in tree[name] ?? [] { remove(child) }
    tree[name] = nil
    for (parent, children) in tree { tree[parent] = children.filter { $0 != name } }
  }

  private func change() {
    guard depth < 3 else { return }
    depth += 1
    defer { depth -= 1 }
    switch numbers.next(6) {
    case 5:
      // Several of the others as one batch.
      outline.beginUpdates()
      for _ in 0...numbers.next(3) { turnOne() }
      outline.endUpdates()
    case 0...2:
      for _ in 0...numbers.next(4) {
        if numbers.once(in: 2) { add() } else if let name = one(of: names) { remove(name) }
      }
      if numbers.once(in: 10) { tree = ["": []] }
      (selected, focused) = (nil, nil)
      steps.append("reload \(rows().count)")
      outline.reloadItems()
    default: turnOne()
    }
  }

  /// Expands or collapses an item.
  private func turnOne() {
    let expands = numbers.once(in: 2)
    guard let name = one(of: rows().filter { tree[$0] != nil && expanded.contains($0) != expands }) else { return }
    steps.append("\(expands ? "expand" : "collapse") \(name)")
    if expands { outline.expandItem(name) } else { outline.collapseItem(name) }
  }

  private func use() {
    switch numbers.next(4) {
    case 3: focus.put(at: numbers.next(40), of: outline, rows()) { focused = $0 }
    case 0: outline.contentOffset.y = max(0, min(Double(numbers.next(2000)), outline.contentSize.height - 480))
    case 1:
      let rows = rows()
      let row = numbers.next(40)
      guard row < rows.count else { return }
      selected = rows[row]
      outline.selectRow(at: IndexPath(row: row))
    default: outline.frame.size.height = Double(200 + numbers.next(280))
    }
  }

  private func differences() -> [String] {
    var found = faults
    let rows = rows()
    let own = (0..<outline.numberOfAllRows).map { outline.item(atRow: $0)?.base as? String ?? "none" }
    if own != rows { found.append("rows \(own) for \(rows)") }
    let chosen = outline.indexPathForSelectedRow.map { rows.indices.contains($0.row) ? rows[$0.row] : "none" }
    if chosen != selected { found.append("selected \(chosen ?? "-") for \(selected ?? "-")") }
    found += focus.differences(in: outline, rows, &focused)
    for cell in outline.visibleCells {
      guard let row = outline.indexPath(for: cell)?.row, rows.indices.contains(row) else {
        found.append("a row that there is not is shown")
        continue
      }
      if cell.text != rows[row] { found.append("\(row) shows \(cell.text ?? "-") for \(rows[row])") }
      let sign: TableViewCell.Disclosure = tree[rows[row]] == nil ? .none : expanded.contains(rows[row]) ? .expanded : .collapsed
      if cell.disclosure != sign { found.append("\(row) looks \(cell.disclosure) for \(sign)") }
    }
    let end = min(Double(rows.count) * 44, outline.bounds.maxY)
    let shown = outline.visibleCells.count
    let wanted = max(0, Int((end / 44).rounded(.up)) - Int((max(outline.bounds.minY, 0) / 44).rounded(.down)))
    if shown != wanted { found.append("\(shown) rows are shown for \(wanted)") }
    for cell in shownCells(of: outline) where cell.indexPath.flatMap({ outline.cellForRow(at: $0) }) !== cell {
      found.append("a cell of no row is seen: \(cell.text ?? "-")")
    }
    return found
  }

  private func check(_ question: String, _ item: AnyHashable?) -> String {
    let name = item?.base as? String ?? ""
    if item != nil, !tree.values.contains(where: { $0.contains(name) }) { faults.append("\(question) of \(name), which is gone") }
    return name
  }

  // MARK: OutlineViewDataSource

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    tree[check("count", item)]?.count ?? 0
  }

  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    let children = tree[check("child", item)] ?? []
    if !children.indices.contains(index) { faults.append("child \(index) of \(children.count)") }
    return children.indices.contains(index) ? children[index] : nil
  }

  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { tree[check("expandable", item)] != nil }

  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    let cell = reuses ? outlineView.dequeueReusableCell(withIdentifier: "cell") : TableViewCell(reuseIdentifier: nil)
    cell.text = check("cell", item)
    return cell
  }

  // MARK: OutlineViewDelegate

  func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool {
    expanded.insert(check("expand", item))
    return true
  }

  func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool {
    let name = check("collapse", item)
    expanded.remove(name)
    // The selection of a row that is hidden goes.
    let rows = rows()
    if let selected, !rows.contains(selected) { self.selected = nil }
    if let focused, !rows.contains(focused) { self.focused = nil }
    return true
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    selected = outline.item(atRow: indexPath.row)?.base as? String
    program.called()
  }

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) { program.called() }

  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) { program.called() }

  func tableView(_ tableView: TableView, didFind error: TableError) {
    if depth < 2 { faults.append("error \(error)") } else { (selected, focused) = (nil, nil) }
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { program.called() }
}
