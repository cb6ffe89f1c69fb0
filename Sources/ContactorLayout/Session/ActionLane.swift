import ContactorCore
import ContactorTrace

/// The unfinished actions of one control or gesture, in the order of the requests (contract 13.1, 13.2).
///
/// An action may begin when no action before it of its own list is unfinished and, unless it is `parallel`, no other action before it that
/// is not `parallel`.
struct ActionLane {
  /// An action that was asked for.
  struct Entry {
    /// Names the entry.
    let number: Int
    /// The list that it stands in, which was asked for as a whole.
    let list: Int
    let slot: ActionSlot
    let step: ActionStep
    let cause: ActionCause
    /// The nesting depth of actions when it was requested.
    let depth: Int
    /// Whether it runs.
    fileprivate(set) var isRunning = false
    /// Whether its list has begun, so that it is done in any case.
    fileprivate(set) var isCertain = false

    init(number: Int, list: Int, slot: ActionSlot, step: ActionStep, cause: ActionCause, depth: Int) {
      (self.number, self.list, self.slot, self.step) = (number, list, slot, step)
      (self.cause, self.depth) = (cause, depth)
    }

    fileprivate var overlap: ActionOverlap { step.timing.overlap ?? (step.timing.steps == nil ? .standard(for: cause.event) : .queue) }
  }

  /// How many actions of a control wait at most.
  static let limit = 4096

  private(set) var entries: [Entry] = []
  /// How many of an action were dropped since it was done the last time.
  private var dropped: [ActionSlot: Int] = [:]
  private var parallelCount = 0

  var isEmpty: Bool { entries.isEmpty }
  var waitingCount: Int { entries.count { !$0.isRunning } }

  /// Takes an action that is asked for, and drops it or others as its `overlap` says.
  ///
  /// - Complexity: O(entries) for `latest` and `skip`, otherwise O(1).
  mutating func add(_ entry: Entry) {
    switch entry.overlap {
    case .skip:
      if entries.contains(where: { $0.slot == entry.slot && $0.list != entry.list }) { return drop(entry.slot) }
    case .latest:
      let before = entries.count
      entries.removeAll { $0.slot == entry.slot && !$0.isCertain }
      if entries.count < before { dropped[entry.slot, default: 0] += before - entries.count }
    case .parallel: parallelCount += 1
    case .queue: break
    }
    guard entries.count < Self.limit else {
      if entry.overlap == .parallel { parallelCount -= 1 }
      return drop(entry.slot)
    }
    var entry = entry
    entry.isCertain = entries.last { $0.list == entry.list }?.isCertain ?? false
    entries.append(entry)
  }

  private mutating func drop(_ slot: ActionSlot) { dropped[slot, default: 0] += 1 }

  /// The next action that may begin; `nil` where all wait.
  func next() -> Entry? {
    var lists: Set<Int> = []
    var isHeld = false
    for entry in entries {
      let mayBegin = !entry.isRunning && (!isHeld || entry.overlap == .parallel) && (lists.isEmpty || !lists.contains(entry.list))
      if mayBegin { return entry }
      if entry.overlap != .parallel { isHeld = true }
      if isHeld, parallelCount == 0 { return nil }
      lists.insert(entry.list)
    }
    return nil
  }

  /// Notes that an action begins; its list is done in any case from now on.
  ///
  /// - Returns: how many of it were dropped since the last.
  mutating func begin(_ entry: Entry) -> Int {
    for index in entries.indices where entries[index].list == entry.list {
      entries[index].isCertain = true
      if entries[index].number == entry.number { entries[index].isRunning = true }
    }
    return dropped.removeValue(forKey: entry.slot) ?? 0
  }

  /// Puts others in the place of an action that has ended, before what waits behind it; they are done in any case.
  ///
  /// One with `skip` is dropped while the same action of another list runs or waits.
  mutating func replace(_ number: Int, with others: [Entry]) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    _ = end(number)
    var certain: [Entry] = []
    for var entry in others {
      if entry.overlap == .skip, entries.contains(where: { $0.slot == entry.slot }) {
        drop(entry.slot)
        continue
      }
      if entry.overlap == .parallel { parallelCount += 1 }
      entry.isCertain = true
      certain.append(entry)
    }
    entries.insert(contentsOf: certain, at: index)
  }

  /// Notes that an action has ended.
  ///
  /// - Returns: how many of it were dropped meanwhile.
  mutating func end(_ number: Int) -> Int {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return 0 }
    let entry = entries.remove(at: index)
    if entry.overlap == .parallel { parallelCount -= 1 }
    return dropped[entry.slot] ?? 0
  }
}

/// The control, gesture or mode whose actions keep their order.
struct LaneKey: Hashable {
  let sender: ObjectIdentifier
  let id: String

  init(_ cause: ActionCause) { (sender, id) = (ObjectIdentifier(cause.sender), cause.origin.id) }
}

/// A program that runs.
struct RunningProgram {
  /// The number of its action.
  let number: Int
  let lane: LaneKey
  let cause: ActionCause
  let program: String
  let start: Timestamp
}

/// The lanes of a session and the programs that run.
struct ActionLanes {
  /// How many programs run at once; those of lists have room beside them (`ProcessRunner.defaultLimit`).
  static let programLimit = 48

  private(set) var lists = 0
  private(set) var numbers = 0
  /// The lanes with waiting or running actions.
  var lanes: [LaneKey: ActionLane] = [:]
  /// The programs that run, the oldest first.
  var programs: [RunningProgram] = []
  /// The lanes that wait for room for a program, in their order.
  var crowded: [LaneKey] = []
  /// The lanes whose actions are being begun.
  var active: Set<LaneKey> = []
  /// The ends of programs that came while the session handled something.
  var ends: [(number: Int, end: TraceOutcome.End, moment: Timestamp)] = []
  /// Whether the recording that is played has the ends of programs.
  var hasRecordedEnds = false
  private var depth = 0

  var isEmpty: Bool { lanes.isEmpty }
  /// Whether the session handles something, so that ends of programs wait.
  var isBusy: Bool { depth > 0 }
  /// Whether something around this is being handled.
  var isNested: Bool { depth > 1 }
  /// How many actions wait for others.
  var waitingCount: Int { lanes.values.reduce(0) { $0 + $1.waitingCount } }

  /// The number of a list that is asked for.
  mutating func beginList() -> Int {
    lists += 1
    return lists
  }

  mutating func nextNumber() -> Int {
    numbers += 1
    return numbers
  }

  mutating func enter() { depth += 1 }
  mutating func leave() { depth -= 1 }
}
