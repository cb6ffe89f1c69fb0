import ContactorCore
import ContactorEvdev
import Testing

@testable import ContactorLayout

@Suite("The states of policies") struct PolicyStateTests {
  private static let panel = DeviceID(rawValue: 1)

  private func second(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  private func frame(_ seconds: Double, _ phase: TouchPhase, x: Double = 0, id: Int32 = 1) -> TouchFrame {
    TouchFrame(
      device: Self.panel, timestamp: second(seconds),
      contacts: [Contact(trackingID: id, slot: id, phase: phase, location: Point(x: x, y: 0))])
  }

  private func clock(after seconds: Int = 10) -> IdleClock {
    var clock = IdleClock()
    clock.after = .seconds(seconds)
    clock.start(at: second(0))
    return clock
  }

  @Test("12.1 The screen is idle so long after the last use, to the microsecond")
  func idle() {
    var clock = clock()
    #expect(clock.deadline == second(10))
    let advances = [9.999_999, 10, 20].map { clock.advance(to: second($0)) }
    #expect(advances == [false, true, false])
    #expect(clock.isIdle && clock.deadline == nil)
    let wakes = [frame(21, .began), frame(22, .ended)].map { clock.take($0, slop: 5) }
    #expect(wakes == [true, false] && !clock.isIdle)
    #expect(clock.deadline == second(32))
  }

  @Test("12.1 A finger that is down keeps the screen from being idle until it has rested for a minute")
  func resting() {
    var clock = clock()
    _ = clock.take(frame(1, .began), slop: 5)
    #expect(clock.deadline == second(61))
    _ = clock.take(frame(30, .moved, x: 4), slop: 5)
    #expect(clock.deadline == second(61), "within the slop it stays in its place")
    _ = clock.take(frame(40, .moved, x: 6), slop: 5)
    #expect(clock.deadline == second(100))
    #expect(clock.isTouched(at: second(99.9)) && !clock.isTouched(at: second(100)))
    _ = clock.advance(to: second(100))
    #expect(clock.isIdle)
    _ = clock.take(frame(101, .ended, x: 6), slop: 5)
    #expect(clock.isIdle, "what is taken off the screen is no touch")
  }

  @Test("What rested and moves is of use again")
  func movedAfterRest() {
    var clock = clock()
    _ = clock.take(frame(1, .began), slop: 5)
    let (begins, wakes) = (clock.advance(to: second(70)), clock.take(frame(80, .moved, x: 50), slop: 5))
    #expect(begins && wakes && clock.isInUse(Self.panel, 1, at: second(81)))
  }

  @Test("A clock without a limit, and one that was never started, are never idle")
  func never() {
    var endless = IdleClock()
    endless.start(at: second(0))
    var unstarted = IdleClock()
    unstarted.after = .seconds(1)
    _ = unstarted.advance(to: second(1e6))
    #expect(endless.deadline == nil && unstarted.deadline == nil && !unstarted.isIdle)
  }

  @Test("Times at the ends of what a timestamp holds, and places that are no numbers, do no harm")
  func extremes() {
    var clock = clock(after: 86_400)
    let last = Timestamp(microseconds: .max)
    let contact = Contact(trackingID: 1, slot: 1, phase: .began, location: Point(x: .nan, y: .infinity))
    _ = clock.take(TouchFrame(device: Self.panel, timestamp: last, contacts: [contact]), slop: 5)
    #expect(clock.deadline == last)
    _ = clock.take(frame(0, .moved, x: .nan), slop: 5)
    for id in 0..<1000 as Range<Int32> { _ = clock.take(frame(2, .began, id: id), slop: 5) }
    clock.remove(Self.panel)
    #expect(!clock.isTouched(at: second(0)))
  }

  @Test("12.3 A mode's time counts from entering it, also when it holds already")
  func modes() {
    var state = ModeState(name: "kiosk")
    let first = state.enter("admin", for: .seconds(5), at: second(1))
    #expect(first == "kiosk")
    #expect(state.name == "admin" && !state.isOver(at: second(5.9)) && state.isOver(at: second(6)))
    let again = state.enter("admin", for: .seconds(5), at: second(4))
    #expect(again == nil && state.deadline == second(9))
    let back = state.enter("kiosk", for: nil, at: second(9))
    #expect(back == "admin" && state.deadline == nil && !state.isOver(at: second(1e9)))
  }

  @Test("12.2 The waking touch lasts until its last finger is lifted, and an ended one is known until the next frame")
  func waking() {
    var clock = clock()
    var touch = WakingTouch()
    for id in [1, 2] as [Int32] {
      _ = clock.take(frame(1, .began, id: id), slop: 5)
      touch.keep(id, of: Self.panel, .waking)
    }
    touch.end(1, of: Self.panel)
    _ = clock.take(frame(2, .ended, id: 1), slop: 5)
    #expect(touch.isWaking(clock, at: second(2)) && touch.cause(of: Self.panel, 1) == .waking)
    touch.beginFrame(of: Self.panel)
    #expect(touch.cause(of: Self.panel, 1) == nil && touch.cause(of: Self.panel, 2) == .waking)
    #expect(!touch.isWaking(clock, at: second(61)), "one that rests does not count")
    touch.remove(Self.panel)
    #expect(touch.isEmpty)
  }
}
