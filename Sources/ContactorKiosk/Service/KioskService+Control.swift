import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem
import ContactorTrace
import Glibc

/// The requests of peers of the event and control socket (contract 13.6).
extension KioskService {
  /// The socket that the layout and the options ask for; `nil` for none.
  private var wantedSocket: LayoutSocket? {
    guard let path = options.socket else {
      return session.layout.outputs.socket ?? options.standardSocket.map { LayoutSocket(path: $0) }
    }
    var socket = session.layout.outputs.socket ?? LayoutSocket(path: path)
    socket.path = path
    return socket
  }

  /// The file of figures that the layout and the options ask for; `nil` for none.
  private var wantedMetricsFile: LayoutMetricsFile? {
    guard let path = options.metrics else { return session.layout.outputs.metrics }
    var file = session.layout.outputs.metrics ?? LayoutMetricsFile(path: path)
    file.path = path
    return file
  }

  /// Opens the socket that the layout asks for, in place of another; one that cannot be opened is reported, and the kiosk goes on.
  private func followSocket() {
    let wanted = wantedSocket
    guard wanted != control?.settings else { return }
    control?.close()
    control = nil
    guard let wanted else { return }
    do throws(SystemError) {
      let server = try ControlServer(wanted, loop, complain: complain)
      control = server
      connect(server)
    } catch {
      complain("\(error.description); the kiosk runs without its socket")
    }
  }

  private func connect(_ server: ControlServer) {
    server.wantsLines = { [unowned self] _ in wantLines() }
    server.perform = { [unowned self] in perform($0, $1, &$2) }
    server.left = { [unowned self] in endTouches(of: $0) }
  }

  /// Opens the outputs that the layout asks for, in place of others; one that cannot be opened is reported, and the kiosk goes on.
  func followOutputs() {
    followSocket()
    followBroker()
    followLines()
    followMetrics()
    followMetricsFile()
  }

  /// Closes the socket and the broker's connection, as the service ends.
  func closeOutputs() {
    control?.close()
    broker?.client.close()
    log.tee = nil
    log.teeKinds = []
  }

  /// Has lines of the log made where the socket or the broker may want them.
  private func followLines() {
    let isWanted = control != nil || broker != nil
    wantLines()
    guard isWanted != (log.tee != nil) else { return }
    if isWanted { log.tee = { [unowned self] lines in tell(lines) } } else { log.tee = nil }
    session.logConnectionChanged()
  }

  private func wantLines() { log.teeKinds = (control?.kinds ?? []).union(broker?.kinds ?? []) }

  private func tell(_ lines: borrowing RawSpan) {
    control?.publish(lines)
    broker?.publish(lines)
  }

  /// Counts as long as a socket, a broker or a file wants figures.
  private func followMetrics() {
    let isWanted = control != nil || broker != nil || wantedMetricsFile != nil
    guard isWanted != (metrics != nil) else {
      metrics?.forgetControls()
      return
    }
    if let metrics {
      session.application.removeObserver(metrics)
      self.metrics = nil
      session.onAction = nil
    } else {
      let metrics = KioskMetrics(session)
      self.metrics = metrics
      // The log's observer is first: it knows which touches are secure.
      session.onAction = { [unowned metrics] in metrics.take($0) }
      session.application.addObserver(metrics)
    }
  }

  private func followMetricsFile() {
    let wanted = wantedMetricsFile
    guard wanted != metricsFile?.settings else { return }
    metricsFile?.close()
    metricsFile = nil
    guard let wanted else { return }
    do throws(SystemError) {
      metricsFile = try MetricsFile(wanted, loop, complain: complain, note: note) { [unowned self] in prometheus(isUp: !$0) }
    } catch {
      complain("\(wanted.path): no figures are written: \(error)")
    }
  }

  // MARK: Requests

  private func perform(_ command: ControlRequest.Command, _ connection: ControlConnection, _ reply: inout ControlReply) {
    switch command {
    case .subscribe(let kinds): connection.kinds = kinds
    case .inject(let touch): reply.error = inject(touch, connection)
    default: _ = perform(command, as: "\(connection.peer)", &reply)
    }
  }

