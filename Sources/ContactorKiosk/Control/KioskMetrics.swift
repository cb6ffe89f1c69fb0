import ContactorControls
import ContactorCore
import ContactorLayout
import ContactorSystem
import ContactorTrace

/// Counts what a running kiosk does, for its status and for Prometheus.
///
/// Of a secure control or touch nothing is published but its existence (contract 14.1). Counting allocates only if a control, a
/// kind of action or a panel is met for the first time.
final class KioskMetrics: EngineObserver {
  /// How often something happened within limits of time.
  struct Histogram {
    /// The upper limits in seconds; beyond the last is one more bucket.
    let limits: [Double]
    private(set) var buckets: [Int]
    private(set) var count = 0
    private(set) var sum = 0.0

    init(limits: [Double]) {
      self.limits = limits
      buckets = [Int](repeating: 0, count: limits.count)
    }

    mutating func add(_ seconds: Double) {
      count += 1
      sum += seconds
      if let index = limits.firstIndex(where: { seconds <= $0 }) { buckets[index] += 1 }
    }
  }

  /// The counts of one panel.
  struct Panel {
    var touches = 0
    var down = 0
    /// When something last touched it.
    var last: Timestamp?
  }

  private(set) var touches = 0
  private(set) var cancelledTouches = 0
  /// Touches that began on no view of the layout.
  private(set) var misses = 0
  private(set) var lastTouch: Timestamp?
  private(set) var panels: [DeviceID: Panel] = [:]
  /// Lifts inside of controls, by their ids.
  private(set) var taps: [String: Int] = [:]
  private(set) var anomalies: [String: Int] = [:]
  /// Actions by kind, and whether they were handled.
  private(set) var actions: [String: (done: Int, failed: Int)] = [:]
  /// Programs that ended otherwise than with status 0.
  private(set) var failedPrograms = 0
  private(set) var lastFailure: (text: String, time: Timestamp)?
  /// How long programs ran.
  private(set) var programTimes = Histogram(limits: [0.01, 0.1, 1, 10, 60, 600])
  /// From the kernel's time of an event to the moment at which an action of it had begun.
  private(set) var latencies = Histogram(limits: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.5])

  private unowned let session: LayoutSession
  private let now: () -> Timestamp

  /// Counts what a session does once it hears of it.
  ///
  /// - Parameter now: the clock of input devices.
  init(_ session: LayoutSession, now: @escaping () -> Timestamp = { MonotonicClock.now }) {
    (self.session, self.now) = (session, now)
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    let phase = touch.phase
    lastTouch = touch.timestamp
    var panel = panels[touch.device] ?? Panel()
    panel.last = touch.timestamp
    switch phase {
    case .began:
      touches += 1
      panel.touches += 1
      panel.down += 1
      if touch.view == nil || touch.view is Window { misses += 1 }
    case .ended, .cancelled:
      if phase == .cancelled { cancelledTouches += 1 }
      panel.down = max(0, panel.down - 1)
    case .moved, .stationary: break
    }
    panels[touch.device] = panel
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard events.contains(.touchUpInside), !session.isSecure(control, touch) else { return }
    taps[control.identifier, default: 0] += 1
  }

  func anomaly(_ anomaly: Anomaly) { anomalies[anomaly.kind.rawValue, default: 0] += 1 }

  // MARK: The session

  private static let kinds = ["run", "emit", "mode", "key", "type", "set", "verify", "mqtt", "rotate"]

  /// Takes an action that a control or gesture asked for.
  func take(_ action: LayoutSession.PerformedAction) {
    let kind = Self.kinds.contains(action.name) ? action.name : "send"
    if action.isHandled { actions[kind, default: (0, 0)].done += 1 } else { actions[kind, default: (0, 0)].failed += 1 }
    latencies.add(Double(max(0, now().microseconds(since: session.application.time))) / 1e6)
  }

  /// Takes the end of a program.
  func take(_ outcome: TraceOutcome) {
    programTimes.add(Double(outcome.milliseconds) / 1000)
    if case .exited(0) = outcome.end { return }
    failedPrograms += 1
    lastFailure = (outcome.description, now())
  }

  /// Forgets a panel that is gone, and its layout's controls with another layout.
  func remove(_ panel: DeviceID) { panels[panel] = nil }

  /// Forgets the controls of a former layout, which the next may not have.
  func forgetControls() { taps = taps.filter { session.responders[$0.key] != nil } }
}

/// Figures in Prometheus' text format, version 0.0.4.
struct PrometheusText {
  private(set) var text = ""

  /// Begins a family of figures.
  ///
  /// - Parameter kind: `counter`, `gauge` or `histogram`.
  mutating func family(_ name: String, _ kind: String, _ help: String) {
    text += "# HELP contactor_\(name) \(help)\n# TYPE contactor_\(name) \(kind)\n"
  }

  /// Adds a figure.
  mutating func add(_ name: String, labels: [(String, String)] = [], _ value: Double) {
    text += "contactor_\(name)"
    if !labels.isEmpty { text += "{" + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}" }
    text += " " + Self.number(value) + "\n"
  }

  /// Adds a family of one figure.
  mutating func add(_ name: String, _ kind: String, _ help: String, _ value: Double) {
    family(name, kind, help)
    add(name, value)
  }

  mutating func add(_ name: String, _ help: String, _ histogram: KioskMetrics.Histogram) {
    family(name, "histogram", help)
    var sum = 0
    for (limit, count) in zip(histogram.limits, histogram.buckets) {
      sum += count
      add(name + "_bucket", labels: [("le", Self.number(limit))], Double(sum))
    }
    add(name + "_bucket", labels: [("le", "+Inf")], Double(histogram.count))
    add(name + "_sum", histogram.sum)
    add(name + "_count", Double(histogram.count))
  }

  mutating func add(_ broker: KioskStatus.Broker) {
    let figures = broker.figures
    add("broker_connected", "gauge", "Whether the broker is connected.", figures.isConnected ? 1 : 0)
    add("broker_connections_total", "counter", "Connections to the broker that were made.", Double(figures.connections))
    add("broker_messages_sent_total", "counter", "Messages that have left, confirmed where that was asked for.", Double(figures.sent))
    add("broker_messages_waiting", "gauge", "Messages that wait for the broker.", Double(figures.waiting))
    add("broker_messages_lost_total", "counter", "Messages that were lost because too many waited.", Double(figures.lost))
  }

  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(text: "\\", with: "\\\\").replacing(text: "\"", with: "\\\"").replacing(text: "\n", with: "\\n")
  }
}
