public import ContactorCore
import ContactorTrace

/// A trouble of a running kiosk (contract 12.5).
public struct HealthTrouble: Hashable, Sendable {
  /// The kinds of trouble.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Nothing touched the panel for too long: it may be broken, or no one comes.
    case silent
    /// A contact of the panel stays in its place for too long.
    case stuck
    /// Too many contacts begin on the panel, so that `forward: {rate: …}` keeps them back.
    case muted
    /// Another program holds the panel for itself, so that none of its touches come.
    case grabbed
    /// Too much is wrong with the panel: events or contacts are lost, or it comes and goes.
    case ill
    /// A panel that is expected is not there.
    case absent
    /// The program of an action fails again and again.
    case failing
  }

  /// The kind.
  public let kind: Kind
  /// The panel's short name, such as `event3`; its full name for `ill`, what the layout says of it for `absent`, and empty for `failing`.
  public let device: String
  /// The id of the control or gesture whose program fails; empty for other kinds.
  public let control: String
  /// The control event or the gesture's state.
  public let event: String
  /// The program.
  public let program: String

  init(_ kind: Kind, device: String) {
    (self.kind, self.device) = (kind, device)
    (control, event, program) = ("", "", "")
  }

  init(_ outcome: TraceOutcome) {
    (kind, device) = (.failing, "")
    (control, event, program) = (outcome.control, outcome.event, outcome.target)
  }

  /// The subject of the trouble: the panel or the program.
  public var subject: String { kind == .failing ? program : device }
}

/// Whether a trouble that is watched for is there.
public struct HealthState: Hashable, Sendable {
  /// The trouble.
  public let trouble: HealthTrouble
  /// When it began; `nil` if it is not there.
  public fileprivate(set) var since: Timestamp?
}

/// Watches for the troubles of a kiosk, from what the session is given and from its time alone, so that replays find the same.
///
/// The caller of a method takes the `changes` afterwards, and has `advance(to:)` called at the `deadline`.
struct HealthWatch {
  /// A trouble that begins or ends.
  struct Change {
    let trouble: HealthTrouble
    let begins: Bool
    /// Whether it ends without actions, as its panel is gone or another layout is shown.
    let isQuiet: Bool
    /// Whether the host found that out: it is an input, then, and does not follow from others.
    let isByHost: Bool
  }

  private struct Panel {
    let id: DeviceID
    let name: String
    /// The index of its `devices` entry.
    let entry: Int?
    /// When it was last touched; before that, since when it is there.
    var used: Timestamp
  }

  private struct Expected {
    let entry: Int
    let name: String
    /// Since when the panel is missing; `nil` if it is there.
    var missing: Timestamp?
  }

  /// For how long an expected panel may be missing: replugging and starting take less.
  static let patience = Duration.seconds(10)
  /// The largest number of actions whose programs are watched.
  private static let limit = 256

  private var settings: LayoutHealth?
  private var stuckAfter: Duration?
  private var panels: [Panel] = []
  private var expected: [Expected] = []
  private var places = ContactPlaces()
  private var irregularities = PanelIrregularities()
  private var failures: [HealthTrouble: Int] = [:]
  /// The troubles that are watched for, in the order of their first appearance.
  private(set) var states: [HealthState] = []
  /// The beginnings and ends that were not taken yet, in order.
  private var changes: [Change] = []
  private var hasBegun = false
  /// Whether another login session has the seat, so that no panel can be there.
  private var isAway = false

  /// Whether anything is watched for.
  var isWatching: Bool { settings != nil || !expected.isEmpty }
  /// Whether the first moment of the session is still to come; panels are waited for from then on.
  var awaitsFirstMoment: Bool { !hasBegun }
  /// The names of the panels that must be there.
  var expectedNames: [String] { expected.map(\.name) }
  /// Whether there is something to take.
  var hasChanges: Bool { !changes.isEmpty }

