import ContactorCore

// The cells of the items on the screen.

extension CollectionView {
  /// Registers a class of cells for an identifier.
  public func register<Cell: TableViewCell>(_ type: Cell.Type, forReuse identifier: String) {
    let old = cells.register(identifier) { type.init(reuseIdentifier: identifier) }
    withExtendedLifetime(old) {}
  }

  /// A cell for the data source to fill: one whose item left the screen, or a new one; a plain one if none is registered.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell {
    while let cell = cells.take(identifier) {
      guard !cell.isShown else { continue }
      cell.prepareForReuse()
      return cell
    }
    if let make = cells.maker(of: identifier) { return make() }
    report(.unregisteredIdentifier(identifier))
    return TableViewCell(reuseIdentifier: identifier)
  }

  final func recycle(_ cell: TableViewCell) {
    cell.isShown = false
    cell.indexPath = nil
    cell.isHidden = true
    let isKept = cells.put(cell)
    guard !isKept, cell.superview === self, heldCell !== cell else { return }
    if heldCell == nil, let press, cell.hasTouch(press.touch) { heldCell = cell } else { cell.removeFromSuperview() }
  }

  /// Takes off the cell on which a finger began that is gone by now.
  final func dropHeldCell() {
    guard let cell = heldCell else { return }
    heldCell = nil
    if !cell.isShown, !cell.isWaiting, cell.superview === self { cell.removeFromSuperview() }
  }

  final func recycleAll() {
    let old = shown
    shown = []
    for place in old { recycle(place.cell) }
  }

  /// The items of the lines on the screen.
  private var wanted: Range<Int> {
    guard bounds.isFinite, bounds.height > 0 else { return 0..<0 }
    let items = layout.items(from: bounds.minY, to: bounds.maxY)
    return items.lowerBound..<min(items.upperBound, items.lowerBound + TableView.maximumNumberOfShownRows)
  }

  final func layOutItems() {
    guard !isLayingOut else {
      needsAnotherPass = true
      return
    }
    guard isSettled else { return }
    isLayingOut = true
    var passes = 0
    repeat {
      needsAnotherPass = false
      passes += 1
      if !fill(generation) { needsAnotherPass = true }
    } while needsAnotherPass && passes < TableView.nestingLimit
    isLayingOut = false
    if needsAnotherPass {
      needsAnotherPass = false
      report(.neverAtRest)
    }
  }

  /// Shows the items on the screen and no others; false if they changed meanwhile.
  private func fill(_ current: Int) -> Bool {
    let wanted = wanted
    var index = 0
    while index < shown.count {
      if wanted.contains(shown[index].item) {
        index += 1
      } else {
        let gone = shown.remove(at: index)
        recycle(gone.cell)
        guard generation == current else { return false }
      }
    }
    for item in wanted where !shown.contains(where: { $0.item == item }) {
      let path = layout.path(of: item) ?? IndexPath(item: item)
      let given = dataSource?.collectionView(self, cellForItemAt: path)
      guard generation == current else {
        if let given, !given.isShown { recycle(given) }
        return false
      }
      var cell = given ?? TableViewCell(reuseIdentifier: nil)
      let isUsable = given.map { !$0.isShown && ($0.superview == nil || $0.superview === self) } ?? false
      if !isUsable {
        report(given == nil ? .noCell(path) : .cellInUse(path))
        guard generation == current else { return false }
        cell = TableViewCell(reuseIdentifier: nil)
      }
      show(cell, item)
      guard generation == current else { return false }
    }
    return true
  }

  private func show(_ cell: TableViewCell, _ item: Int) {
    cell.isShown = true
    cell.indexPath = layout.path(of: item)
    shown.append((item, cell))
    let current = generation
    if cell.superview !== self { insertSubview(cell, at: 0) }
    guard generation == current, let frame = rectForItem(at: item) else { return }
    cell.isSelected = selection.contains(item)
    if let press { cell.isHighlighted = press.item == item }
    if cell.frame != frame { cell.frame = frame }
    cell.isHidden = false
  }
}
