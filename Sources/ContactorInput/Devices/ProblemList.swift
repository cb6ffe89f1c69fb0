/// The devices that cannot be opened at present, and why; each is told once.
struct ProblemList {
  /// The problems, the latest last.
  private(set) var problems: [InputError] = []

  /// Notes a problem; `false` if it is known already.
  mutating func note(_ problem: InputError) -> Bool {
    guard !problems.contains(problem) else { return false }
    forget(problem.place)
    problems.append(problem)
    return true
  }

  /// Whether a device is held by another program, which can only be found out by trying again.
  var hasGrabbed: Bool { problems.contains { $0.code == .grabbed } }

  /// Forgets the problem of a device that was opened or is gone.
  mutating func forget(_ place: String) {
    problems.removeAll { $0.place == place }
  }

  /// Keeps the problems of places that pass a test.
  mutating func keep(_ isKept: (String) -> Bool) {
    problems.removeAll { !isKept($0.place) }
  }
}
