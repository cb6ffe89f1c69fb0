import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Gestures in a monitor, which has no layout.
@Suite struct MonitorGestureTests {
  /// What a monitor's gestures were, as text and as lines.
  private final class Board {
    private(set) var texts: [String] = []
    private(set) var lines = ""
    private(set) var gestures: MonitorGestures!
    private(set) var log: MonitorLog!

    init() {
      log = MonitorLog(LogWriter { [weak self] in self?.lines += String(decoding: $0, as: UTF8.self) }) { _ in }
      gestures = MonitorGestures { [unowned self] in
        texts.append($0.text)
        log.show($0)
      }
    }

    func plug(_ number: UInt32, size: Size?) {
      var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: "Pad")
      panel.size = size
      gestures.handle(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
    }

    func touch(_ time: Int64, _ phase: TouchPhase, _ x: Double, _ y: Double, id: Int32 = 5, device: UInt32 = 1) {
      let contact = Contact(trackingID: id, slot: 0, phase: phase, location: Point(x: x, y: y))
      gestures.handle(
        .frame(TouchFrame(device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: time), contacts: [contact])))
    }

    func take() -> [String] {
      defer { texts = [] }
      return texts
    }
  }

  @Test func `a tap is one once no second one comes, a double tap at once`() {
    let board = Board()
    board.plug(1, size: Size(width: 160, height: 96))
    board.touch(1_000, .began, 20, 30)
    board.touch(81_000, .ended, 20.5, 30)
    #expect(board.take() == [])
    if let deadline = board.gestures.nextDeadline { board.gestures.advance(to: deadline) }
    #expect(board.take() == ["tap recognized  x 20.5  y 30  mm"])
    #expect(board.gestures.nextDeadline == nil, "at rest nothing is due")
    for time in [2_000_000, 2_200_000] as [Int64] {
      board.touch(time, .began, 20, 30)
      board.touch(time + 50_000, .ended, 20, 30)
    }
    #expect(board.take() == ["doubleTap recognized  x 20  y 30  taps 2  mm"])
    board.log.flush()
    #expect(
      board.lines == #"""
        {"t":431001,"kind":"gesture","gesture":"tap","state":"recognized","view":"root","touches":[1],"values":{"x":20.5,"y":30},"device":"event1"}
        {"t":2250000,"kind":"gesture","gesture":"doubleTap","state":"recognized","view":"root","touches":[2,3],"values":{"x":20,"y":30,"taps":2},"device":"event1"}

        """#)
  }

  @Test func `time alone makes a long press`() {
    let board = Board()
    board.plug(1, size: Size(width: 160, height: 96))
    board.touch(0, .began, 20, 30)
    board.gestures.advance(to: Timestamp(microseconds: 500_000))
    #expect(board.take() == ["longPress began  x 20  y 30  mm"])
  }

  @Test func `a panel of unknown size has gestures in per cent, and a panel that goes cancels its own`() {
    let board = Board()
    board.plug(1, size: nil)
    board.plug(2, size: Size(width: 160, height: 96))
    board.touch(0, .began, 50, 50)
    board.touch(10_000, .moved, 60, 50)
    #expect(board.take() == ["pan began  dx 10  dy 0  vx 1000  vy 0  %", "swipe recognized  right"])
    board.gestures.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 20_000)))
    #expect(board.take().map { $0.prefix(13) } == ["pan cancelled"])
    board.touch(30_000, .moved, 70, 50)
    #expect(board.take() == [])
    board.touch(40_000, .began, 50, 50, device: 2)
    board.touch(50_000, .moved, 60, 50, device: 2)
    #expect(board.take().count == 2)
  }

  @Test func `the picture shows the last gesture at its foot`() {
    var state = MonitorState()
    state.handle(
      .deviceAdded(TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "Pad"), at: Timestamp(microseconds: 0)))
    state.gesture = "tap recognized  x 1  y 2  mm"
    state.problem = "no permission"
    let lines = MonitorPicture(columns: 40, rows: 12, isPlain: true).lines(of: state)
    #expect(lines.count == 12 && Array(lines.suffix(2)) == ["tap recognized  x 1  y 2  mm", "no permission"])
  }
}
