import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Touch and Event, line by line (contract 2)")
struct TouchLineTests {
  let stage = Stage()

  private func recorder(_ name: String = "view", _ x: Double = 0, width: Double = 800, multiple: Bool = false) -> Recorder {
    let view = stage.add(Recorder(frame: Rect(x: x, y: 0, width: width, height: 480)), name)
    view.isMultipleTouchEnabled = multiple
    return view
  }

  @Test("2.1 a touch tells its number, device, window, phase and time")
  func properties() throws {
    let view = recorder()
    var phases: [TouchPhase] = []
    view.onTouches = { touches, _ in phases += touches.map(\.phase) }
    stage.contact(9, .began, 1, 2)
    stage.frame(at: 5, device: 3)
    let touch = try #require(view.seen.first)
    #expect(touch.id == TouchID(rawValue: 1) && touch.device == DeviceID(rawValue: 3) && touch.trackingID == 9)
    #expect(touch.window === stage.window && touch.view === view)
    #expect(touch.timestamp == Timestamp(microseconds: 5000) && touch.beganAt == touch.timestamp && touch.tapCount == 1)
    stage.contact(9, .moved, 2, 2)
    stage.frame(at: 6, device: 3)
    #expect(touch.timestamp == Timestamp(microseconds: 6000) && touch.beganAt == Timestamp(microseconds: 5000))
    stage.contact(8, .began, 700, 2)
    stage.frame(at: 7, device: 3)
    #expect(touch.phase == .stationary && touch.timestamp == Timestamp(microseconds: 6000))
    stage.contact(9, .cancelled, 2, 2)
    stage.frame(at: 8, device: 3)
    #expect(phases == [.began, .moved, .cancelled])
    #expect(!touch.isAlive)
  }

  @Test("2.1 the previous location is where the touch was in the last frame, and precise locations are not rounded")
  func previousLocation() throws {
    let view = recorder()
    stage.down(1, 10.125, 10, at: 0)
    let touch = try #require(view.seen.first)
    #expect(touch.previousLocation(in: nil) == Point(x: 10.125, y: 10), "at first the same")
    stage.move(1, 20.0625, 10, at: 10)
    stage.move(1, 30.03125, 10, at: 20)
    #expect(touch.preciseLocation(in: view) == Point(x: 30.03125, y: 10))
    #expect(touch.precisePreviousLocation(in: view) == Point(x: 20.0625, y: 10))
  }

