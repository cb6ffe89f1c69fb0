import ContactorCore

/// A threshold that a layout can set: its name in `Tuning` and what it measures.
struct TuningKey: Sendable {
  /// What a threshold measures, and how it is set.
  enum Quantity: Sendable {
    /// A time.
    case time(@Sendable (inout Tuning, Duration) -> Void)
    /// Points.
    case distance(@Sendable (inout Tuning, Double) -> Void)
    /// Millimetres.
    case length(@Sendable (inout Tuning, Double) -> Void)
    /// Radians.
    case angle(@Sendable (inout Tuning, Double) -> Void)
    /// A number that the rule allows.
    case number(NumberRule, @Sendable (inout Tuning, Double) -> Void)
  }

  let name: String
  let quantity: Quantity

  /// How the value is written, for messages.
  var shape: String {
    switch quantity {
    case .time: "seconds, or a time such as 350 ms"
    case .distance, .length: "points, or a length such as 5 mm"
    case .angle: "radians, or an angle such as 5 deg"
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
    TuningKey("pointsPerMillimetre", .number(.density) { $0.pointsPerMillimetre = $1 }),
    TuningKey("repeatDelay", .time { $0.repeatDelay = $1 }),
    TuningKey("repeatInterval", .time { $0.repeatInterval = $1 }),
    TuningKey("longPressDuration", .time { $0.longPressDuration = $1 }),
    TuningKey("longPressMovement", .distance { $0.longPressMovement = $1 }),
    TuningKey("panHysteresis", .distance { $0.panHysteresis = $1 }),
    TuningKey("swipeDistance", .distance { $0.swipeDistance = $1 }),
    TuningKey("swipeDuration", .time { $0.swipeDuration = $1 }),
    TuningKey("swipeDeviation", .number(.ratio) { $0.swipeDeviation = $1 }),
    TuningKey("swipeOnset", .length { $0.swipeOnset = $1 }),
    TuningKey("pinchHysteresis", .distance { $0.pinchHysteresis = $1 }),
    TuningKey("rotationHysteresis", .angle { $0.rotationHysteresis = $1 }),
    TuningKey("rotationMovement", .length { $0.rotationMovement = $1 }),
    TuningKey("edgeWidth", .length { $0.edgeWidth = $1 }),
    TuningKey("cornerSize", .length { $0.cornerSize = $1 }),
    TuningKey("cornerInterval", .time { $0.cornerInterval = $1 }),
    TuningKey("holdDuration", .time { $0.holdDuration = $1 }),
  ]

  /// Those that mean something on a view: what holds for the whole engine does not.
  static let ofViews = all.filter { $0.name != "visibleAlpha" && $0.name != "pointsPerMillimetre" }

  private init(_ name: String, _ quantity: Quantity) {
    self.name = name
    self.quantity = quantity
  }
}
