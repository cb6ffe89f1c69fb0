import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Random programs on lists with an array of rows, their heights and an offset as the model: after each batch the first visible row that
/// stays is in its place, within the limits of the content, and what is shown is on the screen at the place that was asked for.
@Suite("Places of rows against plain arrays")
struct ListPlaceModelTests {
  @Test("8.4 The first visible row that stays keeps its place, and scrollToRow shows a row where it is asked to, whatever changes")
  func tables() {
    for seed in ModelPrograms.seeds {
      let program = TablePlaceProgram(seed)
      let found = program.play(steps: 30)
      if !found.isEmpty { Issue.record("seed \(seed): \(found.prefix(4)) after \(program.notes.suffix(4))") }
    }
  }

  @Test("8.4 The first visible item of a grid that stays keeps its place, and an item that is shown is on the screen, whatever changes")
  func grids() {
    for seed in ModelPrograms.seeds {
      let program = GridPlaceProgram(seed)
      let found = program.play(steps: 30)
      if !found.isEmpty { Issue.record("seed \(seed): \(found.prefix(4)) after \(program.notes.suffix(4))") }
    }
  }
}

/// A batch of random changes of texts in sections.
private struct RandomBatch {
  var removed: [IndexPath] = []
  var inserted: [IndexPath] = []
  var moved: [(from: IndexPath, to: IndexPath)] = []
  var reloaded: [IndexPath] = []
  var reloadedTexts: Set<String> = []
  /// The texts whose rows keep their order among the others.
  var staying: Set<String>

  /// Changes the sections at random.
  init(_ sections: inout [[String]], _ numbers: Numbers, fresh: () -> String) {
    let old = sections
    staying = Set(old.flatMap(\.self))
    var (moves, paths) = ([(from: IndexPath, text: String)](), [String: IndexPath]())
    for (section, texts) in old.enumerated() {
      for (row, text) in texts.enumerated() { paths[text] = IndexPath(row: row, section: section) }
    }
    let few = numbers.once(in: 2) ? 4 : 25
    for text in staying.sorted() {
      guard let path = paths[text] else { continue }
      switch numbers.next(4 * few) {
      case 0...1: removed.append(path)
      case 2: moves.append((path, text))
      case 3...4:
        reloaded.append(path)
        reloadedTexts.insert(text)
        continue
      default: continue
      }
      staying.remove(text)
      sections[path.section].removeAll { $0 == text }
    }
    var come: [String] = []
    for section in sections.indices where numbers.once(in: 2) {
      for _ in 0..<numbers.next(6) {
        come.append(fresh())
        sections[section].insert(come[come.count - 1], at: numbers.next(sections[section].count + 1))
      }
    }
    for move in moves {
      let section = numbers.next(sections.count)
      sections[section].insert(move.text, at: numbers.next(sections[section].count + 1))
    }
    for (section, texts) in sections.enumerated() {
      for (row, text) in texts.enumerated() {
        let path = IndexPath(row: row, section: section)
        if come.contains(text) { inserted.append(path) }
        if let move = moves.first(where: { $0.text == text }) { moved.append((move.from, path)) }
      }
    }
  }

  func carryOut(on list: any UpdatedList) {
    list.beginUpdates()
    for move in moved { list.move(move.from, move.to) }
    list.insert(inserted)
    list.reload(reloaded)
    list.delete(removed)
    list.endUpdates()
  }
}

/// A change of whole sections: moves, inserts or removes one, and returns what stays and how the list hears of it.
private func changeSections(
  _ sections: inout [[String]], _ numbers: Numbers, fresh: () -> String
) -> (staying: Set<String>, tell: (any UpdatedList) -> Void) {
  let section = numbers.next(sections.count)
  let old = Set(sections.flatMap(\.self))
  switch numbers.next(3) {
  case 0:
    sections.insert((0..<numbers.next(20)).map { _ in fresh() }, at: section)
    return (old, { $0.insertSections(RangeSet(section..<section + 1)) })
  case 1 where sections.count > 1:
    return (old.subtracting(sections.remove(at: section)), { $0.deleteSections(RangeSet(section..<section + 1)) })
  default:
    let moved = sections.remove(at: section)
    let destination = numbers.next(sections.count + 1)
    sections.insert(moved, at: destination)
    return (old.subtracting(moved), { $0.moveSection(section, to: destination) })
  }
}

