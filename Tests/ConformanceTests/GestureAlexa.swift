import ContactorCore
import Testing

extension Conformance {
  @Suite("alexa-apl: presses and swipes of Amazon's screens")
  struct Alexa {
    @Test("The case holds", arguments: Case.all(in: "alexa-apl"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "double-press": presses, "triple": presses, "first-press-too-long": presses,
      "second-press-may-be-long": presses,
      "same-gesture-twice-first-wins": { item in
        let rig = GestureRig()
        let names = try item.given["recognizers"].texts()
        for name in names { tune(rig.add(TapGestureRecognizer(), name), item.params) }
        try rig.play(item.given["touches"])
        rig.settle()
        try match(names.map { rig.count($0) }, names.map { try item.expect[$0].integer() })
      },
      "target-change-resets": targets, "target-lost": targets,
      "swipe-wrong-direction": { item in
        let rig = GestureRig()
        let swipe = rig.add(SwipeGestureRecognizer(), "swipe", to: rig.view(try Rect(item.given["view"])))
        swipe.direction = try .init(name: item.given["direction"].text())
        swipe.minimumDistance = .points(try item.params["slop"].number())
        try rig.play(item.given["touches"])
        try match(rig.count("swipe"), item.expect["swipe"].integer())
      },
    ]

    /// A double press, which is recognized with the second touch, and a single one that waits for it.
    ///
    /// `onDown`, `onUp` and `onPress` are the view's affair, as is the order between them; what is compared is which
    /// presses there were.
    private static func addPair(_ rig: GestureRig, _ params: JSON, to view: View?, _ suffix: String = "") {
      let double = rig.add(TapGestureRecognizer(), "onDoublePress" + suffix, to: view)
      tune(double, params)
      let single = rig.add(TapGestureRecognizer(), "onSinglePress" + suffix, to: view)
      single.maximumDuration = .microseconds(Int64((params["longPressMs"].numberIfAny ?? 1000) * 1000))
      single.require(toFail: double)
    }

    private static func tune(_ double: TapGestureRecognizer, _ params: JSON) {
      let time = Duration.microseconds(Int64((params["doublePressMs"].numberIfAny ?? 500) * 1000))
      double.numberOfTapsRequired = 2
      double.maximumInterval = time
      double.maximumDuration = time
      double.hold = .zero
    }

    private static let presses: Check = { item in
      let rig = GestureRig()
      addPair(rig, item.params, to: nil)
      try rig.play(item.given["touches"])
      rig.settle()
      let expected = try item.expect["order"].texts().compactMap { name in
        ["onSinglePress", "onDoublePress"].first { name.contains($0) }
      }
      try match(rig.calls.map(\.name), expected)
    }

    private static let targets: Check = { item in
      let rig = GestureRig()
      for (name, frame) in try item.given["views"].object() {
        let view = rig.view(try Rect(frame), name)
        if !name.hasPrefix("text") { addPair(rig, item.params, to: view, "(\(name))") }
      }
      try rig.play(item.given["touches"])
      rig.settle()
      let expected = item.expect["order"].isNull ? item.expect["events"] : item.expect["order"]
      try match(rig.calls.map(\.name), expected.texts())
    }
  }
}
