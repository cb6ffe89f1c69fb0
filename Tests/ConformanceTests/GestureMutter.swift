import ContactorCore
import Testing

extension Conformance {
  @Suite("mutter: lives of gestures in GNOME's compositor")
  struct Mutter {
    @Test("The case holds", arguments: Case.all(in: "mutter"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "disposed-while-active": disposed, "cancel-stays-until-all-points-up": cancelStays,
      "release-while-possible": release, "n-presses-reset-by-distance": presses,
      "cancel-on-recognize": cancelOnRecognize, "claim-new-finger-while-recognizing": newFinger,
      "can-not-cancel-both-recognize": both, "hide-view-in-action-still-cancels-parent": hide,
    ]

    /// A state in the words of the cases.
    private static func name(_ recognizer: GestureRecognizer) -> String {
      switch recognizer.state {
      case .possible: recognizer.numberOfTouches == 0 ? "WAITING" : "POSSIBLE"
      case .began, .changed: "RECOGNIZING"
      case .ended: "COMPLETED"
      case .cancelled, .failed: "CANCELLED"
      }
    }

    private static let disposed: Check = { item in
      let rig = GestureRig()
      weak var recognizer: TestRecognizer?
      do {
        let view = rig.view(try Rect(item.given["views"]["a"]["frame"]))
        let made = TestRecognizer(onBegan: .began)
        view.addGestureRecognizer(made)
        recognizer = made
        try rig.play(item.given["touches"])
        try match(made.state, .began)
        view.removeFromSuperview()
      }
      rig.send(.ended, 15, 15, at: 10)
      // The event keeps its touches, and they their view, until the next one.
      rig.send(.began, id: 1, 500, 500, at: 20)
      try match(recognizer == nil, item.expect["gestureFreed"].flag(), "freed")
    }

    private static let cancelStays: Check = { item in
      let rig = GestureRig()
      let recognizer = rig.add(TestRecognizer(), "g")
      var states = [name(recognizer)]
      func note() { states.append(name(recognizer)) }
      try rig.play(item.given["touches"])
      note()
      recognizer.state = .cancelled
      note()
      rig.send(.began, id: 1, at: 10)
      note()
      rig.send(.ended, id: 0, at: 20)
      note()
      rig.send(.ended, id: 1, at: 30)
      note()
      try match(states, item.expect["states"].texts())
    }

    private static let release: Check = { item in
      let rig = GestureRig()
      let recognizer = rig.add(TestRecognizer(), "g")
      var states: [String] = []
      try rig.play(item.given["touches"]) { _ in
        states.append(name(recognizer))
      }
      let wasCancelled = recognizer.lastReason.map { !$0.isRecognized } ?? false
      states.insert(contentsOf: wasCancelled ? ["CANCELLED"] : [], at: 1)
      try match(states, item.expect["states"].texts())
    }

    private static let presses: Check = { item in
      let rig = GestureRig()
      try rig.play(item.given["touches"])
      try match(rig.tapCounts, item.expect["nPressesAfterEach"].numbers().map { Int($0) })
    }

    private static let cancelOnRecognize: Check = { item in
      let rig = GestureRig()
      let pair = (rig.add(TestRecognizer(), "g1"), rig.add(TestRecognizer(), "g2"))
      var states: (first: [String], second: [String]) = ([], [])
      func note() {
        states.first.append(name(pair.0))
        states.second.append(name(pair.1))
      }
      try rig.play(item.given["touches"])
      note()
      pair.0.state = .began
      note()
      pair.0.state = .ended
      note()
      rig.send(.ended, at: 10)
      note()
      try match(states.first, item.expect["g1"].texts(), "g1")
      try match(states.second, item.expect["g2"].texts(), "g2")
    }

    private static let newFinger: Check = { item in
      let rig = GestureRig()
      let pair = (rig.add(TestRecognizer(), "g1"), rig.add(TestRecognizer(), "g2"))
      try rig.play(item.given["touches"])
      pair.0.state = .began
      var points = [pair.0.numberOfTouches]
      rig.send(.began, id: 1, 45, 0, at: 10)
      points.append(pair.0.numberOfTouches)
      try match(name(pair.1), "CANCELLED", "g2")
      rig.send(.ended, id: 1, 45, 0, at: 20)
      points.append(pair.0.numberOfTouches)
      try match(points, item.expect["g1Points"].numbers().map { Int($0) }, "g1 points")
      pair.0.state = .ended
      rig.send(.ended, at: 30)
      try match(pair.1.numberOfTouches, item.expect["g2Points"].integer(), "g2 points")
    }

    private static let both: Check = { item in
      let rig = GestureRig()
      let a = rig.view(try Rect(item.given["views"]["a"]["frame"]))
      let delegate = TestDelegate()
      delegate.simultaneous = true
      let pair = (rig.add(TestRecognizer(onBegan: .began), "g1"), rig.add(TestRecognizer(), "g2", to: a))
      pair.0.delegate = delegate
      try rig.play(item.given["touches"])
      pair.1.state = .began
      try match(name(pair.0), item.expect["g1"].text(), "g1")
      try match(name(pair.1), item.expect["g2"].text(), "g2")
      try match(pair.0.numberOfTouches, item.expect["points"]["g1"].integer(), "g1 points")
      try match(pair.1.numberOfTouches, item.expect["points"]["g2"].integer(), "g2 points")
    }

    private static let hide: Check = { item in
      let rig = GestureRig()
      let a = rig.view(try Rect(item.given["views"]["a"]["frame"]))
      let parent = rig.add(TestRecognizer(onBegan: .ended), "p1")
      let child = rig.add(TestRecognizer(onBegan: .ended), "p2", to: a)
      child.addAction("hide") { [unowned a] _ in a.isHidden = true }
      try rig.play(item.given["touches"])
      try match(rig.count("p1") > 0, item.expect["p1Recognized"].flag(), "p1 recognized")
      try match(rig.count("p2") > 0, item.expect["p2Recognized"].flag(), "p2 recognized")
      try match(name(parent), item.expect["p1"].text(), "p1")
    }
  }
}
