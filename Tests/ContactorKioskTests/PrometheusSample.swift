import Testing

/// A figure in Prometheus' text format, version 0.0.4, read as strictly as the format's description has it.
struct PrometheusSample: Equatable {
  var name: String
  var labels: [String: String]
  var value: Double

  struct Mistake: Error, CustomStringConvertible {
    let line: Substring
    let reason: String
    var description: String { "\(reason): \(line)" }
  }

  /// Reads a text: each family has one HELP and one TYPE before its samples, which stand together, and no sample comes twice.
  static func parse(_ text: String) throws -> [PrometheusSample] {
    var (samples, types, helped): ([PrometheusSample], [String: String], Set<String>) = ([], [:], [])
    var family = ""
    guard text.hasSuffix("\n") else { throw Mistake(line: text[...].suffix(40), reason: "the last line has no end") }
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      if line.hasPrefix("# HELP ") {
        guard words.count == 4, helped.insert(words[2]).inserted else { throw Mistake(line: line, reason: "a second or empty HELP") }
        family = words[2]
      } else if line.hasPrefix("# TYPE ") {
        let kinds = ["counter", "gauge", "histogram"]
        guard words.count == 4, words[2] == family, kinds.contains(words[3]), types[family] == nil else {
          throw Mistake(line: line, reason: "a TYPE out of its place")
        }
        types[family] = words[3]
      } else {
        let sample = try sample(line)
        let ends = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard types[family] != nil, ends.contains(where: { family + $0 == sample.name }) else {
          throw Mistake(line: line, reason: "a sample outside of its family")
        }
        guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
          throw Mistake(line: line, reason: "a sample that was there")
        }
        samples.append(sample)
      }
    }
    return samples
  }

  private static func sample(_ line: Substring) throws -> PrometheusSample {
    guard let name = line.prefixMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) else { throw Mistake(line: line, reason: "no name") }
    var rest = line[name.range.upperBound...]
    var labels: [String: String] = [:]
    if rest.first == "{" {
      rest = rest.dropFirst()
      while rest.first != "}" {
        guard let start = rest.prefixMatch(of: /,?([a-zA-Z_][a-zA-Z0-9_]*)="/) else { throw Mistake(line: line, reason: "no label") }
        rest = rest[start.range.upperBound...]
        labels[String(start.1)] = try value(&rest, line)
      }
      rest = rest.dropFirst()
    }
    guard rest.first == " ", let value = Double(rest.dropFirst()) else { throw Mistake(line: line, reason: "no number") }
    return PrometheusSample(name: String(name.0), labels: labels, value: value)
  }

  /// The text of a label up to its quote, with its escapes taken back.
  private static func value(_ rest: inout Substring, _ line: Substring) throws -> String {
    var text = ""
    while let next = rest.popFirst() {
      if next == "\"" { return text }
      guard next == "\\" else {
        text.append(next)
        continue
      }
      switch rest.popFirst() {
      case "\\": text.append("\\")
      case "\"": text.append("\"")
      case "n": text.append("\n")
      default: throw Mistake(line: line, reason: "an escape that there is not")
      }
    }
    throw Mistake(line: line, reason: "a label without an end")
  }
}

@Suite struct PrometheusSampleTests {
  @Test func `a text that breaks a rule is refused`() {
    let head = "# HELP a x\n# TYPE a gauge\n"
    #expect((try? PrometheusSample.parse(head + "a{l=\"v\"} 1\na 2\n"))?.count == 2)
    for bad in ["a 1\n", head + "b 1\n", head + "a 1", head + "a{l=\"v} 1\n", head + "a 1\na 1\n", head + head, head + "a{l=\"\\t\"} 1\n"] {
      #expect(throws: PrometheusSample.Mistake.self) { try PrometheusSample.parse(bad) }
    }
  }
}
