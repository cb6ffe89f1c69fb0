import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Windows in the screen, order, moves between parents, hit areas and changes (contract 3.6 – 3.9), and how actions fit
/// (5.11 – 5.14).
@Suite("Windows, order, hit areas and changes, line by line (contract 3.6 – 3.9)")
struct ViewTreeLineTests {
  private let stage = Stage()
  private var application: Application { stage.application }

  // MARK: 3.6

  @Test("3.6 an unrouted touch belongs to the front-most window that its place hits, in that window's points")
  func windowsAtTheirFrames() {
    let panel = Window(frame: Rect(x: 500, y: 100, width: 200, height: 200))
    application.addWindow(panel)
    let view = Recorder(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    var places: [Point] = []
    view.onTouches = { touches, _ in places += touches.map { $0.location(in: nil) } }
    panel.addSubview(view)
    stage.down(1, 510, 120, at: 0)
    stage.move(1, 530, 150, at: 10)
    stage.up(1, 530, 150, at: 20)
    #expect(places == [Point(x: 10, y: 20), Point(x: 30, y: 50), Point(x: 30, y: 50)])
    stage.down(2, 400, 120, at: 30)
    #expect(application.event.allTouches.first?.window === stage.window)
  }

  @Test("3.6 the root view fills its window and goes with it")
  func rootView() {
    let controller = ViewController()
    stage.window.rootViewController = controller
    #expect(controller.view.frame == stage.window.bounds)
    stage.window.frame = Rect(x: 0, y: 0, width: 300, height: 200)
    #expect(controller.view.frame == Rect(x: 0, y: 0, width: 300, height: 200))
    stage.window.rootViewController = nil
    #expect(controller.view.superview == nil)
  }

  @Test("3.6 while a modal window is shown the others get no new touches, and it learns of those outside")
  func modal() {
    let button = stage.button("below", 0, 0, 100, 100)
    let dialog = Dialog(frame: Rect(x: 300, y: 100, width: 200, height: 200))
    let ok = Button(frame: dialog.bounds)
    ok.identifier = "ok"
    dialog.addSubview(ok)
    stage.down(1, 10, 10, at: 0)
    application.present(dialog)
    stage.up(1, 10, 10, at: 10)
    #expect(stage.taken().contains("below touchUpInside"), "a touch that was down goes on")
    stage.tap(2, 10, 10, at: 100)
    stage.tap(3, 310, 110, at: 200)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "ok primaryActionTriggered"])
    #expect(dialog.outside == [Point(x: 10, y: 10)])
    application.dismiss()
    #expect(application.windows == [stage.window] && application.keyWindow === stage.window)
    stage.tap(4, 10, 10, at: 900)
    #expect(stage.taken().first == "below touchDown" && button.window === stage.window)
  }

  @Test("3.6 a view controller presents another over its window, once, and dismisses it from either side")
  func controllers() {
    let (first, second) = (ViewController(), ViewController())
    #expect(!first.present(second), "its view is nowhere yet")
    stage.window.rootViewController = first
    #expect(first.present(second) && !first.present(ViewController()))
    #expect(second.view.frame == stage.window.bounds && second.presentingViewController === first)
    #expect(application.modalWindow === second.view.window)
    second.dismiss()
    #expect(first.presentedViewController == nil && application.windows == [stage.window])
    #expect(application.modalWindow == nil)
  }

  // MARK: 3.7

  @Test("3.7 the order of siblings changes by name, and touches, first responder and recognizers stay")
  func order() {
    let names = ["a", "b", "c", "d"]
    let views = names.map { stage.add(FirstView(frame: Rect(x: 0, y: 0, width: 50, height: 50)), $0) }
    func order() -> String { stage.window.subviews.map(\.identifier).joined() }
    stage.down(1, 10, 10, at: 0)
    views[3].becomeFirstResponder()
    stage.window.sendSubviewToBack(views[3])
    #expect(order() == "dabc")
    stage.window.bringSubviewToFront(views[0])
    #expect(order() == "dbca")
    stage.window.insertSubview(views[0], belowSubview: views[1])
    #expect(order() == "dabc")
    stage.window.insertSubview(views[3], aboveSubview: views[1])
    #expect(order() == "abdc")
    stage.window.exchangeSubview(at: 0, withSubviewAt: 3)
    #expect(order() == "cbda")
    stage.window.addSubview(views[1])
    #expect(order() == "cdab")
    #expect(views[3].cancelled == 0 && views[3].isFirstResponder)
    stage.up(1, 10, 10, at: 10)
    #expect(views[3].ended == 1)
  }

  @Test("3.7 another parent in the same window keeps touches and first responder; another window does not")
  func reparenting() {
    let box = stage.add(View(frame: Rect(x: 100, y: 0, width: 200, height: 200)), "box")
    let view = stage.add(FirstView(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "view")
    view.becomeFirstResponder()
    stage.down(1, 10, 10, at: 0)
    box.addSubview(view)
    #expect(view.cancelled == 0 && view.isFirstResponder && view.moves == ["window", "superview", "superview"])
    let other = Window(frame: stage.window.frame)
    application.addWindow(other)
    other.addSubview(view)
    #expect(view.cancelled == 1 && !view.isFirstResponder && view.window === other)
    #expect(view.moves.suffix(4) == ["window", "superview", "window", "superview"])
  }

  @Test("3.7 layoutSubviews comes before the next touch, or at the end of the frame, after a change of size")
  func layout() {
    let view = stage.add(LayoutView(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
    view.addSubview(View())
    application.advance(to: Timestamp(microseconds: 1))
    #expect(view.layouts == 1)
    view.frame.origin.x = 10
    application.advance(to: Timestamp(microseconds: 2))
    #expect(view.layouts == 1, "a view that only moves is as it was inside")
    view.frame.size.width = 200
    view.setNeedsLayout()
    #expect(view.layouts == 1)
    view.layoutIfNeeded()
    #expect(view.layouts == 2)
    view.setNeedsLayout()
    stage.down(1, 10, 10, at: 1)
    #expect(view.layouts == 3)
    view.again = true
    view.setNeedsLayout()
    application.advance(to: Timestamp(microseconds: 3_000))
    #expect(view.layouts == 3 + 16, "one that is never done waits for the next frame")
  }

  @Test("3.7 a tag finds a view, depth first")
  func tags() {
    let box = stage.add(View(), "box")
    let (one, other) = (View(), View())
    box.addSubview(one)
    stage.window.addSubview(other)
    (one.tag, other.tag) = (7, 7)
    #expect(stage.window.viewWithTag(7) === one && stage.window.viewWithTag(8) == nil)
    #expect(stage.window.viewWithTag(0) === stage.window)
  }

  // MARK: 3.8, 3.9

  @Test("3.8 hitOutset grows or shrinks where a view is touched, in points or millimetres", arguments: [true, false])
  func hitOutset(indexed: Bool) {
    stage.window.pointsPerMillimetre = 4
    stage.window.indexesSubviews = indexed
    let view = stage.add(View(frame: Rect(x: 100, y: 100, width: 20, height: 20)), "view")
    func isHit(_ x: Double) -> Bool { stage.window.hitTest(Point(x: x, y: 110), with: nil) === view }
    #expect(!isHit(95) && isHit(101))
    view.hitOutset = .millimetres(2)
    #expect(isHit(93) && !isHit(91) && isHit(127))
    view.hitOutset = .points(-5)
    #expect(!isHit(101) && isHit(110))
    view.hitOutset = .points(.nan)
    #expect(isHit(101) && !isHit(95))
  }

  @Test("3.8 with indexesSubviews a subview is asked only where its frame is hit, without it always")
  func asked() {
    let wide = stage.add(WideView(frame: Rect(x: 100, y: 100, width: 20, height: 20)), "wide")
    let place = Point(x: 300, y: 300)
    #expect(stage.window.hitTest(place, with: nil) === wide)
    stage.window.indexesSubviews = true
    #expect(stage.window.hitTest(place, with: nil) === stage.window)
    #expect(stage.window.hitTest(Point(x: 110, y: 110), with: nil) === wide)
  }

  @Test("3.9 onChange tells frame, transform, order, state and visibility, of a view and of all in its window")
  func changes() {
    var heard: [String] = []
    let button = stage.button("ok", 0, 0)
    let names: [(View.Change, String)] = [
      (.frame, "frame"), (.transform, "transform"), (.order, "order"), (.state, "state"), (.visibility, "visibility"),
    ]
    stage.window.onChange = { view, change in
      for (known, name) in names where change.contains(known) { heard.append("\(view.identifier) \(name)") }
    }
    button.center.x += 1
    button.transform = AffineTransform(scaleX: 2, y: 2)
    stage.window.addSubview(View())
    stage.window.bringSubviewToFront(button)
    button.isHidden = true
    button.isHidden = true
    button.isEnabled = false
    #expect(heard == ["ok frame", "ok transform", " order", "ok order", "ok visibility", "ok state"])
    #expect(button.state == .disabled)
  }

  // MARK: 5.11 – 5.13

  @Test("5.11 an action whose sender does not fit is refused at registration, by name and typed")
  func senders() {
    let panel = SliderPanel()
    let button = stage.button("ok", 0, 0)
    let error = #expect(throws: ActionError.self) {
      try button.addTarget(panel, action: "slide:", for: .touchUpInside)
    }
    #expect(error?.description == "'slide:' of SliderPanel takes a Slider as its sender, and Button is none")
    #expect(button.addTarget(panel, action: .slide, for: .touchUpInside)?.code == .foreignSender)
    #expect(button.allTargets.isEmpty)
    #expect(Slider().addTarget(panel, action: .slide, for: .valueChanged) == nil)
  }

  @Test("5.11 for a nil target a class that wants another sender is passed over, and the search goes on")
  func sendersOfTheChain() throws {
    let outer = SliderPanelView(frame: stage.window.bounds)
    let inner = SliderPanelView(frame: stage.window.bounds)
    inner.wantsSlider = true
    stage.window.addSubview(outer)
    outer.addSubview(inner)
    let button = Button(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    inner.addSubview(button)
    let witness = Witness()
    application.addObserver(witness)
    try button.addTarget(nil, action: "slide:", for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(outer.slides == 0 && inner.slides == 0 && witness.refused == ["SliderPanelView wants Slider", "SliderPanelView wants Slider"])
    #expect(stage.unhandled.count == 1)
  }

  @Test("5.12 a control outside of any application calls its targets and closures, and finds nobody for a nil target")
  func alone() throws {
    let slider = Slider()
    let panel = SliderPanel()
    var called = 0
    slider.addTarget(panel, action: .slide, for: .valueChanged)
    slider.on(.valueChanged) { _ in called += 1 }
    try slider.addTarget(nil, action: "slide:", for: .valueChanged)
    slider.sendActions(for: .valueChanged)
    #expect(panel.slides == 1 && called == 1)
  }

  @Test("5.13 a closure knows its control's class, goes the way of every action, and its token takes it back")
  func closures() {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "slider")
    let witness = Witness()
    application.addObserver(witness)
    var values: [Double] = []
    let token = slider.on(.valueChanged) { slider in values.append(slider.value) }
    slider.on(.valueChanged) { slider, event in values.append(event == nil ? -1 : slider.value) }
    stage.down(1, 50, 10, at: 0)
    #expect(values == [0.5, 0.5] && witness.sent == ["closure", "closure"])
    token.cancel()
    slider.sendActions(for: .valueChanged)
    #expect(values == [0.5, 0.5, -1])
    application.sendAction(Action("x"), to: nil, from: slider, for: nil)
    application.removeObserver(witness)
    slider.sendActions(for: .valueChanged)
    #expect(witness.sent.count == 4)
  }
}

private final class Dialog: Window {
  var outside: [Point] = []

  override func touchBeganOutside(_ touch: Touch, with event: Event?) { outside.append(touch.location(in: nil)) }
}

private final class FirstView: View {
  var cancelled = 0
  var ended = 0
  var moves: [String] = []

  override var canBecomeFirstResponder: Bool { true }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {}

  override func touchesEnded(_ touches: TouchSet, with event: Event?) { ended += 1 }

  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { cancelled += 1 }

  override func didMoveToWindow() { moves.append("window") }

  override func didMoveToSuperview() { moves.append("superview") }
}

private final class LayoutView: View {
  var layouts = 0
  var again = false

  override func layoutSubviews() {
    layouts += 1
    if again { setNeedsLayout() }
  }
}

private final class WideView: View {
  override func point(inside point: Point, with event: Event?) -> Bool { true }
}

private final class SliderPanel: Responder {
  private(set) var slides = 0

  override class var actions: [Action] { [Action(.slide)] }

  func slide(_ sender: Slider) { slides += 1 }
}

extension TypedAction where Target == SliderPanel {
  fileprivate static var slide: Self { .init("slide:", SliderPanel.slide(_:)) }
}

private final class SliderPanelView: View {
  var wantsSlider = false
  private(set) var slides = 0

  override class var actions: [Action] { [Action("slide:", SliderPanelView.slide(_:))] }

  func slide(_ sender: Slider) { slides += 1 }
}

private final class Witness: EngineObserver {
  var refused: [String] = []
  var sent: [String] = []

  func registrationRefused(_ error: ActionError, by sender: AnyObject?) {
    refused.append("\(error.targetType) wants \(error.sender.wanted)")
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) { sent.append(action.name.description) }
}
