import ContactorCore
import ContactorEvdev

extension Measure {
  /// A frame of ten contacts that move, through a forwarder to the events of the copy.
  static var forwarding: [Measure] {
    [forwarder("forward10", ForwardSettings()), forwarder("forward10-rules", everyRule)]
  }

  private static func forwarder(_ name: String, _ settings: ForwardSettings) -> Measure {
    Measure(name, operations: 5000) {
      let run = ForwardingRun(settings)
      return { run.forward($0) }
    }
  }

  /// Every rule, none of which keeps the contacts back.
  private static var everyRule: ForwardSettings {
    var settings = ForwardSettings()
    settings.fingers = 10
    settings.inside = Rect(x: 1, y: 1, width: 798, height: 478)
    settings.deadZones = [ForwardSettings.DeadZone(id: "crack", frame: Rect(x: 0, y: 460, width: 800, height: 20))]
    settings.ghost.shorterThan = .milliseconds(20)
    settings.ghost.largerThan = 400
    settings.ghost.fasterThan = 300_000
    // The contacts move to and fro in their place.
    settings.stuckAfter = .seconds(100_000_000)
    settings.rate = 1000
    settings.filter = .oneEuro(minimumCutoff: 10, beta: 0.007)
    settings.positions = AffineTransform(scaleX: 4096.0 / 800, y: 4096.0 / 480)
    return settings
  }
}

/// Forwards what a frame of ten contacts holds; the frames are 10 ms apart.
private final class ForwardingRun {
  private var forwarder: Forwarder
  private var frame: TouchFrame
  private var time: Int64 = 1_000_000
  private var moves = 0

  init(_ settings: ForwardSettings) {
    let device = DeviceID(rawValue: 1)
    let panel = EvdevDescription.touchscreen(name: "panel")
    let map = AffineTransform(scaleX: 800.0 / 4096, y: 480.0 / 4096)
    forwarder = Forwarder(panel, device: device, transform: map, settings: settings)
    let contacts = (0..<10).map { index in
      Contact(
        trackingID: Int32(index + 100), slot: Int32(index), phase: .began,
        location: Point(x: 40 + 60 * Double(index), y: 40 + 40 * Double(index)))
    }
    frame = TouchFrame(device: device, timestamp: Timestamp(microseconds: time), contacts: contacts)
    step()
    for index in frame.contacts.indices { frame.contacts[index].phase = .moved }
    // Those that are held back for their first milliseconds are on the copy then.
    for _ in 0..<10 { move() }
    precondition(forwarder.passing == 10, "every contact must reach the copy")
  }

  func forward(_ count: Int) {
    var events = 0
    for _ in 0..<count { events += move() }
    precondition(events >= 30 * count, "every contact of every frame must come out")
  }

  @discardableResult
  private func move() -> Int {
    time += 10_000
    moves += 1
    let step = moves & 1 == 0 ? -4.0 : 4.0
    for index in frame.contacts.indices {
      frame.contacts[index].location.x += step
      frame.contacts[index].location.y += step
    }
    frame.timestamp = Timestamp(microseconds: time)
    return self.step()
  }

  @discardableResult
  private func step() -> Int {
    forwarder.begin(frame)
    forwarder.end(at: frame.timestamp)
    let count = forwarder.output.count
    forwarder.clearOutput()
    forwarder.clearNotes()
    return count
  }
}
