public import ContactorCore
import ContactorTrace

/// The troubles that a layout watches for (contract 12.5): what began and ended is told in the log and done as the layout says.
extension LayoutSession {
  /// What is watched for, and whether it is there.
  public var health: [HealthState] { policies.health.states }

  /// Whether the layout has panels that must be there.
  public var expectsPanels: Bool { !policies.health.expectedNames.isEmpty }

  /// Begins to wait for the panels that must be there; for a host that may have none, before the first event.
  ///
  /// - Parameter time: now, in the clock of input devices.
  public func begin(at time: Timestamp) {
    if expectsPanels { advance(to: time) }
  }

  /// Takes what the host found out about a panel of `panels`: whether another program holds it for itself, so that no touch comes.
  ///
  /// It counts where the layout has `health: {grabbedAfter: …}`. Where that is news, it is an input, as touches are: logs and recordings
  /// have it, and a replay tells it again. So call this between events.
  ///
  /// - Parameters:
  ///   - panel: the panel's short name, such as `event3`.
  ///   - time: when that was found out; time passes to it first. `nil` for the engine's time.
  public func noteGrabbed(_ panel: String, _ isGrabbed: Bool, at time: Timestamp? = nil) {
    lanes.enter()
    if let time { meet(max(time, application.now)) }
    if policies.health.isNews(panel, isGrabbed: isGrabbed) {
      onGrabbed?(panel, isGrabbed, application.now)
      policies.health.grab(panel, isGrabbed, at: application.now)
      tellHealth()
    }
    leaveLanes()
    log.flush()
  }

  /// Notes the session's first moment.
  func noteFirstMoment(_ time: Timestamp) {
    guard policies.health.awaitsFirstMoment else { return }
    policies.time = max(policies.time, time)
    policies.health.begin(at: time)
    tellExpected(at: time)
    armHealth()
  }

  /// Writes which panels must be there, for a reader of the log: time counts from here.
  func tellExpected(at time: Timestamp) {
    for name in policies.health.expectedNames { log.expected(name, at: time) }
  }

  /// Takes the settings of a layout that is shown.
  func startHealth() {
    policies.health.show(layout, panels: panels, at: max(policies.time, application.now))
    policies.secureIDs = policies.health.isWatching ? layout.secureIDs : []
    tellHealth()
    if !policies.health.awaitsFirstMoment { tellExpected(at: application.now) }
  }

  /// Meets the deadlines before a moment at which something happens.
  func meetHealth(_ time: Timestamp) {
    guard policies.health.isWatching else { return }
    passTime(meeting: max(time, application.now))
  }

  /// Takes a panel that came.
  func addHealth(_ panel: TouchDevice, at time: Timestamp) {
    guard layout.windowIndex(for: panel) != nil else { return }
    policies.health.add(panel, on: layout, at: time)
    tellHealth()
  }

  /// Takes a panel that is gone, or that is used no more until it is paired.
  func removeHealth(_ id: DeviceID, at time: Timestamp, isGone: Bool = true) {
    policies.health.remove(id, at: max(time, application.now), isGone: isGone)
    tellHealth()
  }

  /// Writes an anomaly that a source reports, and counts it where the layout wants that.
  func take(_ anomaly: Anomaly) {
    let counts = layout.policies.health?.irregularities != nil
    if counts { meetHealth(anomaly.timestamp) }
    log.anomaly(anomaly)
    guard counts else { return }
    policies.health.take(anomaly, at: max(anomaly.timestamp, application.now))
    tellHealth()
  }

  /// Takes a frame, after the policies and before the engine.
  func takeHealth(_ frame: TouchFrame) {
    guard policies.health.isWatching else { return }
    let time = max(frame.timestamp, application.now)
    meetHealth(time)
    let fixed = placesNotFollowed(frame)
    policies.health.take(frame, at: time, slop: application.tuning.tapDistance, fixed: fixed)
    tellHealth()
  }

  /// The contacts that begin and whose places a log of this layout does not tell: a replay could not follow them, either.
  private func placesNotFollowed(_ frame: TouchFrame) -> [Int32] {
    guard frame.contacts.contains(where: { $0.phase == .began }) else { return [] }
    let ids = policies.secureIDs
    guard !ids.isEmpty, let panel = panels.first(where: { $0.id == frame.device }) else { return [] }
    return frame.contacts.compactMap { contact in
      guard contact.phase == .began, contact.location.isFinite else { return nil }
      let isHidden = swallowCause(of: frame.device, tracking: contact.trackingID) != nil || isSecure(contact.location, of: panel, ids)
      return isHidden ? contact.trackingID : nil
    }
  }

  /// Writes what began or ended, and does its actions.
  func tellHealth() {
    while let change = policies.health.takeChange() {
      log.health(change)
      guard !change.isQuiet else { continue }
      perform(
        layout.policies.health?.bindings ?? [], id: "health", change.begins ? change.trouble.kind.rawValue : LayoutHealth.recovered,
        value: .text(change.trouble.subject))
    }
    armHealth()
  }

  /// Sets the timer of the next trouble, unless it comes early enough: it finds out itself what happened meanwhile.
  private func armHealth() {
    guard let deadline = policies.health.deadline else { return }
    if let timer = policies.healthTimer {
      guard deadline < timer.deadline else { return }
      application.cancel(timer.token)
    }
    let token = application.schedule(at: deadline) { [weak self] in self?.meetHealthDeadline() }
    policies.healthTimer = (token, deadline)
  }

  private func meetHealthDeadline() {
    policies.healthTimer = nil
    policies.health.advance(to: application.now)
    tellHealth()
  }
}

extension InputEvent {
  /// When it happened.
  var time: Timestamp {
    switch self {
    case .deviceAdded(_, let time), .deviceRemoved(_, let time): time
    case .frame(let frame): frame.timestamp
    case .anomaly(let anomaly): anomaly.timestamp
    }
  }
}
