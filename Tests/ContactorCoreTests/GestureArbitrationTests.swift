import ContactorCore
import ContactorStage
import Testing

/// Contract 9.3: who waits for whom, and who prevents whom.
struct GestureArbitrationTests {
  let stage = Stage()

  @Test("9.3 require(toFail:): it waits while the other is possible, and fails if that is recognized")
  func requirement() {
    let single = stage.tapRecognizer("single")
    let double = stage.tapRecognizer("double", taps: 2)
    single.require(toFail: double)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == [])
    #expect(single.state == .possible)
    stage.wait(until: 400)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 401)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    stage.tap(1, 100, 100, at: 1000)
    stage.tap(1, 100, 100, at: 1150)
    #expect(stage.takenGestures() == ["double recognized", "single failed"])
  }

  @Test("9.3 a chain of requirements: triple, double, single")
  func chain() {
    let single = stage.tapRecognizer("single")
    let double = stage.tapRecognizer("double", taps: 2)
    let triple = stage.tapRecognizer("triple", taps: 3)
    single.require(toFail: double)
    single.require(toFail: triple)
    double.require(toFail: triple)
    stage.tap(1, 100, 100, at: 0)
    stage.wait(until: 1000)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") } == ["single recognized"])
    stage.tap(1, 100, 100, at: 2000)
    stage.tap(1, 100, 100, at: 2150)
    stage.wait(until: 3000)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") } == ["double recognized"])
    for index in 0..<3 { stage.tap(1, 100, 100, at: 4000 + Int64(index) * 150) }
    stage.wait(until: 6000)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") } == ["triple recognized"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 a recognizer that another one's failure lets go is where its fingers were")
  func waitingLocation() {
    let single = stage.tapRecognizer("single")
    single.require(toFail: stage.tapRecognizer("double", taps: 2))
    var places: [Point] = []
    single.addAction("see") { places.append($0.location(in: nil)) }
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 300, 100, at: 100)
    stage.wait(until: 1000)
    #expect(places == [Point(x: 100, y: 100), Point(x: 300, y: 100)])
  }

  @Test("9.3 a pan that waits goes on gathering, and begins with all that it moved")
  func waitingPan() {
    let pan = stage.recognize(PanGestureRecognizer())
    let swipe = stage.recognize(SwipeGestureRecognizer())
    pan.require(toFail: swipe)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 100, 130, at: 100)
    #expect(stage.takenGestures() == [])
    stage.move(1, 100, 160, at: 200)
    #expect(stage.takenGestures() == ["swipe failed", "pan began"])
    #expect(pan.translation(in: nil) == Point(x: 0, y: 60))
    stage.up(1, 100, 160, at: 300)
    stage.takenGestures().forEach { #expect($0 == "pan ended") }
    stage.down(1, 100, 100, at: 1000)
    stage.move(1, 160, 100, at: 1050)
    stage.up(1, 160, 100, at: 1060)
    #expect(stage.takenGestures() == ["swipe recognized", "pan failed"])
  }

  @Test("9.3 a pan that ends while it waits begins and ends once it may")
  func waitingPanEnds() {
    let pan = stage.recognize(PanGestureRecognizer())
    let double = stage.tapRecognizer("double", taps: 2)
    pan.require(toFail: double)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 120, 100, at: 50)
    stage.up(1, 120, 100, at: 60)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 1000)
    #expect(stage.takenGestures() == ["double failed", "pan began", "pan ended"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 a pan that waits for a recognizer of other fingers goes on once that is recognized, and says so")
  func requirementOfOtherFingers() {
    let left = stage.add(View(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "left")
    let right = stage.add(View(frame: Rect(x: 200, y: 0, width: 200, height: 200)), "right")
    let pan = stage.recognize(PanGestureRecognizer(), in: right)
    pan.require(toFail: stage.tapRecognizer("tap", in: left))
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 210, 10, at: 10)
    stage.move(2, 210, 90, at: 20)
    #expect(pan.isWaiting && stage.takenGestures() == [])
    stage.up(1, 10, 10, at: 30)
    #expect(stage.takenGestures() == ["tap recognized", "pan began"])
    #expect(pan.lastReason?.description.hasSuffix("waited for tap, which was recognized with other touches at +20 ms") == true)
    stage.up(2, 210, 90, at: 40)
    #expect(stage.takenGestures() == ["pan ended"] && stage.violations.isEmpty)
  }

  @Test("9.3 requirements in a circle block nobody")
  func circle() {
    let first = stage.tapRecognizer("first")
    let second = stage.tapRecognizer("second")
    let third = stage.tapRecognizer("third")
    first.require(toFail: second)
    second.require(toFail: third)
    third.require(toFail: first)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") }.count == 1)
    #expect(stage.violations.isEmpty)
    #expect([first, second, third].allSatisfy { $0.state == .possible })
  }

  @Test("9.3 delegate: shouldBegin false makes it fail")
  func shouldBegin() {
    let judge = GestureJudge()
    judge.begins = false
    let tap = stage.tapRecognizer("tap")
    tap.delegate = judge
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == ["tap failed"])
    #expect(tap.lastReason?.description == "failed: refused by delegate at +50 ms")
    #expect(judge.asked == ["begin tap"])
  }

  @Test("9.3 delegate: shouldReceive false keeps a touch from it")
  func shouldReceive() {
    let judge = GestureJudge()
    judge.receives = { $0.location(in: nil).x < 200 }
    let tap = stage.tapRecognizer("tap")
    tap.delegate = judge
    stage.tap(1, 300, 100, at: 0)
    #expect(stage.takenGestures() == [])
    // The second finger is not its own: the tap of one finger goes through.
    stage.both(.began, 100, 100, 300, 100, at: 1000)
    stage.both(.ended, 100, 100, 300, 100, at: 1050)
    #expect(stage.takenGestures() == ["tap recognized"])
  }

  @Test("9.3 delegate: shouldRecognizeSimultaneouslyWith lets both go on, whoever says so", arguments: [0, 1])
  func simultaneous(who: Int) {
    let judge = GestureJudge()
    judge.isSimultaneous = true
    let pan = stage.recognize(PanGestureRecognizer())
    let pinch = stage.recognize(PinchGestureRecognizer())
    [pan, pinch][who].delegate = judge
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 300, 200, 500, 200, at: 10)
    stage.both(.ended, 300, 200, 500, 200, at: 20)
    #expect(stage.takenGestures() == ["pan began", "pinch began", "pan ended", "pinch ended"])
  }

  @Test("9.3 no delegate: two recognizers do not recognize together")
  func alone() {
    stage.recognize(PanGestureRecognizer())
    let pinch = stage.recognize(PinchGestureRecognizer())
    stage.both(.began, 300, 200, 400, 200, at: 0)
    stage.both(.moved, 300, 200, 500, 200, at: 10)
    stage.both(.ended, 300, 200, 500, 200, at: 20)
    #expect(stage.takenGestures() == ["pan began", "pinch failed", "pan ended"])
    #expect(pinch.lastReason?.description == "failed: prevented by pan at +10 ms")
  }

  @Test("9.3 of two equal recognizers the deeper one wins, then the one added first")
  func first() {
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
    stage.tapRecognizer("window")
    stage.tapRecognizer("first", in: view)
    stage.tapRecognizer("second", in: view)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == ["first recognized", "second failed", "window failed"])
  }

  @Test("9.3 delegate: shouldRequireFailureOf and shouldBeRequiredToFailBy make one wait", arguments: [true, false])
  func delegateRequirement(requires: Bool) {
    let judge = GestureJudge()
    let single = stage.tapRecognizer("single")
    let double = stage.tapRecognizer("double", taps: 2)
    if requires {
      judge.requires = ["double"]
      single.delegate = judge
    } else {
      judge.isRequiredBy = ["single"]
      double.delegate = judge
    }
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 150)
    #expect(stage.takenGestures() == ["double recognized", "single failed"])
  }

  @Test("9.3 a class can require failure, too")
  func classRequirement() {
    final class Patient: GestureRecognizer {
      override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { other.name == "double" }
      override func touchesEnded(_ touches: TouchSet, with event: Event) { state = .recognized }
    }
    stage.recognize(Patient(), named: "patient")
    stage.tapRecognizer("double", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 1000)
    #expect(stage.takenGestures() == ["double failed", "patient recognized"])
  }

  @Test("9.3 canPrevent and canBePrevented decide before the delegates are asked", arguments: [true, false], [true, false])
  func prevention(canPrevent: Bool, canBePrevented: Bool) {
    final class Eager: GestureRecognizer {
      var prevents = true
      var isPreventable = true
      var isEager = true
      override func touchesBegan(_ touches: TouchSet, with event: Event) { if isEager { state = .began } }
      override func touchesEnded(_ touches: TouchSet, with event: Event) { state = isEager ? .ended : .failed }
      override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents }
      override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable }
    }
    let judge = GestureJudge()
    let active = stage.recognize(Eager(), named: "active")
    let possible = stage.recognize(Eager(), named: "possible")
    active.prevents = canPrevent
    possible.isPreventable = canBePrevented
    possible.isEager = false
    possible.delegate = judge
    stage.down(1, 10, 10, at: 0)
    let isPrevented = canPrevent && canBePrevented
    #expect(possible.state == (isPrevented ? .failed : .possible))
    #expect(judge.asked.contains("possible with active") == isPrevented)
    stage.up(1, 10, 10, at: 10)
  }

  @Test("9.3 a finger that joins a gesture under way starts no other")
  func newcomer() {
    let view = stage.add(View(frame: Rect(x: 200, y: 0, width: 200, height: 200)), "view")
    let pan = stage.recognize(PanGestureRecognizer())
    let tap = stage.tapRecognizer("tap", in: view)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 150, 100, at: 10)
    stage.down(2, 300, 100, at: 20)
    #expect(tap.lastReason?.description == "failed: prevented by pan at +0 ms")
    #expect(pan.numberOfTouches == 2)
    stage.up(2, 300, 100, at: 30)
    stage.up(1, 150, 100, at: 40)
    stage.tap(3, 300, 100, at: 1000)
    #expect(stage.takenGestures().contains("tap recognized"))
  }

  @Test("Gestures of different fingers on different views do not disturb each other")
  func independent() {
    let left = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "left")
    let right = stage.add(View(frame: Rect(x: 200, y: 0, width: 200, height: 200)), "right")
    stage.recognize(PanGestureRecognizer(), named: "left", in: left)
    stage.recognize(PanGestureRecognizer(), named: "right", in: right)
    stage.both(.began, 100, 100, 300, 100, at: 0)
    stage.both(.moved, 150, 100, 350, 100, at: 10)
    stage.both(.ended, 150, 100, 350, 100, at: 20)
    #expect(stage.takenGestures() == ["left began", "right began", "left ended", "right ended"])
  }

  @Test("9.3 allowedTouchTypes")
  func touchTypes() {
    let pen = stage.tapRecognizer("pen")
    pen.allowedTouchTypes = .pen
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == [])
    stage.contact(1, .began, 100, 100, tool: .pen)
    stage.frame(at: 1000)
    stage.contact(1, .ended, 100, 100, tool: .pen)
    stage.frame(at: 1050)
    #expect(stage.takenGestures() == ["pen recognized"])
  }

  @Test("9.3 a name, else the kind, is what logs call a recognizer", arguments: GestureKind.allCases)
  func names(kind: GestureKind) {
    let recognizer = kind.make()
    #expect(recognizer.displayName == recognizer.kind)
    recognizer.name = "mine"
    #expect(recognizer.displayName == "mine")
  }

  @Test("A control keeps single taps of one finger from recognizers around it, and no others")
  func controls() {
    stage.tapRecognizer("around")
    let button = stage.button("ok", 100, 100)
    stage.tap(1, 120, 120, at: 0)
    #expect(stage.takenGestures() == ["around failed"])
    #expect(stage.reasons == ["around failed: refused by ok at +50 ms"])
    #expect(stage.taken().contains("ok touchUpInside"))
    stage.tap(1, 300, 300, at: 1000)
    #expect(stage.takenGestures() == ["around recognized"])
    stage.tapRecognizer("its own", in: button)
    stage.tap(1, 120, 120, at: 2000)
    #expect(stage.takenGestures() == ["its own recognized", "around failed"])
    let two = stage.tapRecognizer("two", touches: 2)
    two.delaysTouchesEnded = false
    stage.both(.began, 110, 120, 130, 120, at: 3000)
    stage.both(.ended, 110, 120, 130, 120, at: 3050)
    #expect(stage.takenGestures().contains("two recognized"))
  }

  @Test("Two windows with touches in one frame feed each recognizer once")
  func twoWindows() {
    final class Counting: GestureRecognizer {
      var calls = 0
      override func touchesBegan(_ touches: TouchSet, with event: Event) { calls += touches.count }
    }
    let other = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.application.addWindow(other)
    let behind = stage.recognize(Counting())
    let front = stage.recognize(Counting(), in: other)
    let double = stage.tapRecognizer("double", taps: 2, in: other)
    let view = TouchView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    other.addSubview(view)
    stage.both(.began, 50, 50, 300, 300, at: 0)
    #expect([behind.calls, front.calls] == [1, 1])
    double.isEnabled = false
    stage.both(.ended, 50, 50, 300, 300, at: 10)
    #expect(view.taken() == ["began 1", "ended 1"])
    #expect(stage.violations.isEmpty)
  }

  @Test("A view that turns a recognizer off in its touchesEnded gives no false alarm")
  func turnedOffByView() {
    final class Switching: View {
      var onEnd: () -> Void = {}
      override func touchesEnded(_ touches: TouchSet, with event: Event?) { onEnd() }
    }
    let view = stage.add(Switching(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    let swipe = stage.recognize(SwipeGestureRecognizer(), in: view)
    view.onEnd = { [unowned pan] in pan.isEnabled = false }
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.violations.isEmpty)
    #expect([pan.state, swipe.state] == [.possible, .possible])
  }
}
