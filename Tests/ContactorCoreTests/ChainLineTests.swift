import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Hit-testing and the responder chain, line by line (contract 3)")
struct ChainLineTests {
  let stage = Stage()

  @Test("3.1 hitTest and point(inside:) can be overridden")
  func overriddenHitTest() {
    let round = stage.add(RoundView(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "round")
    func hit(_ x: Double, _ y: Double) -> String? { stage.window.hitTest(Point(x: x, y: y), with: nil)?.identifier }
    #expect(hit(5, 5) == "root" && hit(50, 50) == "round")
    let inside = stage.add(View(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "inside", to: round)
    #expect(hit(5, 5) == "root", "outside of point(inside:) the children are not found either")
    #expect(hit(50, 50) == "inside")
    round.passesThrough = true
    #expect(hit(50, 50) == "root")
    _ = inside
  }

  @Test("3.1 a view whose point(inside:) reaches beyond its bounds is hit there", arguments: [3, 40])
  func beyondBounds(siblings: Int) {
    for number in 0..<siblings { stage.add(View(frame: Rect(x: 700, y: 400, width: 1, height: 1)), "\(number)") }
    let wide = stage.add(WideView(frame: Rect(x: 100, y: 100, width: 10, height: 10)), "wide")
    func hit(_ x: Double, _ y: Double) -> String? { stage.window.hitTest(Point(x: x, y: y), with: nil)?.identifier }
    #expect(hit(85, 105) == "wide" && hit(125, 125) == "wide" && hit(70, 105) == "root")
    wide.frame = Rect(x: 300, y: 300, width: 10, height: 10)
    #expect(hit(85, 105) == "root" && hit(325, 305) == "wide")
  }

  @Test("3.1 among many siblings a view is hit where it is now: moved, turned, raised, hidden or taken away", arguments: [5, 100])
  func manySiblings(count: Int) {
    let views = (0..<count).map { number in
      stage.add(View(frame: Rect(x: Double(number % 20) * 40, y: Double(number / 20) * 40, width: 20, height: 20)), "\(number)")
    }
    func hit(_ x: Double, _ y: Double) -> String? { stage.window.hitTest(Point(x: x, y: y), with: nil)?.identifier }
    #expect(hit(50, 10) == "1" && hit(30, 10) == "root")
    views[1].center = Point(x: 30, y: 10)
    #expect(hit(30, 10) == "1" && hit(50, 10) == "root")
    views[0].frame = Rect(x: 25, y: 5, width: 60, height: 4)
    #expect(hit(30, 6) == "1" && hit(60, 6) == "0" && hit(10, 10) == "root")
    stage.window.addSubview(views[0])
    #expect(hit(30, 6) == "0", "it is in front now")
    views[0].transform = AffineTransform(cosine: 0, sine: 1)
    #expect(hit(60, 6) == "root" && hit(55, 30) == "0")
    views[1].isHidden = true
    #expect(hit(30, 15) == "root")
    views[3].removeFromSuperview()
    #expect(hit(130, 10) == "root" && hit(170, 10) == "4", "those behind it are found still")
    stage.window.bounds.origin.x = 40
    #expect(hit(170, 10) == "4")
  }

  @Test("3.1 the edges left and top belong to a view, those right and bottom do not")
  func edges() {
    stage.add(View(frame: Rect(x: 100, y: 100, width: 50, height: 50)), "view")
    func hit(_ x: Double, _ y: Double) -> String? { stage.window.hitTest(Point(x: x, y: y), with: nil)?.identifier }
    #expect(hit(100, 100) == "view" && hit(149.9, 149.9) == "view")
    #expect(hit(150, 120) == "root" && hit(120, 150) == "root" && hit(99.9, 120) == "root")
  }

  @Test("3.1 points are converted through transforms, and rectangles boxed in the nearest common ancestor only")
  func conversion() {
    let parent = stage.add(View(frame: Rect(x: 100, y: 100, width: 200, height: 200)), "parent")
    // A turn by 45° about the middle, 200, 200.
    parent.transform = AffineTransform(cosine: 0.5.squareRoot(), sine: 0.5.squareRoot())
    let left = stage.add(View(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "left", to: parent)
    let right = stage.add(View(frame: Rect(x: 100, y: 10, width: 50, height: 50)), "right", to: parent)
    let rect = Rect(x: 0, y: 0, width: 10, height: 20)
    #expect(left.convert(rect, to: right) == Rect(x: -100, y: -10, width: 10, height: 20))
    #expect(right.convert(rect, from: left) == Rect(x: -100, y: -10, width: 10, height: 20))
    #expect(left.convert(rect, to: parent) == rect)
    #expect(left.convert(rect, to: nil).size.width > 21, "against the window it is turned")
    let top = left.convert(Point(x: 0, y: 0), to: nil)
    #expect((top.x - 200).magnitude < 1e-9 && (top.y - (200 - 100 * 2.0.squareRoot())).magnitude < 1e-9)
    let back = right.convert(top, from: nil)
    #expect((back.x + 100).magnitude < 1e-9 && (back.y + 10).magnitude < 1e-9)
  }

  @Test("3.2 next can be overridden: touches and actions take the other way")
  func overriddenNext() {
    let elsewhere = Recorder(frame: .zero)
    let view = stage.add(Detour(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "detour")
    view.detour = elsewhere
    stage.tap(1, 10, 10, at: 0)
    #expect(elsewhere.taken() == ["began 10.0,10.0", "ended 10.0,10.0"])
    let panel = Panel()
    view.detour = panel
    #expect(view.target(forAction: "go", withSender: nil) === panel)
  }

  @Test("3.2 actions pass the controller of a root view, too")
  func actionsPassControllers() throws {
    let controller = SavingController()
    stage.window.rootViewController = controller
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "ok", to: controller.view)
    controller.view.frame = Rect(x: 0, y: 0, width: 400, height: 400)
    try button.addTarget(nil, action: "save", for: .touchUpInside)
    stage.tap(1, 10, 10, at: 0)
    #expect(controller.saves == 1)
    #expect(button.target(forAction: "save", withSender: nil) === controller)
  }

  @Test("3.2 only a root view's next is its controller; a delegate that is no responder ends nothing")
  func ends() {
    let controller = ViewController()
    stage.window.rootViewController = controller
    let child = stage.add(View(frame: .zero), "child", to: controller.view)
    #expect(child.next === controller.view && controller.next === stage.window)
    let delegate = PlainDelegate()
    stage.application.delegate = delegate
    #expect(stage.application.next == nil)
  }

  @Test("3.3 touch methods that call super pass the touches on, and those that do not keep them", arguments: [true, false])
  func superPasses(callsSuper: Bool) {
    let outer = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "outer")
    let inner = stage.add(Passer(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "inner", to: outer)
    inner.callsSuper = callsSuper
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 20, 10, at: 10)
    stage.up(1, 20, 10, at: 20)
    stage.down(2, 10, 10, at: 1000)
    stage.cancel(2, at: 1010)
    #expect(inner.count == 5)
    let all = ["began 10.0,10.0", "moved 20.0,10.0", "ended 20.0,10.0", "began 10.0,10.0", "cancelled 0.0,0.0"]
    #expect(outer.taken() == (callsSuper ? all : []))
  }

  @Test("3.4 there is one first responder in each window, and the key window's is the application's")
  func onePerWindow() {
    let application = stage.application
    let here = stage.add(Keen(frame: .zero), "here")
    let window = Window(frame: .zero)
    application.addWindow(window)
    let there = Keen(frame: .zero)
    window.addSubview(there)
    #expect(application.firstResponder === stage.window)
    #expect(here.becomeFirstResponder() && there.becomeFirstResponder())
    #expect(here.isFirstResponder && there.isFirstResponder)
    #expect(stage.window.firstResponder === here && window.firstResponder === there)
    #expect(application.firstResponder === here)
    window.makeKey()
    #expect(application.firstResponder === there && window.isKeyWindow && !stage.window.isKeyWindow)
    #expect(Application().firstResponder == nil)
  }

  @Test("3.4 the old first responder is asked with resignFirstResponder, once")
  func oldOneIsAsked() {
    let (old, new) = (stage.add(Keen(frame: .zero), "old"), stage.add(Keen(frame: .zero), "new"))
    #expect(old.becomeFirstResponder() && new.becomeFirstResponder())
    #expect(old.resigned == 1 && new.resigned == 0)
    #expect(new.becomeFirstResponder() && new.resigned == 0, "the one that is first already is not asked")
    #expect(old.resignFirstResponder() && new.isFirstResponder, "one that is not first has nothing to give up")
  }

  @Test("3.4 a responder in no window, or one that refuses, does not become first")
  func refusal() {
    let old = stage.add(Keen(frame: .zero), "old")
    #expect(old.becomeFirstResponder())
    #expect(!Keen(frame: .zero).becomeFirstResponder())
    let shy = stage.add(Keen(frame: .zero), "shy")
    shy.isKeen = false
    #expect(!shy.becomeFirstResponder())
    #expect(old.isFirstResponder && old.resigned == 0, "the old one is not asked for nothing")
  }

  @Test("3.4 a first responder that leaves its window, itself or with its parents, is told")
  func leaving() {
    let parent = stage.add(View(frame: .zero), "parent")
    let first = stage.add(Keen(frame: .zero), "first", to: parent)
    #expect(first.becomeFirstResponder())
    parent.removeFromSuperview()
    #expect(first.resigned == 1 && !first.isFirstResponder && stage.window.firstResponder === stage.window)
  }

  @Test("3.4 a controller can be first responder")
  func controllers() {
    let controller = KeenController()
    stage.window.rootViewController = controller
    #expect(controller.becomeFirstResponder() && stage.window.firstResponder === controller)
    stage.window.rootViewController = nil
    #expect(stage.window.firstResponder === stage.window)
  }

  @Test("3.4 the first window is key; when the key window goes, another takes its place")
  func keyWindow() {
    let application = stage.application
    let second = Window(frame: .zero)
    application.addWindow(second)
    #expect(application.keyWindow === stage.window)
    second.makeMain()
    second.makeKey()
    application.removeWindow(second)
    #expect(application.keyWindow === stage.window && application.mainWindow == nil)
    application.modalWindow = stage.window
    application.removeWindow(stage.window)
    #expect(application.keyWindow == nil && application.modalWindow == nil)
  }

  @Test("3.5 every touch passes the application's sendEvent, then the window's; either can hold it back")
  func choke() {
    let application = Spy()
    let window = SpyWindow(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    window.spy = application
    application.addWindow(window)
    let view = Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    func send(_ phase: TouchPhase, at time: Int64) {
      let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: 1, y: 1))
      application.handle(
        TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: [contact]))
    }
    send(.began, at: 0)
    #expect(application.log == ["application began", "window began"] && view.taken() == ["began 1.0,1.0"])
    window.isClosed = true
    send(.moved, at: 1)
    #expect(application.log.suffix(2) == ["application moved", "window moved"] && view.taken() == [])
    application.isClosed = true
    send(.moved, at: 2)
    #expect(application.log.last == "application moved" && view.taken() == [])
    (application.isClosed, window.isClosed) = (false, false)
    send(.ended, at: 3)
    #expect(view.taken() == ["ended 1.0,1.0"])
    view.letGo()
  }
}

