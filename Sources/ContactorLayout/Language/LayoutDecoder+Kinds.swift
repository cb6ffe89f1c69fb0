public import ContactorCore

/// What a scroll view scrolls over.
public struct LayoutScrolling: Hashable, Sendable {
  /// The size of the content in points; `nil` for as far as the views in it reach.
  public var contentSize: Size?
  /// Whether it comes to rest at whole pages.
  public var isPaging = false
  /// The least and the greatest scale of two fingers; both 1 for none.
  public var zoom = 1.0...1.0

  /// Creates the settings of a scroll view without pages and zoom.
  public init() {}
}

/// What a table lists.
public struct LayoutList: Hashable, Sendable {
  /// How rows are selected.
  public enum Selection: String, Hashable, Sendable, CaseIterable {
    /// One row at a time.
    case single
    /// Any number of rows, each turned over by a tap.
    case multiple
    /// None.
    case none
  }

  /// Where the rows come from.
  public var rows = LayoutRows.listed([])
  /// The height of a row in points.
  public var rowHeight = 44.0
  /// How rows are selected.
  public var selection = Selection.single
  /// Whether the rows that begin with one letter are a section, under that letter.
  public var hasInitials = false
  /// Whether a strip at the right edge leads to the sections.
  public var hasIndex = false
  /// The id of the text field whose text the titles must contain; `nil` for all rows.
  public var search: String?

  /// Creates a list without rows.
  public init() {}
}

/// What a keyboard types.
public struct LayoutKeyboard: Hashable, Sendable {
  /// The names of the languages, the first one shown; empty for English.
  public var layouts: [String] = []
  /// The kind of keys, such as `letters`; `nil` for that of what is being edited.
  public var type: String?

  /// Creates an English keyboard.
  public init() {}
}

extension LayoutDecoder {
  /// The keys that single kinds have.
  mutating func readDetails(_ fields: LayoutFields, into view: inout LayoutView) {
    if let node = fields["ticks"] { view.numberOfTickMarks = integer(node, "'ticks'", in: 0...1000, "a whole number from 0 to 1000") }
    if let node = fields["vertical"] { view.isVertical = bool(node, "'vertical'") }
    if let node = fields["endless"] { view.isEndless = bool(node, "'endless'") }
    if let node = fields["digits"] { view.numberOfDigits = integer(node, "'digits'", in: 1...64, "a whole number from 1 to 64") }
    readScrolling(fields, into: &view.scrolling)
    readList(fields, into: &view.list)
    if let node = fields["layouts"] {
      view.keyboard.layouts = list(node, "layouts").compactMap { word($0, "a layout", expected: "a language such as en") }
    }
    if let node = fields["type"] { view.keyboard.type = choice(node, "'type'", of: LayoutSchema.keyboardTypes) }
  }

  private mutating func readScrolling(_ fields: LayoutFields, into scrolling: inout LayoutScrolling) {
    if let node = fields["content"] { scrolling.contentSize = size(node, "'content'", .length) }
    if let node = fields["paging"] { scrolling.isPaging = bool(node, "'paging'") }
    guard let node = fields["zoom"], let zoom = self.fields(of: node, "'zoom'", in: LayoutSchema.zoom) else { return }
    let before = mistakes
    let least = zoom["min"].map { number($0, "'min'", .step) } ?? 1
    let greatest = zoom["max"].map { number($0, "'max'", .step) } ?? max(least, 1)
    guard mistakes == before else { return }
    guard least <= greatest else { return report(node.mark, "'zoom' has its 'min' above its 'max'") }
    scrolling.zoom = least...greatest
  }

  private mutating func readList(_ fields: LayoutFields, into list: inout LayoutList) {
    if let node = fields["rows"] { list.rows = rowSource(node) }
    if let node = fields["rowHeight"] { list.rowHeight = number(node, "'rowHeight'", .length) }
    if let node = fields["selection"] {
      list.selection = choice(node, "'selection'", of: LayoutSchema.selections).flatMap(LayoutList.Selection.init) ?? .single
    }
    if let node = fields["sections"] { list.hasInitials = choice(node, "'sections'", of: LayoutSchema.sections) == "initials" }
    if let node = fields["index"] { list.hasIndex = bool(node, "'index'") }
    if let node = fields["search"], let id = word(node, "'search'", expected: "the id of a text field") {
      list.search = id
      targets.append((id, node.mark))
    }
  }

  /// One of some words; `nil` if there was a mistake.
  mutating func choice(_ node: LayoutNode, _ name: String, of words: [String]) -> String? {
    let expected = "one of \(words.joined(separator: ", "))"
    guard let word = word(node, name, expected: expected) else { return nil }
    if words.contains(word) { return word }
    reject(node, name, expected: expected, suggestion: NameIndex.nearest(to: word, in: words))
    return nil
  }

  /// A picker's wheels.
  mutating func wheels(_ fields: LayoutFields) -> LayoutValue? {
    guard let titles = fields["wheels"].flatMap({ table($0, "'wheels'") }) else { return nil }
    guard let node = fields["at"] else { return .wheels(titles: titles, at: titles.map { _ in 0 }) }
    return indices(node, "'at'", below: titles.map(\.count)).map { .wheels(titles: titles, at: $0) }
  }

  /// A matrix's cells.
  mutating func cells(_ fields: LayoutFields) -> LayoutValue? {
    guard let node = fields["titles"], let titles = table(node, "'titles'") else { return nil }
    let columns = titles.map(\.count).max() ?? 0
    if titles.contains(where: { $0.count != columns }) {
      report(node.mark, "the rows of 'titles' are of different lengths", expected: "\(columns) titles in each row")
      return nil
    }
    let mode = fields["mode"].flatMap { choice($0, "'mode'", of: LayoutSchema.matrixModes) } ?? "radio"
    guard let place = fields["at"] else { return .cells(titles: titles, mode: mode, at: nil) }
    return indices(place, "'at'", below: [titles.count, columns]).map { .cells(titles: titles, mode: mode, at: $0) }
  }

  /// Lists of titles, none of them empty; `nil` if there was a mistake.
  private mutating func table(_ node: LayoutNode, _ name: String) -> [[String]]? {
    guard case .sequence(let lists) = node.content, !lists.isEmpty else {
      reject(node, name, expected: "a list of lists of titles")
      return nil
    }
    let before = mistakes
    let titles = lists.map { list -> [String] in
      guard case .sequence(let nodes) = list.content, !nodes.isEmpty else {
        reject(list, "an entry of \(name)", expected: "a list of at least one title")
        return []
      }
      return nodes.compactMap { word($0, "a title", expected: "a text", mayBeEmpty: true) }
    }
    // An entry that is reported already counts as no mistake here, and is empty.
    return mistakes == before && !titles.contains(where: \.isEmpty) ? titles : nil
  }

  /// A list of indices, each below its limit; `nil` if there was a mistake.
  private mutating func indices(_ node: LayoutNode, _ name: String, below limits: [Int]) -> [Int]? {
    guard case .sequence(let nodes) = node.content, nodes.count == limits.count else {
      reject(node, name, expected: "a list of \(count(limits.count, "number"))")
      return nil
    }
    let before = mistakes
    let read = zip(nodes, limits).map { integer($0, name, in: 0...($1 - 1), "a whole number from 0 to \($1 - 1)") }
    return mistakes == before ? read : nil
  }
}
