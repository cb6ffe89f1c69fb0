import ContactorCore

extension Form {
  /// Two recognizers of one view, of which one begins with the touch: whether the other is prevented.
  static let prevention = Form(name: "prevention", reads: { !$0.given["active"].isNull || !$0.given["R_active"].isNull }) { item in
    if item.given["R_active"].isNull { return try row(item) }
    let activeFirst = try item.given["addedFirst"].text() == "R_active"
    let pair = try Pair(active: item.given["R_active"], possible: item.given["R_possible"], activeFirst: activeFirst)
    let added = [pair.active, pair.possible].reversedIf(!activeFirst)
    try pair.rig.play(item.given["touches"])
    var ours: [String: JSON] = [
      "tracked": JSON(pair.tracked(by: added)), "possibleCount": JSON(added.count { $0.state == .possible }),
      "delegateOfPossibleAsked": .flag(pair.delegates.possible.simultaneousAsked > 0),
    ]
    pair.rig.send(.ended, 10, 10, at: 10)
    let following = added.filter { $0.numberOfTouches > 0 }
    ours["afterReset"] = .object(["tracked": JSON(following.count), "possible": JSON(following.count { $0.state == .possible })])
    try match(ours, item.expect.object())
    // Each was reset once, whether the case says so or not.
    try match(added.map(\.resets), added.map { _ in 1 }, "resets")
  }

  private static func row(_ item: Case) throws {
    let pair = try Pair(active: item.given["active"], possible: item.given["possible"], activeFirst: true)
    pair.rig.send(.began, at: 0)
    try match(pair.active.state, .began)
    try match(["possibleIsPrevented": .flag(pair.possible.state == .failed)], item.expect.object())
    pair.rig.send(.ended, at: 10)
    try match(pair.possible.state, .possible, "after the touch")
  }
}

/// Two recognizers of one view: one begins with the first touch, the other waits and sees.
private struct Pair {
  let rig = GestureRig()
  let view: View
  let active = TestRecognizer(onBegan: .began)
  let possible = TestRecognizer()
  let delegates = (active: TestDelegate(), possible: TestDelegate())

  init(active: JSON, possible: JSON, activeFirst: Bool) throws {
    view = rig.view(Rect(x: 0, y: 0, width: 100, height: 100))
    self.active.mayPrevent = active["canPreventOther"].flagIfAny ?? active["canPrevent"].flagIfAny ?? true
    self.active.mayBePrevented = active["canBePrevented"].flagIfAny ?? true
    self.possible.mayPrevent = possible["canPrevent"].flagIfAny ?? true
    self.possible.mayBePrevented =
      possible["canBePreventedByActive"].flagIfAny ?? possible["canBePrevented"].flagIfAny ?? true
    Self.give(self.active, delegates.active, active["delegateSimultaneous"])
    Self.give(self.possible, delegates.possible, possible["delegateSimultaneous"])
    for (recognizer, name) in [(self.active, "R_active"), (self.possible, "R_possible")].reversedIf(!activeFirst) {
      rig.add(recognizer, name, to: view)
    }
  }

  private static func give(_ recognizer: TestRecognizer, _ delegate: TestDelegate, _ answer: JSON) {
    guard let simultaneous = answer.flagIfAny else { return }
    delegate.simultaneous = simultaneous
    recognizer.delegate = delegate
  }

  /// The recognizers that still follow the touch, in the order in which they were added, with their states.
  func tracked(by added: [TestRecognizer]) -> [String] {
    added.filter { $0.state != .failed && $0.numberOfTouches > 0 }.map { "\($0.name):\($0.state == .possible ? "Possible" : "Began")" }
  }
}

extension Array {
  fileprivate func reversedIf(_ condition: Bool) -> [Element] { condition ? reversed() : self }
}
