import ContactorCore
import ContactorStage
import Testing

/// Contract 9.1: states, who sees touches first, and what a sequence is.
struct GestureStateTests {
  let stage = Stage()

  @Test("9.1 a gesture goes through the states of its kind, and is possible again after", arguments: GestureKind.allCases)
  func states(kind: GestureKind) {
    let recognizer = stage.recognize(kind.make(), named: kind.rawValue)
    kind.perform(on: stage, at: 1000)
    #expect(stage.takenGestures() == kind.states.map { "\(kind.rawValue) \($0)" })
    #expect(recognizer.state == .possible)
    #expect(recognizer.lastReason?.isRecognized == true)
    #expect(stage.application.nextDeadline == nil)
    #expect(stage.violations.isEmpty)
  }

  @Test("9.1 a continuous gesture is cancelled with its touches", arguments: [GestureKind.pan, .pinch, .rotation, .edgePan])
  func cancelled(kind: GestureKind) {
    let recognizer = stage.recognize(kind.make(), named: "it")
    stage.both(.began, 350, 200, 450, 200, at: 0)
    if kind == .edgePan {
      stage.both(.cancelled, 350, 200, 450, 200, at: 1)
      stage.down(1, 5, 200, at: 10)
      stage.move(1, 105, 200, at: 20)
      _ = stage.takenGestures()
      stage.cancel(1, at: 30)
    } else {
      stage.both(.moved, 300, 150, 400, 350, at: 10)
      #expect(stage.takenGestures() == ["it began"])
      stage.both(.cancelled, 300, 150, 400, 350, at: 20)
    }
    #expect(stage.takenGestures() == ["it cancelled"])
    #expect(recognizer.state == .possible)
  }

  @Test("9.1 a long press is cancelled with its touch")
  func longPressCancelled() {
    stage.recognize(LongPressGestureRecognizer())
    stage.down(1, 10, 10, at: 0)
    stage.wait(until: 500)
    stage.cancel(1, at: 600)
    #expect(stage.takenGestures() == ["longPress began", "longPress cancelled"])
  }

  @Test("9.1 what is no gesture fails", arguments: GestureKind.allCases)
  func fails(kind: GestureKind) {
    let recognizer = stage.recognize(kind.make(), named: "it")
    // One finger that comes down far from edges and corners, goes a little up and leaves, late.
    stage.down(1, 400, 240, at: 0)
    stage.move(1, 400, 235, at: 10)
    stage.wait(until: 400)
    stage.up(1, 400, 235, at: 400)
    stage.wait(until: 2000)
    let expected = kind == .tap ? ["it recognized"] : ["it failed"]
    #expect(stage.takenGestures() == expected)
    #expect(recognizer.state == .possible)
  }

