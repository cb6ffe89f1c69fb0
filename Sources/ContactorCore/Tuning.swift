/// Every threshold of the engine, with its unit, its default, and where the number comes from.
public struct Tuning: Hashable, Sendable {
  /// The longest time between a touch's end and the next touch's beginning that still counts as a repeated
  /// tap.
  ///
  /// 0.35 s: contract 2.3.
  public var tapInterval: Duration = .milliseconds(350)
  /// How far a repeated tap may begin from the last one's end, and how far a touch may move and still be a
  /// tap, in points.
  ///
  /// 45 pt (7 mm): contract 2.3.
  public var tapDistance: Double = 45
  /// How long a touch may stay down and still be a tap.
  ///
  /// 0.75 s: contract 2.3.
  public var tapDuration: Duration = .milliseconds(750)
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
  /// How long a finger stays on a stepper before the step repeats.
  ///
  /// 0.5 s: contract 4.8.
  public var repeatDelay: Duration = .milliseconds(500)
  /// The time between the repeated steps of a stepper.
  ///
  /// 0.1 s: ours; no source gives UIKit's.
  public var repeatInterval: Duration = .milliseconds(100)
  /// How long a finger must stay down to be a long press.
  ///
  /// 0.5 s: contract 9.2.
  public var longPressDuration: Duration = .milliseconds(500)
  /// How far a finger may move before a long press begins, in points.
  ///
  /// 10 pt: contract 9.2.
  public var longPressMovement: Double = 10
  /// How far the centroid of the fingers must move for a pan to begin, in points.
  ///
  /// 10 pt: contract 9.2.
  public var panHysteresis: Double = 10
  /// How far the fingers must move for a swipe, in points.
  ///
  /// 50 pt: contract 9.2.
  public var swipeDistance: Double = 50
  /// How long a swipe may take.
  ///
  /// 0.5 s: contract 9.2.
  public var swipeDuration: Duration = .milliseconds(500)
  /// How far a swipe may go across its direction, as a share of how far it goes along it.
  ///
  /// 0.5, an angle of 27°: the sides of the eight directions that stroke daemons distinguish lie at 22.5°, and a swipe has
  /// four.
  public var swipeDeviation: Double = 0.5
  /// How far a finger must move before its direction counts in a swipe, in millimetres.
  ///
  /// 2 mm: contract 9.2.
  public var swipeOnset: Double = 2
  /// How much the distance of the fingers must change for a pinch to begin, in points.
  ///
  /// 20 pt, for each of two fingers as far as for a pan; the slop of Android's span is twice that of a touch, too. Resting fingers
  /// roll by 14 pt in a recording of an Atmel panel.
  public var pinchHysteresis: Double = 20
  /// How far the fingers must turn for a rotation to begin, in radians.
  ///
  /// 5°: fingers 46 mm apart or more begin at this angle, closer ones at `rotationMovement`.
  public var rotationHysteresis: Double = 5 * .pi / 180
  /// How far the fingers must move around their centroid for a rotation to begin, on average, in millimetres.
  ///
  /// 2 mm, the distance after which contract 9.2 counts a finger as moving. Two fingers that scroll in a straight line move 1.6, 1.7 and
  /// 1.9 mm around their centroid in recordings of NTRG, EP0430M09 and Wacom ISDv4 E6 panels, which turns them by 11°, 6° and 9°.
  /// Errors of ±0.5 mm along each axis make 1.2 mm at most, at any distance of the fingers. Fingers 40 mm apart begin at 6°, 15 mm
  /// apart at 15°.
  public var rotationMovement: Double = 2
  /// How far from the edge a screen-edge pan may begin, in millimetres.
  ///
  /// 3 mm: contract 9.2.
  public var edgeWidth: Double = 3
  /// The size of the corners of a corner sequence, in millimetres.
  ///
  /// 15 mm: a fingertip is 8 to 10 mm wide, and its centre does not reach the very corner.
  public var cornerSize: Double = 15
  /// The longest time between two taps of a corner sequence.
  ///
  /// 2 s: an arm crosses a large panel in less.
  public var cornerInterval: Duration = .seconds(2)
  /// How long several fingers must stay down to be a hold.
  ///
  /// 1 s: twice a long press, so that gripping the panel's frame is not a hold.
  public var holdDuration: Duration = .seconds(1)
  /// The longest time between the first finger of a hand and the others.
  ///
  /// 150 ms: contract 9.2.
  public static let landingTime: Duration = .microseconds(landingMicroseconds)
  /// How far from its end a contact may begin again to be the same one, in millimetres.
  ///
  /// 5 mm: less than the distance of two fingers beside each other, and more than a finger moves while a panel loses it for 40 ms in the
  /// reports on bouncing panels.
  public static let debounceDistance = 5.0
  /// How many steps of a pan one frame makes for an action at most.
  ///
  /// 100: 500 mm in steps of 5 mm, more than a finger crosses between two frames of any panel.
  public static let stepLimit = 100
  /// The greatest deviation of a swipe along an axis beside diagonal ones, if `swipeDeviation` leaves these no sector.
  ///
  /// The tangent of 22.5°, which makes eight equal sectors.
  static let octantDeviation = 0.414_213_562_373_095
  /// The longest time between two frames that touches are predicted from.
  ///
  /// 40 ms: after that long without a sample a finger counts as stopped, contract 9.6.
  public static let predictionLimit: Duration = .milliseconds(40)

