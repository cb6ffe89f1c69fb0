/// Makes a failing program as small as it can be and still fail.
///
/// Steps are left out: halves, quarters, …, single ones, until none can go; then operands become the first, plainest value of
/// their table, and calls in callouts go to the main part, or happen the first time. Any part of a program is a program, so nothing else needs to be seen to.
struct Shrinker {
  /// Whether a program still fails; what is tried is told there.
  private let fails: (Program) -> Bool
  private(set) var program: Program
  /// How many programs were tried.
  private(set) var tries = 0

  init(_ program: Program, fails: @escaping (Program) -> Bool) {
    self.program = program
    self.fails = fails
  }

  /// The smallest failing program that was found.
  static func shrink(_ program: Program, fails: @escaping (Program) -> Bool) -> Program {
    var shrinker = Shrinker(program, fails: fails)
    var before: Program?
    while before != shrinker.program {
      before = shrinker.program
      shrinker.leaveOutSteps()
      shrinker.leaveOutContacts()
      shrinker.simplify()
    }
    return shrinker.program
  }

  /// Takes the candidate if it fails.
  private mutating func take(_ candidate: Program) -> Bool {
    guard candidate != program else { return false }
    tries += 1
    guard fails(candidate) else { return false }
    program = candidate
    return true
  }

  private mutating func leaveOutSteps() {
    var size = max(1, program.steps.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < program.steps.count {
        var candidate = program
        candidate.steps.removeSubrange(start..<min(start + size, program.steps.count))
        if take(candidate) { hasShrunk = true } else { start += size }
      }
      if size > 1 { size /= 2 } else if !hasShrunk { return }
    }
  }

  /// Takes contacts out of frames.
  private mutating func leaveOutContacts() {
    for index in program.steps.indices {
      let call = program.steps[index].call
      let operation = Operation.all[call.operation]
      guard !operation.tail.isEmpty else { continue }
      var start = operation.domains.count
      while start < program.steps[index].call.operands.count {
        var candidate = program
        candidate.steps[index].call.operands.removeSubrange(start..<start + operation.tail.count)
        if !take(candidate) { start += operation.tail.count }
      }
    }
  }

  private mutating func simplify() {
    var candidate = program
    candidate.ending = 0
    _ = take(candidate)
    for index in program.steps.indices {
      if case .callout(let slot, _) = program.steps[index].place {
        candidate = program
        candidate.steps[index].place = .main
        let isPlain = take(candidate)
        candidate.steps[index].place = .callout(slot, time: 1)
        if !isPlain { _ = take(candidate) }
      }
      let call = program.steps[index].call
      for position in call.operands.indices where !Operation.all[call.operation].domain(position).isObject {
        guard program.steps[index].call.operands[position] != 0 else { continue }
        candidate = program
        candidate.steps[index].call.operands[position] = 0
        _ = take(candidate)
      }
    }
  }
}
