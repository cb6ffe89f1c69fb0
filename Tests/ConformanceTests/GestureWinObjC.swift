import ContactorCore
import Testing

extension Conformance {
  @Suite("winobjc: which recognizer prevents which, in Microsoft's UIKit")
  struct WinObjC {
    @Test("The case holds", arguments: Case.all(in: "winobjc"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "prevent-row-01": row, "prevent-row-03": row, "prevent-row-05": row, "prevent-row-06": row,
      "prevent-row-07": row, "prevent-row-09": row, "prevent-row-10": row,
      "coord-no-prevent": coordinator, "coord-prevent-before-touch-received": coordinator,
      "coord-prevent-after-touch-received": coordinator, "coord-delegate-allows": coordinator,
    ]

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

    private static let row: Check = { item in
      let pair = try Pair(active: item.given["active"], possible: item.given["possible"], activeFirst: true)
      pair.rig.send(.began, at: 0)
      try match(pair.active.state, .began)
      try match(pair.possible.state == .failed, item.expect["possibleIsPrevented"].flag(), "prevented")
      pair.rig.send(.ended, at: 10)
      try match(pair.possible.state, .possible, "after the touch")
    }

    private static let coordinator: Check = { item in
      let activeFirst = try item.given["addedFirst"].text() == "R_active"
      let pair = try Pair(active: item.given["R_active"], possible: item.given["R_possible"], activeFirst: activeFirst)
      let added = [pair.active, pair.possible].reversedIf(!activeFirst)
      try pair.rig.play(item.given["touches"])
      try match(pair.tracked(by: added), item.expect["tracked"].texts(), "tracked")
      try match(added.count { $0.state == .possible }, item.expect["possibleCount"].integer(), "possible")
      if item.expect["delegateOfPossibleAsked"].flagIfAny == true {
        try match(pair.delegates.possible.simultaneousAsked > 0, true, "delegate asked")
      }
      pair.rig.send(.ended, 10, 10, at: 10)
      try match(added.map(\.numberOfTouches), [0, 0], "tracked after the touch")
      try match(added.map(\.resets), [1, 1], "resets")
    }
  }
}

extension Array {
  fileprivate func reversedIf(_ condition: Bool) -> [Element] { condition ? reversed() : self }
}
