import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Lists whose rows change as they scroll to a row: what was to be done with the row is not done with another, or with none.
@Suite("Lists that change as they scroll")
struct ListScrollTests {
  private final class Source: TableViewDataSource, TableViewDelegate, CollectionViewDataSource, CollectionViewDelegate {
    var count = 100
    var told: [Int] = []
    var scrolled: (() -> Void)?

    private func check(_ row: Int) -> Bool {
      #expect(row < count, "row \(row) of \(count)")
      return true
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) { scrolled?() }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
      check(indexPath.row) ? TableViewCell(reuseIdentifier: nil) : nil
    }
    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { check(indexPath.row) }
    func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool { check(indexPath.row) }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { told.append(indexPath.row) }
    func numberOfItems(in collectionView: CollectionView) -> Int { count }
    func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
      check(item) ? TableViewCell(reuseIdentifier: nil) : nil
    }
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool { check(item) }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) { told.append(item) }
  }

  private let stage = Stage()
  private let source = Source()

  @Test("8.4 A list that scrolls to a row and has others meanwhile chooses none of them", arguments: [true, false], [0, 5, 200])
  func activate(isTable: Bool, count: Int) {
    let frame = Rect(x: 0, y: 0, width: 300, height: 200)
    let list: ScrollView
    let reload: () -> Void
    if isTable {
      let table = TableView(frame: frame)
      (table.dataSource, table.delegate, list, reload) = (source, source, table, { [unowned table] in table.reloadData() })
    } else {
      let grid = CollectionView(frame: frame)
      (grid.dataSource, grid.delegate, list, reload) = (source, source, grid, { [unowned grid] in grid.reloadData() })
    }
    stage.add(list, "list")
    stage.pass(to: 1)
    var changes = 0
    let change = { [unowned source] in
      guard changes == 0 else { return }
      changes += 1
      source.count = count
      reload()
    }
    source.scrolled = change
    #expect(!list.performAccessibility(.activate, at: 99) && source.told.isEmpty && changes == 1)
    // Without a change it chooses the row.
    (source.count, source.scrolled) = (100, nil)
    reload()
    #expect(list.performAccessibility(.activate, at: 50) && source.told == [50])
    // The same by keys.
    source.told = []
    changes = 0
    list.becomeFirstResponder()
    list.contentOffset.y = 0
    source.scrolled = change
    stage.application.sendKey(KeyEvent(KeyEvent.end, timestamp: stage.application.now))
    #expect(source.told.isEmpty && changes == 1)
  }
}
