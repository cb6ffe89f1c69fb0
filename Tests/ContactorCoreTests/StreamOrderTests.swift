import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What a random walk found: views that change between one touch's end and the next one's beginning.
@Suite struct StreamOrderTests {
  /// A plain view that writes down the phases it is told of.
  private final class Witness: View {
    var phases: [TouchPhase] = []
    var onBegan: () -> Void = {}

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
      phases.append(.began)
      onBegan()
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { phases.append(.cancelled) }
  }

  @Test("1.4 a contact that replaces another hits what the other's action left in place")
  func replacementHitsWhatIsLeft() {
    let stage = Stage()
    let button = stage.button("ok", 0, 0)
    button.addAction("leave", for: .touchUpInside) { [unowned button] _, _ in button.isHidden = true }
    stage.down(1, 50, 25, at: 0)
    stage.contact(1, .ended, 50, 25, slot: 0)
    stage.contact(2, .began, 50, 25, slot: 0)
    stage.frame(at: 100)
    #expect(stage.application.event.allTouches.first?.view === stage.window)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "ok primaryActionTriggered"])
  }

  @Test("10.1 a touch taken away before its view saw it begin is not cancelled for that view")
  func unseenTouchIsNotCancelled() {
    let stage = Stage()
    let first = stage.add(Witness(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "first")
    let second = stage.add(Witness(frame: Rect(x: 200, y: 0, width: 100, height: 100)), "second")
    first.onBegan = { [unowned stage] in stage.application.cancelTouches() }
    stage.contact(1, .began, 50, 50)
    stage.contact(2, .began, 250, 50)
    stage.frame(at: 0)
    #expect(first.phases == [.began, .cancelled])
    #expect(second.phases == [])
    #expect(stage.violations == [])
  }

  @Test("10.1 cancelling a touch between frames is no second beginning of the others")
  func cancellingBetweenFrames() {
    let stage = Stage()
    let views = [0.0, 200].map { stage.add(Witness(frame: Rect(x: $0, y: 0, width: 100, height: 100)), "view") }
    stage.down(1, 50, 50, at: 0)
    stage.contact(2, .began, 250, 50)
    stage.frame(at: 10, device: 2)
    stage.application.cancelTouches(of: DeviceID(rawValue: 1))
    #expect(views.map(\.phases) == [[.began, .cancelled], [.began]])
    #expect(stage.violations == [])
  }
}
