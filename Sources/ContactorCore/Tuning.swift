/// Every threshold of the engine, with its unit, its default, and where the number comes from.
public struct Tuning: Hashable, Sendable {
  /// The longest time between a touch's end and the next touch's beginning that still counts as a repeated
  /// tap, in microseconds.
  ///
  /// 0.35 s: contract 2.3.
  public var tapInterval: Microseconds = 350_000
  /// How far a repeated tap may begin from the last one's end, and how far a touch may move and still be a
  /// tap, in points.
  ///
  /// 45 pt (7 mm): contract 2.3.
  public var tapDistance: Double = 45
  /// How long a touch may stay down and still be a tap, in microseconds.
  ///
  /// 0.75 s: contract 2.3.
  public var tapDuration: Microseconds = 750_000
  /// How far outside its bounds a control still counts a tracked touch as inside, in points.
  ///
  /// 70 pt: measured on UIKit devices, contract 4.5.
  public var trackingOutset: Double = 70
  /// The least alpha of a view that takes touches.
  ///
  /// 0.01: contract 3.1.
  public var visibleAlpha: Double = 0.01
  /// The pixel density that is assumed where a panel's size is unknown, in points per millimetre.
  ///
  /// 163 points per inch, as UIKit assumes: contract 1.9.
  public var pointsPerMillimetre: Double = 163 / 25.4
  /// How long a finger stays on a stepper before it steps again by itself, in microseconds.
  ///
  /// 0.5 s: contract 4.8.
  public var repeatDelay: Microseconds = 500_000
  /// The time between the steps that a stepper takes by itself, in microseconds.
  ///
  /// 0.1 s: ours, ten steps a second; no source names one.
  public var repeatInterval: Microseconds = 100_000
  /// The longest time between two frames from which touches are predicted, in microseconds.
  ///
  /// 40 ms: after that long without a sample a finger counts as stopped, contract 9.6.
  public static let predictionLimit: Microseconds = 40_000

  /// How old a sample may be that a velocity is reckoned from, in microseconds.
  ///
  /// 100 ms: contract 9.6.
  public static let velocityHorizon: Microseconds = 100_000
  /// How long after the last sample whatever moved counts as stopped, in microseconds.
  ///
  /// 40 ms: contract 9.6.
  public static let velocityStop: Microseconds = 40_000

  /// Creates the defaults.
  public init() {}
}
