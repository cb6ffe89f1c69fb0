import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Touches of the content of a scroll view: who gets them, and when.
@Suite("Touches in scroll views")
struct ScrollTouchTests {
  private let stage = Stage()
  private let view: ScrollView

  init() { view = stage.scrollView() }

  private func button(_ x: Double = 0, _ y: Double = 100) -> Button {
    stage.add(Button(frame: Rect(x: x, y: y, width: 400, height: 100)), "button", to: view)
  }

  @Test("7.6 A finger that rests for 150 ms goes to the control; not a moment earlier")
  func rests() {
    let button = button()
    stage.down(1, 200, 150, at: 1000)
    stage.pass(to: 1149)
    #expect(!button.isTracking)
    stage.pass(to: 1150)
    #expect(button.isTracking)
    stage.up(1, 200, 150, at: 1300)
    #expect(stage.taken() == ["button touchDown", "button touchUpInside", "button primaryActionTriggered"])
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A drag before 150 ms scrolls, and the control is never touched")
  func drags() {
    _ = button()
    stage.drag(from: Point(x: 200, y: 150), to: Point(x: 200, y: 50), at: 1000)
    stage.up(1, 200, 50, at: 1105)
    #expect(view.contentOffset.y >= 90)
    stage.pass(to: 9000)
    #expect(stage.taken().isEmpty)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A quick tap is delivered when the finger is lifted")
  func taps() {
    _ = button()
    stage.tap(1, 200, 150, at: 1000)
    #expect(stage.taken() == ["button touchDown", "button touchUpInside", "button primaryActionTriggered"])
    #expect(!view.isTracking)
  }

  @Test("7.6 Without a delay the control is touched at once, and a drag cancels it")
  func noDelay() {
    let button = button()
    view.delaysContentTouches = false
    stage.down(1, 200, 150, at: 1000)
    #expect(button.isTracking)
    stage.move(1, 200, 120, at: 1010)
    #expect(stage.taken() == ["button touchDown", "button touchCancel"])
    stage.move(1, 200, 100, at: 1020)
    #expect(view.contentOffset.y == 40)
    stage.up(1, 200, 100, at: 1300)
  }

  @Test("7.6 A finger that rested on a button scrolls when it drags; where the content keeps its touches it does not")
  func cancels() {
    _ = button()
    stage.down(1, 200, 150, at: 1000)
    stage.pass(to: 1200)
    stage.move(1, 200, 120, at: 1210)
    stage.move(1, 200, 50, at: 1220)
    #expect(stage.taken() == ["button touchDown", "button touchCancel"])
    #expect(view.contentOffset.y > 0)
    stage.up(1, 200, 50, at: 1700)
    view.contentOffset = .zero
    view.canCancelContentTouches = false
    stage.down(1, 200, 150, at: 2000)
    stage.pass(to: 2200)
    stage.move(1, 200, 120, at: 2210)
    stage.move(1, 200, 50, at: 2220)
    #expect(view.contentOffset.y == 0)
    stage.up(1, 200, 150, at: 2300)
    #expect(stage.taken().last == "button primaryActionTriggered")
  }

  @Test("7.6 A scroll view that refuses to take touches back leaves them to the content")
  func refuses() {
    final class Refusing: ScrollView {
      override func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }
    }
    let refusing = stage.add(Refusing(frame: Rect(x: 400, y: 0, width: 400, height: 400)), "refusing")
    refusing.contentSize = Size(width: 400, height: 4000)
    stage.add(Button(frame: Rect(x: 0, y: 0, width: 400, height: 100)), "button", to: refusing)
    stage.add(View(frame: Rect(x: 0, y: 100, width: 400, height: 100)), "label", to: refusing)
    stage.down(1, 600, 50, at: 1000)
    stage.pass(to: 1200)
    stage.move(1, 600, 20, at: 1210)
    #expect(!refusing.isDragging)
    stage.up(1, 600, 20, at: 1220)
    stage.down(1, 600, 150, at: 2000)
    stage.pass(to: 2200)
    stage.move(1, 600, 120, at: 2210)
    #expect(refusing.isDragging)
    stage.up(1, 600, 120, at: 2400)
  }

  @Test("7.6 A finger put down stops the content and does not tap; it drags on from there at once")
  func stops() {
    let tap = TapGestureRecognizer()
    view.addGestureRecognizer(tap)
    for row in 0..<40 { stage.add(Button(frame: Rect(x: 0, y: Double(row) * 100, width: 400, height: 100)), "row", to: view) }
    stage.drag(from: Point(x: 200, y: 350), to: Point(x: 200, y: 150), at: 1000)
    stage.up(1, 200, 150, at: 1105)
    stage.pass(to: 1300)
    #expect(view.isDecelerating)
    let before = view.contentOffset.y
    _ = stage.takenGestures()
    stage.down(1, 200, 200, at: 1300)
    #expect(!view.isDecelerating && view.isTracking)
    #expect(view.contentOffset.y == before)
    stage.up(1, 200, 200, at: 1350)
    #expect(stage.taken().isEmpty)
    #expect(!stage.takenGestures().contains("tap recognized"))
    stage.pass(to: 3000)
    #expect(view.contentOffset.y == before)
    // The next finger is nobody's stop, and taps.
    stage.tap(1, 200, 200, at: 4000)
    #expect(stage.taken().last == "row primaryActionTriggered")
    // A finger that stops the content drags it without the 10 points.
    stage.drag(from: Point(x: 200, y: 350), to: Point(x: 200, y: 150), at: 5000)
    stage.up(1, 200, 150, at: 5105)
    stage.down(1, 200, 200, at: 5300)
    let caught = view.contentOffset.y
    stage.move(1, 200, 197, at: 5310)
    #expect(abs(view.contentOffset.y - (caught + 3)) < 1e-9)
    stage.up(1, 200, 197, at: 5600)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A finger that stops the content does not tap, even while the scroll view waits for another recognizer")
  func stopsWhileItWaits() {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = .left
    stage.window.addGestureRecognizer(swipe)
    view.panGestureRecognizer.require(toFail: swipe)
    _ = button(0, 0)
    view.setContentOffset(Point(x: 0, y: 100), animated: true)
    stage.pass(to: 100)
    stage.down(1, 200, 20, at: 100)
    stage.pass(to: 400)
    #expect(stage.taken().isEmpty)
    stage.up(1, 200, 20, at: 450)
    #expect(stage.taken().isEmpty)
    #expect(!view.isTracking)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 Content that is caught beyond its end springs back when the finger is lifted")
  func catchesBeyondTheEnd() {
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 300), at: 1000)
    stage.up(1, 200, 300, at: 1300)
    stage.down(1, 200, 300, at: 1350)
    let held = view.contentOffset.y
    #expect(held < 0)
    stage.pass(to: 2000)
    #expect(view.contentOffset.y == held)
    stage.move(1, 200, 301, at: 2010)
    #expect(view.contentOffset.y < held && view.contentOffset.y > held - 1)
    stage.up(1, 200, 301, at: 2200)
    stage.pass(to: 6000)
    #expect(view.contentOffset.y == 0)
  }

  @Test("7.6 A second finger goes on with the drag, and none makes it jump")
  func secondFinger() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 1000)
    #expect(view.contentOffset.y == 90)
    stage.contact(1, .stationary, 200, 200)
    stage.contact(2, .began, 300, 390)
    stage.frame(at: 1110)
    #expect(view.contentOffset.y == 90)
    stage.contact(1, .moved, 200, 190)
    stage.contact(2, .moved, 300, 370)
    stage.frame(at: 1120)
    #expect(view.contentOffset.y == 105)
    stage.up(1, 200, 190, at: 1130)
    #expect(view.contentOffset.y == 105)
    stage.move(2, 300, 360, at: 1140)
    #expect(view.contentOffset.y == 115)
    stage.up(2, 300, 360, at: 1500)
    #expect(!view.isDragging)
  }

  @Test("7.6 A scroll view that does not scroll leaves its content every touch")
  func disabled() {
    let button = button()
    view.isScrollEnabled = false
    stage.down(1, 200, 150, at: 1000)
    #expect(button.isTracking)
    stage.move(1, 200, 50, at: 1010)
    stage.up(1, 200, 50, at: 1020)
    #expect(view.contentOffset == .zero)
    #expect(view.performAccessibility(.scrollForward) == false)
  }

  @Test("7.6 Content that cannot be scrolled is touched at once")
  func fits() {
    let button = button()
    view.contentSize = Size(width: 400, height: 400)
    stage.down(1, 200, 150, at: 1000)
    #expect(button.isTracking)
    stage.up(1, 200, 150, at: 1010)
  }

  @Test("7.6 A view follows the finger from the first point on, takes the touch from what is in it, and goes back when it is let go")
  func followsAndGoesBack() {
    // alexa-apl/swipe-cancels-touch: a view 100 points wide, a slop of 5, and the share of its width by which it was moved.
    let scroll = stage.add(ScrollView(frame: Rect(x: 100, y: 100, width: 100, height: 100)), "away")
    stage.window.bringSubviewToFront(scroll)
    scroll.contentSize = Size(width: 200, height: 100)
    scroll.isPagingEnabled = true
    scroll.delaysContentTouches = false
    scroll.panGestureRecognizer.hysteresis = .points(5)
    scroll.panGestureRecognizer.countsFromRecognition = false
    let child = stage.add(Button(frame: Rect(x: 0, y: 0, width: 200, height: 100)), "child", to: scroll)
    stage.down(1, 199, 100, at: 0)
    stage.move(1, 189, 100, at: 200)
    #expect(stage.taken() == ["child touchDown", "child touchCancel"])
    #expect(scroll.contentOffset.x / 100 == 0.1)
    stage.move(1, 159, 100, at: 800)
    #expect(scroll.contentOffset.x / 100 == 0.4)
    stage.up(1, 159, 100, at: 900)
    stage.pass(to: 1000)
    // The spring's 0.4·(1 + 10 t)·e^(−10 t) after 0.1 s, where the source's animation has 0.2.
    #expect(abs(scroll.contentOffset.x / 100 - 0.29430355293715387) < 1e-9)
    stage.pass(to: 3000)
    #expect(scroll.contentOffset.x == 0)
    #expect(child.isTracking == false)
  }
}
