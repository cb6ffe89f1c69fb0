import ContactorControls
import ContactorCore
import ContactorSystem
import ContactorTrace

/// A secret that is being compared.
struct RunningVerification {
  let verify: VerifyAction
  /// The entry of the action in its lane.
  let entry: ActionLane.Entry
  let lane: LaneKey
  let cause: ActionCause
}

/// The secrets that a session compares.
struct Verifications {
  /// The wrong secrets so far, by the ids of the controls; another layout does not open one that is locked.
  var limits: [String: AttemptLimit] = [:]
  /// Those that are being compared, the oldest first.
  var running: [RunningVerification] = []
  /// The answers that came while the session handled something.
  var ends: [(number: Int, answer: TraceVerdict.Answer, moment: Timestamp)] = []
  /// Whether the recording that is played has the answers.
  var hasRecordedAnswers = false
}

/// A `verify` action of a layout, with what asks for it.
struct VerifyPlace {
  let id: String
  /// Whether a gesture asks.
  let isGesture: Bool
  let event: String
  let index: Int
  let step: ActionStep
}

extension Layout {
  /// The `verify` actions of views and gestures, in the order of the file.
  var verifyPlaces: [VerifyPlace] {
    func places(_ bindings: [LayoutBinding], _ id: String, isGesture: Bool) -> [VerifyPlace] {
      bindings.flatMap { binding in
        binding.steps.enumerated().compactMap { index, step in
          guard case .verify = step.action else { return nil }
          return VerifyPlace(id: id, isGesture: isGesture, event: binding.event, index: index, step: step)
        }
      }
    }
    return allViews.flatMap { places($0.bindings, $0.id, isGesture: false) }
      + gestures.flatMap { places($0.bindings, $0.id, isGesture: true) }
  }
}

extension LayoutSession {
  /// Whether a `verify` ends later than it begins: where secrets are compared, or a recording tells the answer.
  var comparesSecrets: Bool { onVerify != nil || verifications.hasRecordedAnswers }

  /// Begins a `verify`: takes the secret from its control, which is empty then, and has it compared.
  func start(_ verify: VerifyAction, _ entry: ActionLane.Entry, _ cause: ActionCause, _ key: LaneKey) {
    log.beginSecure(cause.isSecure)
    log.action("verify", target: verify.target, cause, handled: true)
    log.endSecure(cause.isSecure)
    let secret = takeSecret(of: verify.target)
    lanes.enter()
    verifications.running.append(RunningVerification(verify: verify, entry: entry, lane: key, cause: cause))
    if let onVerify { compare(secret, verify, entry.number, onVerify) }
    leaveLanes()
  }

  private func compare(_ secret: Secret, _ verify: VerifyAction, _ number: Int, _ onVerify: Verify) {
    let now = application.now
    let isBusy = verifications.running.contains { $0.verify.target == verify.target && $0.entry.number != number }
    if isBusy { return verifications.ends.append((number, .busy, now)) }
    if verifications.limits[verify.target]?.isLocked(at: now) == true { return verifications.ends.append((number, .locked, now)) }
    if secret.isEmpty { return verifications.ends.append((number, .empty, now)) }
    onVerify(verify, secret) { [weak self] isRight, moment in self?.take(isRight ? .right : .wrong, of: number, at: moment) }
  }

  /// What was typed into a control, which is empty afterwards; nothing is sent.
  private func takeSecret(of id: String) -> Secret {
    var text = ""
    switch responders[id] {
    case let field as PINField: swap(&text, &field.digits)
    case let control as TextControl: swap(&text, &control.text)
    case let pad as DialPad: swap(&text, &pad.digits)
    default: break
    }
    return Secret(text.utf8)
  }

  // MARK: Answers

  private func take(_ answer: TraceVerdict.Answer, of number: Int, at moment: Timestamp) {
    let isAsked = verifications.running.contains { $0.entry.number == number } && !verifications.ends.contains { $0.number == number }
    guard isAsked else { return }
    verifications.ends.append((number, answer, moment))
    guard !lanes.isBusy else { return }
    lanes.enter()
    leaveLanes()
    log.flush()
  }

  /// Takes an answer from a recording; a session that compares secrets itself finds its own.
  func take(_ verdict: TraceVerdict, at time: Timestamp) {
    guard onVerify == nil else { return advance(to: time) }
    lanes.enter()
    meet(time)
    let running = verifications.running.first { source(of: $0) == verdict.source }
    let number = running?.entry.number ?? beginUnasked(verdict.source)
    if let number { verifications.ends.append((number, verdict.answer, time)) }
    leaveLanes()
    log.flush()
  }

