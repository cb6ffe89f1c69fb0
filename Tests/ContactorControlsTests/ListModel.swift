import ContactorControls
import ContactorCore

/// A table or a grid, as a random program changes it.
protocol UpdatedList: ScrollView {
  func reloadData()
  func insert(_ paths: [IndexPath])
  func delete(_ paths: [IndexPath])
  func move(_ source: IndexPath, _ destination: IndexPath)
  func reload(_ paths: [IndexPath])
  func insertSections(_ sections: RangeSet<Int>)
  func deleteSections(_ sections: RangeSet<Int>)
  func moveSection(_ source: Int, to destination: Int)
  func reloadSections(_ sections: RangeSet<Int>)
  func beginUpdates()
  func endUpdates()
}

extension TableView: UpdatedList {
  func insert(_ paths: [IndexPath]) { insertRows(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteRows(at: paths) }
  func move(_ source: IndexPath, _ destination: IndexPath) { moveRow(at: source, to: destination) }
  func reload(_ paths: [IndexPath]) { reloadRows(at: paths) }
}

extension CollectionView: UpdatedList {
  func insert(_ paths: [IndexPath]) { insertItems(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteItems(at: paths) }
  func move(_ source: IndexPath, _ destination: IndexPath) { moveItem(at: source, to: destination) }
  func reload(_ paths: [IndexPath]) { reloadItems(at: paths) }
}

/// The model of a list: plain arrays of texts that are there once, and the selected texts.
final class ListModel {
  var sections: [[String]] = []
  var selected: Set<String> = []
  /// The text that has the focus; `nil` if it is not known.
  var focused: String?
  /// The text that a finger pressed when the last change began.
  private var pressed: String?
  /// The list's cells.
  var cells: () -> [TableViewCell] = { [] }
  /// Questions about rows that there are not, and other differences.
  var faults: [String] = []
  /// The steps of the program, for a failure's message.
  var steps: [String] = []
  private let numbers: Numbers
  private var made = 0
  private var depth = 0
  private var changes = 0

  init(_ numbers: Numbers) {
    self.numbers = numbers
    sections = randomSections()
  }

  /// A text that no row had before.
  func fresh() -> String {
    made += 1
    return "row \(made)"
  }

  func text(_ path: IndexPath) -> String? { sections.text(path) }

  func path(_ text: String) -> IndexPath? { sections.path(text) }

  /// Notes a question about a row that there is not.
  func check(_ question: String, _ path: IndexPath) {
    if text(path) == nil { faults.append("\(question) of \(path), there are \(sections.map(\.count))") }
  }

  func check(_ question: String, section: Int) {
    if !sections.indices.contains(section) { faults.append("\(question) of section \(section) of \(sections.count)") }
  }

  private func randomSections() -> [[String]] {
    let most = numbers.once(in: 3) ? 4 : 60
    return (0..<(numbers.once(in: 3) ? numbers.next(4) : 1)).map { _ in (0..<numbers.next(most)).map { _ in fresh() } }
  }

  private func randomPath() -> IndexPath? {
    let filled = sections.indices.filter { !sections[$0].isEmpty }
    guard !filled.isEmpty else { return nil }
    let section = filled[numbers.next(filled.count)]
    return IndexPath(row: numbers.next(sections[section].count), section: section)
  }

  private func some(_ count: Int) -> [String] { Array(Set((0..<count).compactMap { _ in randomPath().flatMap { text($0) } })).sorted() }

  private func insertSome() -> [String] {
    guard !sections.isEmpty else { return [] }
    let section = numbers.next(sections.count)
    let isAtTop = numbers.once(in: 3)
    return (0...numbers.next(3)).map { _ in
      let text = fresh()
      sections[section].insert(text, at: isAtTop ? 0 : numbers.next(sections[section].count + 1))
      return text
    }
  }

  private func remove(_ texts: [String]) {
    for text in texts {
      if let path = path(text) { sections[path.section].remove(at: path.row) }
      forget(text)
    }
  }

  /// Forgets what is known of a text whose row is gone.
  func forget(_ text: String) {
    selected.remove(text)
    if focused == text { focused = nil }
    if pressed == text { pressed = nil }
  }

  /// Forgets what is known of the rows, which are loaded anew.
  private func forgetAll() { (selected, focused, pressed) = ([], nil, nil) }

  private func moveOne() -> (IndexPath, IndexPath)? {
    guard let source = randomPath() else { return nil }
    let text = sections[source.section].remove(at: source.row)
    let section = numbers.next(sections.count)
    let destination = IndexPath(row: numbers.next(sections[section].count + 1), section: section)
    sections[section].insert(text, at: destination.row)
    return (source, destination)
  }

  private func rename(_ texts: [String]) -> [IndexPath] {
    texts.compactMap { text in
      guard let path = path(text) else { return nil }
      let new = fresh()
      sections[path.section][path.row] = new
      if selected.remove(text) != nil { selected.insert(new) }
      if focused == text { focused = new }
      if pressed == text { pressed = new }
      return path
    }
  }

  // MARK: Changes

  /// Changes the arrays at random and then lets the list know.
  func change(_ list: any UpdatedList) {
    guard depth < 3 else { return }
    changes += 1
    let number = changes
    depth += 1
    let (offset, isAtTop) = (list.contentOffset.y, list.contentOffset.y == 0 && !list.isDragging && !list.isDecelerating)
    let kind = numbers.next(12)
    if depth == 1 { pressed = highlighted.first }
    carryOut(kind, list)
    if changes == number, let pressed, cells().contains(where: { $0.text == pressed }), highlighted != [pressed] {
      faults.append("pressed \(highlighted) for \(pressed)")
    }
    depth -= 1
    // Anything that is inserted at the top of a list that stands there is seen.
    if isAtTop, changes == number, list.contentOffset.y != offset { faults.append("the offset went from 0 to \(list.contentOffset.y)") }
  }

