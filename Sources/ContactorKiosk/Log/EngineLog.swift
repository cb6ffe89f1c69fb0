import ContactorCore

/// Writes what the engine does as the log's lines.
final class EngineLog: EngineObserver {
  private let writer: LogWriter?
  private let application: Application
  @exclusivity(unchecked) private var devices: [DeviceID: TouchDevice] = [:]
  /// Which lines are wanted.
  @exclusivity(unchecked) var settings = LayoutLog()
  /// What of the layout is sending an action; it names the sender and the event.
  @exclusivity(unchecked) var cause: ActionCause?

  /// The touch lines that a reader takes for one frame.
  @exclusivity(unchecked) private var shape = FrameShape()
  /// The names of events as a line has them.
  @exclusivity(unchecked) private var eventNames: [Control.Events: String] = [:]
  @exclusivity(unchecked) private var isNewFrame = false
  /// Told of every action, whether the log has it or not.
  var actionTold: ((_ action: String, _ target: String, _ sender: String, _ event: String, _ handled: Bool) -> Void)?
  /// Told of every action that nobody did.
  var unhandledTold: ((_ action: String, _ sender: String, _ asked: [String]) -> Void)?
  /// Called when a gesture fails that has something to do then.
  var failed: ((GestureAtWork) -> Void)?

  /// Without a writer it only tells of gestures that fail.
  init(_ writer: LogWriter?, _ application: Application) {
    self.writer = writer
    self.application = application
  }

  private func line(_ kind: StaticString) -> LogLine { LogLine(kind, at: application.now) }

  // MARK: Devices

  /// Notes a panel, with the window that it feeds where there are several.
  ///
  /// What a replay needs to know about it is in the line: its size, and what tells it from others where the layout does.
  func deviceAdded(_ device: TouchDevice, window: String?, isIgnored: Bool, isIdentified: Bool, at time: Timestamp) {
    devices[device.id] = device
    guard writer != nil else { return }
    var line = line("added", device, time)
    if let window { line.add("window", window) }
    if isIgnored { line.add("ignored", true) }
    if let size = device.size { line.add("mm", [size.width, size.height]) }
    if isIdentified { line.addIdentity(of: device) }
    append(line)
  }

  func deviceRemoved(_ id: DeviceID, at time: Timestamp) {
    guard let device = devices.removeValue(forKey: id), writer != nil else { return }
    append(line("removed", device, time))
  }

  private func line(_ event: String, _ device: TouchDevice, _ time: Timestamp) -> LogLine {
    var line = LogLine("device", at: time)
    line.add("event", event)
    line.add("device", device.shortName)
    line.add("name", device.name)
    return line
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    guard settings.touch, writer != nil else { return }
    separate(touch)
    var line = LogLine("touch", at: touch.timestamp)
    line.add("touch", Int64(touch.id.rawValue))
    line.add("phase", touch.phase.name)
    let point = touch.location(in: nil)
    line.add("x", point.x)
    line.add("y", point.y)
    line.add("view", touch.view?.identifier ?? "")
    line.add("taps", Int64(touch.tapCount))
    // A script's touches come from the panel that came last, unless they say so.
    if devices.count > 1, let device = devices[touch.device] { line.add("device", device.shortName) }
    writer?.append(line)
  }

  /// Notes that the touches to come are another frame's.
  func frameBegins() { isNewFrame = true }

  /// Writes a `wait` line where a reader would take the touch of a new frame for one of the frame before.
  private func separate(_ touch: Touch) {
    let device = devices.count > 1 ? touch.device : DeviceID(rawValue: 0)
    let fits = shape.fits(touch, from: device)
    if fits, isNewFrame { append(LogLine("wait", at: touch.timestamp)) }
    isNewFrame = false
    if !fits { shape.begin(at: touch.timestamp, from: device) }
    shape.add(touch)
  }

  /// Writes a line that is no touch's: it ends the frame for a reader.
  private func append(_ line: consuming LogLine) {
    shape.end()
    writer?.append(line)
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard settings.control, writer != nil else { return }
    var line = line("control")
    line.add("control", control.identifier)
    line.add("events", json: names(of: events))
    line.add("touches", touch.map { [$0.id.rawValue] } ?? [])
    append(line)
  }

  private func names(of events: Control.Events) -> String {
    if let known = eventNames[events] { return known }
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
    if settings.gesture, writer != nil, isTold { append(line(gesture, state, time)) }
    if state == .failed { failed?(gesture) }
  }

  private func line(_ gesture: GestureAtWork, _ state: GestureRecognizer.State, _ time: Timestamp) -> LogLine {
    var line = LogLine("gesture", at: time)
    line.add("gesture", gesture.gesture.id)
    line.add("state", gesture.names(of: state).last ?? "")
    line.add("view", gesture.recognizer.view?.identifier ?? "")
    line.add("touches", gesture.recognizer.touchIDs.map(\.rawValue))
    line.add("values", state == .failed ? [] : gesture.values.map { ($0.name.rawValue, $0.value) })
    return line
  }

  func anomaly(_ anomaly: Anomaly) {
    guard writer != nil else { return }
    var line = LogLine("anomaly", at: anomaly.timestamp)
    line.add("what", anomaly.kind.rawValue)
    line.add("device", devices[anomaly.device]?.shortName ?? "")
    append(line)
  }

  func violation(_ violation: StreamVerifier.Violation) {
    guard writer != nil else { return }
    var line = LogLine("violation", at: violation.timestamp)
    line.add("rule", violation.rule.rawValue)
    line.add("touch", Int64(violation.touch.rawValue))
    append(line)
  }

  // MARK: Sinks

  /// An action was done, or logged in place of being done.
  func action(_ action: String, target: String, _ cause: ActionCause, handled: Bool) {
    self.action(action, target: target, from: cause.id, cause.event, handled: handled)
  }

  private func action(_ action: String, target: String, from sender: String, _ event: String, handled: Bool) {
    actionTold?(action, target, sender, event, handled)
    guard settings.action, writer != nil else { return }
    var line = line("action")
    line.add("control", sender)
    line.add("event", event)
    line.add("action", action)
    line.add("target", target)
    line.add("handled", handled)
    append(line)
  }

  /// Nobody did an action; those who were asked, in order.
  func unhandled(_ action: ActionName, _ cause: ActionCause, asked: [String]) {
    unhandled(action, from: cause.id, asked: asked)
  }

  private func unhandled(_ action: ActionName, from sender: String, asked: [String]) {
    unhandledTold?(action.description, sender, asked)
    guard settings.action, writer != nil else { return }
    var line = line("unhandled")
    line.add("action", action.description)
    line.add("control", sender)
    line.add("asked", asked)
    append(line)
  }

  /// An event for whoever subscribes to them.
  func emit(_ name: String, _ cause: ActionCause) {
    guard writer != nil else { return }
    var line = line("emit")
    line.add("emit", name)
    line.add("control", cause.id)
    line.add("event", cause.event)
    if let value = cause.values.value { line.add("value", value) }
    append(line)
  }
}
