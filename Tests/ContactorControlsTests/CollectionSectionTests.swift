import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A data source of sections, which writes down its calls.
final class SectionSource: CollectionViewDataSource, CollectionViewDelegate {
  var sections: [[String]]
  var titles: [String?]
  var log: [String] = []
  var errors: [TableError] = []
  var refused: Set<Int> = []
  var canDelete = false
  /// Called with the grid's questions and reports.
  var asked: ((String) -> Void)?

  init(_ counts: [Int], titles: [String?]) {
    sections = counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } }
    self.titles = titles
  }

  func taken() -> [String] {
    defer { log = [] }
    return log
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    asked?("sections")
    return sections.count
  }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
    asked?("count")
    return sections.indices.contains(section) ? sections[section].count : 0
  }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? {
    asked?("cell")
    let cell = collectionView.dequeueReusableCell(withIdentifier: "item")
    let isThere = sections.indices.contains(indexPath.section) && sections[indexPath.section].indices.contains(indexPath.item)
    cell.text = isThere ? sections[indexPath.section][indexPath.item] : "?"
    return cell
  }

  func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
    asked?("title")
    return titles.indices.contains(section) ? titles[section] : nil
  }

  func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
    asked?("canDelete")
    return canDelete
  }

  func collectionView(_ collectionView: CollectionView, deleteItemAt indexPath: IndexPath) {
    log.append("delete \(indexPath)")
    sections[indexPath.section].remove(at: indexPath.item)
    collectionView.deleteItems(at: [indexPath])
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool {
    asked?("should")
    return !refused.contains(item)
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) {
    log.append("select \(item)")
    asked?("select")
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) {
    log.append("deselect \(item)")
    asked?("deselect")
  }

  func collectionView(_ collectionView: CollectionView, didFind error: TableError) { errors.append(error) }
}

extension Stage {
  /// A grid of three columns of 100 points, whose lines stand 110 points apart.
  func grid(of source: some CollectionViewDataSource & CollectionViewDelegate) -> CollectionView {
    let grid = add(CollectionView(frame: Rect(x: 0, y: 0, width: 330, height: 440)), "grid")
    grid.register(TableViewCell.self, forReuse: "item")
    grid.delegate = source
    grid.dataSource = source
    pass(to: 1)
    return grid
  }
}

/// Grids with sections: where items are, keys, and items that come and go.
@Suite("Sections of grids (contract 8.4)")
struct CollectionSectionTests {
  private let stage = Stage()
  private let source = SectionSource([4, 0, 2, 7], titles: ["A", "B", nil, "D"])
  private let grid: CollectionView

  init() {
    grid = stage.grid(of: source)
    stage.window.makeKey()
    grid.becomeFirstResponder()
  }

  private var texts: [String] { grid.visibleItems.compactMap { grid.cellForItem(at: $0)?.text } }

