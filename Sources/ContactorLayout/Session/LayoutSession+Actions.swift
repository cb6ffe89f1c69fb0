import ContactorControls
import ContactorCore

extension LayoutSession {
  /// How deep actions may set off actions: two controls that switch each other would never end.
  private static let depthLimit = 16

  /// Has a control's event do what the layout says.
  func connect(_ control: Control, _ binding: LayoutBinding) {
    guard let event = Control.Events(name: binding.event) else { return }
    for (index, action) in binding.actions.enumerated() {
      control.addAction(ActionIdentifier("\(binding.event)#\(index)"), for: event) { [weak self] sender, delivered in
        guard let self else { return }
        let values = self.values(of: sender, binding.event, delivered)
        perform(
          action,
          ActionCause(
            sender: sender, id: sender.identifier, event: binding.event, values: values, delivered: delivered,
            isSecret: log.secure.covers(sender.identifier)))
      }
    }
  }

  /// Does an action, or logs it where nothing is to be executed.
  func perform(_ action: LayoutAction, _ cause: ActionCause) {
    log.beginSecret(cause.isSecret)
    defer { log.endSecret(cause.isSecret) }
    switch action {
    case .run(let run):
      let argv = run.argv(with: cause.values)
      log.action("run", target: run.program, cause, handled: true, argv: argv)
      execute?(run, argv, run.variables(with: cause.values))
    case .emit(let name):
      let name = name.filled(with: cause.values)
      log.action("emit", target: name, cause, handled: true)
      log.emit(name, cause)
    case .send(let send): self.send(Action(send.action), to: send.target, cause, cause.delivered)
    case .type(let type):
      let event = TextEvent(type.text.filled(with: cause.values), timestamp: application.now)
      send(Action("insertText:forEvent:"), to: type.target, cause, event)
    }
  }

  /// Sends a named action to the view of that id, or to the first that does it (contract 6.1).
  private func send(_ action: Action, to id: String?, _ cause: ActionCause, _ event: Event?) {
    let target = id.flatMap { responders[$0] }
    guard depth < Self.depthLimit, id == nil || target != nil else {
      log.action(action.name.description, target: id ?? "", cause, handled: false)
      return
    }
    depth += 1
    defer { depth -= 1 }
    let isHandled = sending(cause) { application.sendAction(action, to: target, from: cause.sender, for: event) }
    if !isHandled, let id { log.unhandled(action.name, cause, asked: [id]) }
  }

  /// Has the log name the layout's sender and event for what is sent meanwhile.
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
