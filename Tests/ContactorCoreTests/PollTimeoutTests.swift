import ContactorCore
import Testing

/// How long a host with `poll` may wait.
@Suite("The next deadline as a poll timeout (contract 1.1)")
struct PollTimeoutTests {
  private let application = Application()

  /// An application whose next deadline is at a time.
  private init(deadline: Int64) {
    application.schedule(at: Timestamp(microseconds: deadline)) {}
  }

  init() {}

  private func timeout(at moment: Int64) -> Int32 { application.pollTimeout(at: Timestamp(microseconds: moment)) }

  @Test("1.1 Without a deadline a host waits without a limit")
  func none() {
    for moment in [0, .max, .min] as [Int64] { #expect(timeout(at: moment) == -1) }
  }

  @Test("1.1 A timeout is rounded up, so that one wait reaches the deadline")
  func rounding() {
    for (deadline, wanted) in [(1, 1), (999, 1), (1000, 1), (1001, 2), (10_000, 10), (10_001, 11), (16_667, 17)] as [(Int64, Int32)] {
      let tests = PollTimeoutTests(deadline: 5_000_123 + deadline)
      #expect(tests.timeout(at: 5_000_123) == wanted, "\(deadline) µs")
    }
  }

  @Test("1.1 A deadline that has come wants no wait")
  func past() {
    let tests = PollTimeoutTests(deadline: 1_000_000)
    for moment in [1_000_000, 1_000_001, 1_000_000_000, .max] as [Int64] { #expect(tests.timeout(at: moment) == 0, "\(moment)") }
    tests.application.advance(to: Timestamp(microseconds: 2_000_000))
    #expect(tests.timeout(at: 2_000_000) == -1, "what was due is done")
  }

  @Test("1.1 A deadline far ahead is the longest wait that poll takes")
  func far() {
    #expect(PollTimeoutTests(deadline: Int64(Int32.max) * 1000).timeout(at: 0) == .max)
    #expect(PollTimeoutTests(deadline: Int64(Int32.max) * 1000).timeout(at: 1000) == Int32.max - 1)
    #expect(PollTimeoutTests(deadline: .max).timeout(at: 0) == .max)
    #expect(PollTimeoutTests(deadline: .max).timeout(at: .min) == .max)
  }

  @Test("1.1 A host that waits so long meets each deadline, with one wait for each")
  func host() {
    var (now, waits, fired) = (Timestamp(microseconds: 7), 0, [Int64]())
    for deadline in [1_500, 1_501, 40_000] as [Int64] {
      application.schedule(at: Timestamp(microseconds: deadline)) { fired.append(deadline) }
    }
    while waits < 10, case let timeout = application.pollTimeout(at: now), timeout >= 0 {
      now = now + .milliseconds(timeout)
      application.advance(to: now)
      waits += 1
    }
    #expect(fired == [1_500, 1_501, 40_000] && waits == 2, "the second deadline is met with the first")
  }
}
