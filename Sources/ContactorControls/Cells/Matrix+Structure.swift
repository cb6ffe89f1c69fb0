public import ContactorCore

extension Matrix: FocusObjects {
  // MARK: Where new cells come from

  /// The class of new cells; `nil` while they are copies of `prototype`; `ActionCell` at first.
  ///
  /// Setting it drops the prototype.
  public final var cellClass: Cell.Type? {
    get { if case .type(let type) = cellSource { type } else { nil } }
    set { setSource(.type(newValue ?? ActionCell.self)) }
  }

  /// The cell that new ones are copies of; `nil` while they are of `cellClass`.
  ///
  /// Setting it drops the class.
  public final var prototype: Cell? {
    get { if case .prototype(let cell) = cellSource { cell } else { nil } }
    set { setSource(newValue.map { .prototype($0) } ?? .type(ActionCell.self)) }
  }

  private final func setSource(_ source: CellSource) {
    let old = cellSource
    cellSource = source
    withExtendedLifetime(old) {}
  }

  // MARK: Cells

  /// The cell at a row and column, from 0; `nil` outside of the matrix.
  public final func cell(atRow row: Int, column: Int) -> Cell? { index(row, column).map { cells[$0] } }

  /// All cells, row by row.
  public final var allCells: [Cell] { Array(cells) }

  /// The first cell with the tag, row by row; O(cells).
  public final func cell(withTag tag: Int) -> Cell? { cells.first { $0.tag == tag } }

  /// The row and column of a cell; `nil` for a cell of another control; O(cells).
  public final func position(of cell: Cell) -> (row: Int, column: Int)? { index(of: cell, near: -1).map(position(ofCellAt:)) }

  /// The row and column of a cell in `row` and `column`; returns false, and leaves them, for a cell of another control.
  public final func getRow(_ row: inout Int, column: inout Int, of cell: Cell) -> Bool {
    guard let found = position(of: cell) else { return false }
    (row, column) = found
    return true
  }

  /// Puts a cell in place of another, or a copy of it if it is part of a control; does nothing outside of the matrix.
  public final func putCell(_ cell: Cell, atRow row: Int, column: Int) {
    guard !isBuilding, index(row, column) != nil else { return }
    isBuilding = true
    let cell = admit(cell)
    isBuilding = false
    guard let index = index(row, column) else { return }
    let old = cells[index]
    generation &+= 1
    cellsMoved()
    cells[index] = cell
    forget(old)
    if mirrorsState, cells.indices.contains(index), cells[index] === cell { cell.state = selection.contains(index) ? .on : .off }
    changed([.value, .text, .state])
  }

  final func index(_ row: Int, _ column: Int) -> Int? {
    guard row >= 0, row < numberOfRows, column >= 0, column < numberOfColumns else { return nil }
    return row * numberOfColumns + column
  }

  /// The index of a cell, which is looked for at its last place first.
  final func index(of cell: Cell, near hint: Int) -> Int? {
    if cells.indices.contains(hint), cells[hint] === cell { return hint }
    return cells.firstIndex { $0 === cell }
  }

  final func object(ofElement index: Int) -> AnyObject? { cells.indices.contains(index) ? cells[index] : nil }

  final func element(of object: AnyObject) -> Int? { (object as? Cell).flatMap { index(of: $0, near: -1) } }

  final func position(ofCellAt index: Int) -> (row: Int, column: Int) {
    index < 0 || numberOfColumns == 0 ? (-1, -1) : (index / numberOfColumns, index % numberOfColumns)
  }

  // MARK: Rows and columns

  /// Sets the numbers of rows and columns; cells keep their places, new ones are made, those outside are dropped.
  ///
  /// Negative numbers count as 0; beyond `maximumNumberOfCells` first columns and then rows are left out. O(cells).
  public final func renewRows(_ rows: Int, columns: Int) {
    let columns = min(max(columns, 0), Matrix.maximumNumberOfCells)
    let rows = min(max(rows, 0), Matrix.maximumNumberOfCells / max(columns, 1))
    guard rows != numberOfRows || columns != numberOfColumns else { return }
    rebuild(rows, columns) { index($0, $1) }
  }

