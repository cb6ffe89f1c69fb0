import ContactorCore

/// Makes programs from a seed: objects with places that fingers hit, then frames and calls, then calls for callouts.
///
/// A program at random would mostly call what does nothing. So the set-up is one that a person might write, fingers mostly do
/// what fingers can, and calls in callouts mostly take something away; everything else comes in between.
struct Generator {
  var chance: Chance
  var program = Program()
  var fingers = Fingers()
  /// The objects that call out: all but those of the engine's own classes.
  var callers: Set<Int> = []
  /// Whether the object at each position was made.
  var made = ContiguousArray(repeating: false, count: Kind.total)
  var place = Step.Place.main

  /// The program of a number; the same for the same seed.
  static func program(_ number: Int, seed: UInt64) -> Program {
    var generator = Generator(chance: Chance(seed: seed, program: number))
    generator.generate()
    return generator.program
  }

  private init(chance: Chance) {
    self.chance = chance
  }

  private mutating func generate() {
    setUp()
    let isLong = chance.percent(30)
    for _ in 0..<chance.number(8...(isLong ? 70 : 28)) { step() }
    if chance.percent(50) { rest() }
    for _ in 0..<chance.number(2...(isLong ? 60 : 24)) { react() }
    program.ending = chance.below(8)
  }

  // MARK: Calls

  /// Adds a call; operands that are not given are chosen.
  mutating func add(_ name: String, _ given: Int?...) { add(name, given) }

  mutating func add(_ name: String, _ given: [Int?]) {
    guard let position = Operation.position[name] else { preconditionFailure("no operation \(name)") }
    add(position, given)
  }

  mutating func add(_ position: Int, _ given: [Int?] = []) {
    let operation = Operation.all[position]
    var operands = operation.domains.enumerated().map { index, domain in
      if index < given.count, let operand = given[index] { return operand }
      return choose(domain)
    }
    if !operation.tail.isEmpty { operands += fingers.next(&chance) }
    for (index, operand) in operands.prefix(operation.domains.count).enumerated() {
      guard case .new = operation.domains[index].meaning else { continue }
      made[operand] = true
      if !operation.isPlain(operands) { callers.insert(operand) }
    }
    program.steps.append(Step(place: place, call: Call(operation: position, operands: operands)))
  }

  mutating func choose(_ domain: Domain) -> Int {
    switch domain.meaning {
    case .object:
      guard chance.percent(92) else { return chance.one(of: domain.choices) }
      // Mostly one that exists, so that the call does something.
      for _ in 0..<4 {
        let choice = chance.one(of: domain.choices)
        if choice >= 0, made[choice] { return choice }
      }
      let existing = domain.choices.filter { $0 >= 0 && made[$0] }
      return chance.one(of: existing.isEmpty ? domain.choices : existing)
    case .new: return chance.one(of: domain.choices)
    case .value, .moment:
      return chance.percent(88) ? domain.choices[chance.below(domain.ordinary)] : chance.one(of: domain.choices)
    }
  }

  /// One of all operations, by their weights; mostly one whose objects exist.
  mutating func anything() {
    let weights = place == .main ? Self.mainWeights : Self.calloutWeights
    var position = 0
    for _ in 0..<12 {
      position = Self.place(of: chance.below(weights.last ?? 1), in: weights)
      if Operation.all[position].domains.allSatisfy(canMean) { break }
    }
    add(position)
  }

  /// Whether an object that a domain means exists, if it means one that must.
  func canMean(_ domain: Domain) -> Bool {
    guard case .object(_, orNil: false) = domain.meaning else { return true }
    return domain.choices.contains { $0 >= 0 && made[$0] }
  }

  private static let mainWeights = sums(Operation.all.map(\.weight.main))
  private static let calloutWeights = sums(Operation.all.map(\.weight.callout))

