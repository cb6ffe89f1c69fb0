import ContactorControls
import ContactorCore

extension Form {
  // MARK: Dispatch tables

  /// Registrations of targets and actions, what is taken back, and who is called.
  static let dispatchTables = Form(name: "dispatch tables", reads: { !$0.given["addTarget"].isNull }) { item in
    if item.given["addTarget"].listIfAny == nil { return try dropTarget(item) }
    let control = Rig().add(Control(frame: .zero))
    var clerks: [(name: String, clerk: Clerk)] = []
    func clerk(_ row: JSON) throws -> Clerk {
      let name = try row[0].text()
      if let known = clerks.first(where: { $0.name == name }) { return known.clerk }
      clerks.append((name, Clerk()))
      return clerks[clerks.count - 1].clerk
    }
    let rows = try item.given["addTarget"].list()
    for row in rows { try control.register(clerk(row), row) }
    func targets() -> [String] {
      control.allTargets.compactMap { target in
        guard case .object(let object) = target else { return nil }
        return clerks.first { $0.clerk === object }?.name
      }
    }
    var ours: [String: JSON] = [:]
    let each = try clerks.map { control.actions(forTarget: $0.clerk, forControlEvent: try .init(names: rows[0][2].text()))?.count ?? 0 }
    ours["enumeratesAll"] = .flag(targets() == clerks.map(\.name))
    ours["countPerTarget"] = Set(each).count == 1 ? JSON(each[0]) : JSON(each.map(Double.init))
    if !item.given["removeTarget"].isNull {
      try control.unregister(clerk(item.given["removeTarget"]), item.given["removeTarget"])
      ours["allTargetsAfterFirst"] = JSON(targets())
      ours["allControlEventsAfterFirst"] = .text("\(control.allControlEvents)")
    }
    if !item.given["thenRemove"].isNull {
      try control.unregister(clerk(item.given["thenRemove"]), item.given["thenRemove"])
      ours["allTargetsAfterSecond"] = JSON(targets())
    }
    for name in ["send", "sendActions"] where !item.given[name].isNull { try control.send(item.given[name]) }
    // `A.a` is how often A's action a was called.
    var calls: [String: JSON] = [:]
    for row in rows {
      let action = try row[1].text()
      calls[try row[0].text() + "." + action] = JSON(try clerk(row).count(of: action))
    }
    ours.merge(calls) { $1 }
    ours["calls"] = .object(calls)
    ours["docSays"] = .object(calls)
    try match(ours, item.expect.object())
    if item.given["removeTarget"].isNull {
      // Silence says nothing unless what is registered is called.
      let before = try clerk(rows[0]).count(of: try rows[0][1].text())
      control.sendActions(for: try .init(names: rows[0][2].text()))
      try match(try clerk(rows[0]).count(of: try rows[0][1].text()), before + 1, "the event that it is registered for")
    }
  }

  /// A target of which nobody else knows.
  private static func dropTarget(_ item: Case) throws {
    let control = Rig().add(Control(frame: .zero))
    weak var weakClerk: Clerk?
    do {
      let clerk = Clerk()
      weakClerk = clerk
      try control.addTarget(clerk, action: "a", for: .touchDown)
    }
    control.sendActions(for: .touchDown)
    try match(
      ["A released": .flag(weakClerk == nil), "laterSend": control.allTargets.isEmpty ? item.expect["laterSend"] : "still registered"],
      item.expect.object())
  }

  // MARK: Tracking

  /// Touches on one control, and the control events that come of them.
  static let controlTracking = Form(name: "control tracking", reads: { !$0.given["control"]["frame"].isNull }) { item in
    // Four engines' answers to one input: of two of them we take none, and of the two others none but as the contract says.
    let others: Set<String> = ["WinObjC", "touchHLE", "Mocha"]
    let expected = try item.expect.object().filter { !others.contains($0.key) }
    var ours: [String: JSON] = [:]
    for (name, value) in expected {
      switch name {
      case "all", "order": ours[name] = JSON(try track(item, like: value))
      // It has no tolerance around a control.
      case "Chameleon": ours[name] = JSON(try track(item, like: value, outset: 0))
      case "UIKit":
        // `y=60 is only 10 pt out: touchDragInside x3 then touchUpInside`
        let runs = try track(item, like: .null).dropFirst().reduce(into: [(String, Int)]()) { runs, name in
          if runs.last?.0 == name { runs[runs.count - 1].1 += 1 } else { runs.append((name, 1)) }
        }
        let text = runs.map { $1 == 1 ? $0 : "\($0) x\($1)" }.joined(separator: " then ")
        ours[name] = try value.text().hasSuffix(": " + text) ? value : .text(text)
      case "touchDragExitCount": ours[name] = JSON(try exits(item))
      case "eachIsOutside": ours[name] = .flag(try leavings(item).allSatisfy { $0.contains("touchUpOutside") })
      default: throw MalformedCase(item.expect, "an order of control events")
      }
    }
    // As the case writes them: without the remarks in brackets.
    let plain = expected.mapValues { value in
      value.listIfAny.map { JSON($0.compactMap(\.textIfAny).map { String($0.prefix { $0 != " " }) }) } ?? value
    }
    try match(ours, plain)
  }