  /// The texts of the rows that look pressed.
  private var highlighted: [String] { cells().filter(\.isHighlighted).map { $0.text ?? "-" } }

  private func carryOut(_ kind: Int, _ list: any UpdatedList) {
    switch kind {
    case 0:
      sections = randomSections()
      forgetAll()
      steps.append("reloadData \(sections.map(\.count))")
      list.reloadData()
    case 1...3:
      let paths = insertSome().compactMap { path($0) }
      steps.append("insert \(paths)")
      list.insert(paths)
    case 4...5:
      let texts = some(4)
      let paths = texts.compactMap { path($0) }
      remove(texts)
      steps.append("delete \(paths)")
      list.delete(paths)
    case 6:
      guard let (source, destination) = moveOne() else { return }
      steps.append("move \(source) \(destination)")
      list.move(source, destination)
    case 7...8:
      let paths = rename(some(3))
      steps.append("reload \(paths)")
      list.reload(paths)
    case 9: batch(list)
    case 10: changeSections(list)
    default:
      // One row goes, another comes in its place.
      guard let path = randomPath() else { return }
      steps.append("replace \(path)")
      remove([sections[path.section][path.row]])
      list.delete([path])
      guard sections.indices.contains(path.section), path.row <= sections[path.section].count else { return }
      sections[path.section].insert(fresh(), at: path.row)
      list.insert([path])
    }
  }

  private func batch(_ list: any UpdatedList) {
    let gone = some(3)
    let before = gone.compactMap { path($0) }
    let renamed = some(2).filter { !gone.contains($0) }
    let reloaded = renamed.compactMap { path($0) }
    _ = rename(renamed)
    remove(gone)
    let after = insertSome().compactMap { path($0) }
    steps.append("batch: reload \(reloaded) delete \(before) insert \(after)")
    list.beginUpdates()
    list.insert(after)
    list.reload(reloaded)
    list.delete(before)
    list.endUpdates()
  }

  private func changeSections(_ list: any UpdatedList) {
    let section = numbers.next(sections.count + 1)
    switch numbers.next(5) {
    case 0:
      sections.insert((0..<numbers.next(20)).map { _ in fresh() }, at: section)
      steps.append("insert section \(section)")
      list.insertSections(RangeSet(section..<section + 1))
    case 1:
      guard section < sections.count else { return }
      for text in sections.remove(at: section) { forget(text) }
      steps.append("delete section \(section)")
      list.deleteSections(RangeSet(section..<section + 1))
    case 2:
      guard section < sections.count else { return }
      reload(section, list)
    default:
      guard section < sections.count else { return }
      move(section, list)
    }
  }

  /// Moves a section, and in the same batch inserts and removes rows of it and of others.
  private func move(_ section: Int, _ list: any UpdatedList) {
    let gone = numbers.once(in: 2) ? some(3) : []
    let before = gone.compactMap { path($0) }
    let destination = numbers.next(sections.count)
    remove(gone)
    sections.insert(sections.remove(at: section), at: destination)
    let after = numbers.once(in: 2) ? insertSome().compactMap { path($0) } : []
    steps.append("move section \(section) \(destination) delete \(before) insert \(after)")
    list.beginUpdates()
    list.insert(after)
    list.moveSection(section, to: destination)
    list.delete(before)
    list.endUpdates()
  }

  /// Loads a section anew, with other texts and fewer or more rows at its end, and inserts a section in the same batch.
  private func reload(_ section: Int, _ list: any UpdatedList) {
    let count = numbers.next(sections[section].count + 3)
    _ = rename(Array(sections[section].prefix(2)))
    for text in sections[section].dropFirst(count) { forget(text) }
    // A row that is loaded anew with its section is not the one that was pressed.
    if let text = pressed, sections[section].contains(text) { pressed = nil }
    sections[section] = Array(sections[section].prefix(count))
    while sections[section].count < count { sections[section].append(fresh()) }
    // Whether a row says the same afterwards is up to the texts.
    if let text = focused, sections[section].contains(text) { focused = nil }
    let inserted = numbers.next(sections.count + 1)
    sections.insert([fresh()], at: inserted)
    steps.append("reload section \(section) with \(count) rows, insert section \(inserted)")
    list.beginUpdates()
    list.reloadSections(RangeSet(section..<section + 1))
    list.insertSections(RangeSet(inserted..<inserted + 1))
    list.endUpdates()
  }

  /// Takes note of an error, which legal changes cause only within each other; the list has then loaded everything anew.
  func errorFound(_ error: TableError) {
    if depth > 1 { forgetAll() } else { faults.append("error \(error)") }
  }
}

extension [[String]] {
  /// The text of a row of these sections; `nil` beyond them.
  func text(_ path: IndexPath) -> String? {
    indices.contains(path.section) && self[path.section].indices.contains(path.row) ? self[path.section][path.row] : nil
  }

  /// The path of the first row with a text.
  func path(_ text: String) -> IndexPath? {
    for (section, texts) in enumerated() {
      if let row = texts.firstIndex(of: text) { return IndexPath(row: row, section: section) }
    }
    return nil
  }
}