  /// The first position whose sum exceeds the number.
  private static func place(of number: Int, in sums: [Int]) -> Int {
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func sums(_ weights: [Int]) -> [Int] {
    var sum = 0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }

  // MARK: The main part

  private mutating func step() {
    switch chance.below(100) {
    case 0..<55: add(chance.percent(95) ? "handle" : "handleMerging", position(.application, 0), chance.percent(95) ? 0 : nil)
    case 55..<60: add("advance", position(.application, 0))
    case 60..<66: add("typeKey", position(.application, 0))
    case 66..<68: if canMean(.delegate) { lie() } else { anything() }
    default: anything()
    }
  }

  /// Lifts all fingers, and lets time pass.
  private mutating func rest() {
    fingers.isLifting = true
    if fingers.areDown { add("handle", position(.application, 0), 0) }
    add("advance", position(.application, 0), ValueList<Int64>.steps.ordinary - 1)
    fingers.isLifting = false
  }

  // MARK: Callouts

  private mutating func react() {
    let delegates = chance.percent(40) ? callers.filter { Kind.delegate.base..<Kind.delegate.base + Kind.delegate.count ~= $0 } : []
    let owners = !delegates.isEmpty ? delegates.sorted() : callers.sorted() + [position(.type, chance.below(Kind.type.count))]
    guard let name = ObjectName(position: chance.one(of: owners)), let callout = callout(of: name) else { return }
    let time = chance.percent(8) ? 0 : chance.percent(75) ? 1 : chance.number(2...5)
    place = .callout(Slot(owner: name, callout: callout), time: time)
    for _ in 0..<(chance.percent(70) ? 1 : chance.number(2...4)) { anything() }
    place = .main
  }

  /// What the views that were made ask their delegates.
  var asked: [Callout] {
    let classes = Set(positions(.control).filter { made[$0] }.compactMap { ObjectName(position: $0).map(World.controlClass)?.name })
    let menus = positions(.menu).contains { made[$0] } ? Callout.ofMenuDelegates : []
    // In an order that does not go by a set's.
    let asked = Set(classes.flatMap(Callout.asked) + menus)
    return Callout.allCases.filter(asked.contains)
  }

  private mutating func callout(of name: ObjectName) -> Callout? {
    if name.kind == .delegate, chance.percent(80) {
      let asked = asked
      if !asked.isEmpty { return chance.one(of: asked) }
    }
    let callouts = Callout.of(name)
    if callouts.contains(.ended), chance.percent(20) { return .ended }
    let likely = callouts.filter(Callout.likely.contains)
    if !likely.isEmpty, chance.percent(60) { return chance.one(of: likely) }
    return callouts.isEmpty ? nil : chance.one(of: callouts)
  }
}

/// Fingers on a panel, mostly as hands move them.
struct Fingers {
  private struct Finger {
    let contact: Int
    var x: Int
    var y: Int
  }

  private var down: [Finger] = []
  /// Whether every finger is to be lifted.
  var isLifting = false

  var areDown: Bool { !down.isEmpty }

  /// The operands of a frame's contacts.
  mutating func next(_ chance: inout Chance) -> [Int] {
    if isLifting || chance.percent(4) {
      defer { down = [] }
      return down.flatMap { operands($0, isLifting || chance.percent(80) ? 2 : 3) }
    }
    var result: [Int] = []
    for index in down.indices.reversed() where chance.percent(70) {
      let lifts = chance.percent(25)
      move(&down[index], &chance)
      result += operands(down[index], lifts ? 2 : 1)
      if lifts { down.remove(at: index) }
    }
    if down.count < 5, down.isEmpty || chance.percent(30) {
      let finger = Finger(contact: chance.below(10), x: chance.number(2...8), y: chance.number(2...8))
      if !down.contains(where: { $0.contact == finger.contact }) {
        down.append(finger)
        result += operands(finger, 0)
      }
    }
    // What no finger does.
    if chance.percent(8) {
      result += [
        chance.below(13), chance.below(5), chance.below(ValueList<Double>.coordinates.values.count),
        chance.below(ValueList<Double>.coordinates.values.count), chance.percent(70) ? 0 : chance.below(3),
      ]
    }
    return result
  }

  private func operands(_ finger: Finger, _ phase: Int) -> [Int] { [finger.contact, phase, finger.x, finger.y, 0] }

  private func move(_ finger: inout Finger, _ chance: inout Chance) {
    guard chance.percent(70) else { return }
    let ordinary = ValueList<Double>.coordinates.ordinary
    finger.x = (finger.x + chance.number(0...2)) % ordinary
    finger.y = (finger.y + chance.number(0...1)) % ordinary
  }
}