  /// Does what someone asks for who may; `false` for what only a peer of the socket can ask for.
  func perform(_ command: ControlRequest.Command, as asker: String, _ reply: inout ControlReply) -> Bool {
    switch command {
    case .status:
      let status = status
      reply.json = ("status", status.json)
      reply.text = ("picture", status.picture)
    case .metrics: reply.text = ("metrics", prometheus())
    case .mode(let name): reply.error = enter(name, asker)
    case .reload: reply.error = reload()
    case .pair:
      reply.error = restartPairing(asker, at: catchUp())
      arm()
    case .rotate(let degrees, let window): reply.error = turn(degrees, window, asker)
    case .screen(let isOff): session.screenIsOff = isOff
    case .subscribe, .inject: return false
    }
    return true
  }

  /// Handles the input before this moment, so that what a peer asks for comes after it.
  private func catchUp() -> Timestamp {
    let moment = loop.now
    read()
    advance(to: max(moment, session.application.now))
    return session.application.now
  }

  private func enter(_ mode: String, _ asker: String) -> String? {
    let names = session.layout.modeNames
    guard names.contains(mode) else { return "no mode is named \(quoted(mode)); expected one of \(names.joined(separator: ", "))" }
    session.enterMode(mode, at: catchUp())
    arm()
    note("mode \(mode), as \(asker) asked")
    return nil
  }

  private func turn(_ degrees: Int, _ window: String?, _ asker: String) -> String? {
    let windows = session.layout.windows.map(\.id)
    if let window, !windows.contains(window) {
      return "no window is named \(quoted(window)); expected one of \(windows.joined(separator: ", "))"
    }
    session.turnPanels(by: degrees, ofWindow: window, at: catchUp())
    followMapping()
    arm()
    note("panels\(window.map { " of \($0)" } ?? "") turned by \(degrees)°, as \(asker) asked")
    return nil
  }

  // MARK: Touches

  private func inject(_ touch: ControlRequest.InjectedTouch, _ connection: ControlConnection) -> String? {
    let time = catchUp()
    let panel = connection.panel ?? InjectedPanel(connection: connection.number)
    let (frame, reason) = panel.frame(of: touch, at: time)
    guard let frame else { return reason }
    if connection.panel == nil {
      note("\(connection.peer) touches through the socket")
      take(.deviceAdded(panel.device, at: time))
      connection.panel = panel
    }
    take(.frame(frame))
    arm()
    return nil
  }

  /// Lifts what a peer that is gone left down.
  private func endTouches(of connection: ControlConnection) {
    guard let panel = connection.panel else { return }
    connection.panel = nil
    let time = catchUp()
    if let frame = panel.cancellation(at: time) { take(.frame(frame)) }
    take(.deviceRemoved(panel.device.id, at: time))
    arm()
  }
}

// MARK: - Status

extension KioskService {
  /// A picture of what runs now.
  var status: KioskStatus {
    let now = loop.now
    var status = KioskStatus()
    status.version = options.version
    status.process = getpid()
    status.seconds = seconds(from: begun, to: now)
    (status.layout, status.reloads) = (options.layout, reloads)
    (status.mode, status.modes) = (session.mode, session.layout.modeNames)
    (status.isIdle, status.screenIsOff) = (session.isIdle, session.screenIsOff)
    (status.login, status.hasSeat) = (login.map { "\($0.session.id) on \($0.session.seat)" }, hasSeat)
    status.panels = session.panels.map { panel($0, at: now) }
    (status.running, status.waiting) = (session.runningProgramCount, session.waitingActionCount)
    (status.lostLines, status.droppedPeers) = (log.lostLines, control?.droppedCount ?? 0)
    if let recorder, !recorder.hasFailed { (status.recording, status.recordedBytes) = (recorder.path, recorder.size) }
    (status.peers, status.subscribers) = control?.counts ?? (0, 0)
    status.broker = broker.map { KioskStatus.Broker($0.layout, $0.client.figures) }
    status.troubles = session.health.compactMap { state in
      state.since.map { KioskStatus.Trouble(state.trouble, seconds: seconds(from: $0, to: now)) }
    }
    status.isWatched = !session.health.isEmpty
    addCounts(to: &status, at: now)
    return status
  }

  private func addCounts(to status: inout KioskStatus, at now: Timestamp) {
    guard let metrics else { return }
    (status.touches, status.cancelled, status.misses) = (metrics.touches, metrics.cancelledTouches, metrics.misses)
    status.lastTouch = metrics.lastTouch.map { seconds(from: $0, to: now) }
    status.anomalies = metrics.anomalies.values.reduce(0, +)
    status.done = metrics.actions.values.reduce(0) { $0 + $1.done }
    status.failed = metrics.actions.values.reduce(0) { $0 + $1.failed } + metrics.failedPrograms
    status.lastFailure = metrics.lastFailure.map { "\($0.text), \(KioskStatus.span(seconds(from: $0.time, to: now))) ago" }
  }