private final class RoundView: View {
  var passesThrough = false

  override func point(inside point: Point, with event: Event?) -> Bool {
    let (dx, dy) = (point.x - bounds.center.x, point.y - bounds.center.y)
    return dx * dx + dy * dy <= bounds.size.width * bounds.size.width / 4
  }

  override func hitTest(_ point: Point, with event: Event?) -> View? {
    passesThrough ? nil : super.hitTest(point, with: event)
  }
}

private final class WideView: View {
  override func point(inside point: Point, with event: Event?) -> Bool { bounds.outset(by: 20).contains(point) }
}

private final class SavingController: ViewController {
  var saves = 0
  override class var actions: [Action] { super.actions + [Action("save", SavingController.save)] }
  func save() { saves += 1 }
}

private final class Detour: View {
  weak var detour: Responder?
  override var next: Responder? { detour }
}

private final class PlainDelegate: ApplicationDelegate {}

private final class Passer: View {
  var callsSuper = true
  var count = 0

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    count += 1
    if callsSuper { super.touchesBegan(touches, with: event) }
  }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) {
    count += 1
    if callsSuper { super.touchesMoved(touches, with: event) }
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    count += 1
    if callsSuper { super.touchesEnded(touches, with: event) }
  }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    count += 1
    if callsSuper { super.touchesCancelled(touches, with: event) }
  }
}

private final class Keen: View {
  var isKeen = true
  private(set) var resigned = 0

  override var canBecomeFirstResponder: Bool { isKeen }

  override func resignFirstResponder() -> Bool {
    if isFirstResponder { resigned += 1 }
    return super.resignFirstResponder()
  }
}

private final class KeenController: ViewController {
  override var canBecomeFirstResponder: Bool { true }
}

private final class Spy: Application {
  var log: [String] = []
  var isClosed = false

  override func sendEvent(_ event: Event) {
    log += event.allTouches.map { "application \($0.phase)" }
    if !isClosed { super.sendEvent(event) }
  }
}

private final class SpyWindow: Window {
  weak var spy: Spy?
  var isClosed = false

  override func sendEvent(_ event: Event) {
    spy?.log += event.allTouches.map { "window \($0.phase)" }
    if !isClosed { super.sendEvent(event) }
  }
}