  /// Adds a row below the others, of the given cells and new ones; a cell that is part of a control already is copied.
  public final func addRow(with cells: [Cell] = []) { insertRow(at: numberOfRows, with: cells) }

  /// Inserts a row, of the given cells and new ones; the index is clamped to 0 … `numberOfRows`.
  ///
  /// In a matrix without columns the row has as many cells as are given, one at least. Does nothing beyond `maximumNumberOfCells`.
  public final func insertRow(at row: Int, with cells: [Cell] = []) {
    let row = min(max(row, 0), numberOfRows)
    let columns = numberOfColumns > 0 ? numberOfColumns : min(max(cells.count, 1), Matrix.maximumNumberOfCells)
    guard (numberOfRows + 1) * columns <= Matrix.maximumNumberOfCells else { return }
    rebuild(numberOfRows + 1, columns, new: cells) { $0 == row ? nil : index($0 < row ? $0 : $0 - 1, $1) }
  }

  /// Removes a row; does nothing for an invalid index.
  ///
  /// In radio mode the first cell is selected if the selected one is gone.
  public final func removeRow(at row: Int) {
    guard row >= 0, row < numberOfRows else { return }
    rebuild(numberOfRows - 1, numberOfColumns) { index($0 < row ? $0 : $0 + 1, $1) }
  }

  /// Adds a column to the right of the others, of the given cells and new ones.
  public final func addColumn(with cells: [Cell] = []) { insertColumn(at: numberOfColumns, with: cells) }

  /// Inserts a column, of the given cells and new ones; the index is clamped to 0 … `numberOfColumns`.
  ///
  /// In a matrix without rows the column has as many cells as are given, one at least. Does nothing beyond `maximumNumberOfCells`.
  public final func insertColumn(at column: Int, with cells: [Cell] = []) {
    let column = min(max(column, 0), numberOfColumns)
    let rows = numberOfRows > 0 ? numberOfRows : min(max(cells.count, 1), Matrix.maximumNumberOfCells)
    guard rows * (numberOfColumns + 1) <= Matrix.maximumNumberOfCells else { return }
    rebuild(rows, numberOfColumns + 1, new: cells) { $1 == column ? nil : index($0, $1 < column ? $1 : $1 - 1) }
  }

  /// Removes a column; does nothing for an invalid index.
  public final func removeColumn(at column: Int) {
    guard column >= 0, column < numberOfColumns else { return }
    rebuild(numberOfRows, numberOfColumns - 1) { index($0, $1 < column ? $1 : $1 + 1) }
  }

  /// Builds the matrix again: from the old index for each new place, the given cells, and new ones.
  private final func rebuild(_ rows: Int, _ columns: Int, new given: [Cell] = [], from old: (Int, Int) -> Int?) {
    guard !isBuilding else { return }
    isBuilding = true
    var made: ContiguousArray<Cell> = []
    made.reserveCapacity(rows * columns)
    var next = given.makeIterator()
    var (kept, stays, last, key) = (CellSelection(), CellSelection(), -1, -1)
    for row in 0..<rows {
      for column in 0..<columns {
        guard let index = old(row, column) else {
          made.append(admit(next.next() ?? makeCell(atRow: row, column: column)))
          continue
        }
        stays.insert(index)
        if selection.contains(index) { kept.insert(made.count) }
        if index == lastSelected { last = made.count }
        if index == keyIndex { key = made.count }
        made.append(cells[index])
      }
    }
    isBuilding = false
    let dropped = cells
    (cells, numberOfRows, numberOfColumns) = (made, rows, columns)
    (selection, lastSelected, keyIndex, anchor) = (kept, last < 0 ? kept.last ?? -1 : last, key, -1)
    generation &+= 1
    cellsMoved()
    listDrag = nil
    for index in dropped.indices where !stays.contains(index) {
      forget(dropped[index])
    }
    selectSomething()
    changed([.frame, .selection])
  }

