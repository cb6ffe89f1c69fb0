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
    let name = secureEvents.name(of: control.identifier, touch?.id, at: now)
    let isTold = name != SecureEvents.name && !events.isDisjoint(with: [.valueChanged, .editingChanged])
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
    let values =
      told == .changed || secureEvents.isAnySecure(touches) ? "" : Self.text((recognizer.delegate as? BoundGesture)?.values ?? [])
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
        text: names.index(of: secureEvents.isAnySecure(touches) ? "failed" : reason.description)),
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

/// Events in the order of the engine.
extension ReportCollector {
  func append(_ anomaly: Anomaly) {
    append(
      .anomaly(names.index(of: anomaly.kind.rawValue), device: deviceIndexes[anomaly.device] ?? -1), at: anomaly.timestamp)
  }

  func append(_ what: ReportEvent.What, at time: Timestamp, value: String? = nil) {
    eventCount += 1
    let event = ReportEvent(what, at: time, value: value)
    latest = max(latest, time)
    if let source = event.source {
      if !event.isRepeatable {
        runs[source] = nil
      } else if let index = runs[source]?.last(where: { events[$0].what == what }) {
        events[index].until = event.time
        events[index].count += 1
        events[index].value = value
        return
      }
    }
    if cutAt == nil, events.count >= limits.events { cutAt = time }
    guard cutAt == nil else { return }
    // A finger that drags a slider sends two kinds of event alternately, so that up to four runs stay open.
    if let source = event.source, event.isRepeatable { runs[source] = (runs[source] ?? []).suffix(3) + [events.count] }
    events.append(event)
  }

  func noteAction(_ told: LayoutSession.PerformedAction) {
    guard let now = session?.application.now else { return }
    mayHaveHidden = true
    let isSecure = secureEvents.covers(told.sender, at: now)
    func name(_ text: String) -> Int { names.index(of: isSecure ? SecureEvents.name : text) }
    let arguments = isSecure || told.argv.count < 2 ? nil : Self.text(of: told.argv.dropFirst())
    append(
      .action(
        sender: name(told.sender), event: names.index(of: told.event), action: name(told.name), target: name(told.target),
        isHandled: told.isHandled),
      at: now, value: arguments)
  }

  private static func text(of arguments: ArraySlice<String>) -> String {
    let text = arguments.map(quoted).joined(separator: " ")
    return text.count > 300 ? text.prefix(300) + "…" : text
  }

  /// An argument as a shell would take it.
  private static func quoted(_ argument: String) -> String {
    let isPlain = !argument.isEmpty && argument.utf8.allSatisfy { $0 > 0x20 && !"'\"\\$`&|;<>()*?[]{}~#!".utf8.contains($0) }
    return isPlain ? argument : "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  // MARK: Views that are shown and hidden

  /// Whether each view is visible, by its id.
  func visibility(in session: LayoutSession) -> [String: Bool] {
    var shown: [String: Bool] = [:]
    for view in layout?.allViews ?? [] { shown[view.id] = Self.isVisible(session.responders[view.id] as? View) }
    return shown
  }

  private static func isVisible(_ view: View?) -> Bool {
    var next = view
    while let view = next {
      if view.isHidden || view.alpha < 0.01 { return false }
      next = view.superview
    }
    return true
  }

  /// Notes which views were shown or hidden; only actions do that.
  func noteVisibility() {
    guard mayHaveHidden, let session else { return }
    mayHaveHidden = false
    let before = visible
    visible = visibility(in: session)
    let now = session.application.now
    guard !secureEvents.isSecure(at: now) else { return }
    for view in layout?.allViews ?? [] {
      guard let isShown = visible[view.id], before[view.id] != isShown else { continue }
      append(.visibility(names.index(of: view.id), isShown: isShown), at: now)
    }
  }

  func noteUnhandled(_ action: String, _ sender: String, _ asked: [String]) {
    guard let now = session?.application.now else { return }
    let isSecure = secureEvents.covers(sender, at: now)
    func name(_ text: String) -> Int { names.index(of: isSecure ? SecureEvents.name : text) }
    append(.unhandled(sender: name(sender), action: name(action), asked: name(asked.joined(separator: " → "))), at: now)
  }
}
