import ContactorCore

/// Which of the moments at which an action is asked for it is done at (contract 13.2).
///
/// | asked for | with `every` | with `after` |
/// | --- | --- | --- |
/// | the first time, or later than `every` after the last was done | done | waits |
/// | sooner | waits until `every` has passed | – |
/// | while one waits | takes its place; the one before is dropped | the same, and the time begins anew |
struct ActionLimit {
  /// When the last was done.
  private var done: Timestamp?
  /// When the one that waits is done; `nil` if none waits.
  private(set) var deadline: Timestamp?
  /// How many were dropped since the last was done.
  private var dropped = 0

  /// Takes an action that is asked for.
  ///
  /// - Returns: whether it is done now; otherwise it waits until `deadline`.
  mutating func ask(_ timing: ActionTiming, at now: Timestamp) -> Bool {
    if deadline != nil { dropped += 1 }
    if let after = timing.after {
      deadline = now + after
      return false
    }
    guard deadline == nil else { return false }
    if let every = timing.every, let done, now < done + every {
      deadline = done + every
      return false
    }
    done = now
    return true
  }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    done = done?.advanced(byMicroseconds: microseconds)
    deadline = deadline?.advanced(byMicroseconds: microseconds)
  }

  /// Ends the wait.
  ///
  /// - Returns: how many were dropped for the one that is done now.
  mutating func release(at now: Timestamp) -> Int {
    defer { (done, deadline, dropped) = (now, nil, 0) }
    return dropped
  }
}

/// The place of an action in a layout: the control or gesture, the event, and the place in its list.
struct ActionSlot: Hashable {
  let sender: ObjectIdentifier
  let id: String
  let event: String
  let index: Int

  init(_ cause: ActionCause, _ index: Int) {
    (sender, id, event) = (ObjectIdentifier(cause.sender), cause.origin.id, cause.origin.event)
    self.index = index
  }
}

/// An action with a limit, and the newest that waits.
struct LimitedAction {
  var limit = ActionLimit()
  var newest: (step: ActionStep, cause: ActionCause)?
  var timer: TimerToken?
}

extension LayoutSession {
  /// Does an action of a list, or lets it wait as its timing says; nothing in another mode than those it names.
  ///
  /// - Parameter list: the number of the list, which was asked for as a whole.
  func perform(_ step: ActionStep, _ index: Int, of list: Int, _ cause: ActionCause) {
    guard step.timing.modes.isEmpty || step.timing.modes.contains(mode) else { return }
    guard step.timing.isLimited else { return queue(step, index, of: list, cause) }
    let slot = ActionSlot(cause, index)
    var limited = limitedActions[slot] ?? LimitedAction()
    let before = limited.limit.deadline
    let isNow = limited.limit.ask(step.timing, at: application.now)
    limited.newest = isNow ? nil : (step, cause)
    if let deadline = limited.limit.deadline, deadline != before {
      if let timer = limited.timer { application.cancel(timer) }
      limited.timer = application.schedule(at: deadline) { [weak self] in self?.release(slot) }
    }
    limitedActions[slot] = limited
    if isNow { queue(step, index, of: list, cause) }
  }

  private func release(_ slot: ActionSlot) {
    guard var limited = limitedActions[slot], let (step, cause) = limited.newest else { return }
    let dropped = limited.limit.release(at: application.now)
    (limited.newest, limited.timer) = (nil, nil)
    limitedActions[slot] = limited
    queue(step, slot.index, of: lanes.beginList(), cause.late(dropped: dropped))
  }

  /// Forgets what waits, as another layout is shown.
  func dropLimitedActions() {
    let former = limitedActions
    limitedActions = [:]
    for limited in former.values { if let timer = limited.timer { application.cancel(timer) } }
  }
}
