import ContactorControls
import ContactorCore

extension LayoutSession {
  /// The deepest nesting of actions that set off actions: two controls that switch each other would never end.
  static let depthLimit = 16

  /// Binds a control's event to the layout's actions.
  func connect(_ control: Control, _ binding: LayoutBinding) {
    guard let event = Control.Events(name: binding.event) else { return }
    control.addAction(ActionIdentifier(binding.event), for: event) { [weak self] sender, delivered in
      guard let self else { return }
      let list = lanes.beginList()
      for (index, step) in binding.steps.enumerated() {
        // An action may change the value for the next.
        let values = self.values(of: sender, binding.event, delivered)
        perform(
          step, index, of: list,
          ActionCause(
            sender: sender, id: sender.identifier, event: binding.event, values: values, delivered: delivered,
            isSecure: log.secure.covers(sender.identifier)))
      }
    }
  }

  /// Performs an action at once; a `run` action is only logged.
  func perform(_ action: LayoutAction, _ cause: ActionCause) {
    log.beginSecure(cause.isSecure)
    defer { log.endSecure(cause.isSecure) }
    switch action {
    case .run(let run): log.action("run", target: run.program, cause, handled: true, argv: run.argv(with: cause.values))
    case .emit(let name):
      let name = name.filled(with: cause.values)
      log.action("emit", target: name, cause, handled: true)
      log.emit(name, cause)
    case .send(let send): self.send(Action(send.action), to: send.target, cause, cause.delivered)
    case .type(let type):
      let event = TextEvent(type.text.filled(with: cause.values), timestamp: application.now)
      send(Action("insertText:forEvent:"), to: type.target, cause, event)
    case .mode(let name):
      log.action("mode", target: name, cause, handled: true)
      changeMode(to: name)
    case .key(let key):
      log.action("key", target: key.label, cause, handled: press(key, cause))
    case .set(let action): set(action, cause)
    case .publish(let action):
      let message = action.message(with: cause.values)
      log.action("mqtt", target: message.topic, cause, handled: publish(message, cause))
    case .rotate(let action):
      log.action("rotate", target: "\(action.degrees)", cause, handled: true)
      turn(by: action.degrees, ofWindow: action.window)
    // Where secrets are compared, it has a lane: `start`.
    case .verify(let verify): log.action("verify", target: verify.target, cause, handled: false)
    }
  }

  /// Sends a named action to the view with an id, or to the first responder that handles it (contract 6.1).
  private func send(_ action: Action, to id: String?, _ cause: ActionCause, _ event: Event?) {
    let target = id.flatMap { object($0) }
    guard depth < Self.depthLimit, id == nil || target != nil else {
      log.action(action.name.description, target: id ?? "", cause, handled: false)
      return
    }
    depth += 1
    defer { depth -= 1 }
    let isHandled = sending(cause) { application.sendAction(action, to: target, from: cause.sender, for: event) }
    if !isHandled, let id { log.unhandled(action.name, cause, asked: [id]) }
  }

  /// Runs a closure during which the log names the layout's sender and event.
  private func sending(_ cause: ActionCause, _ body: () -> Bool) -> Bool {
    let before = log.cause
    log.cause = cause
    defer { log.cause = before }
    return body()
  }

  private func values(
    of control: Control, _ event: String, _ delivered: Event?
  ) -> PlaceholderValues {
    let touch = control.trackedTouch ?? delivered?.touches(for: control).first
    let place = touch?.location(in: nil)
    return PlaceholderValues(
      control: control.identifier, event: event, value: control.placeholderValue, x: place?.x, y: place?.y)
  }
}

extension LayoutSession {
  /// Makes the layout's recognizers and adds them to their views, in the order of the file.
  func makeGestures() -> [BoundGesture] {
    let tunings = layout.tuningsByID
    let gestures = layout.gestures.map { gesture in
      let general = tunings[gesture.view] ?? layout.tuning
      return BoundGesture(gesture, gesture.tuning.over(general), lateness: lateness(in: view(of: gesture)))
    }
    let recognizers = Dictionary(gestures.map { ($0.gesture.id, $0.recognizer) }) { first, _ in first }
    for gesture in gestures {
      view(of: gesture.gesture)?.addGestureRecognizer(gesture.recognizer)
      gesture.recognizer.addAction("layout") { [weak self, weak gesture] recognizer in
        if let gesture { self?.perform(gesture, recognizer.state) }
      }
      for id in gesture.gesture.requireToFail {
        if let other = recognizers[id] { gesture.recognizer.require(toFail: other) }
      }
    }
    return gestures
  }