  /// Makes a cell, or a copy of one that is part of a control, one of the matrix.
  private final func admit(_ cell: Cell) -> Cell {
    let admitted = cell.controlView == nil ? cell : cell.copy()
    // A new cell is not selected, whatever its prototype was.
    if mirrorsState, admitted.state != .off { admitted.state = .off }
    admitted.controlView = self
    return admitted
  }

  /// Leaves a cell that is no longer one of the matrix.
  private final func forget(_ cell: Cell) {
    if cell.controlView === self { cell.controlView = nil }
    if cell === hot { leave(isUp: false) }
    if cell === editedCell { endEditing() }
  }

  // MARK: Geometry

  /// The size of the cells as they lie: `cellSize`, or their share of the bounds.
  private final var laidOutSize: Size {
    guard autosizesCells, numberOfRows > 0, numberOfColumns > 0 else { return cellSize }
    let spacing = intercellSpacing
    return Size(
      width: max(0, (bounds.width + spacing.width) / Double(numberOfColumns) - spacing.width),
      height: max(0, (bounds.height + spacing.height) / Double(numberOfRows) - spacing.height))
  }

  /// The cell's rectangle in the matrix's own space; null outside of the matrix.
  public final func cellFrame(atRow row: Int, column: Int) -> Rect { index(row, column).map(frame(ofCellAt:)) ?? .null }

  final func frame(ofCellAt index: Int) -> Rect {
    let (size, (row, column)) = (laidOutSize, position(ofCellAt: index))
    return Rect(
      x: bounds.minX + Double(column) * (size.width + intercellSpacing.width),
      y: bounds.minY + Double(row) * (size.height + intercellSpacing.height), width: size.width, height: size.height)
  }

  /// The rectangle of a part in the matrix's own space; null for a part that there is not.
  ///
  /// Allocates nothing.
  public final func contentFrame(for part: Part) -> Rect {
    switch part {
    case .cell(let row, let column): cellFrame(atRow: row, column: column)
    case .keyCell: cells.indices.contains(keyIndex) ? frame(ofCellAt: keyIndex) : .null
    }
  }

  /// The row and column at a point of the matrix's own space; `nil` between cells and outside; O(1).
  public final func position(at point: Point) -> (row: Int, column: Int)? { index(at: point).map(position(ofCellAt:)) }

  /// The row and column at a point, in `row` and `column`; returns false, and leaves them, between cells and outside; O(1).
  public final func getRow(_ row: inout Int, column: inout Int, for point: Point) -> Bool {
    guard let found = position(at: point) else { return false }
    (row, column) = found
    return true
  }

  final func index(at point: Point) -> Int? {
    let size = laidOutSize
    guard let column = place(point.x - bounds.minX, size.width, intercellSpacing.width, numberOfColumns),
      let row = place(point.y - bounds.minY, size.height, intercellSpacing.height, numberOfRows)
    else { return nil }
    return row * numberOfColumns + column
  }

  /// The number of the cell at an offset along a row or column; `nil` in a gap and outside.
  private final func place(_ offset: Double, _ length: Double, _ gap: Double, _ count: Int) -> Int? {
    let number = (offset / (length + gap)).rounded(.down)
    guard number >= 0, number < Double(count), offset - number * (length + gap) < length else { return nil }
    return Int(number)
  }

  /// Makes the bounds as large as the cells.
  public final func sizeToCells() {
    guard !cells.isEmpty else { return }
    let last = frame(ofCellAt: cells.count - 1)
    let size = Size(width: last.maxX - bounds.minX, height: last.maxY - bounds.minY)
    if size.isFinite { frame.size = size }
  }
}
