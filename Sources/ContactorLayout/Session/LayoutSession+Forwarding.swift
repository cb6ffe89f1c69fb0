public import ContactorCore
public import ContactorEvdev

/// Panels between which and the application the session stands (contract 11).
///
/// The session writes to no device: it gives the events for the copy of a panel to `onForward`. These events depend on the layout and
/// the panels' frames alone, so that a recording replays to the same events.
extension LayoutSession {
  /// Whether panels are forwarded at all.
  public var forwards: Bool { layout.isForwarding }

  /// Takes the events for the copy of a panel: whole frames, in an array that is only lent.
  public var onForward: ((DeviceID, [EvdevEvent]) -> Void)? {
    get { forwarding.write }
    set { forwarding.write = newValue }
  }

  /// Waits for `Forwarder.pause`: called as forwarding ends, after cancelled contacts have moved aside and before they are lifted.
  ///
  /// Without it they are lifted at once, and an application may take the move for a throw. A replay needs none.
  package var onForwardRest: (() -> Void)? {
    get { forwarding.pause }
    set { forwarding.pause = newValue }
  }

  /// The counts of forwarded, withheld and cancelled contacts so far.
  public var forwardCounts: ForwardCounts { forwarding.counts }

  /// Whether a panel is forwarded: the layout says so, and uses the panel.
  public func forwards(_ panel: TouchDevice) -> Bool { forwardSettings(for: panel) != nil }

  /// Stands before a panel from now on; to be called before the panel's `deviceAdded` is handled.
  ///
  /// Does nothing for a panel that the layout does not forward.
  ///
  /// - Parameters:
  ///   - panel: the panel.
  ///   - description: its axes.
  ///   - transform: the map from its units to points of its window, as its frames were decoded with.
  public func forward(_ panel: TouchDevice, _ description: EvdevDescription, transform: AffineTransform) {
    guard let settings = forwardSettings(for: panel) else { return }
    let forwarding = PanelForwarding(panel, description, transform: transform, mapping: pipeline(for: panel), settings)
    forwarding.forwarder.settings.positions = positions(of: forwarding)
    self.forwarding.add(forwarding)
    observeForwarding()
  }

  /// Maps the sizes of a panel's contacts as its frames are decoded from now on.
  public func forward(_ device: DeviceID, isMappedBy transform: AffineTransform) {
    forwarding.panel(device)?.forwarder.transform = transform
  }

  /// Returns the description for a panel's copy; `nil` for a panel that is not forwarded.
  public func copy(of device: DeviceID) -> EvdevDescription? {
    forwarding.panel(device).flatMap { copy(of: $0.device, $0.description) }
  }

  /// Returns the description for the copy of a panel with a description; `nil` for a panel that is not forwarded.
  public func copy(of panel: TouchDevice, _ description: EvdevDescription) -> EvdevDescription? {
    layoutForward(for: panel).map { Forwarder.copy(of: description, name: $0.name) }
  }

  /// Whether the copy of a panel stays while the panel is unplugged.
  public func keepsCopy(of panel: TouchDevice) -> Bool { layoutForward(for: panel)?.keepsCopy ?? false }

  /// Takes the layout's rules, views and gestures anew, after the layout, the mode or the size of a screen has changed.
  func refreshForwarding() {
    guard !forwarding.isIdle else { return }
    forwarding.show(layout, gestures, TouchTakers(layout, shown: responders, windows: windows))
    for panel in forwarding.panels {
      guard var settings = forwardSettings(for: panel.device) else { continue }
      settings.positions = positions(of: panel)
      panel.forwarder.settings = settings
      if blocksForwarding { panel.forwarder.keepAll(.mode(mode)) }
    }
  }

  /// Whether panels are forwarded and the mode lets nothing through.
  var blocksForwarding: Bool { !forwarding.isIdle && layout.blocksForwarding(inMode: mode) }

  /// Ends the application's contacts of a panel that was removed or is no longer forwarded.
  public func stopForwarding(_ device: DeviceID, at time: Timestamp) {
    guard forwarding.panel(device) != nil else { return }
    forwarding.liftAll(device, at: time, .closed)
    forwarding.remove(device)
    policies.health.mute(device, false, at: time)
    observeForwarding()
  }

  /// Ends what the application has of every panel.
  func finishForwarding(at time: Timestamp) {
    for panel in forwarding.panels { forwarding.liftAll(panel.device.id, at: time, .closed) }
  }

  private func observeForwarding() {
    guard !forwarding.isIdle else { return application.removeObserver(forwarding) }
    application.addObserver(forwarding)
    forwarding.show(layout, gestures, TouchTakers(layout, shown: responders, windows: windows))
    forwarding.swallowed = { [weak self] in self?.swallowCause(of: $0, tracking: $1) }
    forwarding.tell = { [weak self] note, panel, touch in
      self?.log.forward(note, of: panel, touch)
      if note.action == .muted || note.action == .unmuted {
        self?.policies.health.mute(panel.id, note.action == .muted, at: note.time)
      }
      self?.onForwardNote?(note, panel, touch)
    }
    forwarding.withheld = { [weak self] in self?.tellActivity(on: $0, at: $1) }
  }

  /// How often a finger counts as activity that the application does not get.
  private static let activityInterval = Duration.seconds(5)

  /// Reports a user whose touch all others miss.
  private func tellActivity(on panel: TouchDevice, at time: Timestamp) {
    guard let onActivity else { return }
    if let last = forwarding.lastActivity, abs(time.microseconds(since: last)) < Self.activityInterval.clampedMicroseconds { return }
    let wake = layoutForward(for: panel)?.wake ?? .key
    guard wake != .none else { return }
    forwarding.lastActivity = time
    onActivity(wake)
  }

  /// The rules for a panel in the present mode; `nil` for a panel that is not forwarded.
  private func layoutForward(for panel: TouchDevice) -> LayoutForward? {
    layout.windowIndex(for: panel).flatMap { layout.forward(inWindow: layout.windows[$0].id, mode: mode) }
  }

  private func forwardSettings(for panel: TouchDevice) -> ForwardSettings? {
    guard let index = layout.windowIndex(for: panel), let rules = layoutForward(for: panel) else { return nil }
    let density = layout.pointsPerMillimetre(inWindow: index, panels: [panel], application.tuning)
    return rules.settings(target: layout.pipeline(for: panel).target, pointsPerMillimetre: density)
  }

  /// The map from points of the window to the panel's units, for a layout that calibrates and turns the copy; `nil` otherwise.
  ///
  /// udev's matrix is taken out again: a rule gives the copy the same one, and the application's libinput applies it there.
  private func positions(of panel: PanelForwarding) -> AffineTransform? {
    guard let index = layout.windowIndex(for: panel.device),
      layout.forward(inWindow: layout.windows[index].id, mode: mode)?.isCalibrated == true,
      let normalization = panel.description.normalization,
      let toPanel = PositionPipeline(target: layout.pipeline(for: panel.device).target).transform.inverse
    else { return nil }
    return toPanel.concatenating(panel.calibration.inverted()).concatenating(normalization.inverted())
  }
}
