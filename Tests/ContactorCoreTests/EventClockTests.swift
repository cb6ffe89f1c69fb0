import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

/// Which time counts, and that everything goes on when an earlier one does; contract 1.10.
struct EventClockTests {
  private let stage = Stage()
  private static let far: Int64 = 104 * 86_400_000

  private func name(_ recognizer: GestureRecognizer, _ name: String) { recognizer.name = name }

  /// A tap far away in time, which is then right before `time`.
  private func jump(from time: Int64 = 0) {
    stage.tap(9, 700, 400, at: time)
    stage.tap(9, 700, 400, at: time + Self.far)
  }

  /// The finger rests for some frames.
  private func rest(_ finger: Int32, _ x: Double, _ y: Double, from time: Int64, frames: Int = 5) {
    for step in 1...Int64(frames) { stage.move(finger, x, y, at: time + step * 10) }
  }

  @Test("1.10 after four frames in a row that agree on an earlier time, that time counts")
  func fourFrames() {
    jump()
    for (number, time) in [1000, 1010, 1020].enumerated() {
      stage.contact(1, number == 0 ? .began : .moved, 100, 100)
      stage.frame(at: Int64(time))
      #expect(stage.application.now.microseconds == (Self.far + 60) * 1000 || stage.application.now.microseconds >= Self.far * 1000)
    }
    stage.move(1, 101, 100, at: 1030)
    #expect(stage.application.now == Timestamp(microseconds: 1_030_000))
    stage.up(1, 101, 100, at: 1040)
    #expect(stage.application.now == Timestamp(microseconds: 1_040_000))
    #expect(stage.anomalies == Array(repeating: .timeWentBack, count: 4))
    #expect(stage.violations.isEmpty)
  }

  @Test("1.2 what is due at the last time is done in a frame that is older, as in one of the same time", arguments: [1050, 1049, 500])
  func dueAtLastTime(time: Int64) {
    stage.tap(1, 100, 100, at: 1000)
    var done = 0
    stage.application.schedule(after: .zero) { done += 1 }
    stage.down(1, 100, 100, at: time)
    #expect(done == 1 && stage.application.now == Timestamp(microseconds: 1_050_000))
  }

  @Test("1.10 frames that do not agree, or are late by less than a second, are processed at the last time")
  func noAgreement() {
    stage.tap(1, 100, 100, at: 100_000)
    let last = stage.application.now
    stage.down(1, 100, 100, at: 9_000)
    for time in [8_000, 7_000, 6_000, 5_000, 4_000] { stage.move(1, 100, 100, at: Int64(time)) }
    #expect(stage.application.now == last)
    stage.up(1, 100, 100, at: 100_100)
    let later = stage.application.now
    stage.down(1, 100, 100, at: 99_200)
    for step in 1...8 { stage.move(1, 100, 100, at: 99_200 + Int64(step) * 10) }
    #expect(stage.application.now == later)
  }

