import ContactorControls
import ContactorCore
import Testing

/// The selection of a list as runs: the same as a plain set, and not slower the more of them there are.
@Suite("Runs of indices")
struct IndexRunsTests {
  private func indices(_ runs: IndexRuns) -> [Int] { runs.ranges.flatMap { Array($0) } }

  @Test("8.4 Runs hold what a plain set holds, whatever is inserted, removed and moved", arguments: 1...8)
  func model(_ seed: UInt64) {
    let numbers = Numbers(seed)
    let size = seed % 2 == 0 ? 60 : 3000
    var (runs, model) = (IndexRuns(), Set<Int>())
    for step in 0..<300 {
      let start = numbers.next(size)
      let range = start..<start + numbers.next(numbers.next(4) == 0 ? size / 4 : 4)
      switch numbers.next(12) {
      case 0..<7:
        runs.insert(contentsOf: range)
        model.formUnion(range)
      case 7...8:
        let gone = range.lowerBound..<range.lowerBound + range.count % 5
        runs.remove(contentsOf: gone)
        model.subtract(gone)
      case 9:  // Scattered ones, so that there are many runs.
        for index in stride(from: start, to: start + min(size, 1200), by: 2) {
          runs.insert(contentsOf: index..<index + 1)
          model.insert(index)
        }
      case 10:
        runs.makeRoom(for: range)
        model = Set(model.map { $0 >= range.lowerBound ? $0 + range.count : $0 })
      default:
        runs.close(range)
        model = Set(model.subtracting(range).map { $0 >= range.upperBound ? $0 - range.count : $0 })
      }
      #expect(runs.count == model.count && runs.contains(start) == model.contains(start) && runs.isEmpty == model.isEmpty)
      guard step % 30 == 0 else { continue }
      let sorted = model.sorted()
      #expect(indices(runs) == sorted && runs.first == sorted.first)
      #expect(zip(runs.ranges, runs.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "runs are apart")
      #expect(runs == IndexRuns(runs.rangeSet) && indices(IndexRuns(runs.rangeSet)) == sorted)
    }
  }

  @Test("8.4 Thirty thousand scattered indices, in order, backwards and at random, with rows that come in front of all of them")
  func many() {
    let count = 30_000
    var (upwards, downwards, mixed) = (IndexRuns(), IndexRuns(), IndexRuns())
    for number in 0..<count {
      upwards.insert(contentsOf: number * 2..<number * 2 + 1)
      downwards.insert(contentsOf: (count - 1 - number) * 2..<(count - 1 - number) * 2 + 1)
      let place = number * 318_211 % count
      mixed.insert(contentsOf: place * 2..<place * 2 + 1)
    }
    #expect(upwards.count == count && upwards == downwards && downwards == mixed)
    for _ in 0..<500 { mixed.makeRoom(for: 0..<1) }
    #expect(mixed.first == 500 && mixed.count == count)
    for _ in 0..<500 { mixed.close(0..<1) }
    #expect(mixed == upwards)
  }

  @Test("8.4 Selecting 30,000 scattered rows of a table, and inserting rows above them, does not take longer the more are selected")
  func table() {
    final class Rows: TableViewDataSource {
      var count = 400_000

      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? { nil }
    }
    let (rows, table) = (Rows(), TableView(frame: Rect(x: 0, y: 0, width: 300, height: 40)))
    table.dataSource = rows
    table.allowsMultipleSelection = true
    table.reloadData()
    for row in stride(from: 100, to: 60_100, by: 2) { table.selectRow(at: IndexPath(row: row)) }
    #expect(table.numberOfSelectedRows == 30_000)
    for _ in 0..<500 {
      rows.count += 1
      table.insertRows(at: [IndexPath(row: 3)])
    }
    #expect(table.indexPathForSelectedRow == IndexPath(row: 600) && table.numberOfSelectedRows == 30_000)
    for row in stride(from: 600, to: 60_600, by: 4) { table.deselectRow(at: IndexPath(row: row)) }
    #expect(table.numberOfSelectedRows == 15_000 && table.isRowSelected(at: IndexPath(row: 602)))
  }

  @Test("8.4 Selecting 30,000 scattered items of a grid does not take longer the more are selected")
  func grid() {
    final class Items: CollectionViewDataSource {
      func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 400_000 }
      func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? { nil }
    }
    let (items, grid) = (Items(), CollectionView(frame: Rect(x: 0, y: 0, width: 300, height: 40)))
    grid.dataSource = items
    grid.allowsMultipleSelection = true
    grid.reloadData()
    for item in stride(from: 0, to: 60_000, by: 2) { grid.selectItem(at: item) }
    #expect(grid.selected.ranges.count == 30_000)
    for item in stride(from: 0, to: 60_000, by: 4) { grid.deselectItem(at: item) }
    #expect(grid.selected.ranges.count == 15_000)
  }

  @Test("8.4 Thousands of sections that come between thousands of others in one batch take one walk over the sections")
  func sections() {
    final class Sections: TableViewDataSource {
      var titles = (0..<10_000).map { "\($0)" }

      func numberOfSections(in tableView: TableView) -> Int { titles.count }
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? { nil }
      func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { titles[section] }
    }
    let (source, table) = (Sections(), TableView(frame: Rect(x: 0, y: 0, width: 300, height: 40)))
    table.dataSource = source
    table.allowsMultipleSelection = true
    table.reloadData()
    for section in 0..<10_000 { table.selectRow(at: IndexPath(row: 0, section: section)) }
    var new = RangeSet<Int>()
    for section in stride(from: 0, to: 20_000, by: 2) { new.insert(contentsOf: section..<section + 1) }
    source.titles = (0..<20_000).map { $0 % 2 == 0 ? "new" : "\($0 / 2)" }
    table.insertSections(new)
    #expect(table.numberOfSections == 20_000 && table.numberOfSelectedRows == 10_000)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 1) && table.isRowSelected(at: IndexPath(row: 0, section: 19_999)))
    source.titles = (0..<10_000).map { "\($0)" }
    table.deleteSections(new)
    #expect(table.numberOfSections == 10_000 && table.isRowSelected(at: IndexPath(row: 0, section: 9_999)))
  }
}
