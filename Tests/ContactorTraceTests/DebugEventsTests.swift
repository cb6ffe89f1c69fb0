import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("The text of libinput debug-events")
struct DebugEventsTests {
  /// Two touches on a panel of 200 mm × 100 mm, among other devices, as new versions print it.
  static let text = """
    -event3  DEVICE_ADDED            Lid Switch                        seat0 default group1  cap:S
    -event4  DEVICE_ADDED            ACME panel 10" touch              seat0 default group2  cap:t  size 200x100mm ntouches 10 calib
    -event4  TOUCH_DOWN              +0.000s\t0 (0) 50.00/25.00 (100.00/25.00mm)
     event4  TOUCH_FRAME             +0.000s
     event4  TOUCH_MOTION          3 +0.010s\t0 (0) 51.00/ 5.00 (102.00/ 5.00mm)
     event4  TOUCH_DOWN              +0.010s\t1 (1) 10.50/10.00 (21.00/10.00mm)
     event4  TOUCH_FRAME             +0.010s
    -event3  SWITCH_TOGGLE           +0.011s\tswitch lid state 1
    -event4  TOUCH_UP                +1.5s\t0 (0)
     event4  TOUCH_FRAME             +1.5s
     event4  TOUCH_CANCEL            +1.625s\t1 (1)
     event4  TOUCH_FRAME             +1.625s
    -event4  DEVICE_REMOVED          ACME panel 10" touch              seat0 default group2  cap:t

    """

  private func frames(_ trace: TraceCollector) throws -> [TouchFrame] {
    var player = TestPlayer()
    for item in trace.items { try player.take(item) }
    return player.played.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  @Test("Touches come out at their places, in millimetres, with their times and ends")
  func touches() throws {
    let (format, trace) = try read(Self.text)
    #expect(format == .debugEvents && format.rawValue == "debug-events")
    let device = try #require(trace.devices.first)
    #expect(trace.devices.count == 1 && device.device.name == "ACME panel 10\" touch" && device.device.node == "/dev/input/event4")
    #expect(device.device.size == Size(width: 200, height: 100))
    let frames = try frames(trace)
    #expect(frames.map(\.timestamp.microseconds) == [0, 10_000, 1_500_000, 1_625_000, 1_625_000])
    #expect(frames[1].contacts.compactMap(\.millimetres) == [Point(x: 102, y: 5), Point(x: 21, y: 10)])
    let phases = frames.map { frame in frame.contacts.map(\.phase).filter { $0 != .stationary } }
    #expect(phases == [[.began], [.moved, .began], [.ended], [.moved], [.ended]])
    // A cancelled touch is a palm that is lifted.
    #expect(frames[3].contacts.last?.tool == .palm)
    #expect(trace.records.contains { if case .deviceRemoved = $0 { true } else { false } })
  }

  @Test("Older text has no devices, two decimals and no slot where a touch ends; its panel's size follows from its places")
  func older() throws {
    let text = """
       event7   TOUCH_DOWN     \t +1.23s\t0 (0) 25.00/50.00 (50.00/50.00mm)
       event7   TOUCH_FRAME    \t +1.23s
       event7   TOUCH_UP       \t +1.31s
       event7   TOUCH_FRAME    \t +1.31s

      """
    let trace = try read(text).trace
    #expect(trace.devices.first?.device.size == Size(width: 200, height: 100))
    #expect(try frames(trace).map { $0.contacts.map(\.phase) } == [[.began], [.ended]])
    #expect(try frames(trace).map(\.timestamp.microseconds) == [1_230_000, 1_310_000])
  }

  @Test("Places far outside of the panel are kept within what an axis can say")
  func farPlaces() throws {
    let text =
      " event1  TOUCH_DOWN  +1.0s\t0 (0) 1.00/1.00 (99.00/99.00mm)\n"
      + " event1  TOUCH_MOTION  +1.1s\t0 (0) 999999.00/-999999.00 (1/1mm)\n"
    let values = try read(text).trace.events().filter { $0.code == 0x35 || $0.code == 0x36 }.map(\.value)
    #expect(values == [9900, 9900, .max, .min])
  }

  @Test(
    "What is missing or wrong is said with its line",
    arguments: [
      ("-event2  DEVICE_ADDED  Pad  seat0 default group1 cap:pg\n event2  GESTURE_SWIPE_BEGIN +0.9s\t3\n", 0, "gesture lines only"),
      (" event2  POINTER_MOTION  +0.9s\t 1.00/ 2.00\n", 0, "TOUCH_DOWN and TOUCH_MOTION"),
      (" event2  TOUCH_DOWN  soon\t0 (0) 1/1 (1/1mm)\n", 1, "expected a time such as +1.234s"),
      (" event2  TOUCH_DOWN  +1.0\t0 (0) 1/1 (1/1mm)\n", 1, "ends with s"),
      (" event2  TOUCH_DOWN  +1.0s\t0 (0) here\n", 1, "expected a position"),
      (" event2  TOUCH_DOWN  +1.0s\t999 (0) 1/1 (1/1mm)\n", 1, "expected a slot"),
      (
        " event2  TOUCH_DOWN  +1.0s\t0 (0) 1/1\n event2  TOUCH_DOWN  +1.0s\t1 (1) 1/1\n event2  TOUCH_UP  +1.0s\n", 3,
        "names no slot while 2 touches are down"
      ),
    ])
  func mistakes(text: String, line: Int, message: String) throws {
    var found = (line: 0, message: "")
    do {
      let damage = try read(text).trace.damage.first
      found = (damage?.line ?? 0, damage?.message ?? "")
    } catch {
      let error = try #require(error as? TraceError)
      found = (error.line, error.message)
    }
    #expect(found.line == line && found.message.contains(message), "\(found)")
  }
}
