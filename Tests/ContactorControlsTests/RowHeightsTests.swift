import ContactorControls
import ContactorCore
import Testing

/// The heights of a table's rows, against a plain list of them.
@Suite("Row heights")
struct RowHeightsTests {
  /// A generator with a seed, so that a failure can be repeated.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) ^ (state << 31)
    }
  }

  /// The same as plain lists.
  private struct Model {
    var sections: [[Double]] = []
    let standard: Double

    /// The items in order, with their heights.
    var items: [(RowHeights.Item, Double)] {
      sections.enumerated().flatMap { section, heights in
        heights.enumerated().map { index, height in
          switch index {
          case 0: (RowHeights.Item.header(section), height)
          case heights.count - 1: (.footer(section), height)
          default: (.row(IndexPath(row: index - 1, section: section)), height)
          }
        }
      }
    }

    func rows(in section: Int) -> Int { sections[section].count - 2 }
  }

  /// Multiples of a quarter of a point, whose sums have no rounding error.
  private func height(_ numbers: inout Numbers) -> Double { Double(Int.random(in: 0...400, using: &numbers)) / 4 }

  private func compare(_ heights: RowHeights, _ model: Model, _ numbers: inout Numbers) {
    let items = model.items
    #expect(heights.numberOfSections == model.sections.count)
    #expect(heights.numberOfRows == items.count - 2 * model.sections.count)
    #expect(heights.height == items.reduce(0) { $0 + $1.1 })
    var tops: [Double] = []
    var top = 0.0
    for item in items {
      tops.append(top)
      top += item.1
    }
    for _ in 0..<8 where !items.isEmpty {
      let index = Int.random(in: items.indices, using: &numbers)
      let span = heights.span(of: items[index].0)
      #expect(span?.top == tops[index])
      #expect(span?.height == items[index].1)
      let offset = Double.random(in: -10...top + 10, using: &numbers)
      let expected = zip(items, tops).first { $1 + $0.1 > offset }?.0.0 ?? items.last?.0
      #expect(heights.item(at: offset) == expected, "at \(offset)")
      if case .row(let path) = items[index].0 {
        let number = heights.rowNumber(of: path)
        #expect(heights.row(number: number) == path)
        #expect(heights.row(after: path) == heights.row(number: number + 1))
        #expect(heights.row(before: path) == heights.row(number: number - 1))
      }
    }
  }

  @Test("8.4 Offsets, rows at offsets and sums are those of a plain list through thousands of changes", arguments: 1...12)
  func randomOperations(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var heights = RowHeights(standard: 44)
    var model = Model(standard: 44)
    for round in 0..<600 {
      change(&heights, &model, &numbers)
      if round % 5 == 0 { compare(heights, model, &numbers) }
    }
  }

  private func change(_ heights: inout RowHeights, _ model: inout Model, _ numbers: inout Numbers) {
    let section = model.sections.isEmpty ? 0 : Int.random(in: model.sections.indices, using: &numbers)
    let count = model.sections.isEmpty ? 0 : model.rows(in: section)
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0 where model.sections.count < 8:
      let rows = Int.random(in: 0...300, using: &numbers)
      let (header, footer) = (height(&numbers), height(&numbers))
      let index = Int.random(in: 0...model.sections.count, using: &numbers)
      heights.insertSection(RowHeights.Section(header: header, rows: rows, footer: footer), at: index)
      model.sections.insert([header] + Array(repeating: model.standard, count: rows) + [footer], at: index)
    case 1 where model.sections.count > 5:
      heights.removeSection(at: section)
      model.sections.remove(at: section)
    case 2...3 where !model.sections.isEmpty:
      let row = Int.random(in: 0...count, using: &numbers)
      let added = Int.random(in: 0...70, using: &numbers)
      heights.insertRows(row..<row + added, in: section)
      model.sections[section].insert(contentsOf: Array(repeating: model.standard, count: added), at: row + 1)
    case 4...5 where count > 0:
      let row = Int.random(in: 0..<count, using: &numbers)
      let end = min(count, row + Int.random(in: 0...70, using: &numbers))
      heights.removeRows(row..<end, in: section)
      model.sections[section].removeSubrange(row + 1..<end + 1)
    case 6 where !model.sections.isEmpty:
      let header = height(&numbers)
      heights.setHeight(header, of: .header(section))
      model.sections[section][0] = header
    default:
      guard count > 0 else { return }
      for _ in 0..<10 {
        let (row, height) = (Int.random(in: 0..<count, using: &numbers), height(&numbers))
        let old = model.sections[section][row + 1]
        let grown = heights.setHeight(height, of: .row(IndexPath(row: row, section: section)))
        #expect(grown == height - old)
        model.sections[section][row + 1] = height
      }
    }
  }

  @Test("8.4 A million rows of one height cost no memory, and one of their own 4.75 bytes")
  func memory() {
    var heights = RowHeights(standard: 44, sections: [RowHeights.Section(rows: 1_000_000)])
    #expect(heights.height == 44_000_000)
    #expect(heights.bytes < 1_000)
    for row in stride(from: 0, to: 1_000_000, by: 50_000) { heights.setHeight(80, of: .row(IndexPath(row: row))) }
    #expect(heights.bytes < 40_000)
    for row in 0..<200_000 { heights.setHeight(Double(30 + row % 50), of: .row(IndexPath(row: row))) }
    // Arrays double their capacity, so at most twice as much is reserved.
    #expect(heights.bytes < 2 * 950_000 + 100_000)
    #expect(heights.offset(of: IndexPath(row: 100_000)) == 5_450_000.0)
  }

  @Test("Heights and counts that make no sense are clamped, and places that there are not answered")
  func nonsense() {
    var heights = RowHeights(
      standard: .nan,
      sections: [RowHeights.Section(header: -5, rows: -1), RowHeights.Section(header: .infinity, rows: .max, footer: .nan)])
    #expect(heights.standard == 0)
    #expect(heights.numberOfRows(in: 0) == 0)
    #expect(heights.numberOfRows(in: 1) == RowHeights.maximumRows)
    #expect(heights.height == 1e6)
    for path in [IndexPath(row: -1), IndexPath(row: 0), IndexPath(row: .max, section: 1), IndexPath(row: 0, section: .min)] {
      #expect(heights.offset(of: path) == nil)
      #expect(heights.setHeight(5, of: .row(path)) == 0)
    }
    heights.insertRows(0..<1, in: 1)
    heights.insertRows(0..<1, in: 7)
    heights.removeRows(5..<6, in: -1)
    heights.removeSection(at: 2)
    heights.insertSection(RowHeights.Section(rows: 1), at: 9)
    #expect(heights.setHeight(.nan, of: .header(0)) == 0)
    #expect(heights.item(at: .nan) == nil)
    #expect(heights.item(at: .infinity) == .footer(1))
    #expect(heights.item(at: -.infinity) == .header(0))
    #expect(RowHeights(standard: 44).item(at: 0) == nil)
    #expect(heights.row(number: -1) == nil)
  }
}
