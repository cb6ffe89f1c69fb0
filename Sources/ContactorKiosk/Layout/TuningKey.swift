import ContactorCore

/// A threshold that a layout can set: its name in `Tuning` and what it measures.
struct TuningKey: Sendable {
  /// What a threshold measures, and how it is set.
  enum Quantity: Sendable {
    /// Microseconds.
    case time(@Sendable (inout Tuning, Microseconds) -> Void)
    /// Points.
    case distance(@Sendable (inout Tuning, Double) -> Void)
    /// A number that the rule allows.
    case number(NumberRule, @Sendable (inout Tuning, Double) -> Void)
  }

  let name: String
  let quantity: Quantity

  /// How the value is written, for messages.
  var shape: String {
    switch quantity {
    case .time: "seconds, or a time such as 350 ms"
    case .distance: "points, or a length such as 5 mm"
    case .number(let rule, _): rule.words
    }
  }

  /// Every threshold, in the order of `Tuning`; a test compares the two.
  static let all = [
    TuningKey("tapInterval", .time { $0.tapInterval = $1 }),
    TuningKey("tapDistance", .distance { $0.tapDistance = $1 }),
    TuningKey("tapDuration", .time { $0.tapDuration = $1 }),
    TuningKey("trackingOutset", .distance { $0.trackingOutset = $1 }),
    TuningKey("visibleAlpha", .number(.share) { $0.visibleAlpha = $1 }),
    TuningKey("pointsPerMillimetre", .number(.length) { $0.pointsPerMillimetre = $1 }),
    TuningKey("repeatDelay", .time { $0.repeatDelay = $1 }),
    TuningKey("repeatInterval", .time { $0.repeatInterval = $1 }),
  ]

  private init(_ name: String, _ quantity: Quantity) {
    self.name = name
    self.quantity = quantity
  }
}