  @discardableResult
  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
    stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now))
  }

  @Test("8.4 sections stand below each other, each with its header and its lines")
  func places() {
    #expect(grid.numberOfItems == 13 && grid.numberOfSections == 4 && grid.numberOfItems(inSection: 3) == 7)
    #expect(grid.rectForHeader(inSection: 0) == Rect(x: 0, y: 0, width: 330, height: 28))
    #expect(grid.rectForItem(at: 3) == Rect(x: 0, y: 138, width: 100, height: 100))
    #expect(grid.rectForHeader(inSection: 1)?.minY == 248 && grid.rectForHeader(inSection: 2) == nil)
    #expect(grid.rectForItem(at: 4)?.minY == 276 && grid.rectForHeader(inSection: 3)?.minY == 386)
    #expect(grid.contentSize == Size(width: 330, height: 386 + 28 + 3 * 110 - 10))
    #expect(grid.indexPath(forItem: 5) == IndexPath(item: 1, section: 2) && grid.indexPath(forItem: 13) == nil)
    #expect(grid.item(at: IndexPath(item: 0, section: 3)) == 6 && grid.item(at: IndexPath(item: 0, section: 1)) == nil)
    for item in 0..<13 { #expect(grid.rectForItem(at: item).flatMap { grid.item(at: $0.center) } == item) }
    #expect(grid.item(at: Point(x: 20, y: 20)) == nil && grid.item(at: Point(x: 320, y: 300)) == nil)
    #expect(texts == ["0.0", "0.1", "0.2", "0.3", "2.0", "2.1", "3.0", "3.1", "3.2"])
    #expect(grid.contentParts.filter { $0.kind == "header" }.map(\.text) == ["A", "B", "D"])
    grid.contentOffset.y = 250
    #expect(texts.first == "2.0" && texts.last == "3.6")
    #expect(grid.contentParts.filter { $0.kind == "header" }.map(\.text) == ["B", "D"])
    grid.sectionHeaderHeight = .nan
    #expect(grid.rectForHeader(inSection: 0) == nil && grid.rectForItem(at: 0)?.minY == 0)
  }

  @Test("7.4, 8.4 arrows go through lines and sections of a grid, shift selects what is between")
  func keys() {
    key(KeyEvent.rightArrow)
    key(KeyEvent.rightArrow)
    #expect(grid.intValue == 1 && source.taken() == ["select 0", "deselect 0", "select 1"])
    key(KeyEvent.downArrow)
    #expect(grid.intValue == 3, "the last of a shorter line")
    key(KeyEvent.downArrow)
    #expect(grid.intValue == 4, "past an empty section")
    grid.selectItem(at: 8)
    key(KeyEvent.upArrow)
    #expect(grid.intValue == 5)
    key(KeyEvent.end)
    #expect(grid.intValue == 5 && grid.doCommand(by: "moveToEndOfDocument:") && grid.intValue == 12)
    #expect(grid.contentOffset.y == grid.contentSize.height - 440)
    key(KeyEvent.pageUp, .option)
    #expect(grid.intValue == 3 || grid.intValue == 4)
    source.refused = [7, 8]
    grid.selectItem(at: 6)
    key(KeyEvent.rightArrow)
    #expect(grid.intValue == 9)
    grid.allowsMultipleSelection = true
    key(KeyEvent.leftArrow, .shift)
    #expect(grid.selected == RangeSet([6, 9].map { $0..<$0 + 1 }), "refused items are left out")
    grid.deselectAll()
    #expect(key("a", .command) && grid.selected == RangeSet(0..<13))
    _ = source.taken()
    source.canDelete = true
    grid.deselectAll()
    for item in [1, 5, 12] { grid.selectItem(at: item) }
    key(KeyEvent.delete)
    #expect(source.taken() == ["delete 3-6", "delete 2-1", "delete 0-1"] && grid.numberOfItems == 10 && source.errors.isEmpty)
    grid.intValue = 99
    #expect(grid.objectValue == nil)
  }

  @Test("8.4 items and sections come and go in one batch, with selection and place on the screen")
  func batch() {
    grid.allowsMultipleSelection = true
    for item in [2, 5, 12] { grid.selectItem(at: item) }
    grid.contentOffset.y = 250
    let before = grid.cellForItem(at: 6)?.frame.minY
    grid.performBatchUpdates {
      source.sections.remove(at: 1)
      source.sections[0].remove(at: 0)
      source.sections[0] += ["new", "newer", "newest"]
      source.sections[2].swapAt(0, 6)
      source.sections.append(["x"])
      source.titles = ["A", nil, "D", "E"]
      grid.deleteSections(RangeSet(1..<2))
      grid.deleteItems(at: [IndexPath(item: 0)])
      grid.insertItems(at: (3..<6).map { IndexPath(item: $0) })
      grid.moveItem(at: IndexPath(item: 6, section: 3), to: IndexPath(item: 0, section: 2))
      grid.moveItem(at: IndexPath(item: 0, section: 3), to: IndexPath(item: 6, section: 2))
      grid.insertSections(RangeSet(3..<4))
    }
    #expect(source.errors.isEmpty && grid.numberOfSections == 4 && grid.numberOfItems == 16)
    #expect(grid.selected == RangeSet([1, 7, 8].map { $0..<$0 + 1 }))
    #expect(before != nil && grid.visibleItems.allSatisfy { grid.cellForItem(at: $0)?.frame == grid.rectForItem(at: $0) })
    let shown = grid.visibleItems.map { item in
      grid.indexPath(forItem: item).map { source.sections[$0.section][$0.item] }
    }
    #expect(texts == shown && grid.cellForItem(at: 7)?.indexPath == IndexPath(item: 1, section: 1))
    source.sections[1][0] = "changed"
    grid.reloadItems(at: [IndexPath(item: 0, section: 1)])
    #expect(grid.cellForItem(at: 6)?.text == "changed")
    grid.moveSection(3, to: 0)
    #expect(source.errors.isEmpty == false, "the data source did not move it")
  }

  @Test("8.4 counts that do not fit, and paths that there are not, are errors, and the grid shows what there is")
  func wrong() {
    grid.insertItems(at: [IndexPath(item: 0)])
    #expect(source.errors == [.rowCountMismatch(section: 0, expected: 5, found: 4)] && grid.numberOfItems == 13)
    source.errors = []
    for path in [IndexPath(item: 4), IndexPath(item: -1), IndexPath(item: 0, section: 9), IndexPath(item: 0, section: -1)] {
      grid.deleteItems(at: [path])
    }
    grid.insertItems(at: [IndexPath(item: .max)])
    grid.moveItem(at: IndexPath(item: 9), to: IndexPath(item: 0))
    grid.deleteSections(RangeSet(Int.min..<Int.max))
    grid.insertSections(RangeSet(7..<8))
    grid.endUpdates()
    #expect(source.errors.count == 8 && grid.numberOfItems == 13)
    source.sections = []
    grid.reloadSections(RangeSet(0..<1))
    #expect(source.errors.last == .sectionCountMismatch(expected: 4, found: 0) && grid.numberOfItems == 0)
    #expect(grid.contentSize.height == 0 && grid.visibleItems.isEmpty && !grid.doCommand(by: "moveDown:"))
  }

  @Test("5.14, 8.4 calls from every question of a grid leave it whole", arguments: 0..<5)
  func hostile(_ kind: Int) {
    source.canDelete = true
    grid.allowsMultipleSelection = true
    var calls = 0
    defer { source.asked = nil }
    source.asked = { [source, grid] _ in
      guard calls < 300 else { return }
      calls += 1
      switch kind {
      case 0: grid.reloadData()
      case 1:
        if !source.sections.isEmpty { source.sections.removeLast() }
        grid.deleteSections(RangeSet(source.sections.count..<source.sections.count + 1))
      case 2:
        source.sections[0].insert("new", at: 0)
        grid.insertItems(at: [IndexPath(item: 0)])
      case 3: grid.doCommand(by: "moveRightAndModifySelection:")
      default: grid.removeFromSuperview()
      }
    }
    for name in ["moveDown:", "moveDownAndModifySelection:", "deleteBackward:", "insertNewline:", "selectAll:", "pageDown:"] {
      grid.doCommand(by: ActionName(name))
      grid.insertItems(at: [IndexPath(item: 0)])
      grid.contentOffset.y += 60
      #expect(grid.selected.ranges.allSatisfy { $0.upperBound <= grid.numberOfItems })
      #expect(grid.visibleItems.allSatisfy { $0 < grid.numberOfItems && grid.cellForItem(at: $0)?.superview === grid })
    }
    #expect(stage.violations.isEmpty)
  }
}
