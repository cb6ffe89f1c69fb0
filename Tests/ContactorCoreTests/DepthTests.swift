import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Trees that are as deep as they can be, and those that would be deeper: what walks through all levels needs the stack.
@Suite("How deep a tree of views can be (contract 5.14)")
struct DepthTests {
  private let stage = Stage()
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 100)

  /// Views one inside the other, from the outermost to the innermost.
  private func nest(_ count: Int) -> [View] {
    let views = (0..<count).map { _ in Asked(frame: bounds) }
    for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
    return views
  }

  private func levels(inside view: View) -> Int {
    var (count, current) = (0, view)
    while let inner = current.subviews.first { (count, current) = (count + 1, inner) }
    return count
  }

  @Test("5.14 views put one into the other by the ten thousand end at the depth a tree can have, and are touched there")
  func inward() {
    weak var innermost: View?
    do {
      let views = nest(10_000)
      stage.window.addSubview(views[0])
      #expect(levels(inside: stage.window) == 0, "a view with 1,000 levels inside has no place in a window")
      stage.window.addSubview(views[1])
      #expect(levels(inside: stage.window) == View.maximumDepth)
      innermost = views[View.maximumDepth]
      #expect(views[View.maximumDepth + 1].superview == nil)
    }
    stage.down(1, 10, 10, at: 0)
    #expect(stage.application.event.allTouches.first?.view === innermost && innermost != nil)
    stage.up(1, 10, 10, at: 10)
    stage.window.subviews[0].removeFromSuperview()
    #expect(innermost == nil)
  }

  @Test("5.14 views put round each other by the ten thousand never make a deeper tree either")
  func outward() {
    var outermost = View(frame: bounds)
    var refused = 0
    for _ in 0..<10_000 {
      let view = View(frame: bounds)
      view.addSubview(outermost)
      if view.subviews.isEmpty {
        #expect(levels(inside: outermost) == View.maximumDepth)
        refused += 1
      }
      outermost = view
    }
    #expect(refused == 9)
    stage.window.addSubview(outermost)
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.violations.isEmpty)
  }

  @Test("5.14 two trees fit together to the last level, and one that has become lower fits again")
  func together() {
    let (upper, lower) = (nest(600), nest(400))
    stage.window.addSubview(upper[0])
    upper[599].addSubview(lower[0])
    #expect(levels(inside: stage.window) == 1000)
    lower[399].addSubview(View())
    #expect(levels(inside: stage.window) == 1000)
    // A move within a tree that is full.
    upper[598].addSubview(lower[0])
    #expect(lower[0].superview === upper[598])
    upper[599].addSubview(upper[300])
    #expect(upper[300].superview === upper[299], "into itself")
    lower[200].removeFromSuperview()
    lower[199].addSubview(View())
    upper[0].removeFromSuperview()
    let base = nest(200)
    stage.window.addSubview(base[0])
    base[199].addSubview(upper[0])
    #expect(upper[0].superview === base[199], "1,000 levels once, 799 now")
  }
}

/// Is asked by overrides, as a user's view may be.
private final class Asked: View {
  override func hitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }

  override func point(inside point: Point, with event: Event?) -> Bool { super.point(inside: point, with: event) }
}