  /// Begins a `verify` that a secure control asked for as it was recorded: the replay does not know its touches.
  ///
  /// - Returns: its number; `nil` where the layout does not have it.
  private func beginUnasked(_ source: TraceVerdict.Source) -> Int? {
    guard case .secure(let number) = source, layout.verifyPlaces.indices.contains(number - 1) else { return nil }
    let place = layout.verifyPlaces[number - 1]
    let gesture = place.isGesture ? gestures.first { $0.gesture.id == place.id } : nil
    guard case .verify(let verify) = place.step.action, let sender = place.isGesture ? gesture?.recognizer.view : responders[place.id]
    else {
      return nil
    }
    let cause = ActionCause(
      sender: sender, id: place.id, event: place.event, values: PlaceholderValues(control: place.id, event: place.event), delivered: nil,
      isSecure: true)
    let key = LaneKey(cause)
    let entry = ActionLane.Entry(
      number: lanes.nextNumber(), list: lanes.beginList(), slot: ActionSlot(cause, place.index), step: place.step, cause: cause,
      depth: depth)
    lanes.lanes[key, default: ActionLane()].add(entry)
    _ = lanes.lanes[key]?.begin(entry)
    verifications.running.append(RunningVerification(verify: verify, entry: entry, lane: key, cause: cause))
    return entry.number
  }

  /// Who asked, as a log tells: of a secure control or gesture only which of the layout's it is.
  private func source(of running: RunningVerification) -> TraceVerdict.Source {
    let cause = running.cause
    guard cause.isSecure else { return .sender(control: cause.id, event: cause.event, target: running.verify.target) }
    let index = layout.verifyPlaces.firstIndex { $0.id == cause.id && $0.event == cause.event && $0.index == running.entry.slot.index }
    return .secure(number: (index ?? 0) + 1)
  }

  /// Notes that the recording that is played has the answers.
  func tellVerifies(at time: Timestamp) {
    verifications.hasRecordedAnswers = true
    if layout.verifiesSecrets { log.verifies(at: time) }
    log.flush()
  }

  /// Does what follows from the oldest answer.
  ///
  /// - Returns: whether there was one.
  func finishVerification() -> Bool {
    guard !verifications.ends.isEmpty else { return false }
    let end = verifications.ends.removeFirst()
    guard let index = verifications.running.firstIndex(where: { $0.entry.number == end.number }) else { return true }
    let running = verifications.running.remove(at: index)
    meet(max(end.moment, application.now))
    note(end.answer, running.verify)
    let verdict = TraceVerdict(end.answer, of: source(of: running))
    log.verdict(verdict)
    onVerdict?(verdict, application.now)
    switch end.answer {
    case .right: follow(running, running.verify.right, "right")
    case .wrong: follow(running, running.verify.wrong, "wrong")
    case .locked: follow(running, running.verify.locked, "locked")
    case .empty, .busy: follow(running, [], "")
    }
    return true
  }

  private func note(_ answer: TraceVerdict.Answer, _ verify: VerifyAction) {
    switch answer {
    case .right: verifications.limits[verify.target] = nil
    case .wrong: verifications.limits[verify.target, default: AttemptLimit()].fail(verify.attempts, verify.lockout, at: application.now)
    case .locked, .empty, .busy: break
    }
  }

  /// Does the actions of an answer in the place of the `verify`, before what waits behind it.
  private func follow(_ running: RunningVerification, _ steps: [ActionStep], _ name: String) {
    let cause = running.cause.following(running.entry.slot.index, name)
    let steps = steps.enumerated().filter { $0.element.timing.modes.isEmpty || $0.element.timing.modes.contains(mode) }
    let entries = steps.filter { !$0.element.timing.isLimited }.map { index, step in
      ActionLane.Entry(
        number: lanes.nextNumber(), list: running.entry.list, slot: ActionSlot(cause, index), step: step, cause: cause,
        depth: running.entry.depth)
    }
    lanes.lanes[running.lane]?.replace(running.entry.number, with: entries)
    for (index, step) in steps where step.timing.isLimited { perform(step, index, of: running.entry.list, cause) }
    advanceAgain(running.lane)
  }
}
