import ContactorControls
public import ContactorCore

/// A layout at work: input events go in, actions and log lines come out.
///
/// It does no input or output of its own but the log's, so that a replay runs the very same code as a kiosk.
public final class KioskSession {
  /// Does what a `run` action asks for: the action and its argument vector, filled in.
  public typealias Execute = (RunAction, [String], [String: String]) -> Void

  /// The layout.
  public private(set) var layout: Layout
  /// The engine.
  public let application: Application
  private var window: Window
  private var devices: [DeviceID] = []
  private let log: EngineLog?
  private let writer: LogWriter?
  private let execute: Execute?

  /// Builds the layout's views.
  ///
  /// - Parameters:
  ///   - log: gets a line for everything that happens; `nil` for none.
  ///   - execute: does `run` actions; with `nil` they are logged only.
  public init(layout: Layout, log: LogWriter? = nil, execute: Execute? = nil) {
    self.layout = layout
    self.execute = execute
    let application = Application()
    self.application = application
    self.log = log.map { EngineLog($0, application) }
    writer = log
    window = Window(frame: .zero)
    application.observer = self.log
    show(layout)
  }

  /// Puts another layout in place of this one: fingers that are down are cancelled and ignored until they are lifted,
  /// values start from the layout's.
  public func replaceLayout(_ layout: Layout) {
    application.removeWindow(window)
    self.layout = layout
    show(layout)
    writer?.flush()
  }

  private func show(_ layout: Layout) {
    var bindings: [(Control, LayoutBinding)] = []
    let builder = LayoutBuilder(
      bind: { bindings.append(($0, $1)) }, pointsPerMillimetre: Self.density(of: layout, application.tuning))
    window = builder.window(for: layout)
    application.addWindow(window)
    for device in devices { application.route(device, to: window) }
    for (control, binding) in bindings { connect(control, binding) }
  }

  private static func density(of layout: Layout, _ tuning: Tuning) -> Double {
    guard let size = layout.screen.millimetres, size.width > 0 else { return tuning.pointsPerMillimetre }
    return layout.screen.size.width / size.width
  }

  // MARK: Input

  /// Takes what a source yields.
  public func handle(_ event: InputEvent) {
    switch event {
    case .frame(let frame): application.handle(frame)
    case .deviceAdded(let device, let time):
      devices.append(device.id)
      application.route(device.id, to: window)
      log?.deviceAdded(device, at: time)
    case .deviceRemoved(let id, let time):
      application.cancelTouches(of: id)
      devices.removeAll { $0 == id }
      application.route(id, to: nil)
      log?.deviceRemoved(id, at: time)
    case .anomaly(let anomaly): log?.anomaly(anomaly)
    }
    writer?.flush()
  }

  /// Lets time pass.
  public func advance(to moment: Timestamp) {
    application.advance(to: moment)
    writer?.flush()
  }

  /// Cancels what is being touched, before the session is thrown away.
  public func finish() {
    application.cancelTouches()
    writer?.flush()
  }

  // MARK: Actions

  private func connect(_ control: Control, _ binding: LayoutBinding) {
    guard let event = Control.Event(name: binding.event) else { return }
    for (index, action) in binding.actions.enumerated() {
      control.addAction(ActionIdentifier("\(binding.event)#\(index)"), for: event) { [weak self] sender, cause in
        self?.perform(action, from: sender, for: binding.event, cause)
      }
    }
  }

  private func perform(
    _ action: LayoutAction, from control: Control, for event: String, _ cause: ContactorCore.Event?
  ) {
    let values = values(of: control, event, cause)
    let events = Control.Event(name: event) ?? []
    switch action {
    case .run(let run):
      log?.action("run", target: run.program, from: control, for: events, handled: true)
      execute?(run, run.argv(with: values), run.variables(with: values))
    case .emit(let name):
      let name = name.filled(with: values)
      log?.action("emit", target: name, from: control, for: events, handled: true)
      log?.emit(name, from: control, for: event, value: values.value)
    case .send(let send):
      // Nothing in a layout implements actions by name yet, so this says so in the log.
      log?.action(send.action.description, target: send.target ?? "", from: control, for: events, handled: false)
    }
  }

  private func values(
    of control: Control, _ event: String, _ cause: ContactorCore.Event?
  ) -> PlaceholderValues {
    var values = PlaceholderValues(control: control.identifier, event: event)
    switch control {
    case let slider as Slider: values.value = slider.value
    case let toggle as Switch: values.value = toggle.isOn ? 1 : 0
    default: break
    }
    let touch = control.trackedTouch ?? cause?.touches(for: control).first
    values.x = touch?.location(in: nil).x
    values.y = touch?.location(in: nil).y
    return values
  }
}