// MARK: - Tables

private final class TablePlaceProgram {
  let rig: PlaceRig
  private(set) var notes: [String] = []
  private let numbers: Numbers
  private var heights: [String: Double] = [:]
  private var made = 0
  private var table: TableView { rig.table }

  init(_ seed: UInt64) {
    let numbers = Numbers(seed)
    self.numbers = numbers
    let count = numbers.once(in: 2) ? 1 : 2 + numbers.next(5)
    var made = 0
    let sections = (0..<count).map { _ in
      (0..<(count == 1 ? 150 : 2 + numbers.next(40))).map { _ in
        made += 1
        return "r\(made)"
      }
    }
    self.made = made
    rig = PlaceRig(sections)
    let most = numbers.once(in: 3) ? 0 : numbers.once(in: 4) ? 600 : 120
    rig.height = { [unowned self] in most == 0 ? nil : self.height($0, most) }
    if numbers.once(in: 2) { rig.headers = Array(repeating: "h", count: 100) }
    if numbers.once(in: 3) { table.contentInset = EdgeInsets(top: Double(numbers.next(80)), bottom: Double(numbers.next(120))) }
    table.sectionHeadersStay = numbers.once(in: 2)
    table.reloadData()
    rig.pass()
  }

  /// A height for each text, a whole number of points; some rows have that of all.
  private func height(_ text: String, _ most: Int) -> Double? {
    if let height = heights[text] { return height > 0 ? height : nil }
    heights[text] = numbers.once(in: 4) ? 0 : Double(1 + numbers.next(most))
    return height(text, most)
  }

  private func fresh() -> String {
    made += 1
    return "r\(made)"
  }

  func play(steps: Int) -> [String] {
    for _ in 0..<steps {
      var found = step()
      rig.pass(400)
      found += rig.faults + looks()
      if !found.isEmpty { return found }
    }
    return []
  }

  private func step() -> [String] {
    switch numbers.next(11) {
    case 0...1: table.contentOffset.y = table.clamped(Point(x: 0, y: Double(numbers.next(8000) - 200))).y
    case 2...4: return keepingPlace("batch") { changeRows() }
    case 5:
      return keepingPlace("sections") {
        let change = changeSections(&rig.sections, numbers, fresh: fresh)
        change.tell(table)
        return change.staying
      }
    case 6:
      return keepingPlace("empty batch") {
        for text in heights.keys.sorted() where numbers.once(in: 3) { heights[text] = nil }
        table.performBatchUpdates {}
        return Set(rig.sections.flatMap(\.self))
      }
    case 7:
      return keepingPlace("reload") {
        table.reloadData()
        return Set(rig.sections.flatMap(\.self))
      }
    case 8:
      return keepingPlace("rowHeight") {
        table.rowHeight = Double(20 + numbers.next(80))
        return Set(rig.sections.flatMap(\.self))
      }
    case 9: return pressKeys()
    default: return scroll()
    }
    return []
  }

  private func changeRows() -> Set<String> {
    let batch = RandomBatch(&rig.sections, numbers, fresh: fresh)
    heights = heights.filter { entry in !batch.reloadedTexts.contains(entry.key) }
    batch.carryOut(on: table)
    return batch.staying
  }

