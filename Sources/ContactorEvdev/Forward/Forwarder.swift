public import ContactorCore

/// Writes what is let through of a panel's contacts as the events of its copy: a state machine without input, output or clock (contract
/// 11.2 to 11.6).
///
/// A frame is taken by `begin(_:)`; then layouts and programs `judge(_:_:_:)` its contacts; `end(at:)` applies the rules of `settings` and
/// writes to `output`. A contact without a verdict passes. Verdicts may come at any time: those given outside of a frame are applied by
/// the next `end(at:)` or `advance(to:)`, which must also be called at `nextDeadline`.
///
/// | verdict | for a contact that is held back or begins | for one that is down on the copy |
/// | --- | --- | --- |
/// | `pass` | it goes to the copy, what was held back of it first, with its own times | nothing changes |
/// | `hold` | it is held back, its end included, until another verdict | nothing changes |
/// | `keep` | it never reaches the copy | it is cancelled by `ForwardSettings.cancelBy` |
///
/// `keep` is final. The output is a legal stream of protocol B always, which `CopyStreamVerifier` states. A frame older than the last one
/// is taken at the last one's time, until four in a row agree on an earlier time: then everything moves with the clock, by the rule of the
/// engine (contract 1.10). Nothing is allocated in steady state.
@safe public struct Forwarder {
  /// The device whose frames are taken.
  public let device: DeviceID
  /// Notes on all that happened other than that a contact was let through; grows until `clearNotes()`.
  public internal(set) var notes: [ForwardNote] = []
  /// The rules: those about how contacts begin, and the filter, hold for contacts that begin from now on, the others at once.
  public var settings: ForwardSettings {
    didSet { takeSettings() }
  }

  /// When `advance(to:)` must be called next, if no frame comes before; `nil` for never.
  ///
  /// It is known after each `end(at:)` and `advance(to:)`, and stored: a forwarder in an object would be copied to be asked.
  public internal(set) var nextDeadline: Timestamp?

  @usableFromInline var writer: CopyWriter
  var map: SampleMap
  var limits: ForwardLimits
  /// The limits of each region.
  var regionLimits: [ForwardLimits] = []
  var starts = StartTimes()
  var contacts: [TrackedContact] = []
  /// The filter of each contact, by its index: beside the contacts, because it is larger than they are, and seldom used.
  var filters: [ContactFilter] = []
  var held = HeldSamples()
  var now = Timestamp(microseconds: .min)
  private var clock = EventClock()
  /// How often the panel's clock was turned back: what is written after that may have earlier times than what was written before.
  package private(set) var clockTurns = 0
  var lastSerial: UInt64 = 0
  /// How many contacts have moved aside and wait to be lifted.
  var asides = 0

  /// How long contacts that have moved aside rest before they are lifted: 60 ms.
  ///
  /// Without a rest, and a step after it, Chromium takes the way aside for a throw, whose motion swallows the next tap: it forgets a finger's
  /// speed with the first move after 40 ms.
  package static let pause: Microseconds = 60_000

  /// Whether contacts were cancelled that are still to be lifted.
  public var hasAsides: Bool { asides > 0 }

  /// Creates a forwarder to a copy without contacts.
  ///
  /// - Parameters:
  ///   - description: the panel's description; the copy's is `Forwarder.copy(of:)` of it.
  ///   - device: the panel.
  ///   - transform: the map from device units to points of the window, as the decoder's.
  ///   - settings: the rules.
  public init(
    _ description: EvdevDescription, device: DeviceID, transform: AffineTransform, settings: ForwardSettings = .init()
  ) {
    self.device = device
    self.settings = settings
    let copy = Self.copy(of: description)
    writer = CopyWriter(copy: copy)
    map = SampleMap(copy: copy, transform: transform, positions: settings.positions)
    limits = ForwardLimits(settings)
    regionLimits = settings.regions.indices.map { ForwardLimits(settings, region: $0) }
    starts.limit = settings.rate
    contacts.reserveCapacity(32)
    filters.reserveCapacity(32)
    notes.reserveCapacity(32)
  }

  /// The map from device units to points of the window; must be the decoder's, and changes with it.
  public var transform: AffineTransform {
    get { map.transform }
    set { map.transform = newValue }
  }

  /// The events for the copy, in order, each with the time of its frame; grows until `clearOutput()`.
  @inlinable public var output: [EvdevEvent] { writer.output }

  /// Empties `output`, and keeps its memory.
  public mutating func clearOutput() {
    writer.output.removeAll(keepingCapacity: true)
  }

  /// Empties `notes`, and keeps its memory.
  public mutating func clearNotes() {
    notes.removeAll(keepingCapacity: true)
  }

  /// How many contacts are down on the copy.
  public var passing: Int { writer.count }

  /// Whether a finger is down that controls, gestures or policies withhold from the application: a user is active, unseen by all others.
  package var withholdsFinger: Bool {
    for index in contacts.indices where contacts[index].state == .kept || contacts[index].state == .aside {
      if !contacts[index].hasEnded, contacts[index].cause?.isOwnUse == true { return true }
    }
    return false
  }