  @Test("9.1 it is reset when all its touches have ended, not before")
  func resetAfterLast() {
    let tap = stage.tapRecognizer("tap")
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 50, 50, at: 10)
    #expect(stage.takenGestures() == ["tap failed"])
    stage.up(1, 10, 10, at: 20)
    #expect(tap.state == .failed)
    stage.down(3, 90, 90, at: 30)
    stage.up(2, 50, 50, at: 40)
    #expect(tap.state == .failed)
    stage.up(3, 90, 90, at: 50)
    #expect(tap.state == .possible)
    #expect(stage.takenGestures() == [])
    stage.tap(4, 10, 10, at: 1000)
    #expect(stage.takenGestures() == ["tap recognized"])
  }

  @Test("9.1 recognizers see touches before views, deepest view first")
  func order() {
    var order: [String] = []
    final class Seen: GestureRecognizer {
      var note: (String) -> Void = { _ in }
      override func touchesBegan(_ touches: TouchSet, with event: Event) { note("recognizer \(name)") }
    }
    final class Noting: View {
      var note: (String) -> Void = { _ in }
      override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        note("view \(identifier)")
        super.touchesBegan(touches, with: event)
      }
    }
    let outer = stage.add(Noting(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "outer")
    let inner = stage.add(Noting(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "inner", to: outer)
    let note = { order.append($0) }
    outer.note = note
    inner.note = note
    for (name, view) in [("outer", outer), ("inner", inner), ("second", inner)] {
      stage.recognize(Seen(), named: name, in: view).note = note
    }
    stage.down(1, 50, 50, at: 0)
    #expect(
      order == ["recognizer inner", "recognizer second", "recognizer outer", "view inner", "view outer"])
    stage.up(1, 50, 50, at: 10)
  }

  @Test("9.1 only recognizers in the hit view's ancestry see a touch")
  func ancestry() {
    let left = stage.add(View(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "left")
    let right = stage.add(View(frame: Rect(x: 100, y: 0, width: 100, height: 100)), "right")
    let child = stage.add(View(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "child", to: left)
    stage.tapRecognizer("left", in: left)
    stage.tapRecognizer("right", in: right)
    stage.tapRecognizer("child", in: child)
    stage.tap(1, 80, 80, at: 0)
    #expect(stage.takenGestures() == ["left recognized"])
    stage.tap(1, 150, 50, at: 1000)
    #expect(stage.takenGestures() == ["right recognized"])
  }

  @Test("2.1, 2.2 a touch names its recognizers, an event the touches of one")
  func introspection() {
    let tap = stage.tapRecognizer("tap")
    stage.down(1, 10, 10, at: 0)
    let touch = stage.application.event.allTouches[0]
    #expect(touch.gestureRecognizers.map(\.displayName) == ["tap"])
    #expect(stage.application.event.touches(for: tap).count == 1)
    stage.up(1, 10, 10, at: 10)
    #expect(touch.gestureRecognizers.isEmpty)
  }

  @Test("A recognizer says where its touches are, in any view")
  func locations() {
    let view = stage.add(View(frame: Rect(x: 100, y: 100, width: 200, height: 200)), "view")
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    stage.contact(1, .began, 150, 150)
    stage.contact(2, .began, 250, 150)
    stage.frame(at: 0)
    #expect(pan.numberOfTouches == 2)
    #expect(pan.location(in: nil) == Point(x: 200, y: 150))
    #expect(pan.location(in: view) == Point(x: 100, y: 50))
    #expect(pan.location(ofTouch: 1, in: view) == Point(x: 150, y: 50))
    stage.cancel(1, at: 10)
    stage.cancel(2, at: 20)
  }

  @Test("A tap of two fingers that are lifted one after the other is where both were")
  func tapLocation() {
    let tap = stage.tapRecognizer("tap", touches: 2)
    var seen: [String] = []
    tap.addAction("see") { seen.append("\($0.numberOfTouches) \($0.location(in: nil).x) \($0.touchIDs.map(\.rawValue))") }
    stage.both(.began, 100, 100, 200, 100, at: 0)
    stage.up(21, 100, 100, at: 20)
    stage.up(22, 200, 100, at: 40)
    #expect(seen == ["2 150.0 [1, 2]"])
  }

  @Test("A recognizer that is turned off sees no touches; turned off in between it is broken off")
  func disabled() {
    let pan = stage.recognize(PanGestureRecognizer())
    pan.isEnabled = false
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 50, 10, at: 10)
    stage.up(1, 50, 10, at: 20)
    #expect(stage.takenGestures() == [])
    pan.isEnabled = true
    stage.down(1, 10, 10, at: 1000)
    stage.move(1, 50, 10, at: 1010)
    pan.isEnabled = false
    #expect(stage.takenGestures() == ["pan began", "pan cancelled"])
    stage.move(1, 90, 10, at: 1020)
    pan.isEnabled = true
    stage.move(1, 150, 10, at: 1030)
    stage.up(1, 150, 10, at: 1040)
    #expect(stage.takenGestures() == [])
    GestureKind.pan.perform(on: stage, at: 2000)
    #expect(stage.takenGestures() == ["pan began", "pan changed", "pan ended"])
  }

  @Test("A recognizer whose view leaves, or that leaves its view, is broken off")
  func leaves() {
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 50, 10, at: 10)
    view.removeFromSuperview()
    #expect(stage.takenGestures() == ["pan began", "pan cancelled"])
    stage.up(1, 50, 10, at: 20)
    stage.window.addSubview(view)
    stage.down(2, 10, 10, at: 100)
    stage.move(2, 50, 10, at: 110)
    view.removeGestureRecognizer(pan)
    #expect(stage.takenGestures() == ["pan began", "pan cancelled"])
    #expect(pan.view == nil)
    stage.up(2, 50, 10, at: 120)
    #expect(pan.state == .possible)
    #expect(stage.violations.isEmpty)
  }

  @Test("A view that dies in the middle takes its recognizers along")
  func dies() {
    weak var weakPan: PanGestureRecognizer?
    do {
      let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
      weakPan = stage.recognize(PanGestureRecognizer(), in: view)
      stage.down(1, 10, 10, at: 0)
      stage.move(1, 50, 10, at: 10)
      view.removeFromSuperview()
    }
    stage.up(1, 50, 10, at: 20)
    stage.tap(2, 10, 10, at: 100)
    #expect(weakPan == nil)
    #expect(stage.violations.isEmpty)
  }

  @Test("An application that ends with fingers down leaves nothing behind")
  func leaks() {
    weak var weakView: View?
    weak var weakPan: PanGestureRecognizer?
    do {
      let stage = Stage()
      let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
      weakView = view
      weakPan = stage.recognize(PanGestureRecognizer(), in: view)
      stage.tapRecognizer("double", taps: 2, in: view)
      stage.tap(2, 10, 10, at: 0)
      stage.down(1, 10, 10, at: 100)
    }
    #expect(weakView == nil)
    #expect(weakPan == nil)
  }
}
