import ContactorCore

/// Writes what the engine does as the log's lines.
final class EngineLog: EngineObserver {
  private let writer: LogWriter
  private let application: Application
  private var deviceNames: [DeviceID: TouchDevice] = [:]

  init(_ writer: LogWriter, _ application: Application) {
    self.writer = writer
    self.application = application
  }

  private func line(_ kind: String) -> LogLine { LogLine(kind, at: application.now) }

  // MARK: Devices

  /// Notes a panel, with the window that it feeds where there are several.
  func deviceAdded(_ device: TouchDevice, window: String?, isIgnored: Bool, at time: Timestamp) {
    deviceNames[device.id] = device
    var line = line("added", device, time)
    if let window { line.add("window", window) }
    if isIgnored { line.add("ignored", true) }
    writer.append(line)
  }

  func deviceRemoved(_ id: DeviceID, at time: Timestamp) {
    guard let device = deviceNames.removeValue(forKey: id) else { return }
    writer.append(line("removed", device, time))
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
    var line = LogLine("touch", at: touch.timestamp)
    line.add("touch", Int64(touch.id.rawValue))
    line.add("phase", touch.phase.name)
    let point = touch.location(in: nil)
    line.add("x", point.x)
    line.add("y", point.y)
    line.add("view", touch.view?.identifier ?? "")
    line.add("taps", Int64(touch.tapCount))
    writer.append(line)
  }

  func control(_ control: Control, sends events: Control.Event, touch: Touch?) {
    var line = line("control")
    line.add("control", control.identifier)
    line.add("events", events.names)
    line.add("touches", touch.map { [$0.id.rawValue] } ?? [])
    writer.append(line)
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Event, handled: Bool
  ) {
    let name = (target as? Responder)?.identifier ?? target.map { "\(type(of: $0))" } ?? ""
    self.action(action.name.description, target: name, from: sender, for: events, handled: handled)
  }

  func anomaly(_ anomaly: Anomaly) {
    var line = LogLine("anomaly", at: anomaly.timestamp)
    line.add("what", anomaly.kind.rawValue)
    line.add("device", deviceNames[anomaly.device]?.shortName ?? "")
    writer.append(line)
  }

  func violation(_ violation: StreamVerifier.Violation) {
    var line = LogLine("violation", at: violation.timestamp)
    line.add("rule", violation.rule.rawValue)
    line.add("touch", Int64(violation.touch.rawValue))
    writer.append(line)
  }

  // MARK: Sinks

  /// An action was done, or logged in place of being done.
  func action(
    _ action: String, target: String, from sender: AnyObject?, for events: Control.Event, handled: Bool
  ) {
    var line = line("action")
    line.add("control", (sender as? Responder)?.identifier ?? "")
    line.add("event", events.names.first ?? "")
    line.add("action", action)
    line.add("target", target)
    line.add("handled", handled)
    writer.append(line)
  }

  /// An event for whoever subscribes to them.
  func emit(_ name: String, from control: Control, for event: String, value: PlaceholderValues.Value?) {
    var line = line("emit")
    line.add("emit", name)
    line.add("control", control.identifier)
    line.add("event", event)
    switch value {
    case .number(let number)?: line.add("value", number)
    case .text(let text)?: line.add("value", text)
    case nil: break
    }
    writer.append(line)
  }
}
