public import ContactorCore
public import ContactorEvdev
package import ContactorTrace

/// The pairing of alike panels with the entries of the layout: see `PanelPairing`.
extension LayoutSession {
  /// The panel of each `pair`, from now and before; a host sets what it knows before the first panel comes.
  public var knownPairings: [String: PanelIdentity] {
    get { pairing.known }
    set {
      pairing = PanelPairing(known: newValue)
      _ = pairing.show(layout)
    }
  }

  /// The `pair` of the entry that a waiting panel is asked for; empty where no entry is left for it, `nil` where it does not wait.
  public func askedPair(for panel: TouchDevice) -> String? { pairing.asked(for: panel.id) }

  /// The pairing by which a panel that comes is known, for a recorder, which must tell it before the panel; `nil` for none.
  package func knownPairing(of panel: TouchDevice) -> TracePairing? {
    pairing.knownName(of: panel).map {
      TracePairing(device: panel.shortName, name: $0, cause: PanelPairing.Cause.known.rawValue)
    }
  }

  /// The pairings of the panels that are there, for a recorder.
  package var currentPairings: [TracePairing] {
    let assignments = pairing.assignments
    return panels.compactMap { panel in
      assignments[panel.id].flatMap { layout.devices[$0].pair }.map {
        TracePairing(device: panel.shortName, name: $0, cause: PanelPairing.Cause.known.rawValue)
      }
    }
  }

  /// The mapping of a panel, also of one that will be known as it comes.
  public func pipeline(for panel: TouchDevice) -> PositionPipeline {
    guard layout.pairing[panel.id] == nil, let name = pairing.knownName(of: panel) else { return layout.pipeline(for: panel) }
    var layout = layout
    layout.pairing[panel.id] = layout.devices.firstIndex { $0.pair == name }
    return layout.pipeline(for: panel)
  }

  /// Forgets the pairings of the layout's entries, so that the panels are asked for again.
  public func restartPairing(at time: Timestamp) {
    lanes.enter()
    meet(max(time, application.now))
    let before = pairing.assignments.keys
    let affected = panels.filter { before.contains($0.id) }
    for panel in affected {
      application.cancelTouches(of: panel.id)
      removeHealth(panel.id, at: application.now, isGone: false)
    }
    log.pair("again", nil, nil, by: nil, at: application.now)
    let changes = pairing.restart()
    layout.pairing = pairing.assignments
    for panel in affected { route(panel) }
    refreshPanels()
    take(changes, at: application.now)
    leaveLanes()
    log.flush()
  }

  /// Takes a step of a recording.
  func take(_ recorded: TracePairing?, at time: Timestamp) {
    guard let recorded else { return restartPairing(at: time) }
    guard let cause = PanelPairing.Cause(rawValue: recorded.cause) else { return }
    take(pairing.pair(recorded.device, as: recorded.name, cause), at: time)
    log.flush()
  }

  /// Takes the entries of a layout that is shown.
  func showPairing() {
    let changes = pairing.show(layout)
    layout.pairing = pairing.assignments
    for change in changes {
      // Panels that keep their entries are no news.
      if case .paired = change { continue }
      tell(change, at: application.now)
    }
    if !changes.isEmpty { onPairing?(changes, application.now) }
  }

  /// Tells what changed, and uses the panels that are paired now.
  ///
  /// - Parameter adding: the panel that is about to be added, whose window is found after this.
  func take(_ changes: [PanelPairing.Change], at time: Timestamp, adding: TouchDevice? = nil) {
    // A panel that was missed is there from this moment on, not from the last one at which something happened.
    if !changes.isEmpty { meetHealth(time) }
    layout.pairing = pairing.assignments
    guard !changes.isEmpty else { return }
    var isChanged = false
    for change in changes {
      tell(change, at: time, adding: adding)
      guard case .paired(let id, _, _) = change, let panel = panels.first(where: { $0.id == id }) else { continue }
      route(panel)
      addHealth(panel, at: time)
      isChanged = true
    }
    if isChanged { refreshPanels() }
    onPairing?(changes, time)
  }

  private func refreshPanels() {
    measure()
    refreshForwarding()
  }

  /// Tells again with which entry a panel is paired, for a file of the log that begins.
  func tellPairing(of panel: TouchDevice, at time: Timestamp) {
    guard let entry = layout.pairing[panel.id] else { return }
    log.pair("paired", layout.devices[entry], panel, by: PanelPairing.Cause.known.rawValue, at: time)
  }

  private func tell(_ change: PanelPairing.Change, at time: Timestamp, adding: TouchDevice? = nil) {
    let known = panels + (adding.map { [$0] } ?? [])
    switch change {
    case .paired(let id, let entry, let cause):
      log.pair("paired", layout.devices[entry], known.first { $0.id == id }, by: cause.rawValue, at: time)
    case .asks(let entry): log.pair("waiting", layout.devices[entry], nil, by: nil, at: time)
    case .spare(let id): log.pair("spare", nil, known.first { $0.id == id }, by: nil, at: time)
    }
  }
}
