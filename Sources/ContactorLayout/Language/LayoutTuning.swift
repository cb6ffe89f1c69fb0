public import ContactorCore

/// The engine's thresholds that a layout sets, in the order of the file.
public struct LayoutTuning: Hashable, Sendable {
  /// A threshold's value as the layout states it.
  public enum Value: Hashable, Sendable {
    /// A time; layouts state it in seconds, or with `ms` behind it.
    case time(Duration)
    /// A distance in points, or in millimetres.
    case distance(LayoutDistance)
    /// An angle in radians; layouts may state it with `deg` behind it.
    case angle(Double)
    /// A number without a unit.
    case number(Double)
  }

  /// A threshold with its value.
  public struct Entry: Hashable, Sendable {
    /// The threshold's name in `Tuning`.
    public var name: String
    /// Its value.
    public var value: Value
  }

  /// The thresholds that are set, each once.
  public var entries: [Entry] = []

  /// Creates settings that change nothing.
  public init() {}

  /// Sets these thresholds in the engine's.
  ///
  /// - Parameter pointsPerMillimetre: points in a millimetre on the glass (contract 1.9).
  public func apply(to tuning: inout Tuning, pointsPerMillimetre: Double) {
    for entry in entries {
      guard let key = TuningKey.all.first(where: { $0.name == entry.name }) else { continue }
      switch (key.quantity, entry.value) {
      case (.time(let set), .time(let time)): set(&tuning, time)
      case (.distance(let set), .distance(.points(let points))): set(&tuning, points)
      case (.distance(let set), .distance(.millimetres(let length))): set(&tuning, length * pointsPerMillimetre)
      case (.length(let set), .distance(.points(let points))): set(&tuning, points / pointsPerMillimetre)
      case (.length(let set), .distance(.millimetres(let length))): set(&tuning, length)
      case (.angle(let set), .angle(let angle)): set(&tuning, angle)
      case (.number(_, let set), .number(let number)): set(&tuning, number)
      default: break
      }
    }
  }

  /// These thresholds, and those of more general settings that are not set here.
  func over(_ general: LayoutTuning) -> LayoutTuning {
    var result = self
    result.entries += general.entries.filter { entry in !entries.contains { $0.name == entry.name } }
    return result
  }

  private func value(_ name: String) -> Value? { entries.first { $0.name == name }?.value }

  /// Returns a threshold that is a time; `nil` if it is not set.
  func time(_ name: String) -> Duration? {
    if case .time(let time)? = value(name) { time } else { nil }
  }

  /// Returns a threshold that is a distance; `nil` if it is not set.
  func distance(_ name: String) -> Distance? {
    guard case .distance(let distance)? = value(name) else { return nil }
    return Distance(distance)
  }

  /// Returns a threshold that is an angle in radians, or a number without a unit; `nil` if it is not set.
  func number(_ name: String) -> Double? {
    switch value(name) {
    case .angle(let number)?, .number(let number)?: number
    default: nil
    }
  }
}

extension Distance {
  /// The engine's form of a layout's distance.
  init(_ distance: LayoutDistance) {
    switch distance {
    case .points(let points): self = .points(points)
    case .millimetres(let length): self = .millimetres(length)
    }
  }
}

/// A distance as a layout states it, in points or in millimetres.
public enum LayoutDistance: Hashable, Sendable {
  /// A distance in points.
  case points(Double)
  /// A distance on the panel's glass (contract 1.9).
  case millimetres(Double)
}

/// A threshold that a layout can set: its name in `Tuning` and its quantity.
struct TuningKey: Sendable {
  /// The physical quantity of a threshold, with the setter.
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

  /// The form of the value, for messages.
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

  /// The thresholds that a view can set: all but those of the whole engine.
  static let ofViews = all.filter { $0.name != "visibleAlpha" && $0.name != "pointsPerMillimetre" }

  private init(_ name: String, _ quantity: Quantity) {
    self.name = name
    self.quantity = quantity
  }
}

/// The numbers that a key takes.
struct NumberRule: Sendable {
  /// The smallest and the largest number.
  let range: ClosedRange<Double>
  /// Whether the smallest number itself is not allowed.
  let isOpen: Bool
  /// The rule in words.
  let words: String

  /// Whether the number is in the range.
  func allows(_ number: Double) -> Bool {
    range.contains(number) && !(isOpen && number == range.lowerBound)
  }

  /// A place in points.
  static let coordinate = NumberRule(
    range: -1e6...1e6, isOpen: false, words: "points from -1000000 to 1000000")
  /// A width or a height in points.
  static let length = NumberRule(range: 0...1e6, isOpen: true, words: "points over 0, at most 1000000")
  /// A width or a height in millimetres.
  static let glassLength = NumberRule(range: 0...1e6, isOpen: true, words: "millimetres over 0, at most 1000000")
  /// How many points a millimetre has.
  static let density = NumberRule(range: 0...1e6, isOpen: true, words: "points a millimetre, over 0, at most 1000000")
  /// A distance in points, also 0.
  static let distance = NumberRule(
    range: 0...1e6, isOpen: false, words: "points from 0 to 1000000, or a length such as 5 mm")
  /// A distance in millimetres, also 0.
  static let glassDistance = NumberRule(range: 0...1e6, isOpen: false, words: "millimetres from 0 to 1000000")
  /// A share of a whole.
  static let share = NumberRule(range: 0...1, isOpen: false, words: "a number from 0 to 1")
  /// An angle in radians.
  static let angle = NumberRule(range: 0...Double.pi, isOpen: false, words: "radians from 0 to 3.141, or an angle such as 5 deg")
  /// The ratio of two lengths.
  static let ratio = NumberRule(range: 0...1000, isOpen: false, words: "a number from 0 to 1000")
  /// A frequency in hertz.
  static let frequency = NumberRule(range: 0...1000, isOpen: true, words: "hertz over 0, at most 1000")
  /// A control's value.
  static let value = NumberRule(range: -1e12...1e12, isOpen: false, words: "a number")
  /// The size of a stepper's step.
  static let step = NumberRule(range: 0...1e12, isOpen: true, words: "a number over 0")
  /// An element of a calibration matrix.
  static let factor = NumberRule(range: -1e6...1e6, isOpen: false, words: "a number from -1000000 to 1000000")
  /// A time in seconds, also 0.
  static let duration = NumberRule(range: 0...86_400, isOpen: false, words: "seconds from 0 to 86400, or a time such as 350 ms")
  /// The time within which a contact may begin again, in seconds.
  static let debounce = NumberRule(range: 0...1, isOpen: false, words: "seconds from 0 to 1, or a time such as 40 ms")
  /// A time in seconds, from a millisecond to a year.
  static let seconds = NumberRule(
    range: 0.001...31_536_000, isOpen: false, words: "seconds from 0.001 to 31536000, or a time such as 350 ms")
}
