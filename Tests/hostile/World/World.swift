import ContactorCore

/// A program at work: its objects, the calls that wait in callouts, and what must hold when it is over.
///
/// No property of it is being written while anything is called or released, so whatever happens to it from within a callout is
/// no fault of its own.
final class World {
  /// The objects of the program by their positions, each kept.
  private var objects: ContiguousArray<AnyObject?> = ContiguousArray(repeating: nil, count: Kind.total)
  /// Everything that was made, to find what is left at the end.
  private var born: [Born] = []
  private let program: Program
  private let reactions: [Int: Reaction]
  /// How many more calls are made in callouts.
  private var budget = 200
  private var depth = 0
  /// How many more items of trees are asked for, each of which is several questions.
  private var items = 30_000
  /// Told every call before it is made, and every callout.
  private let narrator: Narrator?

  /// The moment of the last frame that was sent in order.
  private var clock: Int64 = 1_000_000
  /// The touches and the event of the callout that goes on.
  private(set) var touches: TouchSet?
  private(set) var event: Event?
  /// The key of the callout that goes on.
  private(set) var key: KeyEvent?
  /// What was wrong, the first few times.
  private(set) var complaints: [String] = []
  /// Whether the program handed touches or events on by hand: the engine answers for none that it has not delivered.
  var hasForged = false
  /// Whether the program may have made objects that keep each other: a page that holds the view that keeps it as its page.
  var mayLeak = false
  /// Whether the program set a recognizer's state: the recognizer's machine does not know of it and may never end it.
  var hasSetState = false

  private struct Born {
    let name: ObjectName
    weak var object: AnyObject?
  }

  private final class Reaction {
    var fired = 0
    var calls: [(time: Int, call: Call)] = []
  }

  /// Creates a world without objects.
  init(_ program: Program, narrator: Narrator? = nil) {
    self.program = program
    self.narrator = narrator
    var reactions: [Int: Reaction] = [:]
    for step in program.steps {
      guard case .callout(let slot, let time) = step.place else { continue }
      let reaction = reactions[slot.key] ?? Reaction()
      reaction.calls.append((time, step.call))
      reactions[slot.key] = reaction
    }
    self.reactions = reactions
  }

  /// Runs the program and says what was wrong, if anything.
  static func run(_ program: Program, narrator: Narrator? = nil) -> [String] {
    let world = World(program, narrator: narrator)
    World.current = world
    defer { World.current = nil }
    for step in program.steps where step.place == .main { world.perform(step.call, at: "main 1") }
    world.finish(order: program.ending)
    return world.complaints
  }

  /// The world at work, for callouts that belong to a class.
  nonisolated(unsafe) static private(set) var current: World?

  /// Whether a callout goes on.
  var isInCallout: Bool { depth > 0 }

  // MARK: Objects

  /// The object at a position.
  func object(_ position: Int) -> AnyObject? { objects.indices.contains(position) ? objects[position] : nil }

  /// Puts an object, or none, at the place of a name; the one that was there is let go.
  func put(_ object: AnyObject?, at name: ObjectName) {
    if let object { born.append(Born(name: name, object: object)) }
    let old = objects[name.position]
    // The old one dies after the array was written, not while.
    withExtendedLifetime(old) { objects[name.position] = object }
  }

  /// Notes an object that no name leads to.
  func note(_ object: AnyObject, _ name: ObjectName) {
    born.append(Born(name: name, object: object))
  }

  // MARK: Calls

  /// Makes a call, if its objects exist.
  private func perform(_ call: Call, at place: @autoclosure () -> String) {
    let operation = Operation.all[call.operation]
    let isTimed = operation.domains.firstIndex { if case .moment = $0.meaning { true } else { false } }
    let moment = isTimed.map { self.moment(after: call.operands[$0]) } ?? clock
    let arguments = Arguments(
      world: self, operation: operation, operands: call.operands, moment: Timestamp(microseconds: moment))
    guard arguments.areComplete else { return }
    narrator?.call(operation.text(arguments), at: place())
    operation.run(arguments)
  }

  /// The moment that an operand means; ordinary ones move the clock on.
  private func moment(after operand: Int) -> Int64 {
    let steps = ValueList<Int64>.steps
    let sum = clock.addingReportingOverflow(steps[operand])
    let moment = sum.overflow ? (steps[operand] < 0 ? .min : .max) : sum.partialValue
    if operand < steps.ordinary { clock = moment }
    return moment
  }

  /// A callout: makes the calls that the program has for it this time.
  func play(_ owner: ObjectName, _ callout: Callout) {
    let slot = Slot(owner: owner, callout: callout)
    guard let reaction = reactions[slot.key] else {
      narrator?.callout("\(slot)")
      return
    }
    reaction.fired += 1
    let time = reaction.fired
    narrator?.callout("\(slot)")
    guard depth < 6, budget > 0 else { return }
    depth += 1
    for (when, call) in reaction.calls where when == time || when == 0 {
      guard budget > 0 else { break }
      budget -= 1
      perform(call, at: "\(slot) \(time)")
    }
    depth -= 1
  }

  /// A callout with touches, which the calls in it may keep.
  func play(_ owner: ObjectName, _ callout: Callout, _ touches: TouchSet, _ event: Event?) {
    let before = (self.touches, self.event)
    withExtendedLifetime(before) {
      (self.touches, self.event) = (touches, event)
      play(owner, callout)
      (self.touches, self.event) = before
    }
  }

  /// A callout with a key, which the calls in it may keep.
  func play(_ owner: ObjectName, _ callout: Callout, _ key: KeyEvent) {
    let before = self.key
    withExtendedLifetime(before) {
      self.key = key
      play(owner, callout)
      self.key = before
    }
  }

  /// How many items a delegate may say that there are: trees are deep and wide, and no program spends its time on answers.
  func spend(_ count: Int) -> Int {
    let spent = min(count, items)
    items -= max(spent, 0)
    return spent
  }

  // MARK: The end

  /// Says what is wrong.
  func complain(_ text: String) {
    if complaints.count < 4 { complaints.append(text) }
  }

  /// Says that the engine broke a promise to the touches.
  func complain(_ violation: StreamVerifier.Violation) {
    if violation.rule == .stuckRecognizer, hasSetState { return }
    if !hasForged { complain("violation: \(violation.rule)") }
  }

  /// Lets all objects go, in one of several orders, and looks for what is left.
  private func finish(order: Int) {
    // Callouts of what dies may make objects anew, until the budget is spent.
    for _ in 0..<300 where objects.contains(where: { $0 != nil }) {
      let positions = order % 2 == 0 ? Array(objects.indices) : objects.indices.reversed()
      let start = positions.count / 4 * (order / 2 % 4)
      for position in positions[start...] + positions[..<start] where objects[position] != nil {
        guard let name = ObjectName(position: position) else { continue }
        narrator?.call("\(name) = nil", at: "main 1")
        put(nil, at: name)
      }
    }
    guard !hasForged, !mayLeak else { return }
    for entry in born where entry.object != nil { complain("leak: \(entry.name)") }
  }
}

/// Writes down what a program does while it does it, so that it can be read after a crash.
struct Narrator {
  let write: (String) -> Void

  /// A call is about to be made, in the main part or in a callout.
  func call(_ text: String, at place: String) { write("call\t\(place)\t\(text)\n") }

  /// The engine called out.
  func callout(_ slot: String) { write("callout\t\(slot)\n") }
}
