import ContactorCore
import Testing

extension Conformance {
  @Suite("flowkey: hit-testing and touch geometry of flowkey's UIKit port")
  struct Flowkey {
    @Test("The case holds", arguments: Case.all(in: "flowkey"))
    func holds(_ item: Case) throws { try judge(item, Self.checks.merging(Self.gestures) { first, _ in first }) }

    static let checks: [String: Check] = [
      "point-inside-half-open": pointInside, "point-inside-uses-bounds-origin": pointInside,
      "hit-self-transform": hits, "hit-child-transform": hits,
      "touch-location-nil-without-window": { item in
        let rig = Rig()
        rig.application.removeWindow(rig.window)
        try rig.play(item.given["touches"])
        try match(rig.touches.map { $0.location(in: nil).numbers }, item.expect["locationIn(nil)"].list().map { try $0.numbers() })
        try match(rig.touches.allSatisfy { $0.window == nil && $0.view == nil }, true)
      },
    ]

    private static let pointInside: Check = { item in
      let view = View(frame: .zero)
      view.bounds = try Rect(item.given["view"]["bounds"])
      let points = try item.given["points"].list().map { try Point($0) }
      try match(points.map { view.point(inside: $0, with: nil) }, item.expect["pointInside"].flags())
    }

    private static let hits: Check = { item in
      let scene = try Scene(item.given["views"])
      let root = try scene[item.given["hitTestOn"]]
      let points = try item.given["pointsInRootCoords"].list().map { try Point($0) }
      try match(
        points.map { root.hitTest($0, with: nil)?.identifier },
        item.expect["hit"].list().map { $0.isNull ? nil : try $0.text() })
      if !item.expect["rootBoundsSize"].isNull {
        try match([root.bounds.size.width, root.bounds.size.height], item.expect["rootBoundsSize"].numbers())
      }
    }
  }
}
