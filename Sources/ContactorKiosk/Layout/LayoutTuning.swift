public import ContactorCore

/// What a layout says about the engine's thresholds, in the order of the file.
public struct LayoutTuning: Hashable, Sendable {
  /// A threshold's value as the layout states it.
  public enum Value: Hashable, Sendable {
    /// A time; layouts state it in seconds, or with `ms` behind it.
    case time(Microseconds)
    /// A distance in points, or in millimetres.
    case distance(LayoutDistance)
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
      case (.number(_, let set), .number(let number)): set(&tuning, number)
      default: break
      }
    }
  }
}
