import Foundation
import Testing

/// Keeps `Tests/LINES.md`, which maps the contract's lines to tests, equal to the tests that there are.
@Suite("The table of the contract's lines")
struct LinesTests {
  /// The contract's sections that the table covers whole, or up to a line: add a section here.
  static let sections =
    [1: nil, 2: nil, 3: nil, 4: nil, 5: nil, 6: nil, 7: nil, 8: nil, 9: nil, 10: nil, 11: nil, 14: 1, 15: 1] as [Int: Int?]

  /// How many lines of each of these sections there are to cover.
  private let counts: [Int: Int]

  init() throws {
    let contract = try Contract.current()
    counts = try Dictionary(
      uniqueKeysWithValues: Self.sections.map { section, last in
        let count = try #require(contract.lineCounts[section])
        return (section, min(last ?? count, count))
      })
  }

  @Test("Every test that is listed exists")
  func listedExist() throws {
    let existing = try Set(TestSource.all().map(\.reference))
    for row in try Row.all() {
      #expect(existing.contains(row.reference), "LINES.md lists for \(row.line) a test that is not there: \(row.reference)")
    }
  }

  @Test("Every test that is named after a line is listed there")
  func namedAreListed() throws {
    let rows = try Set(Row.all())
    for test in try TestSource.all() {
      for line in test.lines where covers(line) {
        let row = Row(line: line, name: test.name, file: test.file)
        #expect(rows.contains(row), "LINES.md lacks this row:\n\(row.text)")
      }
    }
  }

  @Test("Every line has a test, and no row stands twice or for a line that is none")
  func linesHaveTests() throws {
    let rows = try Row.all()
    let lines = Set(rows.map(\.line))
    for (section, count) in counts {
      for number in 1...count { #expect(lines.contains("\(section).\(number)"), "no test for \(section).\(number)") }
    }
    #expect(lines.filter { !covers($0) }.isEmpty)
    #expect(Set(rows).count == rows.count, "a row stands twice")
  }

  private func covers(_ line: String) -> Bool {
    let parts = line.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2, let count = counts[parts[0]] else { return false }
    return (1...count).contains(parts[1])
  }
}

/// A row of the table: a line, a test's name and the file that it is in.
private struct Row: Hashable {
  let line: String
  let name: String
  let file: String

  var reference: String { "\(file): \(name)" }
  var text: String { "| \(line) | \(name) | \(file) |" }

  static func all() throws -> [Row] {
    let table = Repository.folder.appending(path: "Tests/LINES.md", directoryHint: .notDirectory)
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").compactMap { text in
      let cells = text.split(separator: " | ", omittingEmptySubsequences: false)
      guard cells.count == 3, cells[0].hasPrefix("| "), cells[2].hasSuffix(" |") else { return nil }
      let line = cells[0].dropFirst(2)
      guard line.first?.isNumber == true else { return nil }
      return Row(line: String(line), name: String(cells[1]), file: String(cells[2].dropLast(2)))
    }
  }
}

/// A test as its source has it.
private struct TestSource {
  let name: String
  /// The file below `Tests`, without `.swift`.
  let file: String

  var reference: String { "\(file): \(name)" }

  /// The lines that the name starts with: of `4.3, 4.6 a tap …`, both.
  var lines: [String] {
    guard let match = name.prefixMatch(of: #/[0-9]+\.[0-9]+(, [0-9]+\.[0-9]+)*(?= )/#) else { return [] }
    return match.0.split(separator: ", ").map(String.init)
  }

  static func all() throws -> [TestSource] {
    let folder = Repository.folder.appending(path: "Tests", directoryHint: .isDirectory).resolvingSymlinksInPath()
    return try Repository.swiftFiles(in: folder).flatMap { url in
      let path = url.resolvingSymlinksInPath().path.dropFirst(folder.path.count + 1).dropLast(".swift".count)
      let source = try String(contentsOf: url, encoding: .utf8)
      let pattern = #/@Test(?:\(\s*"(?<text>[^"]+)")?.*?func (?:`(?<raw>[^`]+)`|\w)/#.dotMatchesNewlines()
      return source.matches(of: pattern).map { match in
        let name = match.output.text ?? match.output.raw ?? ""
        return TestSource(name: String(name), file: String(path))
      }
    }
  }
}
