import Foundation
import Testing

/// Keeps references to the contract true: each number in a comment, a test's name or a document names a line of
/// `Documentation/Contract.md`.
@Suite("References to the contract")
struct ContractTests {
  @Test("Every number of the contract in sources, tests and documents names a line that it has")
  func referencesLead() throws {
    let contract = try Contract.current()
    let paths = Repository.textFiles()
    #expect(paths.count > 300)
    var count = 0
    for path in paths {
      let file = Repository.folder.appending(path: path, directoryHint: .notDirectory)
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for reference in try ContractReference.all(in: text, isSwift: path.hasSuffix(".swift")) {
        count += 1
        let leads = contract.has(reference.number)
        #expect(leads, "\(path):\(reference.line): Documentation/Contract.md has no \(reference.number)")
      }
    }
    // Without the table of Tests/LINES.md, which LinesTests reads.
    #expect(count > 500, "references are written in a form that the search does not know")
  }

  @Test(
    "A reference is found in each of its forms",
    arguments: [
      ("/// Ends it (contract 4.6, 5.14).", ["4.6", "5.14"]),
      ("/// Ends it (contract\n  /// 4.6,\n  /// 5.14).", ["4.6", "5.14"]),
      ("/// The contract's sections 2.5 and 4, and its lines.", ["2.5", "4"]),
      ("/// the contract's lines 4.3 to 4.5 say", ["4.3", "4.5"]),
      ("@Suite(\"Touches (contract 1 and 2)\")", ["1", "2"]),
      ("reason: \"contract 9.2\"", ["9.2"]),
      ("/// As contract 9.2 tells. It takes 3.5 mm.", ["9.2"]),
      ("/// Contract 3.6 – 3.9, 5.1…5.3, and 4.8, or 4.9.", ["3.6", "3.9", "5.1", "5.3", "4.8", "4.9"]),
      ("/// In the order of delivery (2.4), about (0.5, 1) or (4.6 hours).", ["2.4"]),
      ("  // MARK: 3.8, 3.9", ["3.8", "3.9"]),
      ("@Test(\"2.5, 4.3 … 4.7, 10.1: two fingers\")", ["2.5", "4.3", "4.7", "10.1"]),
      ("  @Test(\n    \"1.5 a panel\", .disabled())", ["1.5"]),
      ("  @Test func `1.5, 1.6 a panel`() {}", ["1.5", "1.6"]),
      ("let half = (2.5)", []),
      ("@Test(\"10 contacts\") // a contractor 3.1, version 6.2", []),
    ])
  func forms(text: String, numbers: [String]) throws {
    #expect(try ContractReference.all(in: text, isSwift: true).map(\.number).sorted() == numbers.sorted())
  }

  @Test("A reference tells the line that its number stands in")
  func lineNumbers() throws {
    let references = try ContractReference.all(in: "\n// contract 1.1,\n// 1.2\n\n// (1.3)\n", isSwift: true)
    #expect(references.map(\.line).sorted() == [2, 3, 5])
  }

