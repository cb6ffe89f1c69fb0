/// Plays every interleaving of what some fingers do, without playing each: the steps that lead to the same state of the model
/// are gone on with once.
///
/// What is possible after a step, and what must be seen of it, depends on the model's state alone. So each state is reached by
/// one way, and every step from it is played in the engine and compared with the model; that covers sequences of any
/// length, among them the 18,603,072,423,936 of three fingers of five steps. That the engine, too, goes on alike from
/// equal states is checked at each further way into one: its views look the same, and so does every step from there.
struct Explorer {
  /// What was found.
  struct Result {
    /// How many states were reached.
    var states = 0
    /// How many steps were compared.
    var steps = 0
    /// Differences between engine and model, the first few: how to get there, and what was wrong.
    var mistakes: [String] = []
  }

  /// Whether each further way into a state is gone on with for a step.
  let comparesWays: Bool
  private(set) var result = Result()

  init(comparesWays: Bool) {
    self.comparesWays = comparesWays
  }

  /// How many interleavings there are of as many steps by each finger, over all arrangements of the fingers.
  static func interleavings(fingers: Int, steps: Int) -> Int {
    // Words of one finger that end with it up, and down: four steps are possible while it is down, two of them lift it.
    var (up, down) = (1, 0)
    for _ in 0..<steps { (up, down) = (2 * down, up + 2 * down) }
    let words = (0..<fingers).reduce(1) { product, _ in product * (up + down) }
    var orders = 1
    for finger in 1..<fingers {
      for step in 1...steps { orders = orders * (finger * steps + step) / step }
    }
    return words * orders * Place.arrangements(of: fingers).count
  }

  /// Explores all that fingers at these places can do.
  mutating func explore(_ places: [Place]) {
    let start = ControlModel(places)
    var known: Set<ControlModel> = [start]
    var open: [(model: ControlModel, path: [Move])] = [(start, [])]
    var next = 0
    while next < open.count {
      let (model, path) = open[next]
      next += 1
      result.states += 1
      for move in Self.moves(from: model, of: places) {
        let reached = play(path, then: move, from: model, places)
        if known.insert(reached).inserted {
          open.append((reached, path + [move]))
        } else if comparesWays {
          for further in Self.moves(from: reached, of: places) {
            _ = play(path + [move], then: further, from: reached, places)
          }
        }
      }
    }
  }

  private static func moves(from model: ControlModel, of places: [Place]) -> [Move] {
    places.indices.flatMap { finger in
      Step.possible(whileDown: model.isDown(finger)).map { Move(finger: finger, step: $0) }
    }
  }

  /// Plays a path, then a step that is compared with the model's, and says where it leads.
  private mutating func play(
    _ path: [Move], then move: Move, from model: ControlModel, _ places: [Place]
  ) -> ControlModel {
    let stand = Stand(places)
    for move in path { _ = stand.take(move) }
    var reached = model
    let expected = reached.take(move)
    result.steps += 1
    if let mistake = Self.mistake(expected, stand.take(move), reached, stand) {
      note(mistake, path + [move], places)
    }
    return reached
  }

  private static func mistake(
    _ expected: [Sighting], _ seen: [Sighting], _ model: ControlModel, _ stand: Stand
  ) -> String? {
    if let complaint = stand.complaints.first { return complaint }
    if expected != seen { return "expected \(expected), saw \(seen)" }
    return stand.difference(from: model)
  }

  private mutating func note(_ mistake: String, _ path: [Move], _ places: [Place]) {
    guard result.mistakes.count < 10 else { return }
    let steps = path.map { "\($0.finger) \($0.step)" }.joined(separator: ", ")
    result.mistakes.append("\(places): \(steps): \(mistake)")
  }

  // MARK: One by one

  /// Plays a whole interleaving of three fingers, chosen at random, and compares every step; all are at rest after it.
  mutating func playOne(steps: Int, _ random: Chance) {
    let places = (0..<3).map { _ in Place.allCases[random.below(Place.allCases.count)] }
    let stand = Stand(places)
    var model = ControlModel(places)
    var stepsLeft = places.map { _ in steps }
    var path: [Move] = []
    while true {
      var moves = Self.moves(from: model, of: places).filter { stepsLeft[$0.finger] > 0 }
      // Past the last step whatever is down is lifted.
      if moves.isEmpty {
        moves = places.indices.filter { model.isDown($0) }.map { Move(finger: $0, step: .up) }
      }
      if moves.isEmpty { break }
      let move = moves[random.below(moves.count)]
      stepsLeft[move.finger] -= 1
      path.append(move)
      let expected = model.take(move)
      result.steps += 1
      if let mistake = Self.mistake(expected, stand.take(move), model, stand) { return note(mistake, path, places) }
    }
  }
}
