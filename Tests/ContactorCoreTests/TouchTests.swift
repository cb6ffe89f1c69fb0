import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Touches, frames and identity (contract 1 and 2)")
struct TouchTests {
  let stage = Stage()

  init() { stage.recordsTouches = true }

  @Test("1.2 a frame older than the last is processed at the last one's time and counted")
  func timeBack() {
    _ = stage.button("ok", 0, 0)
    stage.down(1, 10, 10, at: 100)
    stage.up(1, 10, 10, at: 50)
    #expect(stage.anomalies == [.timeWentBack])
    #expect(stage.application.now == Timestamp(microseconds: 100_000))
    #expect(stage.taken().contains("ok touchUpInside"))
    #expect(stage.violations.isEmpty)
  }

  @Test("1.2 equal timestamps are no anomaly")
  func equalTimes() {
    stage.down(1, 10, 10, at: 100)
    stage.up(1, 10, 10, at: 100)
    #expect(stage.anomalies.isEmpty)
  }

  @Test("1.4 a contact replaced in its slot within a frame ends before the new one begins")
  func replacedInSlot() {
    _ = stage.button("ok", 0, 0)
    stage.contact(1, .began, 10, 10, slot: 0)
    stage.frame(at: 0)
    stage.contact(1, .ended, 10, 10, slot: 0)
    stage.contact(2, .began, 20, 10, slot: 0)
    stage.frame(at: 10)
    stage.contact(2, .ended, 20, 10, slot: 0)
    stage.frame(at: 20)
    #expect(
      stage.taken() == [
        "1 began 1", "ok touchDown", "1 ended 1", "ok touchUpInside", "ok primaryActionTriggered",
        "2 began 2", "ok touchDown|touchDownRepeat", "2 ended 2", "ok touchUpInside", "ok primaryActionTriggered",
      ])
    #expect(stage.violations.isEmpty)
  }

  @Test("1.4 the same tracking id on two devices is two touches")
  func twoDevices() {
    _ = stage.button("a", 0, 0)
    _ = stage.button("b", 200, 0)
    stage.contact(5, .began, 10, 10)
    stage.frame(at: 0, device: 1)
    stage.contact(5, .began, 210, 10)
    stage.frame(at: 1, device: 2)
    stage.contact(5, .ended, 10, 10)
    stage.frame(at: 2, device: 1)
    #expect(
      stage.taken().filter { $0.contains("a ") || $0.contains("b ") } == [
        "a touchDown", "b touchDown", "a touchUpInside", "a primaryActionTriggered",
      ])
    #expect(stage.anomalies.isEmpty)
  }

  @Test("A contact that begins and ends within a frame is a whole tap")
  func withinOneFrame() {
    _ = stage.button("ok", 0, 0)
    stage.contact(1, .began, 10, 10)
    stage.contact(1, .ended, 10, 10)
    stage.frame(at: 0)
    #expect(
      stage.taken() == ["1 began 1", "ok touchDown", "1 ended 1", "ok touchUpInside", "ok primaryActionTriggered"])
  }

  @Test("Contacts that are unknown, doubled or nowhere are counted, never fatal")
  func badContacts() {
    stage.up(9, 0, 0, at: 0)
    stage.down(1, 10, 10, at: 1)
    stage.down(1, 20, 10, at: 2)
    stage.move(1, .nan, 10, at: 3)
    stage.down(2, .infinity, 10, at: 4)
    stage.up(2, 10, 10, at: 5)
    stage.up(1, 10, 10, at: 6)
    #expect(stage.anomalies == [.unknownContact, .beganTwice, .invalidPosition, .invalidPosition])
    #expect(stage.violations.isEmpty)
  }

  @Test("2.1 one object per contact; its view never changes")
  func identity() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
    stage.down(1, 50, 60, at: 0)
    stage.move(1, 500, 60, at: 10)
    stage.up(1, 500, 60, at: 20)
    #expect(Set(view.seen.map { ObjectIdentifier($0) }).count == 1)
    #expect(view.log == ["began 50.0,60.0", "moved 500.0,60.0", "ended 500.0,60.0"])
    #expect(view.seen.first?.view === view)
  }

  @Test("2.1 locations are converted to any view, the previous one too")
  func locations() throws {
    let outer = stage.add(View(frame: Rect(x: 100, y: 50, width: 300, height: 300)), "outer")
    let inner = stage.add(Recorder(frame: Rect(x: 20, y: 30, width: 100, height: 100)), "inner", to: outer)
    stage.down(1, 130, 90, at: 0)
    stage.move(1, 131, 92, at: 10)
    let touch = try #require(inner.seen.last)
    #expect(touch.location(in: inner) == Point(x: 11, y: 12))
    #expect(touch.previousLocation(in: inner) == Point(x: 10, y: 10))
    #expect(touch.location(in: outer) == Point(x: 31, y: 42))
    #expect(touch.location(in: nil) == Point(x: 131, y: 92))
  }

  @Test("2.3 tap counts: in time and near goes on; late, far, moved or long does not")
  func tapCounts() {
    _ = stage.button("ok", 0, 0, 400, 400)
    func count(_ finger: Int32, _ x: Double, at time: Int64) -> String? {
      stage.down(finger, x, 10, at: time)
      return stage.taken().first { $0.contains("began") }
    }
    #expect(count(1, 10, at: 0) == "1 began 1")
    stage.up(1, 10, 10, at: 50)
    #expect(count(2, 54, at: 399) == "2 began 2")
    stage.up(2, 54, 10, at: 450)
    #expect(count(3, 10, at: 799) == "3 began 3")
    stage.up(3, 10, 10, at: 850)
    #expect(count(4, 10, at: 1201) == "4 began 1", "0.351 s after the last one")
    stage.up(4, 10, 10, at: 1250)
    #expect(count(5, 60, at: 1300) == "5 began 1", "50 pt away")
    stage.move(5, 105, 10, at: 1310)
    #expect(stage.taken().first == "5 moved 0", "45 pt")
    stage.up(5, 105, 10, at: 1320)
    _ = stage.taken()
    #expect(count(6, 105, at: 1400) == "6 began 1", "a drag is no tap")
    stage.up(6, 105, 10, at: 2150)
    #expect(stage.taken().first == "6 ended 0", "0.75 s")
  }

  @Test("2.4 a view gets began, moved, ended and cancelled touches once each, in that order")
  func phaseOrder() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    for finger in 1...4 as ClosedRange<Int32> { stage.contact(finger, .began, Double(finger) * 100, 10) }
    stage.frame(at: 0)
    #expect(view.taken() == ["began 100.0,10.0 200.0,10.0 300.0,10.0 400.0,10.0"])
    stage.contact(1, .cancelled, 100, 10)
    stage.contact(2, .ended, 200, 10)
    stage.contact(3, .moved, 301, 10)
    stage.contact(5, .began, 500, 10)
    stage.frame(at: 10)
    #expect(view.taken() == ["began 500.0,10.0", "moved 301.0,10.0", "ended 200.0,10.0", "cancelled 100.0,10.0"])
  }

  @Test("2.5 a single-touch view gets only its first touch until that one ends")
  func singleTouch() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 20, 10, at: 10)
    stage.move(2, 21, 10, at: 20)
    stage.up(1, 10, 10, at: 30)
    stage.down(3, 30, 10, at: 40)
    stage.up(2, 21, 10, at: 50)
    #expect(view.taken() == ["began 10.0,10.0", "ended 10.0,10.0", "began 30.0,10.0"])
  }

  @Test("2.5 an exclusive view shuts others out, and is shut out by them", arguments: [true, false])
  func exclusive(exclusiveFirst: Bool) {
    let alone = stage.button("alone", 0, 0)
    alone.isExclusiveTouch = true
    _ = stage.button("other", 200, 0)
    stage.recordsTouches = false
    stage.down(1, exclusiveFirst ? 10 : 210, 10, at: 0)
    stage.down(2, exclusiveFirst ? 210 : 10, 10, at: 10)
    #expect(stage.taken() == [exclusiveFirst ? "alone touchDown" : "other touchDown"])
    stage.up(1, 10, 10, at: 20)
    stage.up(2, 10, 10, at: 30)
    #expect(stage.violations.isEmpty)
  }

  @Test("2.1 size, pressure and their limits are those of the panel, 0 where it tells none")
  func measures() throws {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
    stage.down(1, 50, 60, at: 0)
    let touch = try #require(view.seen.last)
    #expect(touch.majorRadius == 0 && touch.majorRadiusTolerance == 0 && touch.force == 0 && touch.maximumPossibleForce == 0)
    var contact = Contact(trackingID: 1, slot: 1, phase: .moved, location: Point(x: 51, y: 60))
    contact.touchMajor = 12
    contact.touchMinor = 8
    contact.pressure = 0.5
    stage.application.handle(
      TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 10), contacts: [contact]))
    #expect(touch.majorRadius == 6 && touch.majorRadiusTolerance == 2)
    #expect(touch.force == 0.5 && touch.maximumPossibleForce == 1)
    #expect(touch.preciseLocation(in: view) == Point(x: 51, y: 60))
  }

  @Test("2.2 merged frames are one delivery with every state in it; touches are predicted from the last two")
  func coalesced() throws {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 400)), "view")
    func frame(_ time: Int64, _ x: Double, _ phase: TouchPhase = .moved) -> TouchFrame {
      TouchFrame(
        device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time * 1000),
        contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: x, y: 0))])
    }
    stage.application.handle(merging: [frame(0, 10, .began), frame(10, 20)])
    view.onTouches = { [unowned view] touches, event in
      guard let touch = touches.first, let event else { return }
      view.notes.append(
        event.coalescedTouches(for: touch).map { "\($0.location(in: nil).x)@\($0.timestamp.microseconds)" }.joined(separator: " "))
      view.notes.append(event.predictedTouches(for: touch).map { "\($0.location(in: nil).x)" }.joined(separator: " "))
    }
    stage.application.handle(merging: [frame(20, 30), frame(30, 40), frame(40, 60), frame(50, 61, .ended)])
    #expect(view.taken() == ["began 10.0,0.0", "moved 20.0,0.0", "moved 60.0,0.0", "ended 61.0,0.0"])
    #expect(view.notes == ["30.0@20000 40.0@30000 60.0@40000", "100.0 140.0", "61.0@50000", ""])
  }

  @Test("2.2 an event subclass carries a payload up the chain")
  func payload() {
    final class Order: Event {
      let number = 7
    }
    let button = stage.button("ok", 0, 0)
    var seen = 0
    button.addAction("order", for: .touchUpInside) { _, event in seen = (event as? Order)?.number ?? -1 }
    button.sendActions(for: .touchUpInside, with: Order())
    #expect(seen == 7)
  }

  @Test("A frame that comes from within an action waits its turn")
  func nestedFrames() {
    let button = stage.button("ok", 0, 0)
    button.addAction("nest", for: .touchDown) { [unowned stage, unowned button] _, _ in
      stage.up(1, 10, 10, at: 10)
      #expect(button.isTracking)
    }
    stage.down(1, 10, 10, at: 0)
    #expect(!button.isTracking)
    #expect(stage.violations.isEmpty)
  }

  @Test("1.1 what is due runs at its own moment of event time, before a later frame")
  func deadlines() {
    let application = stage.application
    var log: [Int64] = []
    application.schedule(at: Timestamp(microseconds: 30_000)) { log.append(application.now.microseconds) }
    application.schedule(at: Timestamp(microseconds: 10_000)) { log.append(application.now.microseconds) }
    let cancelled = application.schedule(at: Timestamp(microseconds: 20_000)) { log.append(-1) }
    application.cancel(cancelled)
    #expect(application.nextDeadline == Timestamp(microseconds: 10_000))
    application.advance(to: Timestamp(microseconds: 15_000))
    #expect(log == [10_000])
    stage.down(1, 10, 10, at: 100)
    #expect(log == [10_000, 30_000])
    #expect(application.nextDeadline == nil)
  }
}

/// A view that writes down what it gets.
final class Recorder: View, TouchKeeper {
  private(set) var log: [String] = []
  private(set) var seen: [Touch] = []
  var notes: [String] = []
  var onTouches: (TouchSet, Event?) -> Void = { _, _ in }

  func taken() -> [String] {
    defer { log = [] }
    return log
  }

  func letGo() { seen = [] }

  private func note(_ phase: String, _ touches: TouchSet, _ event: Event?) {
    onTouches(touches, event)
    seen += touches
    let places = touches.map { "\($0.location(in: nil).x),\($0.location(in: nil).y)" }
    log.append(phase + " " + places.joined(separator: " "))
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { note("began", touches, event) }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) { note("moved", touches, event) }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) { note("ended", touches, event) }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { note("cancelled", touches, event) }
}
