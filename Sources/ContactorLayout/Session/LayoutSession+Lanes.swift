import ContactorCore
import ContactorSystem
import ContactorTrace

extension LayoutSession {
  /// Does an action, or lets it wait for those before it (contract 13.1, 13.2).
  func queue(_ step: ActionStep, _ index: Int, of list: Int, _ cause: ActionCause) {
    // Keys that are held go down and up with the finger.
    if case .key(let key) = step.action, key.isHeld { return perform(step.action, cause) }
    guard !lanes.isEmpty || takesTime(step.action) else { return perform(step.action, cause) }
    let key = LaneKey(cause)
    guard lanes.lanes[key] != nil || takesTime(step.action) else { return perform(step.action, cause) }
    let number = lanes.nextNumber()
    let entry = ActionLane.Entry(
      number: number, list: list, slot: ActionSlot(cause, index), step: step, cause: cause, depth: depth)
    lanes.lanes[key, default: ActionLane()].add(entry)
    advance(key, fresh: number)
  }

  /// Whether an action ends later than it begins: a program, where it is run, or where a recording tells its end.
  private func takesTime(_ action: LayoutAction) -> Bool {
    switch action {
    case .run: execute != nil || lanes.hasRecordedEnds
    case .verify: comparesSecrets
    default: false
    }
  }

  /// Begins the actions of a lane that may begin.
  ///
  /// - Parameter fresh: the number of the action that is asked for now; others are late.
  private func advance(_ key: LaneKey, fresh: Int? = nil) {
    guard lanes.active.insert(key).inserted else { return }
    defer { lanes.active.remove(key) }
    while let entry = lanes.lanes[key]?.next() {
      if case .run = entry.step.action, takesTime(entry.step.action), lanes.programs.count >= ActionLanes.programLimit {
        if !lanes.crowded.contains(key) { lanes.crowded.append(key) }
        break
      }
      let dropped = lanes.lanes[key]?.begin(entry) ?? 0
      let cause = entry.number == fresh ? entry.cause.adding(dropped: dropped) : entry.cause.late(dropped: entry.cause.dropped + dropped)
      begin(entry, cause, key)
    }
    if lanes.lanes[key]?.isEmpty == true { lanes.lanes[key] = nil }
  }

  /// Begins what may begin after actions were put into a lane.
  func advanceAgain(_ key: LaneKey) { advance(key) }

  private func begin(_ entry: ActionLane.Entry, _ cause: ActionCause, _ key: LaneKey) {
    let before = depth
    depth = entry.depth
    defer { depth = before }
    if case .run(let run) = entry.step.action, takesTime(entry.step.action) {
      start(run, RunningProgram(number: entry.number, lane: key, cause: cause, program: run.program, start: application.now))
    } else if case .verify(let verify) = entry.step.action, takesTime(entry.step.action) {
      start(verify, entry, cause, key)
    } else {
      perform(entry.step.action, cause)
      _ = lanes.lanes[key]?.end(entry.number)
    }
  }

  /// Starts a program; its end comes later in any case.
  private func start(_ run: RunAction, _ program: RunningProgram) {
    lanes.programs.append(program)
    let cause = program.cause
    let argv = run.argv(with: cause.values)
    lanes.enter()
    execute?(run, argv, run.variables(with: cause.values)) { [weak self] outcome, moment in
      self?.take(outcome, of: program.number, at: moment)
    }
    var hasFailed = false
    if let end = lanes.ends.first(where: { $0.number == program.number })?.end, case .failed = end { hasFailed = true }
    log.beginSecure(cause.isSecure)
    log.action("run", target: run.program, cause, handled: !hasFailed, argv: argv)
    log.endSecure(cause.isSecure)
    leaveLanes()
  }

  // MARK: Ends

  private func take(_ outcome: ProcessOutcome, of number: Int, at moment: Timestamp) {
    guard lanes.programs.contains(where: { $0.number == number }), !lanes.ends.contains(where: { $0.number == number }) else { return }
    lanes.ends.append((number, TraceOutcome.End(outcome), moment))
    guard !lanes.isBusy else { return }
    lanes.enter()
    leaveLanes()
    log.flush()
  }