  @Test("2.1 a touch's view stays the one that was hit, whatever becomes of it")
  func viewStays() {
    let view = recorder(width: 100)
    let other = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "other")
    stage.window.insertSubview(other, at: 0)
    stage.down(1, 50, 60, at: 0)
    view.frame = Rect(x: 500, y: 0, width: 10, height: 10)
    stage.window.addSubview(other)
    view.isHidden = true
    stage.move(1, 60, 60, at: 10)
    stage.up(1, 60, 60, at: 20)
    #expect(view.taken() == ["began 50.0,60.0", "moved 60.0,60.0", "ended 60.0,60.0"])
    #expect(other.taken().isEmpty && view.seen.allSatisfy { $0.view === view })
  }

  @Test("2.2 an event tells its moment, all touches, and those of a view or a window")
  func eventTouches() {
    let (left, right) = (recorder("left", 0, width: 400, multiple: true), recorder("right", 400, width: 400))
    let other = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.application.addWindow(other)
    stage.application.route(DeviceID(rawValue: 1), to: stage.window)
    stage.application.route(DeviceID(rawValue: 2), to: other)
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 20, 10, at: 10)
    stage.down(3, 410, 10, at: 20)
    stage.down(4, 420, 10, at: 30)
    stage.contact(1, .began, 10, 10)
    stage.frame(at: 40, device: 2)
    let event = stage.application.event
    func ids(_ touches: TouchSet) -> [Int] { touches.map(\.id.rawValue) }
    #expect(event.timestamp == Timestamp(microseconds: 40_000))
    #expect(ids(event.allTouches) == [1, 2, 3, 4, 5])
    #expect(ids(event.touches(for: left)) == [1, 2])
    #expect(ids(event.touches(for: right)) == [3], "the fourth was not delivered to the single-touch view")
    #expect(ids(event.touches(for: stage.window)) == [1, 2, 3, 4] && ids(event.touches(for: other)) == [5])
    stage.up(1, 10, 10, at: 50)
    #expect(ids(event.allTouches) == [2, 3, 4, 5])
  }

  @Test("2.2 frames that begin or end a contact, and those of another device, are never merged")
  func notMerged() {
    let view = recorder(multiple: true)
    func frame(_ device: UInt32, _ time: Int64, _ phase: TouchPhase, _ x: Double) -> TouchFrame {
      TouchFrame(
        device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: time),
        contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: x, y: 0))])
    }
    stage.application.handle(merging: [
      frame(1, 0, .began, 1), frame(2, 1, .began, 2), frame(1, 2, .moved, 3), frame(2, 3, .moved, 4),
      frame(2, 4, .moved, 5), frame(1, 5, .ended, 6), frame(2, 6, .ended, 7),
    ])
    #expect(
      view.taken() == [
        "began 1.0,0.0", "began 2.0,0.0", "moved 3.0,0.0", "moved 5.0,0.0", "ended 6.0,0.0", "ended 7.0,0.0",
      ])
    #expect(stage.violations.isEmpty)
  }

  @Test("2.2 coalesced touches are copies of the touch with its id, the last one its present state")
  func coalescedCopies() throws {
    let view = recorder()
    stage.down(1, 10, 10, at: 0)
    let touch = try #require(view.seen.first)
    stage.move(1, 20, 10, at: 10)
    let single = stage.application.event.coalescedTouches(for: touch)
    #expect(single.count == 1 && single[0] !== touch && single[0].id == touch.id && single[0].view === view)
    #expect(single[0].location(in: nil) == Point(x: 20, y: 10) && single[0].previousLocation(in: nil) == Point(x: 10, y: 10))
    stage.up(1, 20, 10, at: 20)
    #expect(stage.application.event.coalescedTouches(for: touch).isEmpty, "it is in the event no more")
  }

  @Test("2.2 touches are predicted only from two frames that are near in time")
  func predictedLimit() throws {
    let view = recorder()
    stage.down(1, 10, 10, at: 0)
    let touch = try #require(view.seen.first)
    func predicted() -> [Double] { stage.application.event.predictedTouches(for: touch).map { $0.location(in: nil).x } }
    #expect(predicted() == [])
    stage.move(1, 20, 10, at: 40)
    #expect(predicted() == [30, 40])
    #expect(stage.application.event.predictedTouches(for: touch).map(\.timestamp.microseconds) == [80_000, 120_000])
    stage.move(1, 30, 10, at: 81)
    #expect(predicted() == [], "41 ms apart")
  }

  @Test("2.2 a subclass of Event carries its payload through the chain of a nil-targeted action")
  func payloadUpTheChain() throws {
    let keeper = stage.add(Keeper(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "keeper")
    let sender = stage.add(RowButton(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "row", to: keeper)
    try sender.addTarget(nil, action: "open:forEvent:", for: .touchUpInside)
    stage.tap(1, 10, 10, at: 0)
    #expect(keeper.opened == [42])
  }

  @Test("2.3 a touch in another view is a first touch, however near and soon")
  func otherView() {
    _ = (recorder("left", 0, width: 100), recorder("right", 100, width: 100))
    stage.recordsTouches = true
    stage.tap(1, 95, 10, at: 0)
    stage.tap(2, 105, 10, at: 100)
    stage.tap(3, 105, 10, at: 200)
    #expect(stage.taken().filter { $0.contains("began") } == ["1 began 1", "2 began 1", "3 began 2"])
  }

  @Test(
    "2.3 within means the edge, too: 0.35 s and 45 pt for the next, below 45 pt and 0.75 s for the same",
    arguments: [(350, 55.0, 2), (351, 55, 1), (350, 55.5, 1), (349, 54, 2)])
  func tapEdges(pause: Int64, x: Double, count: Int) {
    _ = recorder()
    stage.recordsTouches = true
    stage.down(1, 10, 10, at: 0)
    stage.up(1, 10, 10, at: 749)
    stage.down(2, x, 10, at: 749 + pause)
    #expect(stage.taken().last == "2 began \(count)")
    stage.move(2, x + 44.9, 10, at: 800 + pause)
    #expect(stage.taken().last == "2 moved \(count)")
    stage.move(2, x + 45, 10, at: 810 + pause)
    #expect(stage.taken().last == "2 moved 0")
    stage.move(2, x, 10, at: 820 + pause)
    #expect(stage.taken().last == "2 moved 0", "a drag stays one")
  }

  @Test("2.3 a touch that was cancelled is no tap that could be repeated; of two taps the nearer counts on")
  func whichTap() {
    _ = recorder(multiple: true)
    stage.recordsTouches = true
    stage.down(1, 10, 10, at: 0)
    stage.cancel(1, at: 10)
    stage.down(2, 10, 10, at: 50)
    #expect(stage.taken().last == "2 began 1")
    stage.up(2, 10, 10, at: 60)
    stage.tap(3, 10, 10, at: 100)
    stage.tap(4, 60, 10, at: 200)
    stage.down(5, 30, 10, at: 300)
    #expect(stage.taken().filter { $0.contains("began") } == ["3 began 2", "4 began 1", "5 began 3"])
  }

  @Test("2.3 a touch that stays down 0.75 s counts no taps any more")
  func press() {
    _ = recorder(multiple: true)
    stage.recordsTouches = true
    stage.down(1, 10, 10, at: 0)
    stage.up(1, 10, 10, at: 749)
    #expect(stage.taken().last == "1 ended 1")
    stage.down(2, 10, 10, at: 5000)
    stage.up(2, 10, 10, at: 5750)
    #expect(stage.taken().last == "2 ended 0")
    stage.down(3, 10, 10, at: 5800)
    #expect(stage.taken().last == "3 began 1", "a press is no tap that could be repeated")
  }

  @Test("2.4 stationary touches are in the event and in no set")
  func stationary() {
    let view = recorder(multiple: true)
    var (inEvent, inSet): ([Int], Int) = ([], 0)
    view.onTouches = { touches, event in
      inSet += touches.count { $0.phase == .stationary }
      inEvent = event?.allTouches.filter { $0.phase == .stationary }.map(\.id.rawValue) ?? []
    }
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 20, 10, at: 10)
    stage.contact(1, .stationary, 10, 10)
    stage.contact(2, .moved, 21, 10)
    stage.frame(at: 20)
    #expect(inEvent == [1] && inSet == 0)
    #expect(view.taken() == ["began 10.0,10.0", "began 20.0,10.0", "moved 21.0,10.0"])
  }

  @Test("2.4 each view gets its own touches once a frame")
  func perView() {
    let (left, right) = (recorder("left", 0, width: 400, multiple: true), recorder("right", 400, width: 400, multiple: true))
    stage.contact(1, .began, 10, 10)
    stage.contact(2, .began, 410, 10)
    stage.contact(3, .began, 20, 10)
    stage.contact(4, .began, 420, 10)
    stage.frame(at: 0)
    #expect(left.taken() == ["began 10.0,10.0 20.0,10.0"] && right.taken() == ["began 410.0,10.0 420.0,10.0"])
  }

  @Test("2.5 a single-touch view gets a new touch once its first has ended, in the same frame, too")
  func singleTouchAgain() {
    let view = recorder()
    stage.down(1, 10, 10, at: 0)
    stage.contact(1, .ended, 10, 10)
    stage.contact(2, .began, 20, 10)
    stage.frame(at: 10)
    #expect(view.taken() == ["began 10.0,10.0", "ended 10.0,10.0", "began 20.0,10.0"])
    #expect(stage.violations.isEmpty)
  }

  @Test("2.5 an exclusive view shuts out its own window only, and touches that are under way go on")
  func exclusiveWindow() {
    let (alone, other) = (stage.button("alone", 0, 0), stage.button("other", 200, 0))
    alone.isExclusiveTouch = true
    alone.isMultipleTouchEnabled = true
    let second = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.application.addWindow(second)
    stage.application.route(DeviceID(rawValue: 2), to: second)
    let elsewhere = Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    second.addSubview(elsewhere)
    stage.application.route(DeviceID(rawValue: 1), to: stage.window)
    stage.down(1, 10, 10, at: 0)
    stage.contact(1, .began, 10, 10)
    stage.frame(at: 10, device: 2)
    #expect(elsewhere.taken() == ["began 10.0,10.0"])
    stage.down(2, 210, 10, at: 20)
    #expect(!other.isTracking && alone.isTracking)
    stage.up(1, 10, 10, at: 30)
    stage.up(2, 210, 10, at: 40)
    stage.tap(3, 210, 10, at: 5000)
    #expect(stage.taken().suffix(3) == ["other touchDown", "other touchUpInside", "other primaryActionTriggered"])
  }
}

/// A button that lets its row's number go along with the event.
private final class RowButton: Button {
  final class RowEvent: Event {
    let row = 42
  }

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    super.sendAction(action, to: target, for: RowEvent(timestamp: event?.timestamp ?? Timestamp(microseconds: 0)))
  }
}

private final class Keeper: View {
  var opened: [Int] = []

  override class var actions: [Action] { super.actions + [Action("open:forEvent:", Keeper.open(_:forEvent:))] }

  func open(_ sender: Button, forEvent event: Event?) { opened.append((event as? RowButton.RowEvent)?.row ?? -1) }
}
