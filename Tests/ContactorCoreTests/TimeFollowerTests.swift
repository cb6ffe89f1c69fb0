import ContactorCore
import ContactorStage
import Testing

/// What follows event time, and what subclasses of recognizers are asked and told.
@Suite("Time followers")
struct TimeFollowerTests {
  private let stage = Stage()

  @Test("A follower is called at the time of every frame and advance, before the frame's touches, and until it is stopped")
  func follows() {
    var times: [Int64] = []
    let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    stage.window.addSubview(view)
    let application = stage.application
    let token = application.followTime { [unowned application] in
      times.append(application.now.microseconds / 1000)
      view.center.x += 100
    }
    stage.down(1, 105, 5, at: 10)
    #expect(application.event.allTouches.first?.view === view)
    stage.up(1, 105, 5, at: 20)
    stage.pass(to: 30)
    #expect(times == [10, 20, 30])
    application.stopFollowing(token)
    stage.pass(to: 40)
    #expect(times.count == 3)
  }

  @Test("Followers may stop themselves and each other, and add others, which begin with the next time")
  func changes() {
    let application = stage.application
    var calls: [String] = []
    var second: TimerToken?
    var first: TimerToken?
    first = application.followTime { [unowned application] in
      calls.append("first")
      second.map { application.stopFollowing($0) }
      first.map { application.stopFollowing($0) }
      _ = application.followTime { calls.append("third") }
    }
    second = application.followTime { calls.append("second") }
    stage.pass(to: 10)
    #expect(calls == ["first"])
    stage.pass(to: 20)
    #expect(calls == ["first", "third"])
  }

  private final class VerticalPan: PanGestureRecognizer {
    var states: [State] = []

    override func movement(of displacement: Point) -> Double {
      displacement.y.magnitude > displacement.x.magnitude ? displacement.y.magnitude : 0
    }

    override func stateChanged() { states.append(state) }
  }

  @Test("A pan waits while its override counts nothing of the displacement, and is told of its states")
  func movement() {
    let pan = VerticalPan()
    stage.window.addGestureRecognizer(pan)
    stage.down(1, 100, 100, at: 10)
    stage.move(1, 150, 100, at: 20)
    #expect(pan.state == .possible)
    stage.move(1, 150, 160, at: 30)
    stage.move(1, 150, 161, at: 40)
    #expect(pan.states == [.began, .changed])
    stage.up(1, 150, 161, at: 50)
    #expect(pan.states == [.began, .changed, .ended])
    stage.down(1, 100, 100, at: 1010)
    stage.up(1, 200, 110, at: 1020)
    #expect(pan.states.count == 3)
    stage.down(1, 100, 100, at: 2010)
    stage.up(1, 110, 200, at: 2020)
    #expect(pan.states.suffix(2) == [.began, .ended])
    #expect(stage.violations.isEmpty)
  }
}
