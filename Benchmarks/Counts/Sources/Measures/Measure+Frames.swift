import ContactorCore

extension Measure {
  /// Frames in which contacts move over as many tracked controls.
  static var frames: [Measure] {
    [frame("frame10", contacts: 10), frame("frame1", contacts: 1)]
  }

  private static func frame(_ name: String, contacts: Int) -> Measure {
    Measure(name, operations: 100_000 / contacts) {
      let scene = FrameScene(contacts: contacts)
      return { count in
        for _ in 0..<count { scene.step() }
      }
    }
  }
}

/// Contacts that are down on a control each and move to and fro.
final class FrameScene {
  let application = Application()
  let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let target = Counter()
  private var ahead: TouchFrame
  private var back: TouchFrame
  private var there = false
  private var time: Int64 = 8_000

  init(contacts: Int) {
    application.addWindow(window)
    for index in 0..<contacts {
      let control = Control(frame: Rect(x: Double(index) * 80, y: 40, width: 70, height: 400))
      control.addTarget(target, action: .hit, for: .touchUpInside)
      window.addSubview(control)
    }
    ahead = Self.frame(contacts, .moved, offset: 5)
    back = Self.frame(contacts, .moved, offset: -5)
    application.handle(Self.frame(contacts, .began, offset: 0))
  }

  /// Moves every contact.
  func step() {
    time += 8_000
    there.toggle()
    if there {
      ahead.timestamp = Timestamp(microseconds: time)
      application.handle(ahead)
    } else {
      back.timestamp = Timestamp(microseconds: time)
      application.handle(back)
    }
  }

  private static func frame(_ contacts: Int, _ phase: TouchPhase, offset: Double) -> TouchFrame {
    let list = (0..<contacts).map { index in
      Contact(
        trackingID: Int32(index), slot: Int32(index), phase: phase,
        location: Point(x: Double(index) * 80 + 35 + offset, y: 240 + offset))
    }
    return TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: list)
  }
}
