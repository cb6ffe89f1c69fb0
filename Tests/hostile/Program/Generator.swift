import ContactorCore

/// Makes programs from a seed: objects with places that fingers hit, then frames and calls, then calls for callouts.
///
/// A program at random would mostly call what does nothing. So the set-up is one that a person might write, fingers mostly do
/// what fingers can, and calls in callouts mostly take something away; everything else comes in between.
struct Generator {
  private(set) var chance: Chance
  private var program = Program()
  private var fingers = Fingers()
  /// The objects that call out: all but those of the engine's own classes.
  private var callers: Set<Int> = []
  /// Whether the object at each position was made.
  private var made = ContiguousArray(repeating: false, count: Kind.total)
  private var place = Step.Place.main

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
  private mutating func add(_ name: String, _ given: Int?...) { add(name, given) }

  private mutating func add(_ name: String, _ given: [Int?]) {
    guard let position = Operation.position[name] else { preconditionFailure("no operation \(name)") }
    add(position, given)
  }

  private mutating func add(_ position: Int, _ given: [Int?] = []) {
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

  private mutating func choose(_ domain: Domain) -> Int {
    switch domain.meaning {
    case .object:
      // Mostly one that exists, so that the call does something.
      let existing = domain.choices.filter { $0 >= 0 && made[$0] }
      if !existing.isEmpty, chance.percent(92) { return chance.one(of: existing) }
      return chance.one(of: domain.choices)
    case .new: return chance.one(of: domain.choices)
    case .value, .moment:
      return chance.percent(88) ? domain.choices[chance.below(domain.ordinary)] : chance.one(of: domain.choices)
    }
  }

  /// One of all operations, by their weights; mostly one whose objects exist.
  private mutating func anything() {
    let weights = place == .main ? Self.mainWeights : Self.calloutWeights
    var position = 0
    for _ in 0..<6 {
      let number = chance.below(weights.last ?? 1)
      position = weights.firstIndex { $0 > number } ?? 0
      if Operation.all[position].domains.allSatisfy(canMean) { break }
    }
    add(position)
  }

  /// Whether an object that a domain means exists, if it means one that must.
  private func canMean(_ domain: Domain) -> Bool {
    guard case .object(_, orNil: false) = domain.meaning else { return true }
    return domain.choices.contains { $0 >= 0 && made[$0] }
  }

  private static let mainWeights = sums(Operation.all.map(\.weight.main))
  private static let calloutWeights = sums(Operation.all.map(\.weight.callout))

  private static func sums(_ weights: [Int]) -> [Int] {
    var sum = 0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }

  // MARK: The set-up

  private func position(_ kind: Kind, _ number: Int) -> Int { kind.base + number }

  private func positions(_ kind: Kind) -> Range<Int> { kind.base..<kind.base + kind.count }

  private mutating func setUp() {
    let application = position(.application, 0)
    let window = position(.window, 0)
    add("makeApplication", application, flavor())
    add("makeWindow", window, flavor(), coordinate(0), coordinate(0), length(320), length(480))
    if chance.percent(45) {
      add("makeObserver", position(.observer, 0))
      add("addObserver", application, position(.observer, 0))
    }
    add("addWindow", application, window)
    if chance.percent(35) {
      add("makeWindow", position(.window, 1), flavor())
      add("addWindow", application, position(.window, 1))
    }
    if chance.percent(5) { add("makeApplication", position(.application, 1), flavor()) }
    for number in 0..<chance.number(1...2) { add("makeTarget", position(.target, chance.percent(50) ? number : number + 2)) }
    if chance.percent(50) { addDelegate(application, window) }
    for _ in 0..<chance.below(4) { addView(.view, to: window) }
    for _ in 0..<chance.number(1...4) { addView(.control, to: window) }
    if chance.percent(10) { add("crowd", parent(window)) }
    for _ in 0..<chance.below(4) { addRecognizer() }
    if chance.percent(15) { add("makeController", position(.controller, 0), flavor()) }
    for _ in 0..<chance.below(5) { anything() }
  }

  private mutating func addDelegate(_ application: Int, _ window: Int) {
    let delegate = position(.delegate, chance.below(2))
    add("makeDelegate", delegate)
    if chance.percent(60) { add("windowDelegate", window, delegate) }
    if chance.percent(40) { add("applicationDelegate", application, delegate) }
  }

  private mutating func flavor() -> Int { chance.percent(60) ? 1 : 0 }

  private func coordinate(_ value: Int) -> Int { ValueList<Double>.coordinates.values.firstIndex(of: Double(value)) ?? 0 }

  /// The operands of a frame that fingers are likely to hit.
  private mutating func frame() -> [Int?] {
    guard chance.percent(75) else { return [nil, nil, nil, nil] }
    let side = [length(320), length(200), length(100)]
    return [chance.below(4), chance.below(4), chance.one(of: side), chance.one(of: side)]
  }

  private func length(_ value: Int) -> Int { ValueList<Double>.lengths.values.firstIndex(of: Double(value)) ?? 0 }

  /// The window, or a view in it.
  private mutating func parent(_ window: Int) -> Int {
    let views = positions(.view).filter { made[$0] }
    return views.isEmpty || chance.percent(60) ? window : chance.one(of: views)
  }

  private mutating func addView(_ kind: Kind, to window: Int) {
    let free = positions(kind).filter { !made[$0] }
    guard !free.isEmpty else { return }
    let view = chance.one(of: free)
    let inside = parent(window)
    add(kind == .view ? "makeView" : "makeControl", [view, flavor()] + frame())
    add("addSubview", inside, view)
    guard kind == .control else { return }
    let number = view - kind.base
    if number % 8 == 5 { add("segments", view, 3) }
    if number % 8 == 6 { add("pages", view, 3) }
    if number % 8 == 7, canMean(.delegate) { add("fieldDelegate", view) }
    if chance.percent(60) { add(chance.percent(50) ? "addTaking" : "addPlain", view) }
    if chance.percent(60) { add("addAction", view) }
  }

  private mutating func addRecognizer() {
    let number = chance.below(Kind.recognizer.count)
    let recognizer = position(.recognizer, number)
    add("makeRecognizer", recognizer, flavor())
    add("addRecognizer", nil, recognizer)
    if number % 11 == 7 { add("edges", recognizer, 0) }
    if number % 11 == 10 { add("strokes", recognizer, 0) }
    if chance.percent(60) { add("gestureAction", recognizer) }
    if chance.percent(30) { add("gesturePlain", recognizer) }
    if canMean(.delegate), chance.percent(60) { add("recognizerDelegate", recognizer) }
  }

  // MARK: The main part

  private mutating func step() {
    switch chance.below(100) {
    case 0..<55: add(chance.percent(95) ? "handle" : "handleMerging", position(.application, 0), chance.percent(95) ? 0 : nil)
    case 55..<62: add("advance", position(.application, 0))
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
    let owners = callers.sorted() + [position(.type, chance.below(3))]
    guard let name = ObjectName(position: chance.one(of: owners)), let callout = callout(of: name.kind) else { return }
    let time = chance.percent(8) ? 0 : chance.percent(75) ? 1 : chance.number(2...5)
    place = .callout(Slot(owner: name, callout: callout), time: time)
    for _ in 0..<(chance.percent(70) ? 1 : chance.number(2...4)) { anything() }
    place = .main
  }

  private mutating func callout(of kind: Kind) -> Callout? {
    let callouts = Callout.of(kind)
    if callouts.contains(.ended), chance.percent(20) { return .ended }
    let likely = callouts.filter(Callout.likely.contains)
    if !likely.isEmpty, chance.percent(60) { return chance.one(of: likely) }
    return callouts.isEmpty ? nil : chance.one(of: callouts)
  }
}

/// Fingers on a panel, mostly as hands move them.
private struct Fingers {
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
