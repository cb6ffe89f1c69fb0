/// The velocity of a moving point, computed from its latest positions (contract 9.6).
///
/// A parabola is fitted by least squares to the samples of the last 100 ms, 20 at most; the velocity is its slope at the newest sample.
/// Two samples give a line, one gives velocity zero.
///
/// A finger that is lifted changes its pressure and size, which panels report at the position of the last movement. If one or two of the
/// latest samples only repeat a position, the velocity is therefore that of the impulse that the samples give a mass: each change of
/// the speed adds its share of energy, and standing still adds none. A parabola through these samples would turn back.
///
/// After 40 ms without a sample the point counts as stopped, and a later sample
/// starts again.
///
/// Time is event time, never a clock's. The storage is fixed: adding and reading allocate nothing. Add the positions of a touch that
/// begins or moves; the position at which it is lifted says nothing about its speed.
public struct VelocityTracker: Sendable {
  /// The greatest speed that is reported, in points per second; a greater velocity keeps its direction.
  ///
  /// No limit by default; a negative one counts as 0.
  public var maximumSpeed: Double = .infinity
  /// The greatest age of a sample that contributes to the velocity.
  ///
  /// 100 ms: contract 9.6.
  public var horizon: Duration {
    get { .microseconds(span) }
    set { span = newValue.positiveMicroseconds }
  }
  /// The time after the last sample at which the point counts as stopped.
  ///
  /// 40 ms: contract 9.6.
  public var stopTime: Duration {
    get { .microseconds(stop) }
    set { stop = newValue.positiveMicroseconds }
  }
  private var span = Tuning.velocityHorizonMicroseconds
  private var stop = Tuning.velocityStopMicroseconds

  private struct Sample {
    var place: SIMD2<Double> = .zero
    var time = Timestamp(microseconds: 0)
  }
  /// A ring buffer: `newest` is the index of the latest sample.
  private var samples: [20 of Sample] = .init(repeating: Sample())
  private var newest = 0
  private var count = 0

  /// Creates a tracker without samples.
  public init() {}

  /// Removes all samples, for example when a new finger touches down.
  public mutating func reset() {
    count = 0
  }

  /// Moves the times of the samples with the clock.
  package mutating func shift(by microseconds: Microseconds) {
    for index in samples.indices { samples[index].time = samples[index].time.advanced(byMicroseconds: microseconds) }
  }

  /// Adds a position, in points.
  ///
  /// A sample that is not later than the last one replaces its position and keeps its time (contract 1.2).
  public mutating func add(_ place: Point, at time: Timestamp) {
    let sample = Sample(place: SIMD2(place.x, place.y), time: time)
    guard count > 0 else {
      samples[newest] = sample
      count = 1
      return
    }
    let passed = time.microseconds(since: samples[newest].time)
    guard passed > 0 else {
      samples[newest].place = sample.place
      return
    }
    if passed > stop { count = 0 }
    newest = newest == samples.count - 1 ? 0 : newest + 1
    samples[newest] = sample
    count = min(count + 1, samples.count)
  }

  /// The velocity at a time, in points per second; zero if there are no samples or the last one is too old.
  ///
  /// - Complexity: O(1): at most 20 samples.
  public func velocity(at time: Timestamp) -> Point {
    estimate(at: time) ?? .zero
  }

  /// The velocity at a time, in points per second; `nil` if there are no samples.
  public func estimate(at time: Timestamp) -> Point? {
    guard count > 0 else { return nil }
    // A span, because indexing the storage itself would copy it each time.
    let samples = samples.span
    let last = samples[newest]
    guard time.microseconds(since: last.time) <= stop else { return .zero }
    if let impulse = impulse(samples, last) { return limited(impulse) }
    var fit = ParabolaFit()
    var directions = DirectionBounds()
    var index = newest
    let scale = Double(max(span, 1))
    for _ in 0..<count {
      let sample = samples[index]
      let age = last.time.microseconds(since: sample.time)
      guard age <= span else { break }
      let place = sample.place - last.place
      fit.add(place, at: Double(age) / -scale)
      directions.add(place)
      index = index == 0 ? samples.count - 1 : index - 1
    }
    return limited(directions.clamped(fit.slope * (1_000_000 / scale)))
  }

