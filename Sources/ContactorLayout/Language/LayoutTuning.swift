public import ContactorCore

/// What a layout says about the engine's thresholds, in the order of the file.
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

  /// The thresholds that are stated, each once.
  public var entries: [Entry] = []

  /// Creates settings that change nothing.
  public init() {}

  /// Sets what is stated.
  ///
  /// - Parameter pointsPerMillimetre: what a millimetre is on the glass (contract 1.9).
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

  /// These settings with those of something more general where these say nothing.
  func over(_ general: LayoutTuning) -> LayoutTuning {
    var result = self
    result.entries += general.entries.filter { entry in !entries.contains { $0.name == entry.name } }
    return result
  }

  private func value(_ name: String) -> Value? { entries.first { $0.name == name }?.value }

  /// A threshold that is a time; `nil` where nothing is said.
  func time(_ name: String) -> Duration? {
    if case .time(let time)? = value(name) { time } else { nil }
  }

  /// A threshold that is a distance; `nil` where nothing is said.
  func distance(_ name: String) -> Distance? {
    guard case .distance(let distance)? = value(name) else { return nil }
    return Distance(distance)
  }

  /// A threshold that is an angle in radians, or a number without a unit; `nil` where nothing is said.
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
