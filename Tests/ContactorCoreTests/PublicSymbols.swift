import Foundation

/// The names that modules declare as public, read from their formatted sources.
///
/// A line that declares a type or extension begins a scope; the lines two blanks further in, up to the next line at its own indentation,
/// are its members. Methods have their argument labels: `insertSubview(_:at:)`.
struct PublicSymbols {
  /// The names of members by their type, which may be nested (`View.Change`); those of types at the top by the empty name.
  private(set) var members: [String: Set<String>] = [:]
  /// The superclass and protocols of each type.
  private var parents: [String: Set<String>] = [:]
  /// All names.
  private(set) var names: Set<String> = []

  private struct Scope {
    var indent: Int
    var name: String
    var kind: Substring
    var isPublic: Bool
  }

  /// Reads the Swift files of some folders.
  init(folders: [URL]) throws {
    for folder in folders {
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      for file in files where file.pathExtension == "swift" { read(try String(contentsOf: file, encoding: .utf8)) }
    }
    names = members.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether a type, or one that it inherits from, has a member.
  func has(_ name: String, in type: String) -> Bool {
    var (open, seen) = ([type], Set<String>())
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if members[next]?.contains(name) == true { return true }
      open += parents[next] ?? []
    }
    return false
  }

  /// Whether there is a type of that name, at the top or in another.
  func isType(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard let last = parts.last else { return false }
    return members[parts.dropLast().joined(separator: ".")]?.contains(String(last)) == true && last.first?.isUppercase == true
  }

  // MARK: Reading

  private static let modifiers: Set<Substring> = [
    "public", "open", "package", "internal", "private", "fileprivate", "final", "static", "override", "convenience", "required", "weak",
    "mutating", "nonisolated", "indirect", "unowned", "lazy", "borrowing", "consuming",
  ]

  private mutating func read(_ text: String) {
    var scopes: [Scope] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      guard indent < line.count, !line.dropFirst(indent).hasPrefix("//") else { continue }
      while let last = scopes.last, last.indent >= indent { scopes.removeLast() }
      guard indent == (scopes.last.map { $0.indent + 2 } ?? 0) else { continue }
      var words = line.split { $0 == " " }[...]
      var access: Set<Substring> = []
      while let word = words.first {
        let modifier = word.prefix { $0 != "(" }
        let isClassMember = word == "class" && ["func", "var"].contains(words.dropFirst().first ?? "")
        guard word.hasPrefix("@") || Self.modifiers.contains(modifier) || isClassMember else { break }
        if word == modifier { access.insert(modifier) }
        words.removeFirst()
      }
      guard let keyword = words.popFirst() else { continue }
      let outer = scopes.map(\.name).joined(separator: ".")
      let isOpen = scopes.last.map { $0.kind == "protocol" && $0.isPublic } ?? false
      var isPublic = access.contains("public") || access.contains("open") || isOpen
      let rest = words.joined(separator: " ")
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "`" }.filter { $0 != "`" })
      switch keyword {
      case "class", "struct", "enum", "protocol", "actor", "extension":
        let full = outer.isEmpty ? name : "\(outer).\(name)"
        if keyword == "extension" { isPublic = true } else if isPublic { members[outer, default: []].insert(name) }
        let head = Self.statement(lines[number...]).prefix { $0 != "{" }
        if let colon = head.firstIndex(of: ":") {
          let inherited = head[head.index(after: colon)...].split(separator: " where ")[0].split { ",&".contains($0) }
          parents[full, default: []].formUnion(inherited.map { $0.filter { $0.isLetter || $0.isNumber || $0 == "." } })
        }
        scopes.append(Scope(indent: indent, name: name, kind: keyword, isPublic: isPublic))
      case "func" where isPublic:
        members[outer, default: []].insert(name + Self.labels(Self.statement(lines[number...])))
      case "var" where isPublic, "let" where isPublic, "typealias" where isPublic:
        members[outer, default: []].insert(name)
      case "case" where scopes.last.map { $0.kind == "enum" && $0.isPublic } ?? false:
        for part in rest.split(separator: ",") {
          members[outer, default: []].insert(String(part.filter { $0 != "`" && $0 != " " }.prefix { $0.isLetter || $0.isNumber }))
        }
      default:
        if keyword.hasPrefix("init"), isPublic {
          members[outer, default: []].insert("init" + Self.labels(Self.statement(lines[number...])))
        }
      }
    }
  }

  /// A declaration up to its body, on one line.
  private static func statement(_ lines: ArraySlice<Substring>) -> String {
    var text = ""
    for line in lines {
      text += line + " "
      if line.hasSuffix("{") || line.hasSuffix("}") || text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" }) { break }
    }
    return text
  }

  /// The labels of a function's parameters, with the parentheses.
  private static func labels(_ function: String) -> String {
    guard let open = function.firstIndex(of: "(") else { return "" }
    var (depth, labels, word, isLabel) = (0, "", "", true)
    var previous: Character = " "
    for character in function[open...] {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      case "," where depth == 1:
        (word, isLabel) = ("", true)
      case " ", ":":
        if depth == 1, isLabel, !word.isEmpty, !word.hasPrefix("@") {
          labels += word + ":"
          isLabel = false
        } else if word.hasPrefix("@") {
          word = ""
        }
      default: if depth == 1, isLabel { word.append(character) }
      }
      if depth == 0 { break }
      previous = character
    }
    return "(\(labels))"
  }
}
