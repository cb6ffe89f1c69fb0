import ContactorCore

/// The calls that a motion needs of the application: the host's advances, a call at every time, and one at the end.
struct MotionClock {
  private(set) weak var application: Application?
  private var tokens: (tick: TimerToken, end: TimerToken, follower: TimerToken)?

  /// Begins a motion that ends at a time.
  mutating func start(in application: Application, until end: Timestamp, step: @escaping () -> Void, finish: @escaping () -> Void) {
    stop()
    // The step runs at the end of every advance: this one only asks for the advance.
    let tick = application.schedule(after: ScrollView.frameInterval, every: ScrollView.frameInterval) {}
    let ending = application.schedule(at: end, finish)
    let follower = application.followTime(step)
    tokens = (tick, ending, follower)
    self.application = application
  }

  /// Ends the calls.
  mutating func stop() {
    guard let tokens else { return }
    self.tokens = nil
    guard let application else { return }
    application.cancel(tokens.tick)
    application.cancel(tokens.end)
    application.stopFollowing(tokens.follower)
  }

  /// Whether nothing moves, or moves in the application.
  func runs(in other: Application?) -> Bool { tokens == nil || application != nil && application === other }
}

// Motions: they go on by the times of the application, and what they show is a function of the time alone.
extension ScrollView {
  var now: Timestamp { application?.time ?? Timestamp(microseconds: 0) }

  /// The offset of the machines at the present time.
  var machineOffset: Point {
    let now = now
    return Point(x: horizontal.offset(at: now), y: vertical.offset(at: now))
  }

  /// Goes to an offset in a fixed time.
  func animate(to offset: Point, in application: Application) {
    stopMotion()
    syncMachines()
    horizontal.animate(to: offset.x, at: now)
    vertical.animate(to: offset.y, at: now)
    beginMotion(.animating, in: application)
  }

  /// Lets the machines' motion be shown; without a motion, or outside of an application, its end at once.
  func beginMotion(_ kind: Motion, in application: Application?) {
    guard let application, let first = horizontal.restsAt ?? vertical.restsAt else {
      epoch &+= 1
      horizontal.finish()
      vertical.finish()
      return show(machineOffset)
    }
    startClock(kind, until: max(first, vertical.restsAt ?? first), in: application)
  }

  /// Asks for the calls of a motion that ends at a time.
  func startClock(_ kind: Motion, until end: Timestamp, in application: Application) {
    epoch &+= 1
    motion = kind
    clock.start(
      in: application, until: end, step: { [weak self] in self?.step() }, finish: { [weak self] in self?.finishMotion() })
  }

  /// Shows the offset of the present time.
  private func step() {
    if motion == .zooming { return stepZoom() }
    if motion != .none { show(machineOffset) }
  }

  /// Ends a motion at its target.
  private func finishMotion() {
    let (kind, ended) = (motion, epoch)
    endClock()
    if kind == .zooming { return finishZoom() }
    horizontal.finish()
    vertical.finish()
    showEnd(of: ended)
    tellEnd(of: kind)
  }

  /// Stops a motion at its present offset.
  func stopMotion() {
    guard motion != .none else { return }
    let kind = motion
    horizontal.touch(at: now)
    vertical.touch(at: now)
    endClock()
    horizontal.finish()
    vertical.finish()
    if kind == .zooming { cancelZoom() }
    tellEnd(of: kind)
  }

  func endClock() {
    epoch &+= 1
    motion = .none
    var old = clock
    clock = MotionClock()
    old.stop()
  }

  private func tellEnd(of kind: Motion) {
    guard kind == .decelerating || kind == .animating else { return }
    if !isTracking { didEndScrolling() }
    if kind == .decelerating {
      delegate?.scrollViewDidEndDecelerating(self)
    } else {
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// Takes over an offset that was set as the origin of the bounds.
  func syncMachines() {
    if !horizontal.state.isMoving, horizontal.state != .dragging { horizontal.place(bounds.minX) }
    if !vertical.state.isMoving, vertical.state != .dragging { vertical.place(bounds.minY) }
  }

  /// Keeps the offset within limits that have changed: at once if nothing moves, else by another motion.
  func limitsChanged() {
    if isDragging {
      horizontal.setLimits(horizontalLimits)
      vertical.setLimits(verticalLimits)
      return
    }
    switch motion {
    case .none:
      guard !isTracking else { return }
      syncMachines()
      jumpWithinLimits()
    case .decelerating: redirectMotion()
    case .animating: redirectAnimation(to: Point(x: horizontal.target, y: vertical.target))
    // Its end is limited when it comes, as insets may follow the scale.
    case .zooming: break
    }
  }

  /// Lets an animated change end at another offset, within the limits.
  func redirectAnimation(to offset: Point) {
    let (now, target) = (now, clamped(offset))
    horizontal.redirectAnimation(to: target.x, at: now)
    vertical.redirectAnimation(to: target.y, at: now)
  }

  /// Lets a deceleration go on that would end beyond its limits, or that can go further than its end was.
  private func redirectMotion() {
    let (now, rate) = (now, decelerationRate.rawValue)
    let changesX = horizontal.redirect(horizontalLimits, rate: rate, at: now)
    let changesY = vertical.redirect(verticalLimits, rate: rate, at: now)
    guard changesX || changesY else { return }
    endClock()
    beginMotion(.decelerating, in: application)
  }
}

extension ScrollView: ClockFollower {
  package final func clockTurnedBack(by microseconds: Int64) {
    horizontal.shift(by: microseconds)
    vertical.shift(by: microseconds)
    if let start = zoom.way?.start { zoom.way?.start = start.advanced(byMicroseconds: microseconds) }
    (self as? TableView)?.shiftReorder(by: microseconds)
  }
}
