import ContactorCore

/// One thing that a program can do: a call of the public API, its operands, its Swift text.
///
/// The text is a template: `$0.addSubview($1)`, `$0` stands for the text of the first operand.
struct Operation: Sendable {
  let name: String
  let template: String
  let domains: [Domain]
  /// The meaning of further operands, in groups: the contacts of a frame.
  ///
  /// `$*` in the template stands for them.
  let tail: [Domain]
  /// The template of one group.
  let tailTemplate: String
  /// How often the operation is chosen, compared with others, in the main part and in callouts.
  let weight: (main: Int, callout: Int)
  let run: @Sendable (Arguments) -> Void

  init(
    _ name: String, _ template: String, _ domains: [Domain] = [], tail: [Domain] = [], each tailTemplate: String = "",
    weight: Int = 2, inside: Int? = nil, _ run: @escaping @Sendable (Arguments) -> Void
  ) {
    self.name = name
    self.template = template
    self.domains = domains
    self.tail = tail
    self.tailTemplate = tailTemplate
    self.weight = (weight, inside ?? weight)
    self.run = run
  }

  /// Every operation.
  static let all: [Operation] =
    making + tree + responders + controls + closures + values + gestures + applications + frames + timing + found + keys + scrolling
    + picking + tables + grids + lists + texts + menus + cells + browsers + connections

  /// The position of each operation by its name.
  static let position = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// The meaning of the operand at a position.
  func domain(_ position: Int) -> Domain {
    position < domains.count ? domains[position] : tail[(position - domains.count) % tail.count]
  }

  /// Whether the call makes an object of one of the engine's own classes, which calls nothing of the program.
  func isPlain(_ operands: [Int]) -> Bool {
    guard operands.count > 1, case .value(let texts) = domains[1].meaning, let scripted = texts.last else { return false }
    return scripted.hasPrefix("@") && operands[1] == 0
  }

  /// Whether so many operands are the operation's.
  func takes(_ operands: [Int]) -> Bool {
    tail.isEmpty ? operands.count == domains.count : operands.count >= domains.count && (operands.count - domains.count) % tail.count == 0
  }
}

// MARK: Text

extension Operation {
  /// The call as Swift.
  func text(_ arguments: Arguments) -> String {
    let texts = arguments.operands.indices.map { text(of: $0, arguments) }
    var groups = ""
    for start in stride(from: domains.count, to: texts.count, by: max(tail.count, 1)) {
      groups += ", " + Self.fill(tailTemplate, Array(texts[start..<start + tail.count]), arguments)
    }
    return Self.fill(template.split(separator: "$*", omittingEmptySubsequences: false).joined(separator: groups), texts, arguments)
  }

  private func text(of position: Int, _ arguments: Arguments) -> String {
    switch domain(position).meaning {
    case .object: arguments.object(position) == nil ? "nil" : "\(arguments.name(position))"
    case .new: "\(arguments.name(position))"
    case .value(let texts): texts[max(0, arguments.operands[position]) % texts.count]
    case .moment: "Timestamp(microseconds: \(arguments.moment.microseconds))"
    }
  }

  /// Puts texts in for `$0`, `$1` …, and for `^0` the class of the object.
  private static func fill(_ template: String, _ texts: [String], _ arguments: Arguments) -> String {
    var result = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      guard character == "$" || character == "^", let digit = rest.first?.wholeNumberValue, digit < texts.count else {
        result.append(character)
        continue
      }
      rest.removeFirst()
      result += character == "$" ? texts[digit] : texts[digit].prefix(1).uppercased() + texts[digit].dropFirst()
    }
    return result
  }
}

/// The meaning of an operand: an object, a value of a table, a moment.
struct Domain: Sendable {
  enum Meaning: Sendable {
    /// An object of one of these kinds; skipped if it does not exist, or `nil` if that is allowed.
    case object([Kind], orNil: Bool)
    /// The number of an object of the kind that is made or replaced.
    case new(Kind)
    /// A value of a table, by the texts of the values.
    case value(texts: [String])
    /// A moment after the last one, see `Values.steps`.
    case moment
  }

