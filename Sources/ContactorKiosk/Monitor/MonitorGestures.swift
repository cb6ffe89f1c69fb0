import ContactorCore
import ContactorEvdev
import ContactorLayout

/// A gesture that was recognized on a panel, with its values in the panel's unit.
struct MonitorGesture {
  let time: Timestamp
  let name: String
  let state: String
  let panel: TouchDevice
  /// The contacts' numbers, as `ContactNumbers` gives them.
  let touches: [Int]
  let values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)]

  /// The gesture for a person, on one line: `pan ended  dx 12.5  dy 3  vx 80  vy 4  mm`.
  var text: String {
    let numbers = values.map { name, value in
      switch value {
      case .number(let number): "\(name.rawValue) \(DecimalText.of((number * 100).rounded() / 100))"
      case .text(let text): text
      }
    }
    let hasUnit = values.contains { [.x, .dx].contains($0.name) }
    return (["\(name) \(state)"] + numbers + (hasUnit ? [PanelUnit(panel).name] : [])).joined(separator: "  ")
  }
}

/// Recognizes the usual gestures on each panel of a monitor, by an engine in the panels' units.
final class MonitorGestures: EngineObserver {
  private final class Panel {
    let device: TouchDevice
    let window: Window
    let gestures: [BoundGesture]

    init(_ device: TouchDevice) {
      let unit = PanelUnit(device)
      self.device = device
      window = Window(frame: Rect(origin: .zero, size: unit.size))
      window.isMultipleTouchEnabled = true
      // On a panel of unknown size one per cent counts as 1.5 mm, as on a 7-inch panel.
      window.pointsPerMillimetre = unit.name == "mm" ? 1 : 1 / 1.5
      gestures = LayoutGesture.usual.map { BoundGesture($0, $0.tuning) }
      for gesture in gestures { window.addGestureRecognizer(gesture.recognizer) }
      for gesture in gestures {
        for other in gestures where gesture.gesture.requireToFail.contains(other.gesture.id) {
          gesture.recognizer.require(toFail: other.recognizer)
        }
      }
    }
  }

  private let application = Application()
  private var panels: [DeviceID: Panel] = [:]
  private var numbers = ContactNumbers()
  /// The contact numbers of the frame that is being handled, by tracking id.
  private var current: [Int32: Int] = [:]
  /// The contact numbers of the latest touches.
  private var known: [TouchID: Int] = [:]
  private let yield: (MonitorGesture) -> Void

  /// How many touches `known` holds: far more than any gesture has.
  private static let memory = 256

  init(_ yield: @escaping (MonitorGesture) -> Void) {
    self.yield = yield
    application.addObserver(self)
  }

  /// The time of the next timeout of a recognizer; `nil` for none.
  var nextDeadline: Timestamp? { application.nextDeadline }

  /// Lets recognizers whose timeouts are due decide.
  func advance(to moment: Timestamp) { application.advance(to: moment) }

  /// Takes an event of a source.
  func handle(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, _):
      let panel = Panel(device)
      panels[device.id] = panel
      application.addWindow(panel.window)
      application.route(device.id, to: panel.window)
    case .deviceRemoved(let id, _):
      numbers.remove(id)
      application.cancelTouches(of: id)
      application.route(id, to: nil)
      if let panel = panels.removeValue(forKey: id) { application.removeWindow(panel.window) }
    case .frame(let frame):
      guard panels[frame.device] != nil else { return }
      for contact in frame.contacts where contact.phase != .stationary {
        current[contact.trackingID] = numbers.number(of: contact, device: frame.device)
      }
      application.handle(frame)
      current.removeAll(keepingCapacity: true)
    case .anomaly: break
    }
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    guard touch.phase == .began else { return }
    known[touch.id] = current[touch.trackingID]
    known[TouchID(rawValue: touch.id.rawValue - Self.memory)] = nil
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func anomaly(_ anomaly: Anomaly) {}

  func violation(_ violation: StreamVerifier.Violation) {}

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    guard state != .failed, let gesture = recognizer.delegate as? BoundGesture,
      let panel = panels.values.first(where: { $0.window === recognizer.view })
    else { return }
    yield(
      MonitorGesture(
        time: time, name: gesture.gesture.id, state: gesture.names(of: state).last ?? "", panel: panel.device,
        touches: recognizer.touchIDs.compactMap { known[$0] }, values: gesture.values))
  }
}