  /// The velocity by impulse if the latest samples, at most `Tuning.velocityStillSamples`, repeat the position
  /// of the last movement; `nil` otherwise.
  private func impulse(_ samples: Span<Sample>, _ last: Sample) -> SIMD2<Double>? {
    var (still, used) = (0, 1)
    var index = newest
    var hasMoved = false
    while used < count {
      let before = index == 0 ? samples.count - 1 : index - 1
      guard last.time.microseconds(since: samples[before].time) <= span else { break }
      if samples[before].place != last.place { hasMoved = true }
      if !hasMoved { still += 1 }
      if still > Tuning.velocityStillSamples { return nil }
      index = before
      used += 1
    }
    guard still > 0, hasMoved else { return nil }
    var energy = ImpulseEnergy()
    for _ in 1..<used {
      let after = index == samples.count - 1 ? 0 : index + 1
      energy.add(samples[after].place - samples[index].place, in: Double(samples[after].time.microseconds(since: samples[index].time)))
      index = after
    }
    return energy.velocity
  }

  private func limited(_ velocity: SIMD2<Double>) -> Point {
    let speed = (velocity * velocity).sum().squareRoot()
    let share = speed > maximumSpeed ? max(maximumSpeed, 0) / speed : 1
    return Point(x: velocity.x * share, y: velocity.y * share)
  }
}

extension VelocityTracker {
  /// The energy that the samples give a mass of 1, with the sign of its direction, along each axis.
  ///
  /// A step at velocity v after velocity u does the work (v − u)·|v|; the first one starts from rest and counts half, ½ v².
  private struct ImpulseEnergy {
    private var work = SIMD2<Double>.zero
    private var isFirst = true

    /// Adds a step, oldest first: a displacement in points, a time in microseconds above 0.
    mutating func add(_ way: SIMD2<Double>, in time: Double) {
      let speed = way * (1_000_000 / time)
      let size = SIMD2(speed.x.magnitude, speed.y.magnitude)
      work += isFirst ? speed * size / 2 : (speed - velocity) * size
      isFirst = false
    }

    /// The velocity of that energy, in points per second.
    var velocity: SIMD2<Double> { SIMD2(Self.velocity(work.x), Self.velocity(work.y)) }

    private static func velocity(_ work: Double) -> Double {
      let speed = (2 * work.magnitude).squareRoot()
      return work < 0 ? -speed : speed
    }
  }

  /// The sums of a least-squares fit of a parabola.
  private struct ParabolaFit {
    private var n = 0.0
    private var t1 = 0.0
    private var t2 = 0.0
    private var t3 = 0.0
    private var t4 = 0.0
    private var y0 = SIMD2<Double>.zero
    private var y1 = SIMD2<Double>.zero
    private var y2 = SIMD2<Double>.zero

    /// Adds a position; the time is −1…0.
    mutating func add(_ place: SIMD2<Double>, at time: Double) {
      let squared = time * time
      n += 1
      t1 += time
      t2 += squared
      t3 += squared * time
      t4 += squared * squared
      y0 += place
      y1 += place * time
      y2 += place * squared
    }

    /// The slope at time 0, by Cramer's rule; that of a line if there are only two samples.
    var slope: SIMD2<Double> {
      let lineDeterminant = n * t2 - t1 * t1
      guard n > 1, lineDeterminant > 0 else { return .zero }
      let line = (y1 * n - y0 * t1) / lineDeterminant
      guard n > 2 else { return line }
      let determinant = n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t2 * t3) + t2 * (t1 * t3 - t2 * t2)
      guard determinant > 0 else { return line }
      let first = (y1 * t4 - y2 * t3) * n
      let second = y0 * (t1 * t4 - t2 * t3)
      return (first - second + (y2 * t1 - y1 * t2) * t2) / determinant
    }
  }

  /// The directions of the movement between samples, along each axis.
  ///
  /// A parabola through a sudden stop turns back: a velocity in a direction that no sample moved in counts as zero.
  private struct DirectionBounds {
    private var last: SIMD2<Double>?
    private var forward = SIMD2<Double>.zero
    private var backward = SIMD2<Double>.zero

    /// Adds a position; positions are added newest first.
    mutating func add(_ place: SIMD2<Double>) {
      if let last {
        let step = last - place
        forward = pointwiseMax(forward, step)
        backward = pointwiseMin(backward, step)
      }
      last = place
    }

    func clamped(_ velocity: SIMD2<Double>) -> SIMD2<Double> {
      velocity.clamped(
        lowerBound: SIMD2(backward.x < 0 ? -.infinity : 0, backward.y < 0 ? -.infinity : 0),
        upperBound: SIMD2(forward.x > 0 ? .infinity : 0, forward.y > 0 ? .infinity : 0))
    }
  }
}
