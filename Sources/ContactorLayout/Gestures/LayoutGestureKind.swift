/// The kinds of gesture that a layout can hold.
public enum LayoutGestureKind: String, Hashable, Sendable, CaseIterable {
  /// Fingers that come down and go up, once or several times; perhaps held the last time.
  case tap
  /// Fingers that stay down.
  case longPress
  /// Fingers that move together.
  case pan
  /// Fingers that move fast in one direction.
  case swipe
  /// Two fingers that go apart or together.
  case pinch
  /// Two fingers that turn about each other.
  case rotation
  /// A finger that comes in from an edge.
  case edgePan
  /// Taps in corners, one after another.
  case corners
  /// Several fingers that stay down.
  case hold
  /// A shape that is drawn.
  case stroke

  /// What a gesture of this kind is called in a sentence.
  var noun: String {
    switch self {
    case .longPress: "long press"
    case .edgePan: "edge pan"
    case .corners: "corner sequence"
    default: rawValue
    }
  }

  /// The noun with its article.
  var nounWithArticle: String { (self == .edgePan ? "an " : "a ") + noun }

  /// Whether it goes on for a while: it begins, changes and ends.
  var isContinuous: Bool {
    switch self {
    case .longPress, .pan, .pinch, .rotation, .edgePan: true
    case .tap, .swipe, .corners, .hold, .stroke: false
    }
  }

  /// The states that actions can be bound to.
  public var states: [String] { isContinuous ? GestureStateName.all : ["recognized", "failed"] }

  /// What it measures, in the order in which the log tells it.
  var measures: [PlaceholderTemplate.Placeholder] {
    switch self {
    case .tap: [.taps]
    case .longPress, .hold, .corners: []
    case .pan, .edgePan: [.dx, .dy, .vx, .vy]
    case .swipe: [.direction]
    case .pinch: [.scale, .velocity]
    case .rotation: [.radians, .velocity]
    case .stroke: [.shape, .score]
    }
  }

  /// The thresholds that mean something to it.
  var tuningKeys: [TuningKey] {
    let names =
      switch self {
      case .tap: ["tapInterval", "tapDistance", "tapDuration"]
      case .longPress: ["tapInterval", "tapDistance", "tapDuration", "longPressDuration", "longPressMovement"]
      case .pan: ["panHysteresis"]
      case .swipe: ["swipeDistance", "swipeDuration", "swipeDeviation", "swipeOnset"]
      case .pinch: ["pinchHysteresis"]
      case .rotation: ["rotationHysteresis", "rotationMovement"]
      case .edgePan: ["panHysteresis", "edgeWidth"]
      case .corners: ["tapDistance", "tapDuration", "cornerSize", "cornerInterval"]
      case .hold: ["holdDuration", "longPressMovement"]
      case .stroke: [String]()
      }
    return TuningKey.all.filter { names.contains($0.name) }
  }
}

/// The names of a gesture's states, as the log and a layout's `on` write them.
enum GestureStateName {
  /// All of them; `recognized` is the end of a gesture that was made.
  static let all = ["recognized", "began", "changed", "ended", "cancelled", "failed"]
}
