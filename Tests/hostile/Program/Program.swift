/// A program against the engine: calls in order, and calls that are made from within what the engine calls.
///
/// Every step names its objects by kind and number. A step whose object does not exist is skipped, so any part of a program is
/// a program, too: that is what makes a failing one easy to shrink.
struct Program: Hashable, Sendable {
  /// The steps, those of the main part in their order.
  var steps: [Step] = []
  /// The order of the release of the objects that are left at the end, see `World.finish(order:)`.
  var ending = 0

  /// The program without the steps of some operations, to get past failures that are known.
  func without(_ names: Set<String>) -> Program {
    guard !names.isEmpty else { return self }
    var result = self
    result.steps.removeAll { names.contains(Operation.all[$0.call.operation].name) }
    return result
  }
}

/// One call of a program and its place.
struct Step: Hashable, Sendable {
  /// The place of a step: the main part, or a callout of an object.
  enum Place: Hashable, Sendable {
    /// The program itself.
    case main
    /// A callout, the first time, the second time, …; each time for 0.
    case callout(Slot, time: Int)
  }

  var place = Place.main
  var call: Call
}

/// An operation of the public API with its operands: numbers of objects and of values in tables.
struct Call: Hashable, Sendable {
  /// The operation's position in `Operation.all`.
  var operation: Int
  var operands: [Int]
}

/// A place of a call of the engine: a method of one object, a closure.
struct Slot: Hashable, Sendable {
  let owner: ObjectName
  let callout: Callout

  /// A number of its own for each slot.
  var key: Int { owner.kind.rawValue << 20 | owner.number << 10 | callout.rawValue }
}

/// The name of an object in a program, such as `view3`.
struct ObjectName: Hashable, Sendable {
  let kind: Kind
  let number: Int
}

extension ObjectName {
  /// The object's position among all objects: what operands are.
  var position: Int { kind.base + number }

  init?(position: Int) {
    guard (0..<Kind.total).contains(position), let kind = Kind.allCases.last(where: { $0.base <= position }) else { return nil }
    self.init(kind: kind, number: position - kind.base)
  }
}

/// The kinds of objects of a program.
enum Kind: Int, CaseIterable, Sendable {
  case application, window, view
  /// A control, or another view of ContactorControls.
  case control
  case recognizer, controller, target, delegate, observer
  /// A registration for notifications.
  case token
  /// A timer of an application.
  case timer
  /// A closure of a control or a recognizer that can be taken back.
  case action
  /// A host's feed of contacts.
  case feed
  /// A closure, and the object that it captures.
  case closure
  /// Touches that were kept.
  case touches
  /// A key that was kept.
  case press
  /// A focus engine.
  case focus
  /// A row of a table.
  case row
  /// A table, a grid or an outline, by its number, whose data source answers only for what there is.
  case list
  /// A cell, whose class goes by the number.
  case cell
  case menu, item, alert, pasteboard, group
  /// A class, whose list of actions is a callout; the last stands for all items of trees.
  case type

  /// How many objects of the kind a program names.
  ///
  /// The classes of controls, recognizers and targets go by the number, see `World.controlClasses`.
  var count: Int {
    switch self {
    case .application: 2
    case .window, .controller, .delegate, .observer, .touches, .press, .menu: 3
    case .view: 8
    case .control: 2 * World.controlClasses.count
    case .recognizer: 22
    case .target, .token, .timer, .action: 4
    case .feed, .focus, .pasteboard: 1
    case .alert, .group: 2
    case .row: 6
    case .list: 2 * Kind.strictClasses
    case .cell: 2 * World.cellClasses
    case .item: 8
    case .closure: 12
    case .type: 4
    }
  }

  /// The position of the kind's first object among all objects.
  var base: Int { Self.bases[rawValue] }

  private static let bases = allCases.indices.map { allCases[..<$0].reduce(0) { $0 + $1.count } }
  /// How many objects a program names.
  static let total = allCases.reduce(0) { $0 + $1.count }
}

// MARK: Text

extension ObjectName: CustomStringConvertible {
  var description: String { "\(kind)\(number)" }

  init?(_ text: some StringProtocol) {
    let letters = text.prefix { !$0.isNumber }
    guard let kind = Kind.allCases.first(where: { "\($0)" == letters }), let number = Int(text.dropFirst(letters.count)),
      (0..<kind.count).contains(number)
    else { return nil }
    self.init(kind: kind, number: number)
  }
}

extension Slot: CustomStringConvertible {
  var description: String { "\(owner).\(callout)" }

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let owner = ObjectName(parts[0]),
      let callout = Callout.allCases.first(where: { "\($0)" == parts[1] })
    else { return nil }
    self.init(owner: owner, callout: callout)
  }
}

extension Program {
  /// The program as lines: `main addSubview window0 view3`, `view3.touchesBegan 1 setHidden view4 1`, last `ending 0`.
  var text: String {
    let lines = steps.map { step in
      let place = if case .callout(let slot, let time) = step.place { "\(slot) \(time)" } else { "main" }
      return "\(place) \(step.call)"
    }
    return (lines + ["ending \(ending)"]).joined(separator: "\n") + "\n"
  }

  /// Reads a program; lines that are none of a program are left out, such as those of operations that were removed.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "ending" {
        ending = Int(words[1]) ?? 0
      } else if let step = Step(words: words) {
        steps.append(step)
      }
    }
  }
}

extension Step {
  fileprivate init?(words: [Substring]) {
    var rest = words[...]
    guard let first = rest.popFirst() else { return nil }
    if let slot = Slot(first), let time = rest.popFirst().flatMap({ Int($0) }) {
      place = .callout(slot, time: time)
    } else if first != "main" {
      return nil
    }
    guard let call = Call(words: rest) else { return nil }
    self.call = call
  }
}

extension Call: CustomStringConvertible {
  var description: String {
    let operation = Operation.all[operation]
    let words = operands.enumerated().map { position, operand in
      operation.domain(position).isObject ? ObjectName(position: operand)?.description ?? "nil" : "\(operand)"
    }
    return ([operation.name] + words).joined(separator: " ")
  }

  fileprivate init?(words: ArraySlice<Substring>) {
    guard let name = words.first, let position = Operation.position[String(name)] else { return nil }
    operation = position
    operands = words.dropFirst().compactMap { word in
      word == "nil" ? -1 : ObjectName(word)?.position ?? Int(word)
    }
    guard operands.count == words.count - 1, Operation.all[position].takes(operands) else { return nil }
  }
}
