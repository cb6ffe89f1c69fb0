import ContactorCore
import ContactorStage
import Testing

/// Contract 9.4: targets and actions of recognizers.
struct GestureTargetTests {
  let stage = Stage()

  final class Listener: Responder {
    var calls: [String] = []

    override class var actions: [Action] { super.actions + [Action(.poke), Action(.pokeSender)] }

    func poke() { calls.append("poke") }
    func poke(_ sender: GestureRecognizer) { calls.append("poke: \(sender.displayName) \(sender.state)") }
  }

  @Test("9.4 any number of pairs, both forms, in the order in which they were added")
  func pairs() throws {
    let tap = stage.tapRecognizer("tap")
    let first = Listener()
    let second = Listener()
    tap.addTarget(first, action: .poke)
    tap.addTarget(first, action: .pokeSender)
    try tap.addTarget(second, action: "poke:")
    tap.addTarget(first, action: .poke)
    stage.tap(1, 10, 10, at: 0)
    #expect(first.calls == ["poke", "poke: tap ended"])
    #expect(second.calls == ["poke: tap ended"])
    #expect(stage.taken() == ["poke handled=true", "poke: handled=true", "poke: handled=true"])
  }

  @Test("9.4 actions are sent at each state but failed and possible")
  func states() {
    let listener = Listener()
    let pan = stage.recognize(PanGestureRecognizer())
    pan.addTarget(listener, action: .pokeSender)
    GestureKind.pan.perform(on: stage, at: 0)
    stage.tap(1, 10, 10, at: 1000)
    #expect(listener.calls == ["poke: pan began", "poke: pan changed", "poke: pan ended"])
  }

  @Test("9.4 targets are removed by target, by action, or all")
  func remove() {
    let tap = stage.tapRecognizer("tap")
    let first = Listener()
    let second = Listener()
    var closures = 0
    for listener in [first, second] {
      tap.addTarget(listener, action: .poke)
      tap.addTarget(listener, action: .pokeSender)
    }
    tap.addAction("count") { _ in closures += 1 }
    tap.removeTarget(first, action: nil)
    tap.removeTarget(nil, action: "poke")
    stage.tap(1, 10, 10, at: 0)
    #expect(first.calls == [])
    #expect(second.calls == ["poke: tap ended"])
    #expect(closures == 1)
    tap.removeAction(identifiedBy: "count")
    stage.tap(1, 10, 10, at: 1000)
    #expect(closures == 1)
    tap.addAction("count") { _ in closures += 1 }
    tap.removeTarget(nil, action: nil)
    stage.tap(1, 10, 10, at: 2000)
    #expect(closures == 1)
    #expect(second.calls.count == 2)
  }

  @Test("Targets are not kept; a dead one is skipped")
  func weakTargets() {
    let tap = stage.tapRecognizer("tap")
    weak var weakTarget: Listener?
    do {
      let listener = Listener()
      weakTarget = listener
      tap.addTarget(listener, action: .poke)
    }
    #expect(weakTarget == nil)
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.takenGestures() == ["tap recognized"])
  }

  @Test("A name that the target does not have is an error at registration")
  func unknown() {
    let tap = stage.tapRecognizer("tap")
    #expect(throws: ActionError.self) { try tap.addTarget(Listener(), action: "nudge:") }
    #expect(throws: ActionError.self) { try tap.addTarget(nil, action: "a:b:c:d:") }
  }

  @Test("An action without a target goes up the chain from the recognizer's view")
  func chain() throws {
    final class Shelf: View {
      var pokes = 0
      override class var actions: [Action] { super.actions + [Action("shelve", Shelf.shelve)] }
      func shelve() { pokes += 1 }
    }
    let shelf = stage.add(Shelf(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "shelf")
    let box = stage.add(View(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "box", to: shelf)
    let tap = stage.tapRecognizer("tap", in: box)
    try tap.addTarget(nil, action: "shelve")
    stage.tap(1, 10, 10, at: 0)
    #expect(shelf.pokes == 1)
    #expect(stage.taken() == ["shelve handled=true"])
  }

  @Test("An action may take its own recognizer away, and its view")
  func removesItself() {
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    pan.addAction("go") { [unowned view] recognizer in
      view.removeGestureRecognizer(recognizer)
      view.removeFromSuperview()
    }
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 150, 100, at: 10)
    stage.up(1, 150, 100, at: 20)
    #expect(stage.violations.isEmpty)
    #expect(pan.state == .possible)
    #expect(view.superview == nil)
  }

  @Test("An action may send a frame; it is handled after this one")
  func sendsFrame() {
    let tap = stage.tapRecognizer("tap")
    let application = stage.application
    tap.addAction("again") { [unowned application] _ in
      application.handle(
        TouchFrame(
          device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 60_000),
          contacts: [Contact(trackingID: 9, slot: 3, phase: .began, location: Point(x: 1, y: 1))]))
    }
    stage.tap(1, 10, 10, at: 0)
    #expect(application.event.allTouches.count == 1)
    stage.cancel(9, at: 100)
    #expect(stage.violations.isEmpty)
  }
}

extension TypedAction where Target == GestureTargetTests.Listener {
  static var poke: Self { .init("poke", GestureTargetTests.Listener.poke as (GestureTargetTests.Listener) -> () -> Void) }
  static var pokeSender: Self { .init("poke:", GestureTargetTests.Listener.poke(_:)) }
}