  /// The greatest age of a sample that a velocity is computed from.
  ///
  /// 100 ms: contract 9.6.
  public static let velocityHorizon: Duration = .microseconds(velocityHorizonMicroseconds)
  /// The time after the last sample at which a touch counts as stopped.
  ///
  /// 40 ms: contract 9.6.
  public static let velocityStop: Duration = .microseconds(velocityStopMicroseconds)
  /// The greatest number of latest samples at the position of the last movement after which a velocity is that of the movement.
  ///
  /// 2: a finger that is lifted changes its pressure and size in one or two reports; more are a stop. Ours, see `VelocityTracker`.
  public static let velocityStillSamples = 2

  // The same in microseconds, the unit of the engine's computations.
  static let landingMicroseconds: Microseconds = 150_000
  static let velocityHorizonMicroseconds: Microseconds = 100_000
  static let velocityStopMicroseconds: Microseconds = 40_000

  /// Creates the defaults.
  public init() {}
}

/// A length on the panel, in points or in millimetres (contract 1.9).
///
/// Millimetres are converted to points by the density of the touched window: see `Window.pointsPerMillimetre`.
public enum Distance: Hashable, Sendable {
  /// Points of the window.
  case points(Double)
  /// Millimetres of the panel.
  case millimetres(Double)

  /// The length in points.
  ///
  /// - Parameter density: points per millimetre.
  @inlinable
  public func points(at density: Double) -> Double {
    switch self {
    case .points(let length): length
    case .millimetres(let length): length * density
    }
  }
}

/// The density of a window, which converts lengths.
struct GestureScale: Hashable, Sendable {
  /// Points per millimetre.
  var density: Double
  /// Whether the density was measured; reasons give lengths in points if it is assumed.
  var isKnown: Bool

  /// The length in points.
  @inline(__always)
  func points(_ distance: Distance) -> Double { distance.points(at: density) }

  /// The length in points; 0 if it is negative or NaN.
  func positivePoints(_ distance: Distance) -> Double {
    let length = points(distance)
    return length > 0 ? length : 0
  }

  /// The square of the length in points, for comparisons without a square root; 0 if the length is negative or NaN.
  func squaredPoints(_ distance: Distance) -> Double {
    let length = positivePoints(distance)
    return length * length
  }
}

extension Window {
  /// The scale of lengths in this window.
  var gestureScale: GestureScale {
    GestureScale(
      density: pointsPerMillimetre ?? owner?.tuning.pointsPerMillimetre ?? Tuning().pointsPerMillimetre,
      isKnown: pointsPerMillimetre != nil)
  }
}

extension GestureRecognizer {
  /// A length in points, by the density of the window of the sequence.
  public final func points(_ distance: Distance) -> Double { gestureScale.points(distance) }

  /// A setting's length in points; 0 if it is negative or NaN.
  final func lengthInPoints(_ distance: Distance) -> Double { gestureScale.positivePoints(distance) }
}
