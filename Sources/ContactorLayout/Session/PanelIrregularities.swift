import ContactorCore

/// Counts what is wrong with each panel: events that were lost, contacts that were lost, failures to read it, and how often it came back.
///
/// A panel that comes back has another id, and is known by its numbers, its place and its name.
struct PanelIrregularities {
  /// For how long an irregularity counts, and for how long there must be none until a panel is well again.
  static let window = Duration.seconds(600)
  /// The largest number of panels that are known, those that went among them.
  private static let limit = 64

  private struct Identity: Hashable {
    let vendor: UInt16
    let product: UInt16
    let path: String
    let name: String

    init(_ panel: TouchDevice) { (vendor, product, path, name) = (panel.vendor, panel.product, panel.physicalPath, panel.name) }
  }

  /// A panel that is or was there.
  private struct Panel {
    let identity: Identity
    let label: String
    /// Its id; `nil` while it is not there.
    var id: DeviceID?
    /// Whether it went by itself since it was last there.
    var hasGone = false
    /// When something was wrong, the oldest first; at most as many as are counted.
    var times: [Timestamp] = []
  }

  private var panels: [Panel] = []

  /// Takes a panel that came, if it is not there already.
  ///
  /// - Returns: the name for its reports, and whether it came back, which is an irregularity.
  mutating func add(_ panel: TouchDevice) -> (label: String, cameBack: Bool) {
    if let index = panels.firstIndex(where: { $0.id == panel.id }) { return (panels[index].label, false) }
    let identity = Identity(panel)
    if let index = panels.firstIndex(where: { $0.id == nil && $0.identity == identity }) {
      defer { (panels[index].id, panels[index].hasGone) = (panel.id, false) }
      return (panels[index].label, panels[index].hasGone)
    }
    if panels.count >= Self.limit, let index = panels.firstIndex(where: { $0.id == nil }) { panels.remove(at: index) }
    let label = label(for: panel)
    panels.append(Panel(identity: identity, label: label, id: panel.id))
    return (label, false)
  }

  /// The panel's name, made different from others of that name.
  private func label(for panel: TouchDevice) -> String {
    let name = panel.name.isEmpty ? panel.shortName : panel.name
    let path = panel.physicalPath.isEmpty ? panel.shortName : panel.physicalPath
    for label in [name, "\(name) (\(path))"] where !panels.contains(where: { $0.label == label }) { return label }
    return "\(name) (\(path), \(panels.count + 1))"
  }

  /// Takes a panel's end.
  ///
  /// - Parameter byItself: whether the host did not let it go on purpose.
  mutating func remove(_ id: DeviceID, byItself: Bool) {
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return }
    (panels[index].id, panels[index].hasGone) = (nil, byItself)
  }

  /// Notes an irregularity of a panel that is there.
  ///
  /// - Parameter limit: how many make it ill.
  /// - Returns: its name, if it is ill.
  mutating func note(_ id: DeviceID, at time: Timestamp, limit: Int) -> String? {
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return nil }
    panels[index].times.removeAll { $0 + Self.window <= time }
    if panels[index].times.count >= limit { panels[index].times.removeFirst(panels[index].times.count - limit + 1) }
    panels[index].times.append(time)
    return panels[index].times.count >= limit ? panels[index].label : nil
  }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    for index in panels.indices { panels[index].times = panels[index].times.map { $0.advanced(byMicroseconds: microseconds) } }
  }

  /// When a panel is well again, unless something is wrong before.
  func recovery(of label: String) -> Timestamp? {
    panels.first { $0.label == label }.flatMap { $0.times.last.map { $0 + Self.window } }
  }

  /// Forgets what was counted, and the panels that are not there.
  mutating func reset() {
    panels.removeAll { $0.id == nil }
    for index in panels.indices { panels[index].times = [] }
  }
}

extension Anomaly {
  /// Whether it says that something is wrong with a panel or its line.
  ///
  /// Only the sources report these kinds. Those that the engine reports, too, a log would have twice.
  var isPanelFault: Bool { [.synDropped, .deviceLost, .readError].contains(kind) }
}
