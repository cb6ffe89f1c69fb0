import ContactorLayout
import ContactorSystem
import ContactorTrace

/// A picture of a running kiosk, for `contactor status`.
struct KioskStatus: Hashable, Sendable {
  /// A panel that is plugged in.
  struct Panel: Hashable, Sendable {
    /// The node's name, such as `event3`.
    var device: String
    /// The kernel's name.
    var name: String
    /// The bus's numbers; 0 where there are none.
    var vendor: UInt16 = 0
    var product: UInt16 = 0
    /// The window that it feeds; `nil` where the layout ignores it.
    var window: String?
    /// The `pair` that is asked for while it waits to be paired, empty where no entry is left for it; `nil` where it does not wait.
    var asked: String?
    /// Whether its touches reach other applications through a copy.
    var isForwarded = false
    /// How many touches began on it.
    var touches = 0
    /// How many fingers are on it.
    var down = 0
    /// Seconds since something touched it; `nil` for not yet.
    var last: Double?
  }

  /// The connection to a broker.
  struct Broker: Hashable, Sendable {
    /// Its host and port.
    let name: String
    let figures: BrokerFigures

    init(_ layout: LayoutBroker, _ figures: BrokerFigures) { (name, self.figures) = ("\(layout.host):\(layout.port)", figures) }
  }

  /// A trouble that is there (contract 12.5).
  struct Trouble: Hashable, Sendable {
    var what: String
    /// The panel, or the program of an action.
    var subject: String
    /// The id of the control or gesture whose program fails; empty for other troubles.
    var control = ""
    /// For how long it is there.
    var seconds: Double
  }

  var version = ""
  var process: Int32 = 0
  /// For how long it runs, in seconds.
  var seconds = 0.0
  var layout = ""
  var reloads = 0
  var mode = ""
  var modes: [String] = []
  var isIdle = false
  var screenIsOff = false
  /// The login session, such as `3 on seat0`; `nil` where touches count whichever session is active.
  var login: String?
  /// Whether that session has its seat, and is taken for active.
  var hasSeat = true
  var panels: [Panel] = []
  var troubles: [Trouble] = []
  /// Whether the layout watches for something.
  var isWatched = false
  var touches = 0
  var cancelled = 0
  var misses = 0
  /// Seconds since the last touch; `nil` for none yet.
  var lastTouch: Double?
  var anomalies = 0
  var done = 0
  /// Actions that nothing handled, and programs that ended otherwise than with status 0.
  var failed = 0
  var running = 0
  var waiting = 0
  var lastFailure: String?
  /// Lines of the log that were left out.
  var lostLines = 0
  /// Peers that did not read and were dropped.
  var droppedPeers = 0
  var recording: String?
  var recordedBytes: Int64 = 0
  /// The connection to the broker; `nil` where the layout has none.
  var broker: Broker?
  var peers = 0
  var subscribers = 0

  // MARK: JSON

  /// A JSON object on one line, without a line feed.
  ///
  /// Times are in seconds; what is not known is left out.
  var json: String {
    var line = JSONLine()
    line.add("version", version)
    line.add("process", Int64(process))
    line.add("seconds", seconds)
    line.add("layout", layout)
    line.add("reloads", Int64(reloads))
    line.add("mode", mode)
    line.add("modes", modes)
    line.add("idle", isIdle)
    line.add("screenOff", screenIsOff)
    if let login {
      line.add("session", login)
      line.add("active", hasSeat)
    }
    line.add("panels", objects: panels, Self.add)
    line.add("health", objects: troubles, Self.add)
    line.add("touches", Int64(touches))
    line.add("cancelled", Int64(cancelled))
    line.add("misses", Int64(misses))
    if let lastTouch { line.add("lastTouch", lastTouch) }
    line.add("anomalies", Int64(anomalies))
    line.add("done", Int64(done))
    line.add("failed", Int64(failed))
    line.add("running", Int64(running))
    line.add("waiting", Int64(waiting))
    if let lastFailure { line.add("lastFailure", lastFailure) }
    line.add("lostLines", Int64(lostLines))
    line.add("droppedPeers", Int64(droppedPeers))
    if let recording {
      line.add("recording", recording)
      line.add("recordedBytes", recordedBytes)
    }
    if let broker { line.add("broker", object: broker, Self.add) }
    line.add("peers", Int64(peers))
    line.add("subscribers", Int64(subscribers))
    return String(decoding: line.finished().dropLast(), as: UTF8.self)
  }

  private static func add(_ broker: Broker, _ line: inout JSONLine) {
    line.add("name", broker.name)
    line.add("connected", broker.figures.isConnected)
    line.add("waiting", Int64(broker.figures.waiting))
    line.add("sent", Int64(broker.figures.sent))
    line.add("lost", Int64(broker.figures.lost))
    if !broker.figures.problem.isEmpty { line.add("problem", broker.figures.problem) }
  }

  private static func add(_ panel: Panel, _ line: inout JSONLine) {
    line.add("device", panel.device)
    line.add("name", panel.name)
    if panel.vendor != 0 || panel.product != 0 {
      line.add("vendor", Int64(panel.vendor))
      line.add("product", Int64(panel.product))
    }
    if let window = panel.window {
      line.add("window", window)
    } else if let asked = panel.asked {
      line.add("waitsForPair", asked)
    } else {
      line.add("ignored", true)
    }
    line.add("forwarded", panel.isForwarded)
    line.add("touches", Int64(panel.touches))
    line.add("down", Int64(panel.down))
    if let last = panel.last { line.add("lastTouch", last) }
  }