  /// Takes a frame's contacts; nothing is written before `end(at:)`.
  ///
  /// Contacts that were never seen to begin are ignored. One that begins with the id of another ends that one.
  public mutating func begin(_ frame: TouchFrame) {
    follow(frame.timestamp, of: device)
    for index in frame.contacts.indices { take(frame.contacts[index]) }
  }

  /// Decides about a contact; ids of no contact are ignored.
  ///
  /// - Parameters:
  ///   - trackingID: the contact's id on the panel.
  ///   - verdict: what is to become of it.
  ///   - cause: why, for `notes`.
  public mutating func judge(_ trackingID: Int32, _ verdict: ForwardVerdict, _ cause: ForwardCause) {
    var isNewest = true
    for index in contacts.indices.reversed() where contacts[index].id == trackingID {
      // An older contact with the id is meant only if it waits for a verdict: otherwise it has ended.
      let waits = contacts[index].state == .held && contacts[index].verdict == .hold
      if isNewest || waits { setVerdict(of: index, verdict, cause) }
      isNewest = false
    }
  }

  /// Withholds every contact from the application; what follows is written by the next `end(at:)` or `advance(to:)`.
  public mutating func keepAll(_ cause: ForwardCause) {
    for index in contacts.indices { setVerdict(of: index, .keep, cause) }
  }

  /// Writes what follows from the frame and the verdicts.
  public mutating func end(at time: Timestamp) {
    now = max(now, time)
    apply()
  }

  /// Applies the verdicts given since, and the rules whose time has come.
  ///
  /// - Parameter other: the panel whose frame has this time, if it is that of another panel's frame; `nil` for time that passes.
  public mutating func advance(to time: Timestamp, of other: DeviceID? = nil) {
    if let other { follow(time, of: other) } else { now = max(now, time) }
    apply()
  }

  /// Takes the time of a frame.
  private mutating func follow(_ time: Timestamp, of panel: DeviceID) {
    if clock.take(time, of: panel) == .right, time < now { turnBack(to: time) }
    now = max(now, time)
  }

  /// Makes an earlier time count: what is left of a pause, a hold or a rest stays the same.
  private mutating func turnBack(to time: Timestamp) {
    let turn = ClockTurn(old: now, new: time)
    now = time
    clockTurns += 1
    starts.follow(turn)
    held.follow(turn)
    for index in contacts.indices {
      contacts[index].follow(turn)
      filters[index].follow(turn)
    }
    findDeadline()
  }

  /// Ends every contact on the copy, and drops those that are held back; fingers that stay are kept until they are lifted.
  ///
  /// - Parameters:
  ///   - time: when.
  ///   - cause: why contacts are cancelled, by `ForwardSettings.cancelBy`; with `slide` they are lifted after `pause`, by `advance(to:of:)` or by
  ///     another call without a cause. `nil` to lift them like fingers.
  public mutating func liftAll(at time: Timestamp, _ cause: ForwardCause?) {
    now = max(now, time)
    for index in contacts.indices { setVerdict(of: index, .keep, cause) }
    if cause != nil { return apply() }
    writer.setTime(now)
    settleAsides(all: true)
    for index in contacts.indices {
      if contacts[index].slot >= 0 { lift(index) }
      contacts[index].state = .kept
    }
    asides = 0
    writer.close()
    held.removeAll { _ in true }
    forgetEnded()
    findDeadline()
  }

  mutating func setVerdict(of index: Int, _ verdict: ForwardVerdict, _ cause: ForwardCause?) {
    guard contacts[index].verdict != .keep else { return }
    contacts[index].verdict = verdict
    contacts[index].cause = cause
  }

  mutating func note(_ action: ForwardNote.Action, _ index: Int) {
    guard let cause = contacts[index].cause else { return }
    notes.append(ForwardNote(action, cause, trackingID: contacts[index].id, at: now))
  }

  /// Notes what the rule does that holds a contact back, if there is one.
  mutating func noteRule(_ action: ForwardNote.Action, _ index: Int) {
    let cause: ForwardCause
    switch contacts[index].holdingRule {
    case .none: return
    case .shorterThan: cause = .tooShort
    case .smallerThan: cause = .tooSmall
    }
    notes.append(ForwardNote(action, cause, trackingID: contacts[index].id, at: now))
  }

  private mutating func takeSettings() {
    limits = ForwardLimits(settings)
    if !regionLimits.isEmpty || !settings.regions.isEmpty {
      regionLimits = settings.regions.indices.map { ForwardLimits(settings, region: $0) }
      for index in contacts.indices { contacts[index].region = region(at: contacts[index].start) }
    }
    if map.positions != settings.positions { map.positions = settings.positions }
    if starts.limit != settings.rate { starts.limit = settings.rate }
    findDeadline()
  }
}
