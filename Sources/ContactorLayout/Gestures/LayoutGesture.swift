public import ContactorCore

/// A gesture of a layout: its recognizer's settings, the view that it belongs to, and its actions.
public struct LayoutGesture: Hashable, Sendable {
  /// Which gestures may go on beside this one.
  public enum Simultaneity: Hashable, Sendable {
    /// Those that are named; none at first.
    case with([String])
    /// All others.
    case withAll
  }

  /// The name, unique in the layout.
  public var id: String
  /// The kind of gesture.
  public var kind: LayoutGestureKind
  /// The id of the view or window that it belongs to; `nil` for the first window.
  public var view: String?
  /// The part of the view whose touches count, in the view's points; `nil` for all of it.
  public var region: Rect?
  /// How many fingers; `nil` for the kind's usual number.
  public var touches: ClosedRange<Int>?
  /// How many taps; 1 for a tap and 0 for a long press if it is `nil`.
  public var taps: Int?
  /// How long the fingers, or the last tap, must stay down.
  public var hold: Duration?
  /// The directions of a swipe, `left`, `right`, `up`, `down`, `upLeft`, `upRight`, `downLeft`, `downRight`, of a pinch, `in`, `out`, or of
  /// a rotation, `clockwise`, `counterclockwise`; of a stroke `any` or `forward`; empty for the kind's default.
  public var directions: [String] = []
  /// How far a swipe may go; any distance for `nil`.
  public var maximumDistance: LayoutDistance?
  /// How long a swipe may take; as `tuning` says for `nil`.
  public var maximumDuration: Duration?
  /// The edges that an edge pan comes from: `left`, `right`, `top`, `bottom`.
  public var edges: [String] = []
  /// The corners of a sequence in their order: `topLeft`, `topRight`, `bottomLeft`, `bottomRight`.
  public var corners: [String] = []
  /// The shapes of a stroke; those without a name of their own have the gesture's id.
  public var templates: [StrokeTemplate] = []
  /// The least similarity of a stroke and its shape, 0 … 1; `nil` for the recognizer's default.
  public var minimumScore: Double?
  /// The gestures that must fail first.
  public var requireToFail: [String] = []
  /// The gestures that may go on beside this one.
  public var simultaneous = Simultaneity.with([])
  /// Whether it is recognized at all.
  public var isEnabled = true
  /// Whether views lose the touches of the gesture once it is recognized.
  public var cancelsTouches = true
  /// Whether views, and applications that touches are forwarded to, get the touches of the gesture only once it has failed.
  public var delaysTouches = false
  /// The modes that the gesture belongs to, besides those that list it; with none at all it belongs to all but `locked`.
  public var modes: [String] = []
  /// The thresholds that the gesture sets.
  public var tuning = LayoutTuning()
  /// The actions of its states, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// Where the gesture stands in the file.
  public var mark = LayoutMark.file

  /// Creates a gesture on the first window.
  public init(id: String, kind: LayoutGestureKind) {
    self.id = id
    self.kind = kind
  }
}

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

  /// The kind's name in a sentence.
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

  /// The thresholds that are named after the kind, such as `longPressDuration`, then the others.
  var ownTuningKeys: [String] {
    let keys = tuningKeys.map(\.name)
    return keys.filter { $0.hasPrefix(rawValue) } + keys.filter { !$0.hasPrefix(rawValue) }
  }

  /// Whether the gesture begins, changes and ends, rather than being recognized once.
  var isContinuous: Bool {
    switch self {
    case .longPress, .pan, .pinch, .rotation, .edgePan: true
    case .tap, .swipe, .corners, .hold, .stroke: false
    }
  }

  /// The states that actions can be bound to.
  public var states: [String] { isContinuous ? GestureStateName.all : ["recognized", "failed"] }

  /// The measures, in the order of the log.
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

  /// The thresholds that the kind has.
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

extension Layout {
  /// An empty screen with the usual gestures, for recordings without a layout.
  package static func usualGestures(on screen: LayoutScreen) -> Layout {
    var layout = Layout(file: "", screen: screen)
    layout.gestures = LayoutGesture.usual
    return layout
  }
}

extension LayoutGesture {
  /// The gestures that people make, with the engine's thresholds in millimetres; a tap waits for the double tap to fail.
  ///
  /// They may all go on beside each other, so that none hides another.
  package static let usual: [LayoutGesture] = [
    usual("tap", .tap) { $0.requireToFail = ["doubleTap"] },
    usual("doubleTap", .tap) { $0.taps = 2 },
    usual("longPress", .longPress),
    usual("pan", .pan),
    usual("swipe", .swipe),
    usual("twoFingerTap", .tap) { $0.touches = 2...2 },
    usual("threeFingerSwipe", .swipe) { $0.touches = 3...3 },
    usual("pinch", .pinch),
    usual("rotation", .rotation),
    usual("edgePan", .edgePan) { $0.edges = LayoutSchema.edges },
    usual("hold", .hold) { $0.touches = 3...3 },
  ]

  private static func usual(
    _ id: String, _ kind: LayoutGestureKind, _ change: (inout LayoutGesture) -> Void = { _ in }
  ) -> LayoutGesture {
    var gesture = LayoutGesture(id: id, kind: kind)
    gesture.simultaneous = .withAll
    gesture.tuning = inMillimetres
    change(&gesture)
    return gesture
  }

  /// The engine's distances in points as the millimetres that they are at UIKit's density.
  private static let inMillimetres: LayoutTuning = {
    let tuning = Tuning()
    var settings = LayoutTuning()
    settings.entries = [
      ("tapDistance", tuning.tapDistance), ("longPressMovement", tuning.longPressMovement),
      ("panHysteresis", tuning.panHysteresis), ("swipeDistance", tuning.swipeDistance),
      ("pinchHysteresis", tuning.pinchHysteresis),
    ].map { .init(name: $0, value: .distance(.millimetres($1 / tuning.pointsPerMillimetre))) }
    return settings
  }()
}
