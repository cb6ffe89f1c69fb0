import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Batches that name sections, rows that there are not, and items of an outline.
@Suite("Batches of lists")
struct ListBatchTests {
  private let sections = [["a", "b", "c"], ["d", "e", "f"], ["g"]]

  /// The selected texts of a rig.
  private func selected(_ rig: TableRig) -> [String] { rig.table.indexPathsForSelectedRows.map { rig.text($0) ?? "none" } }

  private func table(selecting texts: [String]) -> TableRig {
    let rig = TableRig(sections: sections, headers: [nil, nil, nil])
    rig.table.allowsMultipleSelection = true
    for (section, rows) in rig.sections.enumerated() {
      for (row, text) in rows.enumerated() where texts.contains(text) { rig.table.selectRow(at: IndexPath(row: row, section: section)) }
    }
    return rig
  }

  @Test("8.4 A selection goes along with a moved section in which rows come and go in the same batch")
  func movedSection() {
    let rig = table(selecting: ["b", "c", "f"])
    rig.sections = [["d", "e", "f"], ["new", "b", "newer", "c"], ["g"]]
    rig.table.performBatchUpdates {
      rig.table.moveSection(0, to: 1)
      rig.table.deleteRows(at: [IndexPath(row: 0, section: 0)])
      rig.table.insertRows(at: [IndexPath(row: 0, section: 1), IndexPath(row: 2, section: 1)])
    }
    #expect(selected(rig) == ["f", "b", "c"] && rig.errors.isEmpty && rig.texts == rig.sections.flatMap(\.self))
  }

  @Test("8.4 A section that is loaded anew keeps its selection as far as there are rows, beside other sections that come, go and move")
  func reloadedSection() {
    let rig = table(selecting: ["b", "f", "g"])
    rig.table.reloadSections(RangeSet(0..<1))
    #expect(selected(rig) == ["b", "f", "g"])
    rig.sections = [["new"], ["a", "b", "c"], ["d", "e"], ["g"]]
    rig.table.performBatchUpdates {
      rig.table.insertSections(RangeSet(0..<1))
      rig.table.reloadSections(RangeSet(1..<2))
    }
    #expect(selected(rig) == ["b", "g"] && rig.errors.isEmpty && rig.texts == rig.sections.flatMap(\.self))
    rig.table.performBatchUpdates {
      rig.table.reloadSections(RangeSet(1..<2))
      rig.table.deleteSections(RangeSet(1..<2))
    }
    #expect(rig.errors == [.invalidSection(1)] && selected(rig) == ["b", "g"])
  }

  @Test("8.4 A grid keeps the selection of a section that is loaded anew, and of one that moves with items that come and go")
  func grids() {
    let source = SectionSource([3, 3], titles: [nil, nil])
    let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 320, height: 480))
    grid.register(TableViewCell.self, forReuse: "item")
    (grid.delegate, grid.dataSource) = (source, source)
    grid.allowsMultipleSelection = true
    for item in [1, 5] { grid.selectItem(at: item) }
    grid.reloadSections(RangeSet(0..<1))
    #expect(grid.selected == RangeSet([1..<2, 5..<6]))
    source.sections = [source.sections[1], ["new", "0.1", "0.2"]]
    grid.performBatchUpdates {
      grid.moveSection(0, to: 1)
      grid.deleteItems(at: [IndexPath(item: 0, section: 0)])
      grid.insertItems(at: [IndexPath(item: 0, section: 1)])
    }
    #expect(grid.selected == RangeSet([2..<3, 4..<5]) && source.errors.isEmpty)
  }

  @Test("8.4 A row that there is not is an error, and leaves the others of an update as they are named")
  func badPaths() {
    let rig = table(selecting: ["f"])
    rig.sections[1].remove(at: 1)
    rig.table.deleteRows(at: [IndexPath(row: 99, section: 1), IndexPath(row: 1, section: 1)])
    #expect(rig.table.numberOfRows(inSection: 1) == 2 && selected(rig) == ["f"])
    #expect(rig.errors == [.invalidIndexPath(IndexPath(row: 99, section: 1))])
    rig.errors = []
    rig.sections[1].insert("new", at: 0)
    rig.table.insertRows(at: [IndexPath(row: -1, section: 1), IndexPath(row: 0, section: 1)])
    #expect(rig.errors == [.invalidIndexPath(IndexPath(row: -1, section: 1))] && selected(rig) == ["f"])
    rig.errors = []
    rig.sections.remove(at: 0)
    rig.table.performBatchUpdates {
      rig.table.deleteSections(RangeSet([0..<1, 7..<9]))
    }
    #expect(rig.errors == [.invalidSection(7)] && rig.texts == rig.sections.flatMap(\.self))
  }

  @Test(
    "8.4 Items of an outline are expanded and collapsed in one batch in any order, with the selection",
    arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]])
  func outlines(order: [String]) {
    let tree = Names(["": ["a", "b", "c", "d"], "a": ["a1", "a2"], "b": ["b1"], "c": ["c1", "c2"], "c1": ["deep"]])
    let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
    outline.register(TableViewCell.self, forReuse: "cell")
    outline.delegate = tree
    outline.outlineDataSource = tree
    outline.selectRow(at: IndexPath(row: 3))
    var texts: [String] { (0..<outline.numberOfAllRows).map { outline.item(atRow: $0)?.base as? String ?? "-" } }
    var shown: [String] { outline.visibleCells.map { $0.text ?? "-" } }
    outline.performBatchUpdates { for item in order { outline.expandItem(item) } }
    #expect(texts == ["a", "a1", "a2", "b", "b1", "c", "c1", "c2", "d"] && shown == texts)
    #expect(outline.indexPathForSelectedRow == IndexPath(row: 8) && tree.errors.isEmpty)
    outline.beginUpdates()
    outline.collapseItem(order[0])
    outline.expandItem("c1")
    outline.collapseItem(order[1])
    outline.expandItem(order[0])
    outline.collapseItem(order[2])
    outline.endUpdates()
    #expect(shown == texts && outline.indexPathForSelectedRow.map { texts[$0.row] } == "d" && tree.errors.isEmpty)
  }
}

/// An outline's data source: names inside names.
final class Names: OutlineViewDataSource, OutlineViewDelegate {
  var children: [String: [String]]
  var errors: [TableError] = []

  init(_ children: [String: [String]]) { self.children = children }

  private func names(_ item: AnyHashable?) -> [String] { children[item?.base as? String ?? ""] ?? [] }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int { names(item).count }

  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { names(item)[index] }

  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { children["\(item)"] != nil }

  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    let cell = outlineView.dequeueReusableCell(withIdentifier: "cell")
    cell.text = "\(item)"
    return cell
  }

  func tableView(_ tableView: TableView, didFind error: TableError) { errors.append(error) }
}
