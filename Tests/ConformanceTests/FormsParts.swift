import ContactorCore

extension Form {
  /// A threshold or a bound, and the places that get past it.
  static let filters = Form(
    name: "filters", reads: { !$0.given["threshold"].isNull || !$0.given["restriction"].isNull || !$0.given["limit"].isNull }
  ) { item in
    if !item.given["limit"].isNull { return try separation(item) }
    let rig = GestureRig()
    let hasThreshold = !item.given["threshold"].isNull
    let isGreatest = item.given["restriction"] == "max"
    let bound = Distance.points(try (hasThreshold ? item.given["threshold"] : item.given["bound"]).number())
    let recognizer: GestureRecognizer
    if isGreatest {
      let press = LongPressGestureRecognizer()
      press.allowableMovement = bound
      recognizer = press
    } else {
      let pan = PanGestureRecognizer()
      pan.hysteresis = bound
      pan.countsFromRecognition = true
      recognizer = pan
    }
    rig.add(recognizer, "it")
    // Without a threshold the places are ways from where the touch begins.
    if !hasThreshold { rig.send(.began, 0, 0, at: 0) }
    var outputs: [JSON] = []
    var failure: Int?
    for (index, value) in try item.given["values"].list().enumerated() {
      let place = try Point(value["final"].isNull ? value : value["final"])
      let before = rig.count("it")
      rig.send(hasThreshold && index == 0 ? .began : .moved, place.x, place.y, at: Double(index + 1))
      if !value["final"].isNull { rig.send(.ended, place.x, place.y, at: Double(index + 1)) }
      if recognizer.state == .failed || recognizer.lastReason?.isRecognized == false {
        failure = failure ?? index
      } else if isGreatest {
        outputs.append(value)
      } else {
        let way = (recognizer as? PanGestureRecognizer)?.translation(in: nil) ?? .zero
        // The source gives what is left of the way past a threshold, and the place itself past a bound.
        let passed = hasThreshold ? JSON(way.numbers.map { ($0 * 1e9).rounded() / 1e9 }) : value
        outputs.append(rig.count("it") == before ? "filtered" : passed)
      }
    }
    let reason: JSON =
      switch recognizer.lastReason?.cause {
      case .moved: "tooMuchMovement"
      case .movedTooLittle: "notEnoughMovement"
      default: .text(recognizer.lastReason?.text ?? "none")
      }
    try match(["outputs": .list(outputs), "failureAtIndex": failure.map { JSON($0) } ?? .null, "failure": reason], item.expect.object())
  }

  /// Fingers that come down so far from each other.
  private static func separation(_ item: Case) throws {
    let rig = GestureRig()
    let points = try item.given["points"].list().map { try Point($0) }
    let tap = rig.add(TapGestureRecognizer(), "tap")
    tap.numberOfTouchesRequired = points.count
    tap.maximumSeparation = .points(try item.given["limit"].number())
    for (id, point) in points.enumerated() { rig.send(.began, id: Int32(id), point.x, point.y, at: Double(id)) }
    for (id, point) in points.enumerated() { rig.send(.ended, id: Int32(id), point.x, point.y, at: Double(id + 5)) }
    try match(["passes": .flag(rig.count("tap") == 1)], item.expect.object())
  }

  /// The source's phases are ours by other names; what it calls an invalid transition does nothing here.
  static let phases = Form(name: "phases", reads: { !$0.given["legal"].isNull }) { item in
    for pair in try item.given["legal"].list() {
      let ours = try Walk(to: pair[0].text())
      try ours.go(try pair[1].text())
      try match(ours.phase, pair[1].text(), "from \(pair[0])")
    }
    for pair in try item.given["illegal"].list() {
      let ours = try Walk(to: pair[0].text())
      try ours.go(try pair[1].text())
      let isRefused = try ours.phase == pair[0].text()
      try match(["enqueueIllegal": isRefused ? "InvalidTransition" : .text(ours.phase)], item.expect.object())
    }
  }

  /// Contacts that are down, then one frame of changes: which are heard of, and which are down then.
  static let eventBinding = Form(name: "event binding", reads: { !$0.given["bound"].isNull }) { item in
    let rig = Rig()
    for id in try item.given["bound"].list() { try rig.send(.began, id: id.integer(), Point(x: 10, y: 10), at: Timestamp(microseconds: 0)) }
    let before = rig.touches.count
    let phases: [String: TouchPhase] = ["began": .began, "active": .moved, "ended": .ended, "failed": .cancelled]
    let contacts = try item.given["append"].list().map { change in
      guard let phase = phases[try change[1].text()] else { throw MalformedCase(change, "a phase") }
      let id = Int32(try change[0].integer())
      return Contact(trackingID: id, slot: id, phase: phase, location: Point(x: 20, y: 20))
    }
    rig.application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 1000), contacts: contacts))
    let heard = rig.touches.dropFirst(before)
    try match(
      [
        "keptEvents": JSON(Set(heard.map { Double($0.trackingID) }).sorted()),
        "boundAfter": JSON(Set(rig.touches.filter(\.isAlive).map { Double($0.trackingID) }).sorted()),
      ], item.expect.object())
  }

  /// A press with a least duration, and the deadlines that it asks for.
  static let deadlines = Form(name: "deadlines", reads: { !$0.given["finalAt"].isNull }) { item in
    let rig = GestureRig()
    let press = rig.add(LongPressGestureRecognizer(), "press")
    guard let time = item.given.duration("min", "timeout") else { throw MalformedCase(item.given, "a duration") }
    press.minimumPressDuration = time
    func deadline() -> JSON {
      rig.application.nextDeadline.map { .number(Double($0.microseconds - GestureRig.start) / 1000) } ?? .null
    }
    rig.send(.began, at: item.given["start"].numberIfAny ?? 0)
    let timer = deadline()
    try match(timer.isNull, false, "a deadline while the finger is down")
    rig.send(.ended, at: try item.given["finalAt"].number())
    try match(
      [
        "timerAt": timer, "deadline": deadline(), "fulfilled": .flag(press.lastReason != nil),
        "output": rig.states("press").last == "ended" ? "final" : .text(press.lastReason?.text ?? "none"),
      ], item.expect.object())
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
