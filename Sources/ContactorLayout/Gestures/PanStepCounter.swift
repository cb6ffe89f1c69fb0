import ContactorCore

/// Counts the steps that the fingers of a pan make along an axis, from the point at which they touched down (contract 13.7).
///
/// | the fingers are, from the place of the last step | outcome |
/// | --- | --- |
/// | less than a step away | nothing |
/// | one or more whole steps away, in either direction | so many steps in that direction; the place moves by as many |
///
/// So a turning point costs a whole step: fingers that tremble at the end of a step make none. The rest of a step is kept, and the count
/// over a movement is the same, however many frames report it.
struct PanStepCounter: Hashable {
  /// The place of the last step, in points from the point of touch.
  private var place = 0.0

  /// Moves the fingers to a place, in points from the point of touch; returns the steps, negative for steps to the left or upward.
  ///
  /// - Parameter length: the length of a step in points; without a positive one there are no steps.
  mutating func move(to end: Double, by length: Double) -> Int {
    let way = end - place
    guard length > 0, way.isFinite else { return 0 }
    // Positions in the log are rounded; a step that ends exactly here must not depend on that.
    let count = ((way.magnitude + Self.resolution) / length).rounded(.down)
    guard count >= 1, count < 1e9 else { return 0 }
    place += way < 0 ? -count * length : count * length
    return way < 0 ? -Int(count) : Int(count)
  }

  /// The resolution of positions, in points: twice the rounding of the log.
  private static let resolution = 0.002
}

/// The actions of a gesture that are done for each step, with their counters.
struct PanStepActions {
  /// Steps in one direction that one frame made.
  struct Steps {
    let action: ActionStep
    /// The place of the action in the list of `changed`.
    let index: Int
    let direction: PanSteps.Direction
    /// How many the action is done for.
    let count: Int
    /// How many were dropped beyond `Tuning.stepLimit`.
    let dropped: Int
  }

  private struct Entry {
    let action: ActionStep
    let index: Int
    let steps: PanSteps
    var across = PanStepCounter()
    var down = PanStepCounter()
  }

  private var entries: [Entry] = []

  init(_ bindings: [LayoutBinding]) {
    for binding in bindings where binding.event == "changed" {
      for (index, action) in binding.steps.enumerated() {
        if let steps = action.timing.steps { entries.append(Entry(action: action, index: index, steps: steps)) }
      }
    }
  }

  /// Whether no action is done for steps.
  var isEmpty: Bool { entries.isEmpty }

  /// Begins anew, as the fingers of another gesture have touched down.
  mutating func reset() {
    for index in entries.indices { (entries[index].across, entries[index].down) = (PanStepCounter(), PanStepCounter()) }
  }

  /// Moves the fingers; the steps of each action in the order of the file, those across before those down; at most
  /// `Tuning.stepLimit` of an action.
  ///
  /// - Parameters:
  ///   - displacement: from the point of touch, in points of the window.
  ///   - points: converts the length of a step to points.
  mutating func move(to displacement: Point, _ points: (Distance) -> Double) -> [Steps] {
    var made: [Steps] = []
    for index in entries.indices {
      let length = points(Distance(entries[index].steps.length))
      let across = entries[index].across.move(to: displacement.x, by: length)
      let down = entries[index].down.move(to: displacement.y, by: length)
      add((across, across < 0 ? .left : .right), (down, down < 0 ? .up : .down), of: entries[index], to: &made)
    }
    return made
  }

  private typealias Way = (steps: Int, direction: PanSteps.Direction)

  /// Adds the steps of both axes; of more than a frame may make, each axis has its share, the lesser one rounded up.
  private func add(_ across: Way, _ down: Way, of entry: Entry, to made: inout [Steps]) {
    let ways = [across, down].filter { $0.steps != 0 && entry.steps.direction ?? $0.direction == $0.direction }
    let whole = ways.reduce(0) { $0 + Int($1.steps.magnitude) }
    let limit = min(whole, Tuning.stepLimit)
    for way in ways {
      let steps = Int(way.steps.magnitude)
      let lesser = min(steps, whole - steps)
      let share = (lesser * limit + whole - 1) / whole
      let count = steps == lesser ? share : limit - share
      made.append(Steps(action: entry.action, index: entry.index, direction: way.direction, count: count, dropped: steps - count))
    }
  }
}

extension LayoutSession {
  /// Performs the actions that a gesture's movement makes steps for.
  func performSteps(_ gesture: BoundGesture) {
    guard let view = gesture.recognizer.view else { return }
    let isHidden = log.secure.containsAny(gesture.recognizer.touchIDs)
    for steps in gesture.takeSteps() {
      var values =
        isHidden ? PlaceholderValues(control: gesture.gesture.id, event: "changed") : gesture.placeholders(in: "changed")
      if !isHidden { values.measures[.direction] = .text(steps.direction.rawValue) }
      let cause = ActionCause(
        sender: view, id: gesture.gesture.id, event: "changed", values: values, delivered: application.event,
        isSecure: log.secure.covers(gesture.recognizer))
      for number in 1...steps.count {
        perform(steps.action, steps.index, of: lanes.beginList(), number == steps.count ? cause.adding(dropped: steps.dropped) : cause)
      }
    }
  }
}