  @Test("Sections and lines are read from the contract's own text, and a gap or a line of another section is refused")
  func reading() throws {
    let contract = try Contract("# T\n\n## 1. One\n\n1.1 a\n    1.9 is no line\n1.2 b\n\n## 2. Two\n\n2.1 c\n")
    #expect(contract.lineCounts == [1: 2, 2: 1])
    for number in ["1", "1.1", "1.2", "2", "2.1"] { #expect(contract.has(number)) }
    for number in ["0", "3", "1.0", "1.3", "2.2", "1.01", "1.1.1", "1.", ""] { #expect(!contract.has(number), "\(number)") }
    for text in ["## 1. One\n1.2 a\n", "## 1. One\n2.1 a\n", "1.1 a\n", "## 2. Two\n", "no contract\n"] {
      #expect(throws: Contract.Malformed.self, "\(text)") { try Contract(text) }
    }
  }
}

/// The behaviour contract: its sections, and how many numbered lines each has.
struct Contract {
  static let file = Repository.folder.appending(path: "Documentation/Contract.md", directoryHint: .notDirectory)

  /// Numbers that do not follow each other, or a text without any.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// The number of lines by section; sections are numbered from 1, their lines too.
  let lineCounts: [Int: Int]

  /// The one in `Documentation/Contract.md`.
  static func current() throws -> Contract {
    try Contract(String(contentsOf: file, encoding: .utf8))
  }

  /// Reads headings `## 5. Title` and the lines `5.2 …` below them; what is indented continues a line.
  init(_ text: String) throws {
    var counts: [Int: Int] = [:]
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: #/## ([0-9]+)\. /#) {
        let section = counts.count + 1
        guard Int(match.1) == section else { throw Malformed(description: "not section \(section): \(line)") }
        counts[section] = 0
      } else if let match = line.prefixMatch(of: #/([0-9]+\.[0-9]+) /#) {
        let (section, number) = (counts.count, (counts[counts.count] ?? 0) + 1)
        guard match.1 == "\(section).\(number)" else { throw Malformed(description: "not \(section).\(number): \(line)") }
        counts[section] = number
      }
    }
    guard !counts.isEmpty else { throw Malformed(description: "no section") }
    lineCounts = counts
  }

  /// Whether a number, `5` or `5.14`, names one of its sections or lines.
  func has(_ number: String) -> Bool {
    guard let match = number.wholeMatch(of: #/([1-9][0-9]*)(?:\.([1-9][0-9]*))?/#),
      let section = Int(match.1), let count = lineCounts[section]
    else { return false }
    guard let line = match.2 else { return true }
    return Int(line).map { (1...max(count, 1)).contains($0) && count > 0 } == true
  }
}

/// A number of the contract in a text.
private struct ContractReference {
  /// A section or a line: `5`, `5.14`.
  let number: String
  /// The line of the text that it stands in, from 1.
  let line: Int

  /// Every reference in a text: behind the word "contract", in parentheses of a comment, and at the start of a test's name or a mark.
  static func all(in text: String, isSwift: Bool) throws -> [ContractReference] {
    // Between words: also the end of a comment's line and the beginning of the next.
    let space = #"(?:[ \t]|\n[ \t]*(?:///?|[#])?[ \t]*)+"#
    let line = #"[1-9][0-9]?\.[1-9][0-9]?(?![0-9]|\.[0-9])"#
    let either = #"[1-9][0-9]?(?:\.[1-9][0-9]?)?(?![0-9]|\.[0-9])"#
    let joiner = "(?:,\(space)(?:(?:and|or)\(space))?|\(space)(?:and|or|to)\(space)|(?:\(space))?[–…](?:\(space))?)"
    let list = "(\(line)(?:\(joiner)\(line))*)"
    let loose = "(\(either)(?:\(space)and\(space)\(either)|\(joiner)\(line))*)"
    var patterns = ["\\b[Cc]ontract(?:'s)?(?:\(space)(?:sections?|lines?))?\(space)\(loose)"]
    if isSwift {
      patterns.append("//[^\n]*[ \t]\\(\(list)\\)")
      patterns.append("// MARK: \(list)")
      patterns.append("@(?:Test|Suite)\\(\\s*\"\(list)[ :]")
      patterns.append("func `\(list) ")
    } else {
      patterns.append("\\s\\(\(list)\\)")
    }
    return try patterns.flatMap { pattern in
      try numbers(in: text, of: Regex(pattern).matchingSemantics(.unicodeScalar))
    }
  }

  /// The numbers within the first group of each match.
  private static func numbers(in text: String, of pattern: Regex<AnyRegexOutput>) -> [ContractReference] {
    text.matches(of: pattern).flatMap { match -> [ContractReference] in
      guard let list = match.output[1].substring else { return [] }
      return list.matches(of: #/[0-9]+(?:\.[0-9]+)?/#).map { number in
        let before = text[..<number.range.lowerBound]
        return ContractReference(number: String(number.0), line: 1 + before.utf8.count { $0 == 0x0A })
      }
    }
  }
}