  /// Takes the oldest change; `nil` without one.
  mutating func takeChange() -> Change? { changes.isEmpty ? nil : changes.removeFirst() }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    func moved(_ time: Timestamp) -> Timestamp { time.advanced(byMicroseconds: microseconds) }
    for index in panels.indices { panels[index].used = moved(panels[index].used) }
    for index in expected.indices { expected[index].missing = expected[index].missing.map(moved) }
    for index in states.indices { states[index].since = states[index].since.map(moved) }
    places.shift(by: microseconds)
    irregularities.shift(by: microseconds)
  }

  // MARK: The layout and its panels

  /// Watches for what another layout says.
  mutating func show(_ layout: Layout, panels: [TouchDevice], at time: Timestamp) {
    let wasWatching = settings != nil
    (settings, stuckAfter, failures) = (layout.policies.health, layout.stuckAfter, [:])
    for state in states where state.since != nil && !goesOn(state.trouble) { set(state.trouble, nil, isQuiet: true) }
    states = states.filter { goesOn($0.trouble) }
    let known = self.panels
    self.panels = []
    expected = layout.expectedPanels.map { Expected(entry: $0.index, name: $0.name, missing: hasBegun && !isAway ? time : nil) }
    for panel in expected { know(HealthTrouble(.absent, device: panel.name)) }
    for panel in panels where layout.windowIndex(for: panel) != nil {
      add(panel, on: layout, at: known.first { wasWatching && $0.id == panel.id }?.used ?? time)
    }
    if !wasWatching { places.removeAll() }
    if settings?.irregularities == nil { irregularities.reset() }
  }

  /// Whether a trouble stays under another layout.
  private func goesOn(_ trouble: HealthTrouble) -> Bool {
    switch trouble.kind {
    case .silent: settings?.silentAfter != nil
    case .stuck: stuckAfter != nil
    case .muted: settings != nil
    case .grabbed: settings?.grabbedAfter != nil
    case .ill: settings?.irregularities != nil
    case .absent, .failing: false
    }
  }

  /// Notes the session's first moment; panels are waited for from then on.
  mutating func begin(at time: Timestamp) {
    guard !hasBegun else { return }
    hasBegun = true
    awaitMissing(from: time)
  }

  /// Notes that another login session has the seat, or has given it back: meanwhile panels are not missed.
  mutating func setAway(_ isAway: Bool, at time: Timestamp) {
    self.isAway = isAway
    awaitMissing(from: time)
  }

  private mutating func awaitMissing(from time: Timestamp) {
    for index in expected.indices {
      expected[index].missing = hasBegun && !isAway && !isThere(expected[index].entry) ? time : nil
    }
  }

  /// Takes a panel that feeds a window.
  mutating func add(_ panel: TouchDevice, on layout: Layout, at time: Timestamp) {
    let entry = layout.deviceIndex(for: panel)
    panels.removeAll { $0.id == panel.id }
    panels.append(Panel(id: panel.id, name: panel.shortName, entry: entry, used: time))
    if settings?.silentAfter != nil { know(HealthTrouble(.silent, device: panel.shortName)) }
    if stuckAfter != nil { know(HealthTrouble(.stuck, device: panel.shortName)) }
    if settings?.grabbedAfter != nil { know(HealthTrouble(.grabbed, device: panel.shortName)) }
    if settings?.irregularities != nil {
      let (label, cameBack) = irregularities.add(panel)
      know(HealthTrouble(.ill, device: label))
      if cameBack { noteIrregularity(of: panel.id, at: time) }
    }
    guard let index = expected.firstIndex(where: { $0.entry == entry }) else { return }
    expected[index].missing = nil
    set(HealthTrouble(.absent, device: expected[index].name), nil)
  }

  /// Forgets a panel that is gone; what was wrong with it is over, and it may be missed.
  ///
  /// - Parameter isGone: whether it was unplugged, which is an irregularity when it comes back.
  mutating func remove(_ id: DeviceID, at time: Timestamp, isGone: Bool = true) {
    places.remove(id)
    irregularities.remove(id, byItself: isGone && !isAway)
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return }
    let panel = panels.remove(at: index)
    for state in states where isAbout(panel, state.trouble) && state.since != nil { set(state.trouble, nil, isQuiet: true) }
    states = states.filter { !isAbout(panel, $0.trouble) }
    guard let entry = panel.entry, !isAway, !isThere(entry) else { return }
    if let index = expected.firstIndex(where: { $0.entry == entry }) { expected[index].missing = time }
  }

  private func isAbout(_ panel: Panel, _ trouble: HealthTrouble) -> Bool {
    trouble.device == panel.name && ![.ill, .absent, .failing].contains(trouble.kind)
  }

  private func isThere(_ entry: Int) -> Bool { panels.contains { $0.entry == entry } }

  // MARK: What happens

  /// Takes the contacts of a frame.
  ///
  /// - Parameters:
  ///   - slop: how far a contact may stray from its place, in points.
  ///   - fixed: the tracking ids of contacts that begin and whose places are not followed.
  mutating func take(_ frame: TouchFrame, at time: Timestamp, slop: Double, fixed: [Int32]) {
    guard settings != nil, let index = panels.firstIndex(where: { $0.id == frame.device }) else { return }
    var (isUsed, isMoved) = (false, false)
    for contact in frame.contacts {
      switch places.take(contact, of: frame.device, at: time, slop: slop, isFixed: fixed.contains(contact.trackingID)) {
      case .began: isUsed = true
      case .ended: (isUsed, isMoved) = (true, true)
      case .moved: isMoved = true
      case .stayed: break
      }
    }
    if isUsed {
      panels[index].used = time
      if settings?.silentAfter != nil { set(HealthTrouble(.silent, device: panels[index].name), nil) }
      if settings?.grabbedAfter != nil { set(HealthTrouble(.grabbed, device: panels[index].name), nil) }
    }
    if isMoved, let stuckAfter, !isStuck(frame.device, stuckAfter, at: time) {
      set(HealthTrouble(.stuck, device: panels[index].name), nil)
    }
  }

  /// Notes that a panel is muted, or heard again.
  mutating func mute(_ id: DeviceID, _ isMuted: Bool, at time: Timestamp) {
    guard settings != nil, let panel = panels.first(where: { $0.id == id }) else { return }
    set(HealthTrouble(.muted, device: panel.name), isMuted ? time : nil)
  }

  /// Whether what a host found out about who holds a panel is news.
  func isNews(_ panel: String, isGrabbed: Bool) -> Bool {
    settings?.grabbedAfter != nil && panels.contains { $0.name == panel } && isOn(.grabbed, panel) != isGrabbed
  }

  /// Notes that another program holds a panel for itself, or has released it.
  mutating func grab(_ panel: String, _ isGrabbed: Bool, at time: Timestamp) {
    guard isNews(panel, isGrabbed: isGrabbed) else { return }
    set(HealthTrouble(.grabbed, device: panel), isGrabbed ? time : nil, isByHost: true)
  }

  /// Takes an anomaly of a source.
  mutating func take(_ anomaly: Anomaly, at time: Timestamp) {
    if anomaly.isPanelFault { noteIrregularity(of: anomaly.device, at: time) }
  }

  private mutating func noteIrregularity(of id: DeviceID, at time: Timestamp) {
    guard let limit = settings?.irregularities, let label = irregularities.note(id, at: time, limit: limit) else { return }
    set(HealthTrouble(.ill, device: label), time)
  }

  /// The panels that are ill, and when each is well again.
  private var recoveries: [(trouble: HealthTrouble, time: Timestamp)] {
    states.compactMap { state in
      guard state.trouble.kind == .ill, let since = state.since else { return nil }
      return (state.trouble, irregularities.recovery(of: state.trouble.device) ?? since)
    }
  }

  /// Takes the end of a program of an action that is not secure.
  mutating func take(_ outcome: TraceOutcome, at time: Timestamp) {
    guard let settings else { return }
    let trouble = HealthTrouble(outcome)
    if case .exited(0) = outcome.end {
      failures[trouble] = nil
      set(trouble, nil)
      return
    }
    guard failures[trouble] != nil || failures.count < Self.limit else { return }
    let count = (failures[trouble] ?? 0) + 1
    failures[trouble] = count
    if count >= settings.failures { set(trouble, time) }
  }

  private func isStuck(_ id: DeviceID, _ stuckAfter: Duration, at time: Timestamp) -> Bool {
    places.all.contains { $0.device == id && $0.since + stuckAfter <= time }
  }

  // MARK: Time

  /// When the next trouble begins, unless something happens before; `nil` for never.
  var deadline: Timestamp? {
    var deadline: Timestamp?
    func meet(_ time: Timestamp) { deadline = deadline.map { min($0, time) } ?? time }
    for panel in panels {
      if let silentAfter = settings?.silentAfter, !isOn(.silent, panel.name) { meet(panel.used + silentAfter) }
      guard let stuckAfter, !isOn(.stuck, panel.name) else { continue }
      for place in places.all where place.device == panel.id { meet(place.since + stuckAfter) }
    }
    for recovery in recoveries { meet(recovery.time) }
    for panel in expected where !isOn(.absent, panel.name) {
      if let missing = panel.missing { meet(missing + Self.patience) }
    }
    return deadline
  }

  /// Lets time pass.
  mutating func advance(to time: Timestamp) {
    for recovery in recoveries where recovery.time <= time { set(recovery.trouble, nil) }
    for panel in expected {
      if let missing = panel.missing, missing + Self.patience <= time { set(HealthTrouble(.absent, device: panel.name), time) }
    }
    for panel in panels {
      if let after = settings?.silentAfter, panel.used + after <= time { set(HealthTrouble(.silent, device: panel.name), time) }
      if let stuckAfter, isStuck(panel.id, stuckAfter, at: time) { set(HealthTrouble(.stuck, device: panel.name), time) }
    }
  }

  private func isOn(_ kind: HealthTrouble.Kind, _ device: String) -> Bool {
    states.contains { $0.trouble.kind == kind && $0.trouble.device == device && $0.since != nil }
  }

  private mutating func know(_ trouble: HealthTrouble) {
    if !states.contains(where: { $0.trouble == trouble }) { states.append(HealthState(trouble: trouble)) }
  }

  /// Notes since when a trouble is there, `nil` for not at all; without a change, nothing happens.
  private mutating func set(_ trouble: HealthTrouble, _ since: Timestamp?, isQuiet: Bool = false, isByHost: Bool = false) {
    if since != nil { know(trouble) }
    guard let index = states.firstIndex(where: { $0.trouble == trouble }), (states[index].since == nil) != (since == nil) else { return }
    states[index].since = since
    changes.append(Change(trouble: trouble, begins: since != nil, isQuiet: isQuiet, isByHost: isByHost))
  }
}