  let meaning: Meaning
  /// The operands to choose from; the first `ordinary` of them are no extremes.
  let choices: [Int]
  let ordinary: Int

  /// Whether the operand is the position of an object.
  var isObject: Bool {
    switch meaning {
    case .object, .new: true
    case .value, .moment: false
    }
  }

  /// An object of one of the kinds, of those that pass the test.
  init(_ kinds: [Kind], orNil: Bool = false, where isIncluded: (ObjectName) -> Bool = { _ in true }) {
    meaning = .object(kinds, orNil: orNil)
    let names = kinds.flatMap { kind in (0..<kind.count).map { ObjectName(kind: kind, number: $0) } }
    choices = names.filter(isIncluded).map(\.position) + (orNil ? [-1] : [])
    ordinary = choices.count
  }

  /// The number of an object that is made.
  init(new kind: Kind) {
    meaning = .new(kind)
    choices = (0..<kind.count).map { kind.base + $0 }
    ordinary = choices.count
  }

  /// A value of a table.
  init<Value>(_ values: ValueList<Value>) {
    meaning = .value(texts: values.texts)
    choices = Array(values.texts.indices)
    ordinary = values.ordinary
  }

  /// A moment.
  init(steps: ValueList<Int64>) {
    meaning = .moment
    choices = Array(steps.texts.indices)
    ordinary = steps.ordinary
  }
}

/// The arguments of an operation.
struct Arguments {
  let world: World
  let operation: Operation
  let operands: [Int]
  /// The moment that a moment among the operands means.
  let moment: Timestamp

  /// The name that the operand stands for.
  func name(_ position: Int) -> ObjectName { ObjectName(position: operands[position]) ?? ObjectName(kind: .application, number: 0) }

  /// The object, or `nil`.
  func object(_ position: Int) -> AnyObject? { world.object(operands[position]) }

  /// The object as what its domain says it is.
  ///
  /// - Precondition: it exists, which is looked up before an operation is run.
  func the<Object: AnyObject>(_ position: Int, _ type: Object.Type = Object.self) -> Object {
    guard let object = object(position) as? Object else { preconditionFailure("\(operation.name): no \(type) at \(position)") }
    return object
  }

  /// The object as what its domain says it is, if it exists.
  func maybe<Object>(_ position: Int, _ type: Object.Type = Object.self) -> Object? {
    // In one step, the optimizer of Swift 6.3 casts an object that is not there.
    guard let object = object(position) else { return nil }
    return object as? Object
  }

  func value<Value>(_ position: Int, _ values: ValueList<Value>) -> Value { values[operands[position]] }

  func number(_ position: Int) -> Double { value(position, .numbers) }

  func count(_ position: Int) -> Int { value(position, .counts) }

  func duration(_ position: Int) -> Duration { value(position, .durations) }

  func flag(_ position: Int) -> Bool { operands[position] != 0 }

  func rect(_ position: Int) -> Rect {
    Rect(
      x: value(position, .coordinates), y: value(position + 1, .coordinates), width: value(position + 2, .lengths),
      height: value(position + 3, .lengths))
  }

  func point(_ position: Int) -> Point {
    Point(x: value(position, .coordinates), y: value(position + 1, .coordinates))
  }

  /// The closure's body and what it captures: a call is a callout, and so is the end of what it captures.
  func closure(_ position: Int) -> Witness { Witness(Script(world, name(position))) }

  /// Whether every object that must exist does.
  var areComplete: Bool {
    operands.indices.allSatisfy { position in
      guard case .object(_, orNil: false) = operation.domain(position).meaning else { return true }
      return world.object(operands[position]) != nil
    }
  }
}