  /// Changes the rows and compares the place of the first visible one that stays with its place before.
  private func keepingPlace(_ name: String, _ change: () -> Set<String>) -> [String] {
    notes.append(name)
    let before = table.visibleCells.compactMap { cell in cell.text.map { ($0, cell.frame.minY - table.bounds.minY) } }
    let (offset, isAtTop) = (table.contentOffset.y, table.contentOffset.y <= -table.contentInset.top)
    let staying = change()
    if isAtTop { return table.contentOffset.y == offset ? [] : ["\(name): the offset went from \(offset) to \(table.contentOffset.y)"] }
    guard let (text, below) = before.first(where: { staying.contains($0.0) }), let path = rig.path(text),
      let rect = table.rectForRow(at: path)
    else { return [] }
    let wanted = table.clamped(Point(x: 0, y: rect.minY - below)).y
    if table.contentOffset.y == wanted { return [] }
    return ["\(name): \(text) from \(below) to \(rect.minY - table.bounds.minY), offset not \(wanted)"]
  }

  private func scroll() -> [String] {
    let text = rig.sections.flatMap(\.self)
    guard !text.isEmpty, let path = rig.path(text[numbers.next(text.count)]) else { return [] }
    let position = [TableView.ScrollPosition.none, .top, .middle, .bottom][numbers.next(4)]
    let isAnimated = numbers.once(in: 2)
    notes.append("scroll to \(path) \(position) \(isAnimated)")
    let before = table.bounds
    table.scrollToRow(at: path, at: position, animated: isAnimated)
    if isAnimated {
      rig.pass(Int64(numbers.next(300)))
      if numbers.once(in: 2) { table.performBatchUpdates {} }
      rig.pass(400)
    }
    guard let rect = table.rectForRow(at: path) else { return ["\(path) is gone"] }
    let header = table.sectionHeadersStay ? table.contentFrame(for: .header(path.section)).height : 0
    let (top, bottom) = (header + table.contentInset.top, table.bounds.height - table.contentInset.bottom)
    let wanted: Double
    switch position {
    case .top: wanted = rect.minY - top
    case .middle: wanted = rect.midY - (table.contentInset.top + bottom) / 2
    case .bottom: wanted = rect.maxY - bottom
    case .none:
      let isSeen = rect.minY - table.bounds.minY >= top && rect.maxY - table.bounds.minY <= bottom
      return isSeen || rect.height > bottom - top || isAtLimit ? [] : ["\(path) at \(rect) in \(table.bounds), before \(before)"]
    }
    let offset = table.clamped(Point(x: 0, y: wanted)).y
    return table.contentOffset.y == offset ? [] : ["\(path) \(position) at \(rect) in \(table.bounds), offset not \(offset)"]
  }

  private var isAtLimit: Bool {
    table.clamped(Point(x: 0, y: table.contentOffset.y - 1)) == table.contentOffset
      || table.clamped(Point(x: 0, y: table.contentOffset.y + 1)) == table.contentOffset
  }

  private func pressKeys() -> [String] {
    let key = [KeyEvent.upArrow, KeyEvent.downArrow, KeyEvent.home, KeyEvent.end][numbers.next(4)]
    notes.append(key)
    for _ in 0...numbers.next(12) {
      rig.press(key)
      guard let path = table.indexPathForSelectedRow, let rect = table.rectForRow(at: path) else { continue }
      let room = table.bounds.height - table.contentInset.top - table.contentInset.bottom
      let (top, bottom) = (rect.minY - table.bounds.minY - table.contentInset.top, rect.maxY - table.bounds.minY - table.contentInset.top)
      if rect.height <= room - 28, top < 0 || bottom > room { return ["\(key): \(path) at \(rect) in \(table.bounds)"] }
    }
    return []
  }