  private static func add(_ trouble: Trouble, _ line: inout JSONLine) {
    line.add("what", trouble.what)
    if trouble.control.isEmpty {
      line.add("device", trouble.subject)
    } else {
      line.add("control", trouble.control)
      line.add("target", trouble.subject)
    }
    line.add("seconds", trouble.seconds)
  }

  // MARK: The picture

  /// Lines for people, in columns.
  var picture: String {
    var rows: [(String, String)] = []
    rows.append(("contactor", "\(version), process \(process), for \(Self.span(seconds))"))
    rows.append(("layout", layout + (reloads > 0 ? ", reloaded \(Self.times(reloads))" : "")))
    rows.append(("mode", mode + (modes.count > 1 ? " (of \(modes.joined(separator: ", ")))" : "") + (isIdle ? ", idle" : "")))
    if screenIsOff { rows.append(("screen", "off; the next touch wakes it")) }
    if let login { rows.append(("session", login + (hasSeat ? "" : ", not active: touches are left to the session that is"))) }
    if panels.isEmpty, !hasSeat { rows.append(("panels", "let go")) }
    if panels.isEmpty, hasSeat { rows.append(("panels", "none; 'contactor devices' says what is there")) }
    for (index, panel) in panels.enumerated() { rows.append((index == 0 ? "panels" : "", Self.line(of: panel))) }
    for (index, trouble) in troubles.enumerated() { rows.append((index == 0 ? "health" : "", Self.line(of: trouble))) }
    if troubles.isEmpty, isWatched { rows.append(("health", "well")) }
    rows.append(("last touch", lastTouch.map { "\(Self.span($0)) ago" } ?? "none yet"))
    rows.append(("touches", "\(touches), \(cancelled) cancelled, \(misses) that hit nothing"))
    rows.append(("actions", "\(done) done, \(failed) failed, \(running) running, \(waiting) waiting"))
    if let lastFailure { rows.append(("", "last failure: \(lastFailure)")) }
    rows.append(("losses", losses))
    if let recording { rows.append(("recording", "\(recording), \(recordedBytes) bytes")) }
    if let broker { rows.append(("broker", Self.line(of: broker))) }
    rows.append(("peers", "\(peers), \(subscribers) of them subscribed"))
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + Self.printable($0.1) + "\n" }.joined()
  }

  private var losses: String {
    var parts: [String] = []
    if lostLines > 0 { parts.append("\(lostLines) lines of the log") }
    if droppedPeers > 0 { parts.append("\(droppedPeers) peers that did not read") }
    if anomalies > 0 { parts.append("\(anomalies) irregularities of panels") }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private static func line(of broker: Broker) -> String {
    let figures = broker.figures
    let state = figures.isConnected ? "connected" : "not connected" + (figures.problem.isEmpty ? "" : " (\(figures.problem))")
    return "\(broker.name), \(state), \(figures.sent) sent, \(figures.waiting) waiting, \(figures.lost) lost"
  }

  private static func line(of trouble: Trouble) -> String {
    let words =
      switch trouble.what {
      case "silent": "is silent: not touched"
      case "stuck": "has a contact that is stuck"
      case "muted": "is muted: too many contacts"
      case "grabbed": "is held by another program: no touch comes"
      case "ill": "is ill: it loses events or contacts, or comes and goes"
      case "absent": "is expected and not there"
      default: "of \(trouble.control) fails again and again"
      }
    return "\(trouble.subject) \(words), for \(span(trouble.seconds))"
  }

  private static func line(of panel: Panel) -> String {
    var parts = ["\(panel.device)  \(panel.name)"]
    switch panel.asked {
    case nil: if panel.window == nil { parts.append("ignored") }
    case "": parts.append("no entry is left for it")
    case let name?: parts.append("waits to be paired: touch the panel that shows \(quoted(name))")
    }
    if panel.isForwarded { parts.append("forwarded") }
    parts.append(panel.last.map { "last touched \(span($0)) ago" } ?? "not touched yet")
    if panel.down > 0 { parts.append("\(panel.down) \(panel.down == 1 ? "finger" : "fingers") down") }
    return parts.joined(separator: ", ")
  }

  /// A span of time in its two largest units.
  static func span(_ seconds: Double) -> String {
    // Whatever the clocks say, the text is short.
    let whole = Int64(min(max(0, seconds), 1e12))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    if whole < 86400 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
    return "\(whole / 86400) d \(whole % 86400 / 3600) h"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// The text without control characters: names of panels come from devices.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{fffd}" : $0 }))
  }
}

extension KioskStatus.Trouble {
  init(_ trouble: HealthTrouble, seconds: Double) {
    self.init(what: trouble.kind.rawValue, subject: trouble.subject, control: trouble.control, seconds: seconds)
  }
}

extension HealthTrouble {
  /// The labels of its figure: the panel, or the action whose program fails.
  var labels: [(String, String)] {
    guard kind == .failing else { return [("what", kind.rawValue), ("device", device)] }
    return [("what", kind.rawValue), ("control", control), ("event", event), ("program", program)]
  }
}
