import ContactorCore
import Testing

extension Conformance {
  @Suite("velocity: how fast the fingers of other systems' tests are")
  struct Velocity {
    @Test("The case holds", arguments: Case.all(in: "velocity"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "flutter-trace1": { item in
        // The share of the case, not of the contract: 0.1 %.
        let expected = try item.expect["velocity"].numbers()
        let ours = try velocity(item)
        try match(zip(ours, expected).map { $0 / $1 }, [1, 1], within: 0.001, "share")
      },
      "aosp-linear": { item in
        let expected = try item.expect["vx"].number()
        try match([velocity(item)[0]], [expected], within: expected * 0.2)
      },
      "aosp-three-points-zero": { item in
        try match([velocity(item)[0]], [item.expect["vx"].number()], within: 0)
      },
      "aosp-no-events": { item in
        let none = VelocityTracker().estimate(at: Timestamp(microseconds: 0))
        try match(none == nil, item.expect["velocity"].isNull)
      },
      "chromium-clamped": { item in
        // Half of the speed of the samples, which is 500.
        try match(velocity(item, maximumSpeed: 250), item.expect["velocity"].numbers(), within: 1e-6)
      },
      "chromium-delayed-up": { item in
        let delay = try item.given["upDelayMs"].number()
        try match(velocity(item, delay: delay), item.expect["velocity"].numbers(), within: 0)
      },
      "chromium-stop-before-up": { item in
        // Of the two answers ours is the better one: it does not turn back.
        try match(velocity(item), item.expect["LSQ2_RESTRICTED"].numbers(), within: 0)
      },
    ]

    private static func velocity(
      _ item: Case, maximumSpeed: Double = .infinity, delay: Double = 0
    ) throws -> [Double] {
      var tracker = VelocityTracker()
      tracker.maximumSpeed = maximumSpeed
      var last = Timestamp(microseconds: 0)
      for sample in try item.given["samples"].list() {
        last = Timestamp(microseconds: Int64((try sample["t"].number() * 1000).rounded()))
        tracker.add(try Point(sample["x"], sample["y"]), at: last)
      }
      return tracker.velocity(at: last + .microseconds(Int64(delay * 1000))).numbers
    }
  }
}