  @Test("1.10 long presses, taps, repeats and timers come again after a frame far in the future")
  func everything() {
    let press = LongPressGestureRecognizer()
    name(press, "press")
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    name(double, "double")
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "view")
    view.addGestureRecognizer(press)
    view.addGestureRecognizer(double)
    let stepper = stage.add(Stepper(frame: Rect(x: 300, y: 100, width: 100, height: 40)), "stepper")
    stepper.maximumValue = 1000
    jump()
    var timer = 0
    stage.application.schedule(after: .milliseconds(300)) { timer += 1 }
    stage.down(1, 100, 100, at: 5000)
    rest(1, 100, 100, from: 5000)
    #expect(stage.takenGestures() == [])
    #expect(stage.application.nextDeadline?.microseconds ?? 0 < 6_000_000)
    stage.pass(to: 5600)
    #expect(timer == 1)
    #expect(stage.takenGestures().contains("press began"))
    stage.up(1, 100, 100, at: 5700)
    _ = stage.takenGestures()
    stage.tap(1, 100, 100, at: 6000)
    stage.tap(1, 100, 100, at: 6200)
    #expect(stage.takenGestures().contains("double recognized"))
    stage.down(1, 390, 120, at: 7000)
    stage.pass(to: 8050)
    stage.up(1, 390, 120, at: 8060)
    #expect(stepper.value >= 4, "\(stepper.value)")
    #expect(stage.violations.isEmpty)
  }

  @Test("1.10 a press whose frames turn time back is as long as it was", arguments: [0, 3, 4, 5, 20])
  func pressUnderWay(frames: Int) {
    let press = LongPressGestureRecognizer()
    name(press, "press")
    stage.window.addGestureRecognizer(press)
    jump()
    _ = stage.takenGestures()
    stage.down(1, 100, 100, at: 5000)
    if frames > 0 { rest(1, 100, 100, from: 5000, frames: frames) }
    // Time counts again with the fourth frame, at 5.03 s, and stands still with fewer.
    stage.pass(to: 5525)
    #expect(stage.takenGestures() == [])
    stage.pass(to: 5535)
    #expect(stage.takenGestures() == (frames >= 3 ? ["press began"] : []))
  }

  @Test("1.10 a scroll view that coasts goes on where it was")
  func coasting() {
    let scroll = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "scroll")
    scroll.contentSize = Size(width: 400, height: 100_000)
    jump()
    stage.down(1, 100, 300, at: Self.far + 1000)
    for step in 1...6 { stage.move(1, 100, 300 - 20 * Double(step), at: Self.far + 1000 + 10 * Int64(step)) }
    stage.up(1, 100, 180, at: Self.far + 1070)
    let before = scroll.contentOffset.y
    for step in 0..<4 { stage.contact(2, step == 0 ? .began : .moved, 600, 300); stage.frame(at: 2000 + 10 * Int64(step)) }
    #expect(abs(scroll.contentOffset.y - before) < 1)
    stage.pass(to: 2530)
    #expect(scroll.contentOffset.y > before + 100)
    stage.pass(to: 9000)
    #expect(!scroll.isDecelerating)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("1.10 two panels whose clocks differ do not turn time back and forth")
  func twoPanels() {
    for step in 0..<6 {
      stage.contact(1, step == 0 ? .began : .moved, 100, 100)
      stage.frame(at: 3_600_000 + 10 * Int64(step), device: 1)
    }
    var last = stage.application.now
    var back = 0
    for round in 0..<20 {
      for step in 0..<8 {
        let time = Int64(10_000 + round * 1000 + step * 10)
        stage.contact(2, round == 0 && step == 0 ? .began : .moved, 200 + Double(step), 100)
        stage.frame(at: time, device: 2)
        if stage.application.now < last { back += 1 }
        last = stage.application.now
      }
      stage.contact(1, .moved, 100 + Double(round), 100)
      stage.frame(at: 3_600_000 + 500 + Int64(round) * 1000, device: 1)
      if stage.application.now < last { back += 1 }
      last = stage.application.now
    }
    #expect(back == 0)
  }

  @Test("1.10 a panel that goes on alone has its time, after 100 frames")
  func otherPanelIsGone() {
    for step in 0..<6 { stage.contact(1, step == 0 ? .began : .moved, 100, 100); stage.frame(at: 3_600_000 + 10 * Int64(step), device: 1) }
    for step in 0..<101 { stage.contact(2, step == 0 ? .began : .moved, 200, 100); stage.frame(at: 10_000 + 10 * Int64(step), device: 2) }
    #expect(stage.application.now == Timestamp(microseconds: 11_000_000))
  }

  @Test("1.10 whatever the times, no interval is negative and what is due comes", arguments: 1...60)
  func anyTimes(seed: Int) {
    var chance = Drawing.Noise(state: UInt64(seed))
    func pick(_ count: Int) -> Int { Int((chance.next() + 1) / 2 * Double(count) * 0.999_999) }
    let press = LongPressGestureRecognizer()
    let pan = PanGestureRecognizer()
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = 2
    for recognizer in [press, pan, tap] { stage.window.addGestureRecognizer(recognizer) }
    let scroll = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "scroll")
    scroll.contentSize = Size(width: 400, height: 10_000)
    var time: Int64 = 0
    var down: Set<Int32> = []
    for _ in 0..<200 {
      switch pick(12) {
      case 0: time = [Int64.min / 1000 / 2, 0, Self.far, Int64.max / 1000 / 2, time - 5000, time + 3_600_000][pick(6)]
      default: time &+= Int64(pick(30))
      }
      let finger = Int32(pick(2))
      let place = (x: 50 + 300 * (chance.next() + 1) / 2, y: 50 + 300 * (chance.next() + 1) / 2)
      if !down.contains(finger) {
        stage.contact(finger, .began, place.x, place.y)
        down.insert(finger)
      } else if pick(4) == 0 {
        stage.contact(finger, .ended, place.x, place.y)
        down.remove(finger)
      } else {
        stage.contact(finger, .moved, place.x, place.y)
      }
      stage.frame(at: time, device: UInt32(1 + finger))
      for touch in stage.application.event.touches {
        #expect(touch.beganAt <= touch.timestamp && touch.timestamp <= stage.application.now)
      }
    }
    for finger in down { stage.contact(finger, .ended, 100, 100); stage.frame(at: time, device: UInt32(1 + finger)) }
    // The clocks of both panels are right again, and time passes as it should.
    let start = Int64(1_000_000)
    for step in 0..<20 {
      for finger in Int32(0)...1 {
        stage.contact(finger, step == 0 ? .began : step == 19 ? .ended : .moved, 100 + Double(finger) * 50, 100)
        stage.frame(at: start + Int64(step) * 10, device: UInt32(1 + finger))
      }
    }
    let end = Timestamp(microseconds: (start + 190) * 1000)
    #expect(stage.application.now == end, "\(stage.application.now)")
    stage.down(5, 100, 100, at: start + 1000)
    var passed = end
    for _ in 0..<100 {
      guard let due = stage.application.nextDeadline else { break }
      passed = max(passed, due)
      stage.application.advance(to: due)
    }
    #expect(press.state == .began || press.lastReason != nil)
    #expect(passed.microseconds(since: end) < 20_000_000, "\(passed.microseconds(since: end))")
    #expect(stage.violations.isEmpty, "\(stage.violations)")
  }
}
