package import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Writes the engine's events as lines of the log.
package final class EngineLog: EngineObserver {
  private let writer: LogWriter?
  private let application: Application
  @safe @exclusivity(unchecked) private var devices: [DeviceID: TouchDevice] = [:] {
    didSet { hasSeveralDevices = devices.count > 1 }
  }
  /// The devices in the order of their arrival: a reader assigns touch lines without a device to the last.
  @safe @exclusivity(unchecked) private var order: [DeviceID] = []
  @safe @exclusivity(unchecked) private var hasSeveralDevices = false
  /// The kinds of lines that are written.
  @safe @exclusivity(unchecked) var settings = LayoutLog()
  /// The ids of the controls whose values are written.
  @safe @exclusivity(unchecked) var valueSenders: Set<String> = []
  /// Whether the log's reader must know that programs are run: their ends follow as lines.
  @safe @exclusivity(unchecked) var tellsPrograms = false
  @safe @exclusivity(unchecked) private var hasToldPrograms = false
  /// Whether the log's reader must know that secrets are compared: the answers follow as lines.
  var tellsVerifies = false
  private var hasToldVerifies = false
  /// Whether the log's reader must know that bouncing contacts are joined already.
  @safe @exclusivity(unchecked) var tellsDebounced = false
  @safe @exclusivity(unchecked) private var hasToldDebounced = false
  /// The layout's cause of the action that is being sent, which names the sender and the event.
  @safe @exclusivity(unchecked) var cause: ActionCause?

  /// The secure views and touches; the log shows only times, numbers and phases of them (contract 14.1).
  @safe @exclusivity(unchecked) package var secure = SecureTouches()
  /// The nesting of actions that follow from secure touches.
  @safe @exclusivity(unchecked) private var secureDepth = 0
  /// The touches of this frame without a place, not written yet.
  @safe @exclusivity(unchecked) private var placeless: [(phase: TouchPhase, id: TouchID, time: Timestamp)] = []

  /// The touch lines that a reader takes for one frame.
  @safe @exclusivity(unchecked) private var shape = FrameShape()
  /// The names of events as JSON.
  @safe @exclusivity(unchecked) private var eventNames: [Control.Events: String] = [:]
  /// The last names: those of a frame are often the same.
  @safe @exclusivity(unchecked) private var lastNames: (events: Control.Events, text: String) = ([], "[]")
  @safe @exclusivity(unchecked) private var isNewFrame = false
  /// Called for every action, also for those that are not written.
  package var actionTold: ((LayoutSession.PerformedAction) -> Void)? {
    didSet { tellsActions = actionTold != nil }
  }
  /// Whether `actionTold` is there, which is asked for each action.
  @safe @exclusivity(unchecked) private var tellsActions = false
  /// Called for every action that nothing handled.
  package var unhandledTold: ((_ action: String, _ sender: String, _ asked: [String]) -> Void)?
  /// Called for every gesture that fails and has actions for that.
  var failed: ((BoundGesture) -> Void)?

  /// - Parameter writer: gets the lines; `nil` where only the closures are called.
  init(_ writer: LogWriter?, _ application: Application) {
    self.writer = writer
    self.application = application
  }

  /// Observes an engine that has no layout; the caller adds it to the observers.
  package convenience init(of application: Application, to writer: LogWriter) { self.init(writer, application) }

  /// Writes a line of another kind than `touch`, which ends the frame for a reader.
  @inline(__always)
  private func write(_ kind: StaticString, at time: Timestamp? = nil, _ add: (inout JSONLine) -> Void) {
    // A frame's touch lines stand together, before the lines that follow from them.
    if !placeless.isEmpty { frameEnds() }
    shape.end()
    writer?.append(kind, at: time ?? application.time, add)
  }

  /// Whether something takes lines of a kind.
  @inline(__always) private func wants(_ kinds: LogLineKinds) -> Bool { writer.map { !$0.kinds.isDisjoint(with: kinds) } ?? false }

  // MARK: Secure touches

  /// Writes no lines of controls, gestures and actions until `endSecure(_:)`, if the flag is true.
  @inline(__always) func beginSecure(_ isSecure: Bool) { if isSecure { secureDepth += 1 } }

  /// Ends what `beginSecure(_:)` began.
  @inline(__always) func endSecure(_ isSecure: Bool) { if isSecure { secureDepth -= 1 } }

  /// Takes a touch of the frame that was secure when it was recorded and has no place.
  func placeless(_ id: TouchID, _ phase: TouchPhase) {
    secure.add(id)
    guard settings.touch, writer != nil, phase != .stationary else { return }
    placeless.append((phase, id, application.now))
    placeless.sort { ($0.phase.rawValue, $0.id) < ($1.phase.rawValue, $1.id) }
  }

  /// Writes the remaining touches without a place of a frame.
  func frameEnds() { writePlaceless { _ in true } }

  private func writePlaceless(_ isNext: ((phase: TouchPhase, id: TouchID)) -> Bool) {
    while let first = placeless.first, isNext((first.phase, first.id)) {
      placeless.removeFirst()
      writeSecure(first.id, first.phase, at: first.time)
    }
  }

  /// A touch in a secure view: its time, number and phase, and nothing more.
  private func writeSecure(_ id: TouchID, _ phase: TouchPhase, at time: Timestamp) {
    let device = hasSeveralDevices ? order.last ?? DeviceID(rawValue: 0) : DeviceID(rawValue: 0)
    separate(id, phase, at: time, from: device)
    writer?.append("touch", at: time) { line in
      line.add("touch", Int64(id.rawValue))
      line.add("phase", word: phase.word)
      line.add("secure", true)
    }
  }

  // MARK: Devices

  /// Notes a panel and, if there are several windows, the one that it feeds.
  ///
  /// The line has what a replay needs: the panel's size and, if the layout has `devices`, its identity.
  func deviceAdded(_ device: TouchDevice, window: String?, isIgnored: Bool, isIdentified: Bool, hasSeat: Bool, at time: Timestamp) {
    devices[device.id] = device
    order.removeAll { $0 == device.id }
    order.append(device.id)
    write("device", at: time) { line in
      add("added", device, to: &line)
      if let window { line.add("window", window) }
      if isIgnored { line.add("ignored", true) }
      if let size = device.size { line.add("mm", [size.width, size.height]) }
      if isIdentified { line.addIdentity(of: device, withSeat: hasSeat) }
    }
    if tellsPrograms { programs(at: time) }
    if tellsVerifies { verifies(at: time) }
    if tellsDebounced { debounced(at: time) }
  }

  /// Writes once that contacts that end and begin again are one.
  func debounced(at time: Timestamp? = nil) {
    guard !hasToldDebounced else { return }
    hasToldDebounced = true
    write("debounced", at: time) { _ in }
  }

  /// Writes once that secrets are compared.
  func verifies(at time: Timestamp? = nil) {
    guard !hasToldVerifies else { return }
    hasToldVerifies = true
    write("verifies", at: time) { _ in }
  }

  /// Writes once that programs are run.
  func programs(at time: Timestamp? = nil) {
    guard !hasToldPrograms, settings.action else { return }
    hasToldPrograms = true
    write("programs", at: time) { _ in }
  }

  /// Notes that the next lines stand in another file.
  func reopened() {
    let (hadPrograms, hadVerifies, hadDebounced) = (hasToldPrograms, hasToldVerifies, hasToldDebounced)
    (hasToldPrograms, hasToldVerifies, hasToldDebounced) = (false, false, false)
    if hadPrograms { programs() }
    if hadVerifies { verifies() }
    if hadDebounced { debounced() }
  }

  func deviceRemoved(_ id: DeviceID, at time: Timestamp) {
    guard let device = devices.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    write("device", at: time) { add("removed", device, to: &$0) }
  }

  private func add(_ event: String, _ device: TouchDevice, to line: inout JSONLine) {
    line.add("event", event)
    line.add("device", device.shortName)
    line.add("name", device.name)
  }

  // MARK: Forwarding

  /// Writes what a forwarder did with a contact of a panel other than to let it through; nothing for a secure touch.
  func forward(_ note: ForwardNote, of panel: TouchDevice, _ touch: TouchID?) {
    guard writer != nil, !note.isRoutine else { return }
    if let touch, secure.contains(touch) { return }
    write("forward", at: note.time) { line in
      line.add("event", note.action.rawValue)
      line.add("why", note.cause.word)
      if let name = note.cause.name { line.add("name", name) }
      if let touch { line.add("touch", Int64(touch.rawValue)) } else if note.trackingID >= 0 { line.add("contact", Int64(note.trackingID)) }
      if hasSeveralDevices || touch == nil { line.add("device", panel.shortName) }
    }
  }

  // MARK: EngineObserver

  package func touchChanged(_ touch: Touch) {
    let isSecure = !secure.isEmpty && secure.admit(touch)
    guard settings.touch, wants([.touch, .wait]), let writer else { return }
    let moment = touch.moment
    if !placeless.isEmpty { writePlaceless { ($0.phase.rawValue, $0.id) < (moment.phase.rawValue, touch.id) } }
    if isSecure { return writeSecure(touch.id, moment.phase, at: moment.timestamp) }
    separate(touch.id, moment.phase, at: moment.timestamp, from: hasSeveralDevices ? touch.device : DeviceID(rawValue: 0))
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
  private func separate(_ id: TouchID, _ phase: TouchPhase, at time: Timestamp, from device: DeviceID) {
    let fits = shape.fits(id, phase, at: time, from: device)
    if fits, isNewFrame { writer?.append("wait", at: time) { _ in } }
    if !fits || isNewFrame { shape.begin(at: time, from: device) }
    isNewFrame = false
    shape.add(id, phase)
  }

  package func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard secureDepth == 0, settings.control || !valueSenders.isEmpty, wants([.control, .value]), !isSecure(control, touch) else { return }
    if settings.control, wants(.control) {
      let names = names(of: events)
      write("control") { line in
        line.add("control", control.identifier)
        line.add("events", json: names)
        line.add("touches", only: touch?.id.rawValue)
      }
    }
    if !valueSenders.isEmpty, !events.isDisjoint(with: [.valueChanged, .editingChanged]), let value = control.placeholderValue {
      self.value(of: control.identifier, value)
    }
  }

  /// Whether a control is secure, or a part of a secure one, as an open menu is.
  func isSecure(_ control: Control, _ touch: Touch?) -> Bool {
    guard !secure.isEmpty else { return false }
    return secure.covers(control.identifier) || touch.map { secure.contains($0.id) } ?? false
  }

  /// Writes a value or a selection that a finger, or an action, changed.
  func value(of id: String, _ value: PlaceholderValues.Value) {
    guard wants(.value), secureDepth == 0, valueSenders.contains(id), !secure.covers(id) else { return }
    write("value") { line in
      line.add("control", id)
      line.add("value", value)
    }
  }

  /// Hands the lines on that were written outside of a frame.
  func flush() { writer?.flush() }

  /// Writes that a list got rows, and what changed of them.
  func rows(_ rows: TraceRows) {
    guard writer != nil else { return }
    write("rows") { $0.add(rows) }
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

  package func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    // A closure of the session logs the layout's actions itself.
    guard !action.isClosure, tellsActions || (settings.action && wants(.action)) else { return }
    let target = (target as? Responder)?.identifier ?? target.map { "\(type(of: $0))" } ?? ""
    let sender = cause?.id ?? (sender as? Responder)?.identifier ?? ""
    self.action(
      action.name.description, target: target, from: sender, cause?.event ?? events.names.first ?? "", handled: handled,
      dropped: cause?.dropped ?? 0)
  }

  package func unhandled(_ action: UnhandledAction) {
    unhandled(action.action, from: cause?.id ?? action.sender, asked: action.chain)
  }

  package func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    guard let gesture = recognizer.delegate as? BoundGesture else { return }
    // Most gestures fail at most touches; only failures with actions are written.
    let isTold = state != .failed || !gesture.actions(in: state).isEmpty
    if settings.gesture, isTold, secureDepth == 0, wants(.gesture), !secure.covers(recognizer) { write(gesture, state, time) }
    if state == .failed, isTold { failed?(gesture) }
  }

  private func write(_ gesture: BoundGesture, _ state: GestureRecognizer.State, _ time: Timestamp) {
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

  package func anomaly(_ anomaly: Anomaly) {
    write("anomaly", at: anomaly.timestamp) { line in
      line.add("what", anomaly.kind.rawValue)
      line.add("device", devices[anomaly.device]?.shortName ?? "")
    }
  }

  package func violation(_ violation: StreamVerifier.Violation) {
    write("violation", at: violation.timestamp) { line in
      line.add("rule", violation.rule.rawValue)
      line.add("touch", Int64(violation.touch.rawValue))
    }
  }

  // MARK: Sinks

  /// Writes an action that was performed, or is only logged.
  ///
  /// - Parameter argv: the program and its arguments of a `run` action, filled in; the last member of the line.
  func action(_ action: String, target: String, _ cause: ActionCause, handled: Bool, argv: [String]? = nil) {
    self.action(action, target: target, from: cause.id, cause.event, handled: handled, dropped: cause.dropped, argv: argv)
  }

  private func action(
    _ action: String, target: String, from sender: String, _ event: String, handled: Bool, dropped: Int, argv: [String]? = nil
  ) {
    if tellsActions {
      actionTold?(
        LayoutSession.PerformedAction(
          name: action, target: target, sender: sender, event: event, argv: argv ?? [], isHandled: handled))
    }
    guard settings.action, secureDepth == 0, wants(.action) else { return }
    write("action") { line in
      line.add("control", sender)
      line.add("event", event)
      line.add("action", action)
      line.add("target", target)
      line.add("handled", handled)
      if dropped > 0 { line.add("dropped", Int64(dropped)) }
      if let argv { line.add("argv", argv) }
    }
  }

  /// Writes how a program ended.
  func outcome(_ outcome: TraceOutcome, dropped: Int) {
    guard settings.action else { return }
    write("outcome") { $0.add(outcome, dropped: dropped) }
  }

  /// Writes the answer to a `verify`; a replay needs it, so that no setting leaves it out.
  func verdict(_ verdict: TraceVerdict) { write("verdict") { $0.add(verdict) } }

  /// Writes an action that nothing handled, with the ids of the views that were asked, in order.
  func unhandled(_ action: ActionName, _ cause: ActionCause, asked: [String]) {
    unhandled(action, from: cause.id, asked: asked)
  }

  private func unhandled(_ action: ActionName, from sender: String, asked: [String]) {
    unhandledTold?(action.description, sender, asked)
    guard settings.action, secureDepth == 0, wants(.unhandled) else { return }
    write("unhandled") { line in
      line.add("action", action.description)
      line.add("control", sender)
      line.add("asked", asked)
    }
  }

  /// Writes that the screen became idle or active.
  func idle(_ state: String) { write("idle") { $0.add("state", state) } }

  /// Writes that a panel must be there: whether it is counts from this moment.
  func expected(_ panel: String, at time: Timestamp) {
    write("health", at: time) { line in
      line.add("what", "expected")
      line.add("device", panel)
    }
  }

  /// Writes whether the kiosk's login session has its seat: that is an input of a replay.
  func login(isActive: Bool) { write("session") { $0.add("active", isActive) } }

  /// Writes that a trouble began or ended.
  func health(_ change: HealthWatch.Change) {
    let trouble = change.trouble
    write("health") { line in
      line.add("what", change.begins ? trouble.kind.rawValue : LayoutHealth.recovered)
      if !change.begins { line.add("of", trouble.kind.rawValue) }
      guard trouble.kind == .failing else {
        line.add("device", trouble.device)
        if change.isByHost { line.add("by", word: "host") }
        return
      }
      line.add("control", trouble.control)
      line.add("event", trouble.event)
      line.add("target", trouble.program)
    }
  }

  /// Writes a contact that the engine does not get, as its touch wakes the screen: a replay of the log needs it.
  ///
  /// It has hit no view, so that its place is left out wherever something is secure.
  func swallowed(_ number: Int, _ contact: Contact, of device: DeviceID, at time: Timestamp) {
    guard settings.touch, contact.phase != .stationary else { return }
    write("swallowed", at: time) { line in
      line.add("contact", Int64(number))
      line.add("phase", word: contact.phase.word)
      if secure.isEmpty, contact.location.isFinite {
        line.add("x", contact.location.x)
        line.add("y", contact.location.y)
      } else {
        line.add("secure", true)
      }
      if hasSeveralDevices { line.add("device", devices[device]?.shortName ?? "") }
    }
  }

  /// Writes how far the pairing of alike panels is.
  ///
  /// - Parameters:
  ///   - entry: the entry that a panel is paired with or that is asked for.
  ///   - panel: the panel that is paired, or that has no entry.
  ///   - cause: why the panel takes the entry.
  func pair(_ state: StaticString, _ entry: LayoutDevice?, _ panel: TouchDevice?, by cause: String?, at time: Timestamp) {
    write("pair", at: time) { line in
      line.add("state", word: state)
      if let name = entry?.pair { line.add("pair", name) }
      if let window = entry?.window { line.add("window", window) }
      if let panel { line.add("device", panel.shortName) }
      if let cause { line.add("by", cause) }
    }
  }

  /// Writes that the mode changed, and whether the host wanted it: that is an input of a replay.
  func mode(_ name: String, from before: String, isByHost: Bool = false) {
    guard secureDepth == 0 else { return }
    write("mode") { line in
      line.add("mode", name)
      line.add("from", before)
      if isByHost { line.add("by", word: "host") }
    }
  }

  /// Writes that the host turned panels.
  func turned(_ degrees: Int, _ window: String?) {
    write("rotate") { line in
      line.add("degrees", Int64(degrees))
      if let window { line.add("window", window) }
    }
  }

  /// Writes an event for subscribers.
  func emit(_ name: String, _ cause: ActionCause) {
    guard secureDepth == 0 else { return }
    write("emit") { line in
      line.add("emit", name)
      line.add("control", cause.id)
      line.add("event", cause.event)
      if let value = cause.values.value { line.add("value", value) }
    }
  }
}
