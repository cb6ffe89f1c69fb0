import ContactorCore
import Testing

/// An engine with one window to play a case in: touches as cases write them, control events as they come out.
final class Rig: EngineObserver {
  let application = Application()
  let window: Window
  /// The deliveries of control events, each with its names in ascending bit order, joined by `+`.
  private(set) var deliveries: [String] = []
  private(set) var unhandled: [UnhandledAction] = []
  private(set) var touches: [Touch] = []

  init(width: Double = 1000, height: Double = 1000) {
    window = Window(frame: Rect(x: 0, y: 0, width: width, height: height))
    application.addWindow(window)
    application.addObserver(self)
  }

  @discardableResult
  func add<V: View>(_ view: V) -> V {
    window.addSubview(view)
    return view
  }

  /// Plays touches with times in milliseconds.
  func play(_ touches: JSON) throws {
    for touch in try touches.list() {
      let phase = try touch["phase"].text()
      let time = Timestamp(microseconds: Int64(try touch["t"].number() * 1000))
      if phase == "wait" {
        application.advance(to: time)
        continue
      }
      try send(try TouchPhase(named: phase), id: try touch["id"].integer(), try Point(touch["x"], touch["y"]), at: time)
    }
  }

  func send(_ phase: TouchPhase, id: Int, _ point: Point, at time: Timestamp) throws {
    let contact = Contact(trackingID: Int32(id), slot: Int32(id), phase: phase, location: point)
    application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [contact]))
  }

  /// A tap; times in milliseconds.
  func tap(_ point: Point, at time: Int64 = 0, lasting duration: Int64 = 10) throws {
    try send(.began, id: 0, point, at: Timestamp(microseconds: time * 1000))
    try send(.ended, id: 0, point, at: Timestamp(microseconds: (time + duration) * 1000))
  }

  func taken() -> [String] {
    defer { deliveries = [] }
    return deliveries
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) { touches.append(touch) }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    deliveries.append(events.names.joined(separator: "+"))
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func unhandled(_ action: UnhandledAction) { unhandled.append(action) }

  func anomaly(_ anomaly: Anomaly) {}

  func violation(_ violation: StreamVerifier.Violation) {
    // No case excuses a broken stream.
    Issue.record("\(violation)")
  }
}

extension TouchPhase {
  /// From the name that cases use.
  init(named name: String) throws {
    switch name {
    case "down": self = .began
    case "move": self = .moved
    case "up": self = .ended
    case "cancel": self = .cancelled
    default: throw MalformedCase(.text(name), "down, move, up, cancel or wait")
    }
  }
}

extension Point {
  init(_ x: JSON, _ y: JSON) throws { self.init(x: try x.number(), y: try y.number()) }

  /// From a list of two numbers.
  init(_ json: JSON) throws { try self.init(json[0], json[1]) }

  var numbers: [Double] { [x, y] }
}

extension Rect {
  /// From a list of four numbers.
  init(_ json: JSON) throws {
    self.init(x: try json[0].number(), y: try json[1].number(), width: try json[2].number(), height: try json[3].number())
  }

  var numbers: [Double] { [origin.x, origin.y, size.width, size.height] }
}

extension Control {
  /// Registers the clerk as a case's row says: target, action, events.
  func register(_ clerk: Clerk, _ row: JSON) throws {
    try addTarget(clerk, action: ActionName(row[1].text()), for: Control.Events(names: row[2].text()))
  }

  /// Takes a registration back as a case's row says.
  func unregister(_ clerk: Clerk, _ row: JSON) throws {
    removeTarget(clerk, action: ActionName(try row[1].text()), for: try Control.Events(names: row[2].text()))
  }

  /// Sends each of the events by name.
  func send(_ events: JSON) throws {
    for event in try events.texts() { sendActions(for: try Control.Events(names: event)) }
  }
}

extension Control.Events {
  /// From names joined by `|`.
  init(names: String) throws {
    self = []
    for name in names.split(separator: "|") where name != "(mask 0)" {
      guard let event = Control.Events(name: String(name)) else { throw MalformedCase(.text(names), "control events") }
      formUnion(event)
    }
  }
}
