import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What a table shows, where, and with which cells.
@Suite("Table view")
struct TableViewTests {
  private let rig = TableRig()

  @Test("8.4 A table asks its data source for the rows on the screen and no others")
  func shows() {
    #expect(rig.texts == (0..<11).map { "row \($0)" })
    #expect(rig.table.contentSize == Size(width: 300, height: 4400))
    #expect(rig.table.numberOfRows(inSection: 0) == 100)
    #expect(rig.table.rectForRow(at: IndexPath(row: 10)) == Rect(x: 0, y: 440, width: 300, height: 44))
    #expect(rig.table.rectForRow(at: IndexPath(row: 100)) == nil)
    #expect(rig.table.indexPathForRow(at: Point(x: 5, y: 439.5)) == IndexPath(row: 9))
    #expect(rig.table.indexPathForRow(at: Point(x: 5, y: 4400)) == nil)
    #expect(rig.table.indexPathForRow(at: Point(x: 301, y: 10)) == nil)
  }

  @Test("8.4 Cells of rows that leave the screen are used for those that come")
  func reuse() {
    var made = 0
    var prepared = 0
    final class Counted: TableViewCell {
      var onReuse: (() -> Void)?

      override func prepareForReuse() {
        super.prepareForReuse()
        onReuse?()
      }
    }
    rig.makesCell = { [unowned rig] table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "counted")
      cell.text = rig.text(path)
      return cell
    }
    rig.table.register(forReuse: "counted") {
      made += 1
      let cell = Counted(reuseIdentifier: "counted")
      cell.onReuse = { prepared += 1 }
      return cell
    }
    rig.table.reloadData()
    let first = made
    for offset in 1...400 {
      rig.table.contentOffset.y = Double(offset) * 9
      #expect(rig.texts.count <= 12)
      #expect(rig.texts.first == "row \(offset * 9 / 44)")
    }
    #expect(made <= first + 2)
    #expect(prepared > 70)
    #expect(rig.table.subviews.count <= 26)
  }

  @Test("A jump uses the cells of the rows that leave, each for its own kind, and shows no other")
  func jumpsWithKinds() {
    var made = 0
    for kind in ["even", "odd"] {
      rig.table.register(forReuse: kind) {
        made += 1
        return TableViewCell(reuseIdentifier: kind)
      }
    }
    rig.makesCell = { [unowned rig] table, path in
      let cell = table.dequeueReusableCell(withIdentifier: path.row.isMultiple(of: 2) ? "even" : "odd")
      cell.text = rig.text(path)
      return cell
    }
    rig.table.reloadData()
    for (jump, row) in [60, 0, 61, 1, 80, 5].enumerated() {
      let first = made
      rig.table.scrollToRow(at: IndexPath(row: row), at: .top, animated: false)
      #expect(rig.texts == (row..<row + 11).map { "row \($0)" })
      let kinds = rig.table.visibleCells.map(\.reuseIdentifier)
      #expect(kinds == (row..<row + 11).map { $0.isMultiple(of: 2) ? "even" : "odd" })
      #expect(rig.table.subviews.filter { !$0.isHidden }.count == 11)
      #expect(made <= first + (jump < 3 ? 2 : 0))
    }
  }

  @Test("8.4 The delegate is asked for a height when its row comes on the screen; what is visible does not move")
  func heightsOnDemand() {
    for row in 0..<100 { rig.heights[IndexPath(row: row)] = row.isMultiple(of: 3) ? 90 : 30 }
    rig.table.scrollToRow(at: IndexPath(row: 60), at: .top, animated: false)
    rig.table.reloadData()
    var before = rig.places
    // Each row above turns out to have another height than the standard one, and nothing on the screen jumps.
    for _ in 0..<2400 {
      let offset = rig.table.contentOffset.y
      rig.table.contentOffset.y = offset - 2
      let now = rig.places
      let expected = before.map { place -> String in
        let parts = place.split(separator: " ")
        return "\(parts[0]) \(parts[1]) \((Double(parts[2]) ?? 0) + 2)"
      }
      #expect(expected.filter(now.contains).count >= min(before.count, now.count) - 2)
      before = now
      if now.first == "row 0 0.0" { break }
    }
    #expect(rig.places.first == "row 0 0.0" || rig.table.contentOffset.y <= 0)
    rig.table.contentOffset.y = 0
    #expect(rig.table.rectForRow(at: IndexPath(row: 4))?.minY == 240.0)
  }

  @Test("8.4 A height that is corrected during a drag keeps the finger on its row")
  func correctionWhileDragging() {
    rig.table.scrollToRow(at: IndexPath(row: 50), at: .top, animated: false)
    for row in 0..<50 { rig.heights[IndexPath(row: row)] = 100 }
    rig.stage.down(1, 100, 100, at: 1000)
    rig.stage.move(1, 100, 115, at: 1016)
    let row50 = { self.rig.table.cellForRow(at: IndexPath(row: 50)).map { self.rig.table.convert($0.frame.origin, to: nil).y } }
    let start = row50()
    for step in 1...20 {
      rig.stage.move(1, 100, 115 + Double(step) * 10, at: 1016 + Int64(step) * 16)
      #expect(row50() == start.map { $0 + Double(step) * 10 }, "step \(step)")
    }
    rig.stage.up(1, 100, 315, at: 1400)
  }

  @Test("8.4 A section's header stays at the top until the next one pushes it out")
  func headers() {
    let rig = TableRig(sections: [["a", "b", "c"], Array(repeating: "d", count: 40)], headers: ["one", "two"])
    func top(_ section: Int) -> Double { rig.table.contentFrame(for: .header(section)).minY - rig.table.bounds.minY }
    #expect(top(0) == 0)
    #expect(top(1) == 28 + 3 * 44)
    rig.table.contentOffset.y = 50
    #expect(top(0) == 0)
    rig.table.contentOffset.y = 28 + 3 * 44 - 10
    #expect(top(0) == 10 - 28)
    #expect(top(1) == 10)
    rig.table.contentOffset.y = 600
    #expect(top(1) == 0)
    #expect(rig.table.visibleSections == 1..<2)
    #expect(rig.table.contentParts.first { $0.kind == "header" }?.text == "two")
    rig.table.sectionHeadersStay = false
    #expect(top(1) == 160 - 600)
    #expect(rig.table.contentFrame(for: .header(7)) == .zero)
  }

  @Test("8.4 scrollToRow puts a row at the top, in the middle, at the bottom, or only on the screen")
  func scrollTo() {
    let table = rig.table
    table.scrollToRow(at: IndexPath(row: 50), at: .top, animated: false)
    #expect(table.contentOffset.y == 2200)
    table.scrollToRow(at: IndexPath(row: 50), at: .middle, animated: false)
    #expect(table.contentOffset.y == 2200 + 22 - 240)
    table.scrollToRow(at: IndexPath(row: 50), at: .bottom, animated: false)
    #expect(table.contentOffset.y == 2244 - 480)
    table.scrollToRow(at: IndexPath(row: 45), at: .none, animated: false)
    #expect(table.contentOffset.y == 2244 - 480)
    table.scrollToRow(at: IndexPath(row: 99), at: .top, animated: false)
    #expect(table.contentOffset.y == 4400 - 480)
    table.scrollToRow(at: IndexPath(row: 100), at: .top, animated: false)
    table.scrollToRow(at: IndexPath(row: -1, section: 3), at: .top, animated: false)
    #expect(table.contentOffset.y == 4400 - 480)
  }

  @Test("8.4 The selection tells only when it is another, as ranges whatever its size")
  func selection() {
    var posted = 0
    let token = rig.stage.application.notifications.observe(TableView.SelectionDidChange.self, from: rig.table) { _ in posted += 1 }
    rig.table.selectRow(at: IndexPath(row: 2))
    rig.table.selectRow(at: IndexPath(row: 2))
    #expect(posted == 1 && rig.taken() == ["selection"])
    rig.table.selectRow(at: IndexPath(row: 4))
    #expect(rig.table.indexPathsForSelectedRows == [IndexPath(row: 4)])
    rig.table.selectAll()
    #expect(rig.table.numberOfSelectedRows == 1)
    rig.table.allowsMultipleSelection = true
    rig.table.selectAll()
    rig.table.deselectRow(at: IndexPath(row: 50))
    rig.table.deselectRow(at: IndexPath(row: 50))
    #expect(rig.table.numberOfSelectedRows == 99)
    #expect(Array(rig.table.selectedRows(inSection: 0).ranges) == [0..<50, 51..<100])
    #expect(rig.table.visibleCells.allSatisfy { $0.isSelected })
    rig.table.allowsMultipleSelection = false
    #expect(rig.table.indexPathsForSelectedRows == [IndexPath(row: 0)])
    rig.table.deselectAll()
    #expect(rig.table.indexPathForSelectedRow == nil)
    #expect(posted == 6)
    rig.table.selectRow(at: IndexPath(row: 100))
    rig.table.deselectAll()
    #expect(posted == 6)
    withExtendedLifetime(token) {}
  }

  @Test("7.8 Every row is an element by its number, is selected by activation, and a page is scrolled")
  func accessibility() {
    let rig = TableRig(sections: [["a"], [], Array(repeating: "b", count: 60)], headers: ["one", nil, "three"])
    rig.canEdit = true
    let table = rig.table
    #expect(table.accessibility.role == .table)
    #expect(table.accessibilityElementCount == 61)
    #expect(table.accessibilityElement(at: 0)?.content.label == "a")
    // One that is not on the screen.
    #expect(table.accessibilityElement(at: 60)?.content == Accessibility(.row, label: "b"))
    #expect(table.accessibilityElement(at: 61) == nil)
    let before = rig.texts
    #expect(table.performAccessibility(.activate, at: 60))
    #expect(rig.taken() == ["selection", "select 2-59"])
    #expect(table.accessibilityElement(at: 60)?.content.isSelected == true)
    #expect(rig.texts != before && table.cellForRow(at: IndexPath(row: 59, section: 2)) != nil)
    #expect(!table.performAccessibility(.scrollForward))
    #expect(table.performAccessibility(.scrollBackward))
    #expect(!table.performAccessibility(.increment, at: 0))
    #expect(table.customAccessibilityActions(at: 60) == ["Delete"])
    #expect(table.performAccessibility(.custom("Delete"), at: 60))
    #expect(rig.log == ["commit delete 2-59", "selection"])
    #expect(table.accessibilityElementCount == 60)
    #expect(!table.performAccessibility(.custom("Nothing"), at: 0))
  }

  @Test("8.4 A row is edited in place, and the text goes back to the data source")
  func editing() {
    #expect(!rig.table.editRow(at: IndexPath(row: 1)))
    rig.canEdit = true
    rig.stage.window.makeKey()
    #expect(rig.table.editRow(at: IndexPath(row: 1)))
    rig.table.editingField?.text = "new"
    rig.table.endEditingRow()
    #expect(rig.log == ["set new 0-1"])
    #expect(rig.texts[1] == "new")
    #expect(rig.table.editingField == nil)
    // A field that loses the focus ends the editing; an unchanged text goes nowhere.
    #expect(rig.table.editRow(at: IndexPath(row: 2)))
    rig.table.editingField?.resignFirstResponder()
    #expect(rig.table.editingField == nil && rig.log.count == 1)
    // A row that scrolls away takes its text along.
    #expect(rig.table.editRow(at: IndexPath(row: 3)))
    rig.table.editingField?.text = "away"
    rig.table.contentOffset.y = 2000
    #expect(rig.log.last == "set away 0-3" && rig.sections[0][3] == "away")
    #expect(!rig.table.editRow(at: IndexPath(row: 0)))
    #expect(rig.errors.isEmpty)
  }

  @Test("A million rows of which none was asked need no memory for heights, and are found at once")
  func million() {
    let rig = TableRig(rows: 0)
    var count = 0
    rig.makesCell = { table, path in
      count += 1
      return table.dequeueReusableCell(withIdentifier: "cell")
    }
    rig.sections = [Array(repeating: "", count: 1_000_000)]
    rig.table.reloadData()
    rig.table.scrollToRow(at: IndexPath(row: 500_000), at: .top, animated: false)
    #expect(rig.table.indexPathsForVisibleRows.first == IndexPath(row: 500_000))
    #expect(count <= 24)
    #expect(rig.table.contentSize.height == 44_000_000)
  }
}
