/// The steps of a pan that an action is done for: one for each so many millimetres that the fingers move (contract 13.7).
public struct PanSteps: Hashable, Sendable {
  /// A direction of the fingers on the window.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upward.
    case up
    /// Downward.
    case down
  }

  /// The length of a step; greater than 0.
  public var length: LayoutDistance
  /// The direction of the steps that count; `nil` for all four.
  public var direction: Direction?

  /// Creates steps of a length.
  public init(length: LayoutDistance, direction: Direction? = nil) {
    self.length = length
    self.direction = direction
  }
}

extension LayoutDecoder {
  /// The steps of an `every` that is a length, with their `direction`; `nil` for a time, which stands for itself.
  mutating func panSteps(_ fields: LayoutFields) -> PanSteps? {
    guard let node = fields["every"], quantity(node, units: ["mm", "pt"]) != nil else {
      if let entry = fields.entries["direction"] {
        report(entry.mark, "'direction' goes with the steps of a pan only", expected: "'every: 5 mm' beside it")
      }
      return nil
    }
    let before = mistakes
    var steps = PanSteps(length: distance(node, "'every'"))
    if mistakes == before, steps.length.amount < Self.leastStep {
      reject(node, "'every'", expected: "1 mm or more, or 1 pt or more")
    }
    if !takesSteps {
      report(
        node.mark, "'every' is a length, which only the actions in 'changed' of a pan or an edge pan take",
        expected: "a time such as 100 ms")
    }
    let names = PanSteps.Direction.allCases.map(\.rawValue)
    steps.direction = fields["direction"].flatMap { choice($0, "'direction'", of: names) }.flatMap(PanSteps.Direction.init)
    return steps
  }

  /// The least length of a step, in its own unit: the noise of a resting finger is below.
  private static let leastStep = 1.0
}

extension LayoutDistance {
  /// The number before the unit.
  fileprivate var amount: Double {
    switch self {
    case .points(let amount), .millimetres(let amount): amount
    }
  }
}
