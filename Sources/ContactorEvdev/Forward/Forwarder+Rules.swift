import ContactorCore

/// The settings in the machine's own units: microseconds, squares of points.
struct ForwardLimits {
  let shorterThan: Microseconds?
  let smallerThan: Double?
  let largerThan: Double?
  let fasterThan: Double?
  let stuckAfter: Microseconds?
  let squaredRadius: Double
  let fingers: Int
  /// The region that counts its fingers itself; −1 for all others together.
  let fingerGroup: Int
  /// Whether a rule is about how contacts move or grow.
  let hasMotionRules: Bool

  /// The limits of contacts that begin in a region, by its index; −1 for those in none.
  init(_ settings: ForwardSettings, region: Int = -1) {
    let own = region < 0 ? nil : settings.regions[region]
    let ghost = own?.ghost ?? settings.ghost
    shorterThan = ghost.shorterThan?.positiveMicroseconds
    smallerThan = ghost.smallerThan
    largerThan = ghost.largerThan
    fasterThan = ghost.fasterThan
    stuckAfter = settings.stuckAfter?.positiveMicroseconds
    squaredRadius = settings.stuckRadius * settings.stuckRadius
    fingers = own?.fingers ?? settings.fingers ?? .max
    fingerGroup = own?.fingers == nil ? -1 : region
    hasMotionRules = smallerThan != nil || largerThan != nil || fasterThan != nil || stuckAfter != nil
  }
}

/// A panel's clock that is turned back: from the time that counted to an earlier one.
struct ClockTurn {
  let old: Timestamp
  let new: Timestamp

  /// The time that is as far from the new one as the given time is from the old one.
  ///
  /// A time that is not later than the old one never becomes later than the new one, however far apart the two are.
  func moved(_ time: Timestamp) -> Timestamp {
    let age = old.microseconds(since: time)
    return new.advanced(byMicroseconds: -max(age, -.max))
  }
}

/// When contacts began, as far back as the rule about their rate needs.
struct StartTimes {
  /// More than any panel has in a second.
  private static let greatestLimit = 1000
  static let second: Microseconds = 1_000_000

  /// How many contacts may begin within a second; 0 … `greatestLimit`, `nil` for any number.
  var limit: Int? {
    didSet {
      if let given = limit { limit = min(max(given, 0), Self.greatestLimit) }
      guard limit != oldValue else { return }
      times.removeAll(keepingCapacity: true)
      if let limit { times.reserveCapacity(limit + 1) }
      next = 0
    }
  }
  /// When the panel is heard again; `nil` unless it is muted.
  private(set) var mutedUntil: Timestamp?
  /// A ring of the last `limit` + 1 times.
  private var times: [Timestamp] = []
  private var next = 0

  /// Takes a beginning; returns whether it mutes the panel.
  mutating func add(_ now: Timestamp) -> Bool {
    guard let limit else { return false }
    if times.count <= limit {
      times.append(now)
    } else {
      times[next] = now
    }
    next = next < limit ? next + 1 : 0
    guard times.count > limit else { return false }
    // The time that is overwritten next: that of as many beginnings ago as are allowed.
    let oldest = times[next]
    guard now.microseconds(since: oldest) < Self.second else { return false }
    let isNew = mutedUntil == nil
    let until = (isNew ? now : oldest).advanced(byMicroseconds: Self.second)
    mutedUntil = max(until, mutedUntil ?? until)
    return isNew
  }

  /// Moves the times with the clock.
  mutating func follow(_ turn: ClockTurn) {
    for index in times.indices { times[index] = turn.moved(times[index]) }
    mutedUntil = mutedUntil.map { turn.moved($0) }
  }

  /// Returns whether the panel is heard again from now on.
  mutating func unmute(at now: Timestamp) -> Bool {
    guard let until = mutedUntil, now >= until || limit == nil else { return false }
    mutedUntil = nil
    return true
  }
}

/// The rules of the settings (contract 11.5).
extension Forwarder {
  /// The limits of a contact: those of its region.
  @inline(__always)
  func limits(of index: Int) -> ForwardLimits {
    let region = contacts[index].region
    return region < 0 ? limits : regionLimits[region]
  }

  /// The region of a place, by its index; −1 for none.
  func region(at place: Point) -> Int { settings.regions.firstIndex { $0.frame.contains(place) } ?? -1 }

