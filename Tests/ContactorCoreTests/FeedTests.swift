import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

@Suite("Contacts that a host feeds by hand (contract 1.11)")
struct FeedTests {
  private let stage = Stage()
  private let device = DeviceID(rawValue: 7)

  private func feed(_ clock: HostClock = .milliseconds32) -> ContactFeed {
    stage.recordsTouches = true
    return ContactFeed(device: device, clock: clock)
  }

  private func place(_ x: Double, _ y: Double = 10) -> Point { Point(x: x, y: y) }

  /// The frame's contacts as `3:0 began 10.0`: tracking id, slot, phase and x.
  private func told(_ frame: TouchFrame) -> [String] {
    frame.contacts.map { "\($0.trackingID):\($0.slot) \($0.phase) \($0.location.x)" }
  }

  // MARK: Contacts

  @Test("1.11 down, moved and up by the host's id become a touch; a place for up is the last one unless given")
  func tap() {
    let button = stage.button("ok", 0, 0)
    var feed = feed()
    feed.down(0xFEED_0000_0000_0001 as UInt64, at: place(10))
    stage.application.handle(feed.frame(at: 1000))
    feed.moved(0xFEED_0000_0000_0001 as UInt64, at: place(20))
    stage.application.handle(feed.frame(at: 1010))
    feed.up(0xFEED_0000_0000_0001 as UInt64)
    let frame = feed.frame(at: 1020)
    #expect(told(frame) == ["1:0 ended 20.0"] && frame.device == device)
    stage.application.handle(frame)
    #expect(
      stage.taken() == [
        "1 began 1", "ok touchDown", "1 moved 1", "ok touchDragInside", "1 ended 1", "ok touchUpInside", "ok primaryActionTriggered",
      ])
    #expect(stage.application.now == Timestamp(microseconds: 1_020_000) && !button.isTracking)
    feed.down(5, at: place(10))
    feed.up(5, at: place(30))
    #expect(told(feed.frame(at: 2000)) == ["2:0 began 10.0", "2:0 ended 30.0"])
  }

  @Test("1.11 one call gathers a frame; without contacts it only lets time pass")
  func gathering() {
    var feed = feed()
    #expect(feed.isEmpty && feed.frame(at: 5000) == TouchFrame(device: device, timestamp: Timestamp(microseconds: 5_000_000), contacts: []))
    var beats = 0
    stage.application.schedule(at: Timestamp(microseconds: 4_000_000)) { beats += 1 }
    stage.application.handle(feed.frame(at: 5000))
    #expect(stage.application.now == Timestamp(microseconds: 5_000_000) && beats == 1 && stage.anomalies.isEmpty)
    for id in 1...3 { feed.down(id, at: place(Double(id))) }
    #expect(told(feed.frame(at: 0)) == ["1:0 began 1.0", "2:1 began 2.0", "3:2 began 3.0"])
    #expect(told(feed.frame(at: 0)).isEmpty && feed.isEmpty)
    feed.moved(2, at: place(7))
    feed.up(1)
    feed.moved(2, at: place(8))
    #expect(told(feed.frame(at: 0)) == ["2:1 moved 8.0", "1:0 ended 1.0"], "moves of one contact become the last of them")
    feed.down(4, at: place(4))
    #expect(told(feed.frame(at: 0)) == ["4:0 began 4.0"], "a slot that is free is used again, a tracking id never")
  }

  @Test("1.11 a host with one pointer and no ids leaves the id out")
  func single() {
    var feed = feed()
    feed.down(at: place(1))
    feed.moved(at: place(2))
    feed.up()
    feed.down(at: place(3))
    feed.cancelled()
    let expected = ["1:0 began 1.0", "1:0 moved 2.0", "1:0 ended 2.0", "2:0 began 3.0", "2:0 cancelled 3.0"]
    #expect(told(feed.frame(at: 0)) == expected)
  }

  @Test("1.11 ids are any integers: 0, the largest, negative ones of any width")
  func ids() {
    var feed = feed()
    feed.down(0, at: place(1))
    feed.down(UInt64.max, at: place(2))
    feed.down(Int64.min, at: place(3))
    feed.down(-2 as Int32, at: place(4))
    _ = feed.frame(at: 0)
    feed.up(Int8(-1))
    feed.up(Int32(-2))
    feed.up(1 << 63 as UInt64)
    feed.up()
    #expect(told(feed.frame(at: 0)) == ["2:1 ended 2.0", "4:3 ended 4.0", "3:2 ended 3.0", "1:0 ended 1.0"])
  }

  @Test("1.4, 1.11 an id that is lifted and comes down again in one frame ends as one touch and begins as another, in that order")
  func again() {
    stage.button("ok", 0, 0).isMultipleTouchEnabled = true
    var feed = feed()
    feed.down(1, at: place(10))
    stage.application.handle(feed.frame(at: 0))
    _ = stage.taken()
    feed.up(1)
    feed.down(1, at: place(20))
    feed.up(1)
    feed.down(1, at: place(30))
    stage.application.handle(feed.frame(at: 10))
    let touches = stage.taken().filter { $0.first?.isNumber == true }
    #expect(touches.map { $0.dropLast(2) } == ["1 ended", "2 began", "2 ended", "3 began"])
    feed.up(1)
    stage.application.handle(feed.frame(at: 20))
    #expect(stage.anomalies.isEmpty && stage.violations.isEmpty && stage.application.event.allTouches.isEmpty)
  }

  @Test("1.11 down, moved and up within one frame are a tap where the finger came down")
  func fast() {
    _ = stage.button("ok", 0, 0)
    var feed = feed()
    feed.down(1, at: place(10))
    feed.moved(1, at: place(12))
    feed.up(1)
    stage.application.handle(feed.frame(at: 0))
    #expect(stage.taken() == ["1 began 1", "ok touchDown", "1 ended 1", "ok touchUpInside", "ok primaryActionTriggered"])
    #expect(stage.anomalies.isEmpty && stage.violations.isEmpty)
  }

  @Test("1.11 cancelled takes one contact away, cancelAll takes all")
  func cancelling() {
    var feed = feed()
    for id in 1...4 { feed.down(id, at: place(Double(id))) }
    _ = feed.frame(at: 0)
    feed.cancelled(2)
    feed.up(3)
    feed.cancelAll()
    #expect(told(feed.frame(at: 0)) == ["2:1 cancelled 2.0", "3:2 ended 3.0", "1:0 cancelled 1.0", "4:3 cancelled 4.0"])
    feed.cancelAll()
    #expect(told(feed.frame(at: 0)).isEmpty && feed.isEmpty)
  }

  // MARK: What a host says wrongly

  @Test("1.11 down twice moves and is counted")
  func downTwice() {
    var feed = feed()
    feed.down(1, at: place(10))
    stage.application.handle(feed.frame(at: 0))
    feed.down(1, at: place(20))
    stage.application.handle(feed.frame(at: 10))
    #expect(stage.taken() == ["1 began 1", "1 moved 1"] && stage.anomalies == [.beganTwice])
    feed.up(1)
    stage.application.handle(feed.frame(at: 20))
    #expect(stage.application.event.allTouches.isEmpty && stage.anomalies == [.beganTwice])
  }

  @Test("1.11 moved, up and cancelled of an id that is not down do nothing and are counted")
  func unknown() {
    var feed = feed()
    feed.moved(1, at: place(10))
    feed.up(2)
    feed.cancelled(UInt64.max)
    stage.application.handle(feed.frame(at: 0))
    #expect(stage.taken().isEmpty && stage.anomalies == [.unknownContact, .unknownContact, .unknownContact])
    feed.down(1, at: place(10))
    feed.up(1)
    feed.up(1)
    feed.moved(1, at: place(10))
    stage.application.handle(feed.frame(at: 10))
    #expect(stage.anomalies.count == 5 && stage.violations.isEmpty && stage.application.event.allTouches.isEmpty)
  }

  @Test(
    "1.11 a place that is no number moves nothing, and begins no touch until the id is down again",
    arguments: [Double.nan, .infinity, -.infinity])
  func invalidPlaces(_ wrong: Double) {
    var feed = feed()
    feed.down(1, at: place(10))
    stage.application.handle(feed.frame(at: 0))
    feed.moved(1, at: place(20))
    feed.moved(1, at: place(wrong))
    stage.application.handle(feed.frame(at: 10))
    #expect(stage.application.event.allTouches.first?.location(in: nil) == place(20))
    feed.up(1, at: place(wrong))
    let frame = feed.frame(at: 20)
    stage.application.handle(frame)
    #expect(stage.anomalies == [.invalidPosition, .invalidPosition] && stage.taken().last == "1 ended 1")
    feed.down(2, at: place(wrong))
    stage.application.handle(feed.frame(at: 30))
    feed.moved(2, at: place(5))
    feed.up(2)
    feed.down(2, at: place(6))
    stage.application.handle(feed.frame(at: 40))
    #expect(stage.taken() == ["2 began 2"] && stage.anomalies.count == 3 && stage.violations.isEmpty)
  }

  @Test("1.11 ten thousand ids at once, lifted in any order, each get a slot and a tracking id of their own")
  func many() {
    var feed = feed()
    let ids = (0..<10_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    for (index, id) in ids.enumerated() { feed.down(id, at: place(Double(index))) }
    let frame = feed.frame(at: 0)
    #expect(Set(frame.contacts.map(\.slot)) == Set(0..<10_000))
    #expect(Set(frame.contacts.map(\.trackingID)).count == 10_000)
    for (index, id) in ids.enumerated() { feed.moved(id, at: place(-Double(index))) }
    #expect(feed.frame(at: 0).contacts.map(\.location.x) == ids.indices.map { -Double($0) })
    for index in 0..<100 { feed.up(ids[index * 97 % 100]) }
    #expect(feed.frame(at: 0).contacts.count == 100)
    for index in 0..<100 { feed.down(ids[99 - index], at: .zero) }
    let again = feed.frame(at: 0).contacts
    #expect(Set(again.map(\.slot)) == Set(0..<100) && again.allSatisfy { $0.phase == .began && $0.trackingID > 10_000 })
  }

  @Test("1.11 tracking ids start over after the largest, past those in use")
  func trackingIDs() {
    var feed = feed()
    for id in 1...3 { feed.down(id, at: .zero) }
    feed.up(2)
    _ = feed.frame(at: 0)
    feed.lastTrackingID = .max - 1
    for id in 4...7 { feed.down(id, at: .zero) }
    #expect(feed.frame(at: 0).contacts.map(\.trackingID) == [.max, 2, 4, 5])
  }

  @Test("1.11 a frame leaves out nothing when an action feeds contacts while it is handled")
  func fedFromInside() {
    final class Host {
      var feed = ContactFeed(device: DeviceID(rawValue: 7), clock: .milliseconds32)
    }
    let host = Host()
    let button = stage.button("ok", 0, 0)
    stage.recordsTouches = true
    button.addAction("feed", for: .touchDown) { [application = stage.application] _, _ in
      host.feed.down(2, at: Point(x: 300, y: 10))
      application.handle(host.feed.frame(at: 5))
      host.feed.up(2)
    }
    host.feed.down(1, at: Point(x: 10, y: 10))
    stage.application.handle(host.feed.frame(at: 0))
    stage.application.handle(host.feed.frame(at: 10))
    let touches = stage.taken().filter { $0.first?.isNumber == true }
    #expect(touches == ["1 began 1", "2 began 1", "2 ended 1"] && stage.anomalies.isEmpty)
    button.removeFromSuperview()
  }

  @Test("1.11 a feed is a value: a copy goes its own way")
  func copies() {
    var feed = feed()
    feed.down(1, at: place(1))
    var copy = feed
    copy.up(1)
    #expect(told(feed.frame(at: 0)) == ["1:0 began 1.0"])
    #expect(told(copy.frame(at: 0)) == ["1:0 began 1.0", "1:0 ended 1.0"])
  }

  @Test("1.11 a frame that is kept stays as it was")
  func keptFrame() {
    var feed = feed()
    feed.down(1, at: place(1))
    let kept = feed.frame(at: 0)
    feed.moved(1, at: place(2))
    #expect(told(feed.frame(at: 0)) == ["1:0 moved 2.0"] && told(kept) == ["1:0 began 1.0"])
  }

  // MARK: The host's clock

  private func microseconds(_ clock: HostClock, _ readings: [some FixedWidthInteger]) -> [Int64] {
    var clock = clock
    return readings.map { clock.timestamp(at: $0).microseconds }
  }

  @Test("1.10, 1.11 32-bit milliseconds wrap after 49.7 days, microseconds after 71.6 minutes, and time goes on")
  func wraps() {
    let end = UInt32.max
    let days = microseconds(.milliseconds32, [0, 1 << 31, end, 0, 9, 1 << 31, end - 5, 4])
    #expect(days == [0, 1 << 31, 4_294_967_295, 1 << 32, 4_294_967_305, 3 << 31, (2 << 32) - 6, (2 << 32) + 4].map { $0 * 1000 })
    #expect(microseconds(.microseconds32, [end - 1, 1, 1 << 31]) == [4_294_967_294, 4_294_967_297, 3 << 31])
    #expect(microseconds(.milliseconds32, [-2, 3] as [Int32]) == [4_294_967_294_000, 4_294_967_299_000], "the bits count")
  }

  @Test("1.10, 1.11 a touch held over the wrap of the clock goes on, and repeats no oftener than before")
  func wrapWhileHeld() {
    let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "s")
    var feed = feed()
    let start = UInt32.max - 300
    feed.down(1, at: place(80))
    stage.application.handle(feed.frame(at: start))
    for step in stride(from: 10 as UInt32, through: 1000, by: 10) {
      feed.moved(1, at: place(80, Double(step % 20)))
      stage.application.handle(feed.frame(at: start &+ step))
    }
    feed.up(1)
    stage.application.handle(feed.frame(at: start &+ 1000))
    #expect(stepper.value == 6, "at 0.5, 0.6 … 1.0 s")
    #expect(stage.anomalies.isEmpty && stage.violations.isEmpty)
  }

  @Test("1.2, 1.11 a step back that is no wrap is passed on, and the engine handles it at the time it has")
  func stepsBack() {
    #expect(microseconds(.milliseconds32, [10_000, 9000, 0, 20_000]) == [10_000_000, 9_000_000, 0, 20_000_000])
    #expect(microseconds(.milliseconds32, [5, 0xFFFF_FFFF as UInt32, 6]) == [5000, -1000, 6000])
    #expect(microseconds(.microseconds32, [20_000_000, 4_000_000]) == [20_000_000, 4_000_000])
    #expect(microseconds(.microseconds32, [20_000_000, 0]) == [20_000_000, 1 << 32], "more than 16.7 s is ahead")
    var feed = feed()
    feed.down(1, at: place(10))
    stage.application.handle(feed.frame(at: 10_000))
    feed.moved(1, at: place(20))
    stage.application.handle(feed.frame(at: 9000))
    #expect(stage.application.now == Timestamp(microseconds: 10_000_000) && stage.anomalies == [.timeWentBack])
    #expect(stage.taken() == ["1 began 1", "1 moved 1"])
  }

  @Test("1.11 units are turned into microseconds, rounded toward 0")
  func units() {
    #expect(microseconds(.milliseconds64, [1 << 40]) == [(1 << 40) * 1000])
    #expect(microseconds(.microseconds64, [3, 1 << 40]) == [3, 1 << 40])
    #expect(microseconds(.nanoseconds64, [999, 1000, 1 << 60]) == [0, 1, (1 << 60) / 1000])
    #expect(microseconds(HostClock(.bits64, ticksPerSecond: 3), [1, 2, 3, 4]) == [333_333, 666_666, 1_000_000, 1_333_333])
    #expect(microseconds(HostClock(.bits32, ticksPerSecond: 60), [60, 90]) == [1_000_000, 1_500_000])
  }

  @Test("1.11 a clock may start near a moment: its readings are those of that clock cut to 32 bits")
  func near() {
    let uptime = Timestamp(microseconds: 100 * 86_400 * 1_000_000)
    for offset in [-5000, 0, 5000] as [Int64] {
      let reading = UInt32(truncatingIfNeeded: uptime.microseconds / 1000 + offset)
      let clock = HostClock(.bits32, ticksPerSecond: 1000, near: uptime)
      #expect(microseconds(clock, [reading]) == [uptime.microseconds + offset * 1000])
    }
    let clock = HostClock(.bits32, ticksPerSecond: 1000, near: Timestamp(microseconds: 5_000_000))
    #expect(microseconds(clock, [UInt32.max]) == [-1000], "just before 0 is nearer than 49.7 days later")
  }

  @Test("1.10, 1.11 extremes of readings, units and moments saturate")
  func extremes() {
    for ticksPerSecond in [Int.min, -1, 0, 1, 1000, .max] {
      for width in [HostClock.Width.bits32, .bits64] {
        for reference in [nil, Timestamp(microseconds: .min), Timestamp(microseconds: .max)] {
          var clock = HostClock(width, ticksPerSecond: ticksPerSecond, near: reference)
          #expect(clock.ticksPerSecond >= 1)
          for _ in 0..<3 {
            for reading in [0, 1, UInt64.max / 2, .max / 2 + 1, .max, 1] { _ = clock.timestamp(at: reading) }
            for reading in [Int64.min, -1, .max] { _ = clock.timestamp(at: reading) }
          }
        }
      }
    }
    #expect(microseconds(HostClock(.bits64, ticksPerSecond: 0), [UInt64.max]) == [.max])
    let late = HostClock(.bits64, ticksPerSecond: 1, near: Timestamp(microseconds: .max))
    #expect(microseconds(late, [UInt64.max]) == [-1_000_000], "the nearest meaning")
    var feed = feed(.nanoseconds64)
    feed.down(1, at: place(10))
    stage.application.handle(feed.frame(at: UInt64.max))
    feed.up(1)
    stage.application.handle(feed.frame(at: Timestamp(microseconds: .max)))
    #expect(stage.violations.isEmpty && stage.application.event.allTouches.isEmpty)
  }
}
