import ContactorCore

/// The real engine with a view for each place: steps go in, what is seen comes out.
final class Stand {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 1_400, height: 800))
  private let places: [Place]
  private var controls: [Body: Control] = [:]
  private let around: WitnessView
  private let hidden = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private var frames = 0
  /// Each finger's identity while it is down, and where it is.
  private var contacts: [(trackingID: Int32, location: Point)]
  private var sightings: [Sighting] = []

  init(_ places: [Place]) {
    self.places = places
    contacts = places.map { _ in (0, .zero) }
    around = WitnessView(frame: Rect(x: 1_100, y: 50, width: 120, height: 120))
    application.addWindow(window)
    add(.plain, Control(frame: Rect(x: 50, y: 50, width: 100, height: 100)), to: window)
    let multiple = Control(frame: Rect(x: 250, y: 50, width: 250, height: 100))
    multiple.isMultipleTouchEnabled = true
    add(.multiple, multiple, to: window)
    add(.inner, Control(frame: Rect(x: 150, y: 10, width: 80, height: 80)), to: multiple)
    let exclusive = Control(frame: Rect(x: 600, y: 50, width: 100, height: 100))
    exclusive.isExclusiveTouch = true
    add(.exclusive, exclusive, to: window)
    let disabled = Control(frame: Rect(x: 850, y: 50, width: 100, height: 100))
    disabled.isEnabled = false
    add(.disabled, disabled, to: window)
    window.addSubview(around)
    hidden.isHidden = true
    around.addSubview(hidden)
    around.onTouches = { [unowned self] phase, touches in
      sightings += touches.map { .touches(.around, phase, finger: finger(of: $0)) }
    }
    application.addObserver(self)
  }

  private func add(_ body: Body, _ control: Control, to parent: View) {
    controls[body] = control
    parent.addSubview(control)
  }

  private func finger(of touch: Touch) -> Int { Int(touch.trackingID) % 10 }

  // MARK: Steps

  /// What broke a promise so far.
  private(set) var complaints: [String] = []

  /// Takes a step and says what was seen.
  func take(_ move: Move) -> [Sighting] {
    frames += 1
    sightings.removeAll(keepingCapacity: true)
    let finger = move.finger
    switch move.step {
    case .down: contacts[finger] = (Int32(frames * 10 + finger), Self.middle(of: places[finger]))
    case .moveIn: contacts[finger].location = Self.middle(of: places[finger])
    case .moveOut: contacts[finger].location = Point(x: Self.middle(of: places[finger]).x, y: 700)
    case .up, .cancel: break
    }
    let contact = Contact(
      trackingID: contacts[finger].trackingID, slot: Int32(finger), phase: Self.phase(of: move.step),
      location: contacts[finger].location)
    // More than the interval of a double tap apart.
    let time = Timestamp(microseconds: Int64(frames) * 400_000)
    application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [contact]))
    return sightings
  }

  /// How the views' state differs from the model's; `nil` where it does not.
  func difference(from model: ControlModel) -> String? {
    for (body, control) in controls {
      let finger = control.trackedTouch.map { self.finger(of: $0) }
      if finger != model.trackedFinger(of: body) {
        return "\(body) tracks \(finger as Int?), not \(model.trackedFinger(of: body) as Int?)"
      }
      if control.isTracking != (finger != nil) { return "\(body).isTracking is \(control.isTracking)" }
      let inside = model.isInside(body)
      if control.isTouchInside != inside { return "\(body).isTouchInside is \(control.isTouchInside)" }
      if control.isHighlighted != inside { return "\(body).isHighlighted is \(control.isHighlighted)" }
    }
    let down = application.event.allTouches.count
    return down == model.downCount ? nil : "\(down) touches are down, not \(model.downCount)"
  }

  private static func middle(of place: Place) -> Point {
    switch place {
    case .plain: Point(x: 100, y: 100)
    case .multiple: Point(x: 300, y: 100)
    case .inner: Point(x: 440, y: 100)
    case .exclusive: Point(x: 650, y: 100)
    case .disabled: Point(x: 900, y: 100)
    case .hidden: Point(x: 1_150, y: 100)
    }
  }

  private static func phase(of step: Step) -> TouchPhase {
    switch step {
    case .down: .began
    case .moveIn, .moveOut: .moved
    case .up: .ended
    case .cancel: .cancelled
    }
  }
}

extension Stand: EngineObserver {
  func touchChanged(_ touch: Touch) {}

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard let body = controls.first(where: { $0.value === control })?.key else { return }
    sightings.append(.control(body, events.rawValue))
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func anomaly(_ anomaly: Anomaly) { complaints.append("anomaly: \(anomaly.kind)") }

  func violation(_ violation: StreamVerifier.Violation) { complaints.append("\(violation)") }
}