  /// The deliveries of the control's events, of those that the case registers; its hooks, too, where the case tells of them.
  private static func track(_ item: Case, like expected: JSON, outset: Double? = nil) throws -> [String] {
    let rig = Rig()
    let frame = try Rect(item.given["control"]["frame"])
    let isPlain = item.given["control"]["type"].isNull
    let control = HookControl(frame: frame)
    let button = Button(frame: frame)
    let subject: Control = isPlain ? control : button
    rig.add(subject)
    subject.trackingOutset = outset.map(Distance.points)
    control.begins = !item.note.contains("beginTracking returns NO")
    control.addAction("down", for: .touchDown) { sender, _ in (sender as? HookControl)?.log.append("touchDown") }
    try rig.play(item.given["touches"])
    if expected.listIfAny?.contains("beginTracking()") == true { return control.log }
    let registered = try? item.given["registered"].texts()
    return rig.taken().filter { delivery in registered.map { $0.contains { delivery.contains($0) } } ?? true }
  }

  /// How often an exit is sent where `continueTracking` sends one by itself.
  private static func exits(_ item: Case) throws -> Int {
    let rig = Rig()
    let control = rig.add(EagerControl(frame: try Rect(item.given["control"]["frame"])))
    // `continueTracking sends touchDragExit by itself at 25 pt`
    let words = try item.given["override"].text().split(separator: " ")
    control.reach = words.lazy.compactMap { Double($0) }.first ?? .infinity
    var areByHand: [Bool] = []
    control.addAction("exit", for: .touchDragExit) { _, event in areByHand.append(event == nil) }
    try rig.play(item.given["touches"])
    try match(areByHand.first, true, "what is sent by hand carries no event")
    return areByHand.count
  }

  /// The deliveries when a finger goes from the middle to each point and is lifted there.
  private static func leavings(_ item: Case) throws -> [[String]] {
    let rig = Rig()
    let frame = try Rect(item.given["control"]["frame"])
    rig.add(Button(frame: frame))
    let points = try item.given["exitPoints"].list()
    guard !points.isEmpty else { throw MalformedCase(item.given, "points") }
    return try points.enumerated().map { number, place in
      let time = Int64(number) * 10_000
      try rig.send(.began, id: number, frame.center, at: Timestamp(microseconds: time * 1000))
      try rig.send(.moved, id: number, Point(place), at: Timestamp(microseconds: (time + 10) * 1000))
      try rig.send(.ended, id: number, Point(place), at: Timestamp(microseconds: (time + 20) * 1000))
      return rig.taken()
    }
  }

  // MARK: Buttons

  /// A button that is clicked by a call.
  static let buttons = Form(name: "buttons", reads: { $0.area == "button" }) { item in
    let rig = Rig()
    let button = rig.add(Button(frame: .zero))
    let clerk = Clerk()
    try button.addTarget(clerk, action: "doRecordedAction:", for: .primaryActionTriggered)
    button.isEnabled = item.given["enabled"].flagIfAny ?? true
    for call in item.given["call"].listIfAny ?? [item.given["call"]] {
      guard call == "performClick" else { throw MalformedCase(call, "performClick") }
      button.performClick()
    }
    try match(
      ["calls": JSON(clerk.calls.count), "sender": clerk.senders.last === button ? "the button" : "another"], item.expect.object())
  }
}

private final class HookControl: Control {
  var begins = true
  var log: [String] = []

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    log.append("beginTracking()")
    return begins
  }
}

/// A control that sends an exit of its own as soon as the finger is so far outside.
private final class EagerControl: Control {
  var reach = Double.infinity
  private var hasSent = false

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    if !hasSent, !bounds.outset(by: reach).contains(touch.location(in: self)) {
      hasSent = true
      sendActions(for: .touchDragExit)
    }
    return true
  }
}