  /// Whether the rows on the screen are those of the arrays, in their places with their heights.
  private func looks() -> [String] {
    var found: [String] = []
    let cells = table.visibleCells
    for cell in cells {
      guard let path = table.indexPath(for: cell), let text = rig.text(path) else { continue }
      if cell.text != text { found.append("\(path) shows \(cell.text ?? "-") for \(text)") }
      if cell.frame != table.rectForRow(at: path) { found.append("\(path) is at \(cell.frame) for \(table.rectForRow(at: path) ?? .zero)") }
      let wanted = rig.height(text) ?? table.rowHeight
      if cell.frame.height != wanted { found.append("\(path) is \(cell.frame.height) high for \(wanted)") }
    }
    let paths = cells.compactMap { table.indexPath(for: $0) }
    let wanted = rig.sections.indices.flatMap { section in rig.sections[section].indices.map { IndexPath(row: $0, section: section) } }
      .filter { table.rectForRow(at: $0).map { $0.maxY > table.bounds.minY && $0.minY < table.bounds.maxY } ?? false }
    if paths != wanted { found.append("visible \(paths) for \(wanted) in \(table.bounds)") }
    if table.clamped(table.contentOffset) != table.contentOffset { found.append("beyond the end: \(table.bounds) of \(table.contentSize)") }
    return found
  }
}

// MARK: - Grids

private final class GridPlaceProgram {
  let rig: GridPlaceRig
  private(set) var notes: [String] = []
  private let numbers: Numbers
  private var made = 0
  private var grid: CollectionView { rig.grid }

  init(_ seed: UInt64) {
    numbers = Numbers(seed)
    rig = GridPlaceRig([])
    rig.sections = (0..<(numbers.once(in: 2) ? 1 : 5)).map { _ in (0..<(20 + numbers.next(100))).map { _ in fresh() } }
    if numbers.once(in: 3) { grid.contentInset = EdgeInsets(top: Double(numbers.next(80)), bottom: Double(numbers.next(120))) }
    grid.reloadData()
  }

  private func fresh() -> String {
    made += 1
    return "i\(made)"
  }

  func play(steps: Int) -> [String] {
    for _ in 0..<steps {
      let found = step()
      if !found.isEmpty { return found }
    }
    return []
  }

  private func step() -> [String] {
    switch numbers.next(5) {
    case 0: grid.contentOffset.y = grid.clamped(Point(x: 0, y: Double(numbers.next(4000)))).y
    case 1...2:
      return keepingPlace("batch") {
        let batch = RandomBatch(&rig.sections, numbers, fresh: fresh)
        batch.carryOut(on: grid)
        return batch.staying
      }
    case 3:
      return keepingPlace("sections") {
        let change = changeSections(&rig.sections, numbers, fresh: fresh)
        change.tell(grid)
        return change.staying
      }
    default:
      guard grid.numberOfItems > 0 else { return [] }
      let item = numbers.next(grid.numberOfItems)
      notes.append("scroll to \(item)")
      grid.scrollToItem(at: item, animated: false)
      let top = (grid.rectForItem(at: item)?.minY ?? 0) - grid.bounds.minY
      return top >= grid.contentInset.top && top + 90 <= 480 - grid.contentInset.bottom ? [] : ["item \(item) at \(top)"]
    }
    return []
  }

  private func keepingPlace(_ name: String, _ change: () -> Set<String>) -> [String] {
    notes.append(name)
    let before = grid.visibleItems.compactMap { item -> (String, Double)? in
      guard let text = grid.cellForItem(at: item)?.text, let rect = grid.rectForItem(at: item), rect.maxY > grid.bounds.minY
      else { return nil }
      return (text, rect.minY - grid.bounds.minY)
    }
    let (offset, isAtTop) = (grid.contentOffset.y, grid.contentOffset.y <= -grid.contentInset.top)
    let staying = change()
    let texts = rig.sections.flatMap(\.self)
    if grid.numberOfItems != texts.count { return ["\(name): \(grid.numberOfItems) items for \(texts.count)"] }
    if isAtTop { return grid.contentOffset.y == offset ? [] : ["\(name): the offset went from \(offset) to \(grid.contentOffset.y)"] }
    guard let (text, below) = before.first(where: { staying.contains($0.0) }), let item = texts.firstIndex(of: text),
      let rect = grid.rectForItem(at: item)
    else { return [] }
    let wanted = grid.clamped(Point(x: 0, y: rect.minY - below)).y
    return grid.contentOffset.y == wanted ? [] : ["\(name): \(text) from \(below) to \(rect.minY - grid.bounds.minY), offset not \(wanted)"]
  }
}
