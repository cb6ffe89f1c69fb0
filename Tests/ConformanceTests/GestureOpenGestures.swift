import ContactorCore
import Testing

extension Conformance {
  @Suite("opengestures: the parts of Apple's newer Gestures framework")
  struct OpenGestures {
    @Test("The case holds", arguments: Case.all(in: "opengestures"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "threshold-overshoot": { item in
        let (rig, pan) = try pan(threshold: item.given["threshold"])
        let values = try item.given["values"].list().map { try Point($0) }
        var outputs: [JSON] = []
        for (index, value) in values.enumerated() {
          let before = rig.count("pan")
          rig.send(index == 0 ? .began : .moved, value.x, value.y, at: Double(index))
          let way = pan.translation(in: nil)
          outputs.append(
            rig.count("pan") == before ? .text("filtered") : .list([.number(way.x.rounded()), .number(way.y.rounded())]))
        }
        try match(outputs, item.expect["outputs"].list())
      },
      "threshold-final-before": { item in
        let (rig, pan) = try pan(threshold: item.given["threshold"])
        let place = try Point(item.given["values"][0]["final"])
        rig.send(.began, place.x, place.y, at: 0)
        rig.send(.ended, place.x, place.y, at: 1)
        try match(rig.count("pan"), 0)
        guard case .movedTooLittle = pan.lastReason?.cause else {
          return try match("\(pan.lastReason?.text ?? "none")", item.expect["failure"].text())
        }
      },
      "velocity-first-zero": velocity, "velocity-basic": velocity,
      "movement-min": { item in
        let (rig, _) = try pan(threshold: item.given["bound"])
        rig.send(.began, 0, 0, at: 0)
        var outputs: [JSON] = []
        for (index, value) in try item.given["values"].list().enumerated() {
          let place = try Point(value["final"].isNull ? value : value["final"])
          rig.send(.moved, place.x, place.y, at: Double(index + 1))
          if !value["final"].isNull { rig.send(.ended, place.x, place.y, at: Double(index + 1)) }
          outputs.append(rig.states("pan").last == nil ? .text("filtered") : value)
        }
        try match(outputs, item.expect["outputs"].list())
        try match(rig.states("pan").last, "ended")
      },
      "movement-max": { item in
        let rig = GestureRig()
        let press = rig.add(LongPressGestureRecognizer(), "press")
        press.allowableMovement = .points(try item.given["bound"].number())
        rig.send(.began, 0, 0, at: 0)
        var failed: Int?
        for (index, value) in try item.given["values"].list().enumerated() {
          rig.send(.moved, try value[0].number(), try value[1].number(), at: Double(index + 1))
          if press.state == .failed, failed == nil { failed = index }
        }
        try match(failed, item.expect["failureAtIndex"].integer())
        guard case .moved = press.lastReason?.cause else {
          return try match("\(press.lastReason?.text ?? "none")", item.expect["failure"].text())
        }
      },
      "separation-within": { item in
        let rig = GestureRig()
        let tap = rig.add(TapGestureRecognizer(), "tap")
        tap.numberOfTouchesRequired = 2
        tap.maximumSeparation = .points(try item.given["limit"].number())
        let points = try item.given["points"].list().map { try Point($0) }
        for (id, point) in points.enumerated() { rig.send(.began, id: Int32(id), point.x, point.y, at: Double(id)) }
        for (id, point) in points.enumerated() { rig.send(.ended, id: Int32(id), point.x, point.y, at: Double(id + 5)) }
        try match(rig.count("tap") == 1, item.expect["passes"].flag())
      },
      "phase-transitions": phases,
    ]

    private static func pan(threshold: JSON) throws -> (GestureRig, PanGestureRecognizer) {
      let rig = GestureRig()
      let pan = rig.add(PanGestureRecognizer(), "pan")
      pan.hysteresis = .points(try threshold.number())
      pan.countsFromRecognition = true
      return (rig, pan)
    }

    /// The source mixes no more than two samples, however old: the horizon is set so.
    private static let velocity: Check = { item in
      var tracker = VelocityTracker()
      tracker.horizon = .seconds(10)
      tracker.stopTime = .seconds(10)
      var last = Timestamp(microseconds: 0)
      for sample in try item.given["samples"].list() {
        last = Timestamp(microseconds: Int64(try sample["t"].number() * 1000))
        tracker.add(try Point(sample["p"]), at: last)
      }
      try match(tracker.velocity(at: last).numbers, item.expect["velocity"].numbers(), within: 1e-9)
    }

    /// The source's phases are ours by other names; what it calls an invalid transition does nothing here.
    private static let phases: Check = { item in
      for pair in try item.given["legal"].list() {
        let ours = try Walk(to: pair[0].text())
        try ours.go(try pair[1].text())
        try match(ours.phase, pair[1].text(), "from \(pair[0])")
      }
      for pair in try item.given["illegal"].list() {
        let ours = try Walk(to: pair[0].text())
        try ours.go(try pair[1].text())
        try match(ours.phase, pair[0].text(), "from \(pair[0]) to \(pair[1])")
      }
    }

    /// A recognizer that is brought to a phase; another one must fail before it may begin, where it is to be blocked.
    private final class Walk {
      private let rig = GestureRig()
      private let recognizer: TestRecognizer
      private let other: TestRecognizer
      private var isDown = false

      init(to phase: String) throws {
        recognizer = rig.add(TestRecognizer(), "it")
        other = rig.add(TestRecognizer(), "other")
        other.mayPrevent = false
        recognizer.require(toFail: other)
        switch phase {
        case "idle": break
        case "possible": try go("possible")
        default:
          try go("possible")
          if phase == "active" || phase == "ended" { other.state = .failed }
          if phase == "blocked" || phase == "active" { recognizer.state = .began }
          if phase == "ended" { recognizer.state = .ended }
          if phase == "failed" { recognizer.state = .failed }
        }
        try match(self.phase, phase, "on the way")
      }

      func go(_ phase: String) throws {
        switch phase {
        case "possible": if isDown { recognizer.state = .possible } else { touch(.began) }
        case "idle": touch(.ended)
        case "blocked": recognizer.state = .began
        case "active":
          other.state = .failed
          recognizer.state = recognizer.state == .began ? .changed : .began
        case "ended":
          other.state = .failed
          recognizer.state = .ended
        default: recognizer.state = .failed
        }
      }

      private func touch(_ phase: TouchPhase) {
        isDown = phase == .began
        rig.send(phase, at: isDown ? 0 : 10)
      }

      var phase: String {
        switch recognizer.state {
        case .possible: !isDown ? "idle" : recognizer.isWaiting ? "blocked" : "possible"
        case .began, .changed: "active"
        case .ended: "ended"
        case .cancelled, .failed: "failed"
        }
      }
    }
  }
}
