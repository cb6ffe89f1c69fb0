/// What a check throws where we differ from a case.
struct Mismatch: Error, CustomStringConvertible {
  /// What we do, as text; a departure names the same.
  let ours: String
  let description: String
}

/// Compares what we do with what a case expects.
func match<Value: Equatable>(_ ours: Value, _ expected: Value, _ what: String = "") throws {
  guard ours != expected else { return }
  throw Mismatch(ours: "\(ours)", description: "\(what.isEmpty ? "" : what + ": ")expected \(expected), ours is \(ours)")
}

/// Compares numbers, each within a tolerance.
func match(_ ours: [Double], _ expected: [Double], within tolerance: Double, _ what: String = "") throws {
  let isNear = ours.count == expected.count && zip(ours, expected).allSatisfy { ($0 - $1).magnitude <= tolerance }
  guard !isNear else { return }
  throw Mismatch(
    ours: "\(ours)", description: "\(what.isEmpty ? "" : what + ": ")expected \(expected) ± \(tolerance), ours is \(ours)")
}

/// Compares what we do with what a case expects of it, by the names that the case uses.
///
/// All that differs is told at once: `ours` then lists each name with our value, in the names' order. A name for which there is
/// no value of ours is an error, also where nothing is expected of it.
func match(_ ours: [String: JSON], _ expected: [String: JSON], within tolerance: Double = 1e-9) throws {
  let unknown = expected.filter { ours[$0.key] == nil }
  guard unknown.isEmpty, !expected.isEmpty else { throw MalformedCase(.object(unknown), "names that the case's form knows") }
  let names = expected.keys.sorted().filter { !(ours[$0] ?? .null).agrees(with: expected[$0] ?? .null, within: tolerance) }
  guard !names.isEmpty else { return }
  let texts = names.map { "\($0): \(ours[$0] ?? .null)" }
  let differences = names.map { "\($0): expected \(expected[$0] ?? .null), ours is \(ours[$0] ?? .null)" }
  throw Mismatch(ours: texts.joined(separator: "; "), description: differences.joined(separator: "; "))
}

extension JSON {
  /// Whether a value is what a case expects: the same, numbers within the tolerance, or in the relation that a text names.
  ///
  /// A list agrees with a relation where it is not empty and each of its numbers does.
  func agrees(with expected: JSON, within tolerance: Double) -> Bool {
    switch (self, expected) {
    case (.number(let ours), .number(let theirs)):
      (ours - theirs).magnitude <= tolerance
    case (.number(let ours), .text(let text)):
      Relation(text)?.holds(for: ours) ?? false
    case (.list(let ours), .list(let theirs)):
      ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.agrees(with: $1, within: tolerance) }
    case (.list(let ours), .text):
      !ours.isEmpty && ours.allSatisfy { $0.agrees(with: expected, within: tolerance) }
    case (.object(let ours), .object(let theirs)):
      theirs.allSatisfy { (ours[$0.key] ?? .null).agrees(with: $0.value, within: tolerance) }
    default:
      self == expected
    }
  }
}

/// A relation as cases write it: `>=1`, `!=0 on every changed`, `1 < s < 1.01`, `between 5 and 6`.
struct Relation {
  private enum Token: Equatable { case number(Double), comparison(String) }

  private let bounds: [(comparison: String, bound: Double)]

  /// `nil` where the text names none.
  init?(_ text: String) {
    let tokens = Self.tokens(text)
    var bounds: [(comparison: String, bound: Double)] = []
    if text.hasPrefix("between"), tokens.count == 2, case .number(let low) = tokens[0], case .number(let high) = tokens[1] {
      bounds = [(">", low), ("<", high)]
    }
    for (index, token) in tokens.enumerated() {
      guard case .comparison(let comparison) = token else { continue }
      if index > 0, case .number(let bound) = tokens[index - 1] {
        bounds.append((Self.reversed[comparison] ?? comparison, bound))
      } else if index + 1 < tokens.count, case .number(let bound) = tokens[index + 1] {
        bounds.append((comparison, bound))
      }
    }
    guard !bounds.isEmpty else { return nil }
    self.bounds = bounds
  }

  func holds(for value: Double) -> Bool {
    bounds.allSatisfy { comparison, bound in
      switch comparison {
      case "<": value < bound
      case ">": value > bound
      case "<=": value <= bound
      case ">=": value >= bound
      case "!=": value != bound
      default: value == bound
      }
    }
  }

  private static let reversed = ["<": ">", ">": "<", "<=": ">=", ">=": "<="]

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      let comparison = rest.prefix { "<>=!".contains($0) }
      let number = rest.prefix { $0.isNumber || "-.".contains($0) }
      if !comparison.isEmpty {
        tokens.append(.comparison(String(comparison)))
        rest = rest.dropFirst(comparison.count)
      } else if first.isNumber || first == "-", let value = Double(number) {
        tokens.append(.number(value))
        rest = rest.dropFirst(number.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return tokens
  }
}
