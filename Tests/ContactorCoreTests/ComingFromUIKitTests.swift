import Foundation
import Testing

/// Keeps the article for those who come from UIKit equal to the public symbols of the engine and the controls.
@Suite("The names of ComingFromUIKit.md")
struct ComingFromUIKitTests {
  private let symbols: PublicSymbols
  private let article: String
  /// Names of the language and its library.
  private static let ofLanguage: Set<String> = ["Duration", "Double", "String", "nil"]

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appendingPathComponent("Sources")
    symbols = try PublicSymbols(folders: ["ContactorCore", "ContactorControls"].map(sources.appendingPathComponent))
    article = try String(
      contentsOf: sources.appendingPathComponent("ContactorCore/ContactorCore.docc/ComingFromUIKit.md"), encoding: .utf8)
  }

  /// The rows of the tables of a chapter, as the names in each of their cells.
  private func rows(of chapter: String) throws -> [[[String]]] {
    let start = try #require(article.range(of: "\n## \(chapter)\n")).upperBound
    let text = article[start...].components(separatedBy: "\n## ")[0]
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { line in
      line.split(separator: "|").map(Self.names)
    }
  }

  /// The names between backticks.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }

  /// Whether a name is there, with or without arguments that have defaults.
  private func exists(_ name: String) -> Bool {
    if symbols.names.contains(name) || symbols.isType(name) { return true }
    let parts = name.split(separator: ".")
    if parts.count > 1, let last = parts.last {
      let type = parts.dropLast().joined(separator: ".")
      // `event.controlEvents` is a member of an object, `AffineTransform.inverse` of a type.
      guard type.first?.isUppercase == true else { return exists(String(last)) }
      return symbols.has(String(last), in: type) || symbols.members[type]?.contains { $0.hasPrefix("\(last)(") } == true
    }
    if name.hasPrefix(".") { return exists(String(name.dropFirst())) }
    guard name.hasSuffix(")") else { return symbols.names.contains { $0.hasPrefix("\(name)(") } }
    if name.hasSuffix("()"), symbols.isType(String(name.dropLast(2))) { return true }
    return symbols.names.contains { $0.hasPrefix(name.dropLast()) }
  }

  /// Whether a text is a name, and not a piece of code.
  private static func isName(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_.:()".contains($0) } && !text.hasSuffix(":") && !ofLanguage.contains(text)
  }

  @Test("What is missing is no public symbol, with UIKit's prefix and without")
  func missing() throws {
    let names = try rows(of: "Missing").dropFirst().flatMap { $0[0] }
    #expect(names.count > 40)
    for name in names {
      let plain = name.hasPrefix("UI") || name.hasPrefix("NS") ? String(name.dropFirst(2)) : name
      #expect(!symbols.isType(name) && !symbols.isType(plain), "\(name) is there")
      if let dot = plain.firstIndex(of: ".") {
        let (type, member) = (String(plain[..<dot]), String(plain[plain.index(after: dot)...]))
        #expect(symbols.isType(type) && !symbols.has(member, in: type), "\(name) is there")
      } else {
        #expect(!symbols.names.contains(name), "\(name) is there")
      }
    }
  }

  @Test("What is the same is a member of the type in its row, or of that type's delegate or data source")
  func same() throws {
    let rows = try rows(of: "The same").dropFirst()
    var count = 0
    for row in rows {
      for type in row[0] { #expect(symbols.isType(type), "\(type)") }
      let types = row[0].flatMap { [$0, "\($0)Delegate", "\($0)DataSource"] }
      for name in row[1] {
        count += 1
        let isThere = types.isEmpty ? symbols.names.contains(name) : types.contains { symbols.has(name, in: $0) }
        #expect(isThere, "\(row[0].first ?? "anything"): \(name)")
      }
    }
    #expect(rows.count > 20 && count > 250)
  }

  @Test("What differs is there by our name, and so is what stands in for something missing")
  func different() throws {
    let here = try rows(of: "Different, and why").flatMap { $0[0] } + rows(of: "Missing").dropFirst().flatMap { $0[1] }
    let names = here.filter(Self.isName)
    #expect(names.count > 120)
    for name in names { #expect(exists(name), "\(name)") }
  }
}
