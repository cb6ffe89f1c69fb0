import Testing

@testable import ContactorCore

/// Moments and lengths of time: contract 1.10, sums saturate.
struct TimestampTests {
  private let first = Timestamp(microseconds: .min)
  private let last = Timestamp(microseconds: .max)
  private let origin = Timestamp(microseconds: 0)
  /// Longer than any number of seconds that a `Duration` can be taken apart to.
  private let endless = Duration.seconds(Int64.max) + .seconds(Int64.max)

  @Test("A moment and a duration make a moment, two moments a duration")
  func arithmetic() {
    let moment = Timestamp(microseconds: 1_000_000)
    #expect(moment + .milliseconds(250) == Timestamp(microseconds: 1_250_000))
    #expect(moment - .milliseconds(250) == Timestamp(microseconds: 750_000))
    #expect(moment - Timestamp(microseconds: 400_000) == .milliseconds(600))
    #expect(Timestamp(microseconds: 400_000) - moment == .milliseconds(-600))
    #expect(moment + .nanoseconds(1_999) == Timestamp(microseconds: 1_000_001))
    #expect(moment + .nanoseconds(-1_999) == Timestamp(microseconds: 999_999))
  }

  @Test("Sums and differences of times saturate")
  func saturation() {
    #expect(last + .microseconds(1) == last)
    #expect(first - .microseconds(1) == first)
    #expect(last - .microseconds(-1) == last)
    #expect(first + .microseconds(-1) == first)
    #expect(origin + endless == last)
    #expect(origin - endless == Timestamp(microseconds: -.max))
    #expect(first - endless == first)
    #expect(origin + (.zero - endless) == first)
    #expect(origin - (.zero - endless) == last)
    #expect(last - first == .microseconds(Int64.max))
    #expect(first - last == .microseconds(Int64.min))
    #expect(last.advanced(byMicroseconds: .max) == last)
    #expect(first.advanced(byMicroseconds: .min) == first)
    #expect(first.microseconds(since: origin) == .min)
    #expect(origin.microseconds(since: first) == .max)
  }

  @Test("A duration has its whole microseconds, as many as there can be")
  func microseconds() {
    #expect(Duration.zero.clampedMicroseconds == 0)
    #expect(Duration.nanoseconds(999).clampedMicroseconds == 0)
    #expect(Duration.nanoseconds(-1_500).clampedMicroseconds == -1)
    #expect(Duration.microseconds(Int64.max).clampedMicroseconds == .max)
    #expect((Duration.microseconds(Int64.max) - .microseconds(1)).clampedMicroseconds == .max - 1)
    #expect((Duration.microseconds(Int64.min) + .microseconds(1)).clampedMicroseconds == .min + 1)
    #expect(endless.clampedMicroseconds == .max)
    #expect((.zero - endless).clampedMicroseconds == .min)
    #expect((.zero - endless).positiveMicroseconds == 0)
    #expect(Duration.milliseconds(40).positiveMicroseconds == 40_000)
  }

  @Test("The engine's own numbers are those of the tuning")
  func tuning() {
    #expect(Tuning.landingTime == .milliseconds(150))
    #expect(Tuning.velocityHorizon == .milliseconds(100))
    #expect(Tuning.velocityStop == .milliseconds(40))
    #expect(VelocityTracker().horizon == Tuning.velocityHorizon)
    #expect(VelocityTracker().stopTime == Tuning.velocityStop)
  }
}
