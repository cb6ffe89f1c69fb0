import ContactorCore

extension Matrix {
  /// Whether selected cells are on: in the modes `radio` and `list`.
  final var mirrorsState: Bool { mode == .radio || mode == .list }

  // MARK: What is selected

  /// The cell that was selected last, of those that still are; `nil` for none.
  public final var selectedCell: Cell? { cells.indices.contains(lastSelected) ? cells[lastSelected] : nil }

  /// The row of `selectedCell`; −1 for none.
  public final var selectedRow: Int { position(ofCellAt: lastSelected).row }

  /// The column of `selectedCell`; −1 for none.
  public final var selectedColumn: Int { position(ofCellAt: lastSelected).column }

  /// The tag of `selectedCell`; −1 for none.
  public final var selectedTag: Int { selectedCell?.tag ?? -1 }

  /// The selected cells, row by row.
  public final var selectedCells: [Cell] {
    var (found, start): ([Cell], Int) = ([], 0)
    while let index = selection.first(from: start), cells.indices.contains(index) {
      found.append(cells[index])
      start = index + 1
    }
    return found
  }

  /// The number of selected cells.
  public final var numberOfSelectedCells: Int { selection.count }

  /// Whether a cell is selected; false outside of the matrix.
  public final func isCellSelected(atRow row: Int, column: Int) -> Bool { index(row, column).map(selection.contains) ?? false }

  // MARK: Selecting

  /// Selects a cell and deselects the others, in every mode; sends nothing.
  ///
  /// Returns false, and changes nothing, outside of the matrix. `selectCells(fromRow:column:toRow:column:)` selects several.
  @discardableResult
  public final func selectCell(atRow row: Int, column: Int) -> Bool {
    guard let index = index(row, column) else { return false }
    select(index)
    return true
  }

  /// Selects the first cell with the tag, as `selectCell(atRow:column:)`; returns whether there is one.
  ///
  /// O(cells).
  @discardableResult
  public final func selectCellWithTag(_ tag: Int) -> Bool {
    guard let index = cells.firstIndex(where: { $0.tag == tag }) else { return false }
    select(index)
    return true
  }

  /// Deselects a cell; sends nothing.
  ///
  /// The last one stays selected if one has to be.
  public final func deselectCell(atRow row: Int, column: Int) {
    if let index = index(row, column) { deselect(index) }
  }

  /// Deselects `selectedCell`; sends nothing.
  ///
  /// Does nothing if one has to be selected.
  public final func deselectSelectedCell() {
    if lastSelected >= 0 { deselect(lastSelected) }
  }

  /// Selects every enabled cell in list mode; sends nothing.
  ///
  /// Does nothing in the other modes.
  public final func selectAll() {
    guard mode == .list else { return }
    let mine = beginChange()
    for index in cells.indices where generation == mine && cells[index].isEnabled { mark(index, true) }
    if generation == mine { lastSelected = selection.last ?? -1 }
    changed(.selection)
  }

  /// Deselects every cell; sends nothing.
  ///
  /// Does nothing if one has to be selected.
  public final func deselectAll() {
    guard !needsSelection, selection.count > 0 else { return }
    deselectOthers(than: -1, beginChange())
    changed(.selection)
  }

  /// `selectAll()` as an action: it sends `valueChanged` if the selection changed.
  public final func selectAll(_ sender: AnyObject) { tellChange { selectAll() } }

  /// `deselectAll()` as an action: it sends `valueChanged` if the selection changed.
  public final func deselectAll(_ sender: AnyObject) { tellChange { deselectAll() } }

  /// Selects, in list mode, the cells between two and no others; sends nothing.
  ///
  /// Between means in their rectangle, or in the order of reading unless `isSelectionByRect`. Does nothing outside of the matrix and in
  /// the other modes.
  public final func selectCells(fromRow row: Int, column: Int, toRow otherRow: Int, column otherColumn: Int) {
    guard mode == .list, let one = index(row, column), let other = index(otherRow, otherColumn) else { return }
    selectRange(from: one, to: other)
  }

  final func selectRange(from one: Int, to other: Int) {
    let mine = beginChange()
    guard deselectOthers(than: -1, mine) else { return }
    anchor = one
    mark(CellRegion(one, other, columns: numberOfColumns, isRect: isSelectionByRect), outside: nil) { _ in true }
    if generation == mine { lastSelected = selection.contains(other) ? other : selection.last ?? -1 }
    changed(.selection)
  }

  private final func tellChange(_ body: () -> Void) {
    let before = selection
    body()
    if selection != before { sendActions(for: .valueChanged) }
  }

  // MARK: Parts

  /// Whether one cell has to be selected.
  private final var needsSelection: Bool { mode == .radio && !allowsEmptySelection && !cells.isEmpty }

  /// Selects the first cell if one has to be selected and none is.
  final func selectSomething() {
    if needsSelection, selection.count == 0 { select(0) }
  }

