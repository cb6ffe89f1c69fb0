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
  private var windows: [Window] = []
  private var panels: [TouchDevice] = []
  private var ignored = IgnoredPanels()
  /// The controls whose tracking outset is in millimetres, with the index of their window.
  private var outsets: [(control: Control, millimetres: Double, window: Int)] = []
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
    application.observer = self.log
    show(layout)
  }

  /// Puts another layout in place of this one: fingers that are down are cancelled and ignored until they are lifted,
  /// values start from the layout's.
  public func replaceLayout(_ layout: Layout) {
    for window in windows { application.removeWindow(window) }
    self.layout = layout
    show(layout)
    writer?.flush()
  }

  private func show(_ layout: Layout) {
    var bindings: [(Control, LayoutBinding)] = []
    outsets = []
    windows = layout.windows.indices.map { index in
      let builder = LayoutBuilder(
        bind: { bindings.append(($0, $1)) }, measure: { [self] in outsets.append(($0, $1, index)) })
      return builder.window(for: layout.windows[index])
    }
    for window in windows { application.addWindow(window) }
    for panel in panels { route(panel) }
    measure()
    for (control, binding) in bindings { connect(control, binding) }
  }

  // MARK: Panels

  /// Has a panel feed its window, or none.
  private func route(_ panel: TouchDevice) {
    let index = layout.windowIndex(for: panel)
    ignored.set(panel.id, isIgnored: index == nil)
    application.route(panel.id, to: index.map { windows[$0] })
  }

  /// Turns millimetres into points anew: how many there are depends on the panels that are plugged in.
  private func measure() {
    for outset in outsets {
      let density = layout.pointsPerMillimetre(inWindow: outset.window, panels: panels, application.tuning)
      outset.control.trackingOutset = outset.millimetres * density
    }
  }

  private func add(_ panel: TouchDevice, at time: Timestamp) {
    panels.append(panel)
    route(panel)
    measure()
    let index = layout.windowIndex(for: panel)
    let window = windows.count > 1 ? index.map { layout.windows[$0].id } : nil
    log?.deviceAdded(panel, window: window, isIgnored: index == nil, at: time)
  }

  private func remove(_ id: DeviceID, at time: Timestamp) {
    application.cancelTouches(of: id)
    panels.removeAll { $0.id == id }
    ignored.remove(id)
    application.route(id, to: nil)
    measure()
    log?.deviceRemoved(id, at: time)
  }

  private func handle(_ frame: TouchFrame) {
    guard let frame = ignored.admit(frame) else { return }
    // Frames of a device that was never added, as a script has them, belong to the first window too.
    if windows.count > 1, !panels.contains(where: { $0.id == frame.device }) {
      application.route(frame.device, to: windows[0])
    }
    application.handle(frame)
  }

  // MARK: Input

  /// Takes what a source yields.
  public func handle(_ event: InputEvent) {
    switch event {
    case .frame(let frame): handle(frame)
    case .deviceAdded(let panel, let time): add(panel, at: time)
    case .deviceRemoved(let id, let time): remove(id, at: time)
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
    values.value = control.placeholderValue
    let touch = control.trackedTouch ?? cause?.touches(for: control).first
    values.x = touch?.location(in: nil).x
    values.y = touch?.location(in: nil).y
    return values
  }
}