  /// Takes the end of a program from a recording; one that runs here tells its end itself.
  func take(_ outcome: TraceOutcome, at time: Timestamp) {
    guard execute == nil else { return advance(to: time) }
    lanes.enter()
    meet(time)
    let now = application.now
    let running = lanes.programs.filter {
      $0.cause.id == outcome.control && $0.cause.event == outcome.event && $0.program == outcome.target
    }
    // Several at once end in any order; how long they ran tells which one it was.
    let program = running.first { now.milliseconds(since: $0.start) == outcome.milliseconds } ?? running.first
    if let program { lanes.ends.append((program.number, outcome.end, time)) }
    leaveLanes()
    log.flush()
  }

  /// Notes that the recording that is played has the ends of programs.
  func tellPrograms(at time: Timestamp) {
    lanes.hasRecordedEnds = true
    if layout.runsPrograms { log.programs(at: time) }
    log.flush()
  }

  /// Ends what `ActionLanes.enter()` began: at last, what waited for programs that have ended is begun.
  func leaveLanes() {
    // The last that leaves does it, and others that come meanwhile leave it to this one.
    while !lanes.isNested {
      if !lanes.ends.isEmpty {
        let end = lanes.ends.removeFirst()
        finish(end.number, end.end, at: end.moment)
      } else if !finishVerification() {
        break
      }
    }
    lanes.leave()
  }

  private func finish(_ number: Int, _ end: TraceOutcome.End, at moment: Timestamp) {
    guard let index = lanes.programs.firstIndex(where: { $0.number == number }) else { return }
    let program = lanes.programs.remove(at: index)
    meet(max(moment, application.now))
    let dropped = lanes.lanes[program.lane]?.end(number) ?? 0
    tell(program, end, dropped: dropped)
    advance(program.lane)
    if policies.health.hasChanges { tellHealth() }
    let crowded = lanes.crowded
    lanes.crowded = []
    for key in crowded { advance(key) }
  }

  private func tell(_ program: RunningProgram, _ end: TraceOutcome.End, dropped: Int) {
    guard !program.cause.isSecure else { return }
    let now = application.now
    let outcome = TraceOutcome(
      control: program.cause.id, event: program.cause.event, target: program.program, end: end,
      milliseconds: now.milliseconds(since: program.start))
    log.outcome(outcome, dropped: dropped)
    policies.health.take(outcome, at: now)
    onOutcome?(outcome, now)
  }

  // MARK: The end of a layout

  /// Whether an action waits, or a program runs.
  package var isActing: Bool {
    !lanes.programs.isEmpty || !lanes.isEmpty || !verifications.running.isEmpty || limitedActions.values.contains { $0.newest != nil }
  }

  /// How many programs of actions run.
  package var runningProgramCount: Int { lanes.programs.count }

  /// How many actions wait: for a time, or for others.
  package var waitingActionCount: Int { lanes.waitingCount + limitedActions.values.count { $0.newest != nil } }

  /// Forgets what waits for others, as another layout is shown; programs that run go on.
  func dropLanes() {
    let former = lanes.lanes
    defer { withExtendedLifetime(former) {} }
    lanes.lanes = [:]
    lanes.crowded = []
  }

  /// Tells that a recording that was played lacks what others waited for.
  func finishLanes() {
    let count = lanes.waitingCount
    guard count > 0 else { return }
    if onVerify == nil, !verifications.running.isEmpty {
      onOutcomeProblem?("the recording does not tell whether a secret was right, for which \(count == 1 ? "an action" : "actions") waited")
    }
    guard execute == nil, let program = lanes.programs.first else { return }
    onOutcomeProblem?(
      "\(count) \(count == 1 ? "action was" : "actions were") not done: the recording does not tell how \(program.program) of "
        + "\(program.cause.id) ended, for which \(count == 1 ? "it" : "they") waited")
  }
}

extension TraceOutcome.End {
  fileprivate init(_ outcome: ProcessOutcome) {
    self =
      switch outcome {
      case .exited(let status): .exited(status)
      case .signalled(let signal): .signalled(signal)
      case .timedOut: .timedOut
      case .failedToStart, .refused, .lost, .unknown: .failed(outcome.description)
      }
  }
}

extension Timestamp {
  /// Whole milliseconds since an earlier moment.
  fileprivate func milliseconds(since start: Timestamp) -> Int64 { microseconds(since: start) / 1000 }
}
