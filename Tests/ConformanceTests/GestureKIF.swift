import ContactorCore
import Testing

extension Conformance {
  @Suite("kif-real-uikit: streams of touches that Apple's UIKit takes for gestures")
  struct KIF {
    @Test("The case holds", arguments: Case.all(in: "kif-real-uikit"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "two-finger-pan": { item in
        let rig = GestureRig()
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.minimumNumberOfTouches = try item.given["recognizer"]["minimumNumberOfTouches"].integer()
        try rig.play(item.given["touches"])
        try match(rig.shortStates("pan"), item.expect["stateReached"].texts())
      },
      "rotate-45": rotation, "rotate-90": rotation, "rotate-270": rotation, "rotate-360": rotation,
      "pan-velocity-right": velocity, "pan-velocity-up": velocity, "pan-velocity-down": velocity,
      "swipe-down": { item in
        let rig = GestureRig()
        let swipe = rig.add(SwipeGestureRecognizer(), "swipe")
        swipe.direction = try .init(name: item.given["recognizer"]["direction"].text())
        try rig.play(item.given["touches"])
        try match(rig.count("swipe") == 1, item.expect["recognized"].flag())
      },
      "edge-pan-needs-edge-flag": edge, "edge-pan-with-edge-flag": edge,
    ]

    /// The angle when it ended; the source checks one side only, we check both.
    private static let rotation: Check = { item in
      let rig = GestureRig()
      let rotation = rig.add(RotationGestureRecognizer(), "rotation")
      var angle = 0.0
      rotation.addAction("angle") { [unowned rotation] _ in angle = rotation.rotation }
      try rig.play(item.given["touches"])
      try match(rig.states("rotation").last, item.expect["finalState"].text(), "state")
      try match([angle], [item.expect["rotationRad"].number()], within: 0.2)
    }

    /// The signs of the velocity when the pan ended.
    private static let velocity: Check = { item in
      let rig = GestureRig()
      let pan = rig.add(PanGestureRecognizer(), "pan")
      var last = Point.zero
      pan.addAction("velocity") { [unowned pan] _ in last = pan.velocity(in: nil) }
      try rig.play(item.given["touches"])
      try match(rig.shortStates("pan").last, "ended")
      let expected = try item.expect["velocityReported"].text()
      let ours = "vx\(sign(last.x)), vy\(sign(last.y))"
      try match(ours, expected)
    }

    private static func sign(_ value: Double) -> String { value == 0 ? "==0.00" : value > 0 ? ">0" : "<0" }

    private static let edge: Check = { item in
      let size = try item.given["window"].numbers()
      let rig = GestureRig(width: size[0], height: size[1])
      let pan = rig.add(ScreenEdgePanGestureRecognizer(), "edge")
      pan.edges = try .init(name: item.given["recognizer"]["edges"].text())
      try rig.play(item.given["touches"])
      try match(rig.count("edge") > 0, item.expect["recognized"].flag())
    }
  }
}

extension SwipeGestureRecognizer.Direction {
  /// From the name that cases use.
  init(name: String) throws {
    switch name {
    case "left": self = .left
    case "right": self = .right
    case "up": self = .up
    case "down": self = .down
    default: throw MalformedCase(.text(name), "a direction")
    }
  }
}

extension ScreenEdgePanGestureRecognizer.Edges {
  /// From the name that cases use.
  init(name: String) throws {
    switch name {
    case "left": self = .left
    case "right": self = .right
    case "top": self = .top
    case "bottom": self = .bottom
    default: throw MalformedCase(.text(name), "an edge")
    }
  }
}
