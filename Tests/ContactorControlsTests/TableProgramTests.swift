import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Random programs: fingers, updates and calls from every place that calls out.
@Suite("Table programs")
struct TableProgramTests {
  /// Calls something of the table's, whatever it does just now.
  private static func call(_ rig: TableRig, _ numbers: Numbers) {
    let table = rig.table
    let path = IndexPath(row: numbers.next(40) - 3, section: numbers.next(5) - 1)
    let other = IndexPath(row: numbers.next(40) - 3, section: numbers.next(5) - 1)
    switch numbers.next(30) {
    case 0: table.reloadData()
    case 1: table.insertRows(at: [path, other])
    case 2: table.deleteRows(at: [path])
    case 3: table.moveRow(at: path, to: other)
    case 4: table.reloadRows(at: [path, other])
    case 5: table.insertSections(RangeSet(numbers.next(3)..<3))
    case 6: table.deleteSections(RangeSet(0..<numbers.next(3)))
    case 7: table.moveSection(numbers.next(4), to: numbers.next(4))
    case 8: table.reloadSections(RangeSet(0..<1))
    case 9: table.beginUpdates()
    case 10: table.endUpdates()
    case 11: rig.sections = (0..<numbers.next(4)).map { section in (0..<numbers.next(60)).map { "\(section).\($0)" } }
    case 12: table.selectRow(at: path, scrollPosition: .middle)
    case 13: table.deselectAll()
    case 14:
      table.allowsMultipleSelection.toggle()
      table.selectAll()
    case 15: table.contentOffset.y = Double(numbers.next(4000)) - 200
    case 16: table.scrollToRow(at: path, at: .top, animated: true)
    case 17: table.isEditing.toggle()
    case 18: _ = table.editRow(at: path)
    case 19: table.endEditingRow()
    case 20: table.closeSwipe()
    case 21: table.rowHeight = Double(numbers.next(90))
    case 22: rig.heights[path] = Double(numbers.next(200)) - 20
    case 23: if table.superview == nil { rig.stage.window.addSubview(table) } else { table.removeFromSuperview() }
    case 24: table.dataSource = table.dataSource == nil ? rig : nil
    case 25: table.delegate = table.delegate == nil ? rig : nil
    case 26: _ = table.performAccessibility(.activate, at: numbers.next(100) - 5)
    case 27: _ = table.contentParts.count + (table.accessibilityElement(at: numbers.next(100)) == nil ? 0 : 1)
    case 28: table.frame.size.height = Double(numbers.next(600))
    default: table.jump(toIndexTitle: numbers.next(5))
    }
  }

  @Test("8.4 Programs of random calls from every callback, with fingers on the table, break nothing", arguments: 1...60)
  func programs(seed: UInt64) {
    let numbers = Numbers(seed)
    let rig = TableRig(sections: [["a", "b"], (0..<50).map { "\($0)" }], headers: ["A", nil, "C"])
    rig.titles = ["A", "B", "C"]
    rig.canEdit = true
    rig.canMove = true
    rig.stage.window.makeKey()
    let inner = Numbers(seed + 1000)
    var depth = 0
    rig.asked = { [unowned rig] _, _ in
      guard depth < 3, inner.next(12) == 0 else { return }
      depth += 1
      Self.call(rig, inner)
      depth -= 1
    }
    var time: Int64 = 1000
    var finger: Int32 = 0
    for _ in 0..<250 {
      time += Int64(numbers.next(200))
      let (x, y) = (Double(numbers.next(300)), Double(numbers.next(480)))
      switch numbers.next(6) {
      case 0:
        finger += 1
        rig.stage.down(finger, x, y, at: time)
      case 1: if finger > 0 { rig.stage.up(finger, x, y, at: time) }
      case 2...3: if finger > 0 { rig.stage.move(finger, x, y, at: time) }
      case 4: rig.stage.pass(to: time + 600)
      default: Self.call(rig, numbers)
      }
    }
    rig.asked = nil
    #expect(rig.stage.violations.isEmpty)
    for _ in 0..<300 { rig.table.endUpdates() }
    if rig.table.superview == nil { rig.stage.window.addSubview(rig.table) }
    rig.heights = [:]
    rig.sections = [(0..<30).map { "\($0)" }]
    rig.table.frame = Rect(x: 0, y: 0, width: 300, height: 480)
    rig.table.delegate = rig
    rig.table.dataSource = rig
    rig.table.rowHeight = 44
    rig.table.reloadData()
    rig.table.contentOffset = .zero
    #expect(rig.texts == (0..<rig.texts.count).map { "\($0)" } && rig.texts.count >= 10)
  }
}