  /// Leaves one selected cell if there may not be several, and turns the selected cells on if they have to be.
  ///
  /// Observers that change the selection meanwhile make it begin again, eight times.
  final func modeChanged() {
    cancelListDrag()
    for _ in 0..<8 {
      let mine = beginChange()
      if mode != .list, selection.count > 1, !deselectOthers(than: lastSelected, mine) { continue }
      if mirrorsState, !matchStates(mine) { continue }
      break
    }
    selectSomething()
    changed([.state, .selection])
  }

  private final func matchStates(_ mine: UInt32) -> Bool {
    for index in cells.indices {
      let state: StateValue = selection.contains(index) ? .on : .off
      if cells[index].state != state { cells[index].state = state }
      guard generation == mine else { return false }
    }
    return true
  }

  /// Begins a change of the selection: an outer one that is being made ends, as the later one counts.
  final func beginChange() -> UInt32 {
    generation &+= 1
    return generation
  }

  /// Selects a cell of the matrix; the others lose the selection unless they are kept, in list mode.
  final func select(_ index: Int, keepsOthers: Bool = false) {
    let mine = beginChange()
    if !(keepsOthers && mode == .list), !deselectOthers(than: index, mine) { return }
    mark(index, true)
    guard generation == mine else { return }
    (lastSelected, keyIndex) = (index, index)
    changed(.selection)
  }

  final func deselect(_ index: Int) {
    guard selection.contains(index), !(needsSelection && selection.count == 1) else { return }
    let mine = beginChange()
    mark(index, false)
    if generation == mine, lastSelected == index { lastSelected = selection.last ?? -1 }
    selectSomething()
    changed(.selection)
  }

  /// Deselects all cells but one; returns false if an observer made another change meanwhile.
  @discardableResult
  final func deselectOthers(than index: Int, _ mine: UInt32) -> Bool {
    var start = 0
    while let next = selection.first(from: start) {
      if next != index { mark(next, false) }
      guard generation == mine else {
        selectSomething()
        return false
      }
      start = next + 1
    }
    lastSelected = selection.contains(index) ? index : -1
    return true
  }

  /// Selects or deselects a cell; its state follows in the modes radio and list.
  final func mark(_ index: Int, _ isSelected: Bool) {
    guard cells.indices.contains(index), selection.set(index, isSelected) else { return }
    if mirrorsState { cells[index].state = isSelected ? .on : .off }
  }

  /// Selects or deselects the cells of a region that are not in another; O(rows + such cells).
  ///
  /// It stops if the state of a cell makes its observer change rows and columns. Disabled cells do not become selected.
  final func mark(_ region: CellRegion?, outside other: CellRegion?, _ isSelected: (Int) -> Bool) {
    guard let region else { return }
    let (before, columns) = (generation, numberOfColumns)
    for row in region.rows {
      let span = region.columns(of: row)
      let hole = other?.columns(of: row).clamped(to: span) ?? 0..<0
      var column = span.lowerBound
      while column < span.upperBound {
        if hole.contains(column) {
          column = hole.upperBound
          continue
        }
        let index = row * columns + column
        guard generation == before, cells.indices.contains(index) else { return }
        let selects = isSelected(index)
        if !selects || cells[index].isEnabled { mark(index, selects) }
        column += 1
      }
    }
  }

  // MARK: Drags in list mode

  /// Begins a drag at a cell: it replaces the selection, or extends it from the anchor with shift, or adds to it with command.
  final func beginListDrag(at index: Int) {
    let adds = heldModifiers.contains(.command)
    let extends = heldModifiers.contains(.shift) && cells.indices.contains(anchor)
    let original = selection
    let originalLast = lastSelected
    let start = extends ? anchor : index
    if !adds, !deselectOthers(than: -1, beginChange()) { return }
    anchor = start
    listDrag = ListDrag(
      original: original, originalLast: originalLast, outside: adds ? original : CellSelection(),
      selects: !(adds && !extends && original.contains(index)), anchor: start)
    extendListDrag(to: index)
  }

  /// Extends the drag to another cell; cells that are left get back what they had.
  final func extendListDrag(to index: Int) {
    guard let drag = listDrag, drag.corner != index else { return }
    listDrag?.corner = index
    let before = beginChange()
    let old = CellRegion(drag.anchor, drag.corner, columns: numberOfColumns, isRect: isSelectionByRect)
    let new = CellRegion(drag.anchor, index, columns: numberOfColumns, isRect: isSelectionByRect)
    mark(old, outside: new) { drag.outside.contains($0) }
    guard generation == before else { return }
    mark(new, outside: old) { _ in drag.selects }
    guard generation == before else { return }
    lastSelected = selection.contains(index) ? index : selection.last ?? -1
    keyIndex = index
    changed(.selection)
  }

  /// Restores the selection from before a drag.
  final func cancelListDrag() {
    guard let drag = listDrag else { return }
    listDrag = nil
    let before = beginChange()
    for index in cells.indices where generation == before { mark(index, drag.original.contains(index)) }
    if generation == before { lastSelected = drag.originalLast }
    changed(.selection)
  }
}