  private func panel(_ device: TouchDevice, at now: Timestamp) -> KioskStatus.Panel {
    var panel = KioskStatus.Panel(device: device.shortName, name: device.name)
    (panel.vendor, panel.product) = (device.vendor, device.product)
    panel.window = session.layout.windowIndex(for: device).map { session.layout.windows[$0].id }
    panel.asked = session.askedPair(for: device)
    panel.isForwarded = copies?.contains(device.id) ?? false
    if let counts = metrics?.panels[device.id] {
      (panel.touches, panel.down) = (counts.touches, counts.down)
      panel.last = counts.last.map { seconds(from: $0, to: now) }
    }
    return panel
  }

  private func seconds(from start: Timestamp, to end: Timestamp) -> Double { Double(max(0, end.microseconds(since: start))) / 1e6 }

  // MARK: Figures

  /// The figures in Prometheus' text format.
  ///
  /// - Parameter isUp: whether the service goes on after this.
  func prometheus(isUp: Bool = true) -> String {
    var text = PrometheusText()
    guard let metrics else { return "" }
    let status = status
    text.add("up", "gauge", "Whether the service runs; 0 in the last figures of its file.", isUp ? 1 : 0)
    text.add("uptime_seconds", "gauge", "For how long the service runs.", status.seconds)
    text.add("panels", "gauge", "Touchscreens that are plugged in.", Double(status.panels.count))
    if status.login != nil {
      text.add("session_active", "gauge", "Whether the login session of the kiosk has its seat.", status.hasSeat ? 1 : 0)
    }
    text.add("idle", "gauge", "Whether the screen is idle.", status.isIdle ? 1 : 0)
    text.family("mode", "gauge", "The mode that holds is 1.")
    for mode in status.modes { text.add("mode", labels: [("mode", mode)], mode == status.mode ? 1 : 0) }
    text.add("touches_total", "counter", "Touches that began.", Double(metrics.touches))
    text.add("touches_cancelled_total", "counter", "Touches that were cancelled.", Double(metrics.cancelledTouches))
    text.add("misses_total", "counter", "Touches that began where the layout has no view.", Double(metrics.misses))
    text.family("taps_total", "counter", "Lifts inside of controls that are not secure.")
    for (control, count) in metrics.taps.sorted(by: { $0.key < $1.key }) {
      text.add("taps_total", labels: [("control", control)], Double(count))
    }
    text.family("anomalies_total", "counter", "Irregularities of panels, by kind.")
    for (kind, count) in metrics.anomalies.sorted(by: { $0.key < $1.key }) {
      text.add("anomalies_total", labels: [("what", kind)], Double(count))
    }
    text.family("actions_total", "counter", "Actions that were begun, and whether something handled them.")
    for (action, counts) in metrics.actions.sorted(by: { $0.key < $1.key }) {
      text.add("actions_total", labels: [("action", action), ("handled", "true")], Double(counts.done))
      text.add("actions_total", labels: [("action", action), ("handled", "false")], Double(counts.failed))
    }
    text.add("programs_failed_total", "counter", "Programs that ended otherwise than with status 0.", Double(metrics.failedPrograms))
    text.add("programs_running", "gauge", "Programs of actions that run.", Double(status.running))
    text.add("actions_waiting", "gauge", "Actions that wait for a time or for others.", Double(status.waiting))
    text.add("program_seconds", "How long programs ran.", metrics.programTimes)
    text.add("action_latency_seconds", "From the kernel's time of an event to its action.", metrics.latencies)
    if !session.health.isEmpty { text.family("health", "gauge", "Troubles that are watched for: 1 while one is there.") }
    for state in session.health { text.add("health", labels: state.trouble.labels, state.since == nil ? 0 : 1) }
    text.add("log_lines_lost_total", "counter", "Lines of the log that were left out.", Double(status.lostLines))
    text.add("peers_dropped_total", "counter", "Peers of the socket that did not read.", Double(status.droppedPeers))
    if let broker = status.broker { text.add(broker) }
    if let metricsFile {
      text.add("metrics_file_failures_total", "counter", "Figures that could not be written to their file.", Double(metricsFile.failures))
    }
    return text.text
  }
}
