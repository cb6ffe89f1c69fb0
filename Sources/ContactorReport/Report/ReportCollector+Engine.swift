import ContactorCore
import ContactorLayout

extension ReportCollector: EngineObserver {
  func touchChanged(_ touch: Touch) {
    latest = max(latest, touch.timestamp)
    if touch.phase == .began { begin(touch) }
    follow(touch)
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard let now = session?.application.now else { return }
    let name = secrecy.name(of: control.identifier, at: now)
    let isTold = name != ReportSecrecy.name && !events.isDisjoint(with: [.valueChanged, .editingChanged])
    append(
      .control(names.index(of: name), events: events.rawValue, touch: touch?.id.rawValue ?? 0), at: now,
      value: isTold ? control.placeholderValue.map(Self.text) : nil)
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    session?.log.actionSent(action, to: target, from: sender, for: events, handled: handled)
  }

  func unhandled(_ action: UnhandledAction) { session?.log.unhandled(action) }

  func anomaly(_ anomaly: Anomaly) { append(anomaly) }

  func violation(_ violation: StreamVerifier.Violation) {
    append(.violation(names.index(of: violation.rule.rawValue), touch: violation.touch.rawValue), at: violation.timestamp)
  }

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    // The log does what the layout binds to a gesture that fails.
    defer { session?.log.gesture(recognizer, changedTo: state, at: time) }
    guard let told = ReportEvent.State(state), told != .failed else { return }
    let touches = recognizer.touchIDs
    let values = told == .changed || secrecy.isAnySecret(touches) ? "" : Self.text((recognizer.delegate as? GestureAtWork)?.values ?? [])
    append(
      .gesture(
        names.index(of: recognizer.displayName), told, touches: touches.map(\.rawValue), text: names.index(of: values)),
      at: time)
  }

  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {
    guard !reason.isRecognized, let now = session?.application.now else { return }
    guard failures < limits.failures, cutAt == nil else { return failuresLeftOut += 1 }
    failures += 1
    let touches = recognizer.touchIDs
    append(
      .gesture(
        names.index(of: recognizer.displayName), .failed, touches: touches.map(\.rawValue),
        text: names.index(of: secrecy.isAnySecret(touches) ? "failed" : reason.description)),
      at: now)
  }

  private static func text(_ values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)]) -> String {
    values.map { "\($0.rawValue) \(text($1))" }.joined(separator: ", ")
  }

  private static func text(_ value: PlaceholderValues.Value) -> String {
    switch value {
    case .number(let number): DecimalText.of(number)
    case .text(let text): text.count > 60 ? text.prefix(60) + "…" : text
    }
  }
}

extension ReportEvent.State {
  fileprivate init?(_ state: GestureRecognizer.State) {
    switch state {
    case .possible: return nil
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .recognized
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    }
  }
}