  /// The view or window of a gesture; the first window if it names none, whatever that window's id.
  private func view(of gesture: LayoutGesture) -> View? {
    guard let id = gesture.view else { return windows.first }
    return responders[id] as? View
  }

  /// Performs the actions of a gesture's state.
  func perform(_ gesture: BoundGesture, _ state: GestureRecognizer.State) {
    let wasLocked = mode == LayoutMode.locked
    defer {
      if state == .ended || state == .cancelled || state == .failed { releaseKeys(of: gesture.gesture.id) }
      if state == .ended, wasLocked { leaveLocked(by: gesture.gesture) }
    }
    let makesSteps = gesture.makesSteps(in: state)
    // The last movement comes before the gesture's end.
    if makesSteps, state == .ended { performSteps(gesture) }
    defer { if makesSteps, state != .ended { performSteps(gesture) } }
    let actions = gesture.actions(in: state)
    guard !actions.isEmpty, let view = gesture.recognizer.view else { return }
    let list = lanes.beginList()
    // Of a touch in a secure view no place goes out, nor what follows from it; of gestures on secure views `check` refuses them.
    let isHidden = log.secure.containsAny(gesture.recognizer.touchIDs)
    for (name, index, step) in actions {
      let values = isHidden ? PlaceholderValues(control: gesture.gesture.id, event: name) : gesture.placeholders(in: name)
      perform(
        step, index, of: list,
        ActionCause(
          sender: view, id: gesture.gesture.id, event: name, values: values, delivered: application.event,
          isSecure: log.secure.covers(gesture.recognizer)))
    }
  }
}

extension Layout {
  /// The thresholds that hold in each view and window: its own, over those of the views that it is in, over the layout's.
  ///
  /// `nil` stands for the first window, as in `LayoutGesture.view`: the only window has no id of its own, so a view may be called `main`.
  var tuningsByID: [String?: LayoutTuning] {
    var tunings: [String?: LayoutTuning] = [nil: tuning]
    func collect(_ view: LayoutView, _ outer: LayoutTuning) {
      let own = view.tuning.over(outer)
      tunings[view.id] = own
      for inner in view.subviews { collect(inner, own) }
    }
    for window in windows {
      tunings[window.id] = tuning
      for view in window.views { collect(view, tuning) }
    }
    return tunings
  }
}

/// The cause of an action: its sender, event and placeholder values.
struct ActionCause {
  /// The control, or the view of the gesture: where the search for a target starts.
  let sender: Responder
  /// The sender's id: the control's or the gesture's.
  let id: String
  /// The control event's name, or the gesture's state.
  let event: String
  /// The values of the placeholders.
  let values: PlaceholderValues
  /// The event that is being delivered; `nil` if no touch caused the action.
  private(set) var delivered: Event?
  /// Whether a secure view or touch caused the action, so that nothing of it is logged.
  let isSecure: Bool
  /// How many of the action were dropped since it was done the last time.
  private(set) var dropped = 0
  /// The id and the event of the list in the layout, and the way from there to an action within a `verify`.
  private(set) var origin: (id: String, event: String)

  init(sender: Responder, id: String, event: String, values: PlaceholderValues, delivered: Event?, isSecure: Bool) {
    (self.sender, self.id, self.event) = (sender, id, event)
    (self.values, self.delivered, self.isSecure) = (values, delivered, isSecure)
    origin = (id, event)
  }

  /// The name in the log, and in `{control}`, of a secure control or gesture whose secret was compared.
  static let secureName = "verify"

  /// The cause of the actions of an answer to a `verify`.
  ///
  /// If the sender is secure, these actions are logged all the same, but under `secureName`: they show nothing of what was touched.
  func following(_ index: Int, _ answer: String) -> ActionCause {
    let name = isSecure ? Self.secureName : id
    var cause = ActionCause(
      sender: sender, id: name, event: answer, values: PlaceholderValues(control: name, event: answer), delivered: nil, isSecure: false)
    cause.origin = (origin.id, "\(origin.event) \(index) \(answer)")
    return cause
  }

  /// The cause of an action that is done now, though others of it were dropped before.
  func adding(dropped: Int) -> ActionCause {
    guard dropped > 0 else { return self }
    var cause = self
    cause.dropped += dropped
    return cause
  }

  /// The cause of an action that waited: its event is over, and others were dropped.
  func late(dropped: Int) -> ActionCause {
    var cause = self
    cause.delivered = nil
    cause.dropped = dropped
    return cause
  }
}
