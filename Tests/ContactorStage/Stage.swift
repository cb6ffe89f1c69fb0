package import ContactorControls
package import ContactorCore

/// A view that keeps touches, which keep their views.
package protocol TouchKeeper: View {
  /// Drops the touches.
  func letGo()
}

/// A window to touch in tests: fingers by number, times in milliseconds, everything that happens written down.
package final class Stage: EngineObserver {
  package let application = Application()
  package let window: Window
  package private(set) var record: [String] = []
  package private(set) var violations: [StreamVerifier.Violation] = []
  package private(set) var unhandled: [String] = []
  package private(set) var anomalies: [Anomaly.Kind] = []
  /// The states of recognizers, as `tap recognized` and `pan changed`, and why they decided so.
  package private(set) var gestures: [String] = []
  package private(set) var reasons: [String] = []
  package var recordsTouches = false
  private var contacts: [Contact] = []

  package init(width: Double = 800, height: Double = 480) {
    window = Window(frame: Rect(x: 0, y: 0, width: width, height: height))
    window.identifier = "root"
    application.addWindow(window)
    application.addObserver(self)
  }

  deinit {
    for window in application.windows { Self.letGo(below: window) }
  }

  private static func letGo(below view: View) {
    (view as? any TouchKeeper)?.letGo()
    for child in view.subviews { letGo(below: child) }
  }

  @discardableResult
  package func add<V: View>(_ view: V, _ identifier: String, to parent: View? = nil) -> V {
    view.identifier = identifier
    (parent ?? window).addSubview(view)
    return view
  }

  package func button(_ identifier: String, _ x: Double, _ y: Double, _ width: Double = 100, _ height: Double = 50)
    -> Button
  {
    add(Button(frame: Rect(x: x, y: y, width: width, height: height)), identifier)
  }

  /// Lets time pass to a moment, in milliseconds, as a host does that is never late: each deadline is met by itself.
  package func pass(to end: Int64) {
    let moment = Timestamp(microseconds: end * 1000)
    while let deadline = application.nextDeadline, deadline < moment { application.advance(to: deadline) }
    application.advance(to: moment)
  }

  /// Observes or does not: without an observer actions take a shorter way.
  package func watch(_ isWatched: Bool) {
    if isWatched { application.addObserver(self) } else { application.removeObserver(self) }
  }

  // MARK: Fingers

  package func contact(_ finger: Int32, _ phase: TouchPhase, _ x: Double, _ y: Double, slot: Int32? = nil, tool: ContactTool = .finger) {
    var contact = Contact(trackingID: finger, slot: slot ?? finger, phase: phase, location: Point(x: x, y: y))
    contact.tool = tool
    contacts.append(contact)
  }

  /// Sends the contacts named since the last frame as one.
  package func frame(at milliseconds: Int64, device: UInt32 = 1) {
    let frame = TouchFrame(
      device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: milliseconds * 1000), contacts: contacts)
    contacts = []
    application.handle(frame)
  }

  package func down(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
    contact(finger, .began, x, y)
    frame(at: time)
  }

  package func move(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
    contact(finger, .moved, x, y)
    frame(at: time)
  }

  package func up(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
    contact(finger, .ended, x, y)
    frame(at: time)
  }

  package func cancel(_ finger: Int32 = 1, at time: Int64) {
    contact(finger, .cancelled, 0, 0)
    frame(at: time)
  }

  package func tap(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
    down(finger, x, y, at: time)
    up(finger, x, y, at: time + 50)
  }

  /// Draws strokes with finger 1, 8 ms between points; the time when the last one is lifted.
  @discardableResult
  package func draw(_ strokes: [[Point]], from start: Int64 = 0, pause: Int64 = 200) -> Int64 {
    var time = start
    for (number, stroke) in strokes.enumerated() {
      if number > 0 { time += pause }
      down(1, stroke[0].x, stroke[0].y, at: time)
      for point in stroke.dropFirst() {
        time += 8
        move(1, point.x, point.y, at: time)
      }
      time += 8
      up(1, stroke[stroke.count - 1].x, stroke[stroke.count - 1].y, at: time)
    }
    return time
  }

  /// Writes something of a test's own down among what happens.
  package func note(_ text: String) { record.append(text) }

  /// The record since the last call.
  package func taken() -> [String] {
    defer { record = [] }
    return record
  }

  /// Why recognizers decided since the last call.
  package func takenReasons() -> [String] {
    defer { reasons = [] }
    return reasons
  }

  /// The states of recognizers since the last call.
  package func takenGestures() -> [String] {
    defer { gestures = [] }
    return gestures
  }

  // MARK: EngineObserver

  package func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    gestures.append("\(recognizer.displayName) \(recognizer.isDiscrete && state == .ended ? "recognized" : "\(state)")")
  }

  package func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {
    reasons.append("\(recognizer.displayName) \(reason)")
  }

  package func touchChanged(_ touch: Touch) {
    if recordsTouches { record.append("\(touch.id.rawValue) \(touch.phase) \(touch.tapCount)") }
  }

  package func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    record.append("\(control.identifier) \(events)")
  }

  package func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    if !action.isClosure { record.append("\(action.name) handled=\(handled)") }
  }

  package func unhandled(_ action: UnhandledAction) { unhandled.append(action.description) }

  package func anomaly(_ anomaly: Anomaly) { anomalies.append(anomaly.kind) }

  package func violation(_ violation: StreamVerifier.Violation) { violations.append(violation) }
}
