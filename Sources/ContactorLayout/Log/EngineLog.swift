import ContactorCore

/// Writes what the engine does as the log's lines.
package final class EngineLog: EngineObserver {
  private let writer: LogWriter?
  private let application: Application
  @exclusivity(unchecked) private var devices: [DeviceID: TouchDevice] = [:] {
    didSet { hasSeveralDevices = devices.count > 1 }
  }
  @exclusivity(unchecked) private var hasSeveralDevices = false
  /// Which lines are wanted.
  @exclusivity(unchecked) var settings = LayoutLog()
  /// What of the layout is sending an action; it names the sender and the event.
  @exclusivity(unchecked) var cause: ActionCause?

  /// The touch lines that a reader takes for one frame.
  @exclusivity(unchecked) private var shape = FrameShape()
  /// The names of events as a line has them.
  @exclusivity(unchecked) private var eventNames: [Control.Events: String] = [:]
  /// The last of them: a frame's are often the same.
  @exclusivity(unchecked) private var lastNames: (events: Control.Events, text: String) = ([], "[]")
  @exclusivity(unchecked) private var isNewFrame = false
  /// Told of every action, whether the log has it or not.
  package var actionTold: ((_ action: String, _ target: String, _ sender: String, _ event: String, _ handled: Bool) -> Void)?
  /// Told of every action that nobody did.
  package var unhandledTold: ((_ action: String, _ sender: String, _ asked: [String]) -> Void)?
  /// Called when a gesture fails that has something to do then.
  var failed: ((GestureAtWork) -> Void)?

  /// Without a writer it only tells of gestures that fail.
  init(_ writer: LogWriter?, _ application: Application) {
    self.writer = writer
    self.application = application
  }

  /// Writes a line that is no touch's: it ends the frame for a reader.
  @inline(__always)
  private func write(_ kind: StaticString, at time: Timestamp? = nil, _ add: (inout LogLine) -> Void) {
    shape.end()
    writer?.append(kind, at: time ?? application.time, add)
  }

  // MARK: Devices

  /// Notes a panel, with the window that it feeds where there are several.
  ///
  /// What a replay needs to know about it is in the line: its size, and what tells it from others where the layout does.
  func deviceAdded(_ device: TouchDevice, window: String?, isIgnored: Bool, isIdentified: Bool, at time: Timestamp) {
    devices[device.id] = device
    write("device", at: time) { line in
      add("added", device, to: &line)
      if let window { line.add("window", window) }
      if isIgnored { line.add("ignored", true) }
      if let size = device.size { line.add("mm", [size.width, size.height]) }
      if isIdentified { line.addIdentity(of: device) }
    }
  }

  func deviceRemoved(_ id: DeviceID, at time: Timestamp) {
    guard let device = devices.removeValue(forKey: id) else { return }
    write("device", at: time) { add("removed", device, to: &$0) }
  }

  private func add(_ event: String, _ device: TouchDevice, to line: inout LogLine) {
    line.add("event", event)
    line.add("device", device.shortName)
    line.add("name", device.name)
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    guard settings.touch, let writer else { return }
    let moment = touch.moment
    separate(touch, moment)
    writer.append("touch", at: moment.timestamp) { line in
      line.add("touch", Int64(touch.id.rawValue))
      line.add("phase", word: moment.phase.word)
      line.add("x", moment.location.x)
      line.add("y", moment.location.y)
      line.add("view", touch.view?.identifier ?? "")
      line.add("taps", Int64(moment.tapCount))
      // A script's touches come from the panel that came last, unless they say so.
      if hasSeveralDevices, let device = devices[touch.device] { line.add("device", device.shortName) }
    }
  }

  /// Notes that the touches to come are another frame's.
  func frameBegins() { isNewFrame = true }

  /// Writes a `wait` line where a reader would take the touch of a new frame for one of the frame before.
  private func separate(_ touch: Touch, _ moment: Touch.Moment) {
    let device = hasSeveralDevices ? touch.device : DeviceID(rawValue: 0)
    let fits = shape.fits(touch.id, moment, from: device)
    if fits, isNewFrame { write("wait", at: moment.timestamp) { _ in } }
    isNewFrame = false
    if !fits { shape.begin(at: moment.timestamp, from: device) }
    shape.add(touch.id, moment)
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard settings.control, writer != nil else { return }
    let names = names(of: events)
    write("control") { line in
      line.add("control", control.identifier)
      line.add("events", json: names)
      line.add("touches", only: touch?.id.rawValue)
    }
  }

  private func names(of events: Control.Events) -> String {
    if events == lastNames.events { return lastNames.text }
    let text = eventNames[events] ?? newNames(of: events)
    lastNames = (events, text)
    return text
  }

  private func newNames(of events: Control.Events) -> String {
    let text = "[" + events.names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    eventNames[events] = text
    return text
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    // The layout's own closures: what they do is logged by itself.
    guard settings.action, writer != nil, !action.isClosure else { return }
    let target = (target as? Responder)?.identifier ?? target.map { "\(type(of: $0))" } ?? ""
    let sender = cause?.id ?? (sender as? Responder)?.identifier ?? ""
    self.action(action.name.description, target: target, from: sender, cause?.event ?? events.names.first ?? "", handled: handled)
  }

  func unhandled(_ action: UnhandledAction) {
    unhandled(action.action, from: cause?.id ?? action.sender, asked: action.chain)
  }

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    guard let gesture = recognizer.delegate as? GestureAtWork else { return }
    // Most gestures fail at most touches; only those are told that something follows from.
    let isTold = state != .failed || !gesture.actions(in: state).isEmpty
    if settings.gesture, isTold { write(gesture, state, time) }
    if state == .failed { failed?(gesture) }
  }

  private func write(_ gesture: GestureAtWork, _ state: GestureRecognizer.State, _ time: Timestamp) {
    write("gesture", at: time) { line in
      line.add("gesture", gesture.gesture.id)
      line.add("state", gesture.names(of: state).last ?? "")
      line.add("view", gesture.recognizer.view?.identifier ?? "")
      line.add("touches", gesture.recognizer.touchIDs)
      line.add("values") { add in
        if state != .failed { gesture.forEachValue { add($0.rawValue, $1) } }
      }
    }
  }

  func anomaly(_ anomaly: Anomaly) {
    write("anomaly", at: anomaly.timestamp) { line in
      line.add("what", anomaly.kind.rawValue)
      line.add("device", devices[anomaly.device]?.shortName ?? "")
    }
  }

  func violation(_ violation: StreamVerifier.Violation) {
    write("violation", at: violation.timestamp) { line in
      line.add("rule", violation.rule.rawValue)
      line.add("touch", Int64(violation.touch.rawValue))
    }
  }

  // MARK: Sinks

  /// An action was done, or logged in place of being done.
  func action(_ action: String, target: String, _ cause: ActionCause, handled: Bool) {
    self.action(action, target: target, from: cause.id, cause.event, handled: handled)
  }

  private func action(_ action: String, target: String, from sender: String, _ event: String, handled: Bool) {
    actionTold?(action, target, sender, event, handled)
    guard settings.action else { return }
    write("action") { line in
      line.add("control", sender)
      line.add("event", event)
      line.add("action", action)
      line.add("target", target)
      line.add("handled", handled)
    }
  }

  /// Nobody did an action; those who were asked, in order.
  func unhandled(_ action: ActionName, _ cause: ActionCause, asked: [String]) {
    unhandled(action, from: cause.id, asked: asked)
  }

  private func unhandled(_ action: ActionName, from sender: String, asked: [String]) {
    unhandledTold?(action.description, sender, asked)
    guard settings.action else { return }
    write("unhandled") { line in
      line.add("action", action.description)
      line.add("control", sender)
      line.add("asked", asked)
    }
  }

  /// An event for whoever subscribes to them.
  func emit(_ name: String, _ cause: ActionCause) {
    write("emit") { line in
      line.add("emit", name)
      line.add("control", cause.id)
      line.add("event", cause.event)
      if let value = cause.values.value { line.add("value", value) }
    }
  }
}