  /// A pause longer than this says nothing of how fast a contact jumped: panels report resting contacts rarely or not at all.
  private static let longestInterval: Microseconds = 50_000
  /// Two frames at one time count as a thousandth of a second.
  private static let shortestInterval: Microseconds = 1000

  /// Decides about a contact that begins, unless a verdict has.
  mutating func applyRules(toNew index: Int) {
    if starts.limit != nil {
      let isMuted = starts.add(now)
      if isMuted { notes.append(ForwardNote(.muted, .rate, trackingID: -1, at: now)) }
      if starts.mutedUntil != nil { setVerdict(of: index, .keep, .rate) }
    }
    if !contacts[index].isPlaced { setVerdict(of: index, .keep, nil) }
    let region = contacts[index].region
    let inside = region < 0 ? settings.inside : settings.regions[region].inside ?? settings.inside
    if let inside, !inside.contains(contacts[index].location) {
      setVerdict(of: index, .keep, .edge)
    }
    for zone in settings.deadZones.indices where settings.deadZones[zone].frame.contains(contacts[index].location) {
      setVerdict(of: index, .keep, .deadZone(settings.deadZones[zone].id))
    }
  }

  func checksRest(_ index: Int) -> Bool {
    guard let stuckAfter = limits.stuckAfter else { return false }
    return now.microseconds(since: contacts[index].restsSince) >= stuckAfter
  }

  /// Takes a contact away that has rested for too long until now.
  mutating func checkRest(_ index: Int) {
    if checksRest(index) { setVerdict(of: index, .keep, .stuck) }
  }

  mutating func checkSpeed(_ index: Int, _ location: Point) {
    guard let fasterThan = limits(of: index).fasterThan else { return }
    let passed = now.microseconds(since: contacts[index].time)
    let interval = Double(min(max(passed, Self.shortestInterval), Self.longestInterval)) / 1_000_000
    let limit = fasterThan * interval
    if location.squaredDistance(to: contacts[index].location) > limit * limit { setVerdict(of: index, .keep, .tooFast) }
  }

  mutating func checkSize(_ index: Int, _ size: Double?) {
    guard let size else { return }
    let limits = limits(of: index)
    if let largerThan = limits.largerThan, size >= largerThan { setVerdict(of: index, .keep, .tooLarge) }
    if contacts[index].isSmall, size >= limits.smallerThan ?? 0 { contacts[index].isSmall = false }
  }

  /// A contact that strays from its place rests anew.
  mutating func followRest(_ index: Int, _ location: Point) {
    guard location.squaredDistance(to: contacts[index].rest) > limits.squaredRadius else { return }
    contacts[index].rest = location
    contacts[index].restsSince = now
  }

  /// Whether a rule holds a contact back until more is known of it; a rule that is gone holds nothing.
  mutating func isHeldByRule(_ index: Int) -> Bool {
    let limits = limits(of: index)
    if contacts[index].isYoung {
      let isOldEnough = limits.shorterThan.map { now.microseconds(since: contacts[index].begun) >= $0 } ?? true
      contacts[index].isYoung = !isOldEnough
    }
    if limits.smallerThan == nil { contacts[index].isSmall = false }
    return contacts[index].isYoung || contacts[index].isSmall
  }

  /// Finds `nextDeadline`.
  mutating func findDeadline() {
    nextDeadline = starts.mutedUntil
    guard limits.shorterThan != nil || limits.stuckAfter != nil || !regionLimits.isEmpty || asides > 0 else { return }
    for index in contacts.indices where contacts[index].state != .kept {
      if contacts[index].state == .aside {
        meet(contacts[index].asideSince.advanced(byMicroseconds: Self.pause))
        continue
      }
      if contacts[index].hasEnded { continue }
      if contacts[index].isYoung, let shorterThan = limits(of: index).shorterThan {
        meet(contacts[index].begun.advanced(byMicroseconds: shorterThan))
      }
      if let stuckAfter = limits.stuckAfter { meet(contacts[index].restsSince.advanced(byMicroseconds: stuckAfter)) }
    }
  }

  private mutating func meet(_ time: Timestamp) { nextDeadline = nextDeadline.map { min($0, time) } ?? time }
}
