import ContactorCore
import ContactorStage
import Testing

@Suite("Hit-testing and the responder chain for touches (contract 3)")
struct HitTestTests {
  let stage = Stage()

  func view(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, in parent: View? = nil) -> View {
    stage.add(View(frame: Rect(x: x, y: y, width: width, height: height)), name, to: parent)
  }

  func hit(_ x: Double, _ y: Double) -> String? {
    stage.window.hitTest(Point(x: x, y: y), with: nil)?.identifier
  }

  @Test("3.1 front to back, the first hit wins; else the view itself; outside is nothing")
  func frontToBack() {
    _ = view("back", 0, 0, 200, 200)
    let front = view("front", 100, 0, 200, 200)
    _ = view("inner", 10, 10, 20, 20, in: front)
    #expect(hit(50, 50) == "back")
    #expect(hit(150, 50) == "front")
    #expect(hit(115, 15) == "inner")
    #expect(hit(500, 400) == "root")
    #expect(hit(900, 400) == nil)
  }

  @Test("3.1 hidden, transparent and non-interactive views are skipped with all in them")
  func skipped() {
    _ = view("back", 0, 0, 200, 200)
    let front = view("front", 0, 0, 200, 200)
    _ = view("inner", 0, 0, 200, 200, in: front)
    front.isHidden = true
    #expect(hit(50, 50) == "back")
    front.isHidden = false
    front.alpha = 0.009
    #expect(hit(50, 50) == "back")
    front.alpha = 0.01
    #expect(hit(50, 50) == "inner")
    front.isUserInteractionEnabled = false
    #expect(hit(50, 50) == "back")
  }

  @Test("3.1 children outside their parent are not hit")
  func outsideParent() {
    let parent = view("parent", 0, 0, 100, 100)
    _ = view("child", 50, 50, 200, 200, in: parent)
    #expect(hit(60, 60) == "child")
    #expect(hit(150, 150) == "root")
  }

  @Test("A turned and scaled view is hit where it shows")
  func transformed() {
    let turned = view("turned", 100, 100, 100, 20)
    turned.transform = AffineTransform(cosine: 0, sine: 1)
    #expect(hit(150, 70) == "turned")
    #expect(hit(110, 110) == "root")
    turned.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(hit(55, 95) == "turned")
    turned.transform = AffineTransform(scaleX: 0, y: 0)
    #expect(hit(55, 95) == "root")
  }

  @Test("A scrolled view's children are hit where they show")
  func scrolled() {
    let scroll = view("scroll", 0, 0, 100, 100)
    _ = view("row", 0, 500, 100, 20, in: scroll)
    scroll.bounds.origin.y = 450
    #expect(hit(50, 55) == "row")
  }

  @Test("3.3 touches that nobody handles go up the chain to the application")
  func chain() {
    let parent = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "parent")
    let child = view("child", 0, 0, 100, 100, in: parent)
    stage.tap(1, 50, 50, at: 0)
    #expect(parent.taken() == ["began 50.0,50.0", "ended 50.0,50.0"])
    #expect(child.next === parent && parent.next === stage.window && stage.window.next === stage.application)
    #expect(stage.application.next == nil)
  }

  @Test("A view moved to another parent leaves the first; a window dies without dangling links")
  func tree() {
    let first = view("first", 0, 0, 100, 100)
    let second = view("second", 100, 0, 100, 100)
    let child = view("child", 0, 0, 50, 50, in: first)
    second.addSubview(child)
    #expect(first.subviews.isEmpty && child.superview === second && child.window === stage.window)
    second.removeFromSuperview()
    #expect(child.window == nil && child.application == nil)
    var orphan: View?
    do {
      let parent = View(frame: .zero)
      orphan = View(frame: .zero)
      orphan.map(parent.addSubview)
    }
    #expect(orphan?.superview == nil)
  }
}
