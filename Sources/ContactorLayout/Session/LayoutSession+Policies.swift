public import ContactorCore
public import ContactorEvdev

/// The state of a session's policies.
struct PolicyState {
  var clock = IdleClock()
  var mode = ModeState(name: "")
  var kept = WakingTouch()
  /// The modes of the views and gestures that belong to some only, by their ids.
  var members: [String: Set<String>] = [:]
  /// The views that take no touches in this mode.
  var restricted: [View] = []
  /// The timers of idleness and of the mode, with the deadline of the first.
  var idleTimer: (token: TimerToken, deadline: Timestamp)?
  var modeTimer: TimerToken?
  /// The troubles that are watched for, and the timer of the next.
  var health = HealthWatch()
  var healthTimer: (token: TimerToken, deadline: Timestamp)?
  /// The ids of the secure views, where something is watched for.
  var secureIDs: Set<String> = []
  /// The latest time of an event, which may be later than the engine's.
  var time = Timestamp(microseconds: 0)

  /// The earlier one of the timers that set themselves anew.
  var nextTimer: (token: TimerToken, deadline: Timestamp)? {
    guard let idleTimer, let healthTimer else { return idleTimer ?? healthTimer }
    return healthTimer.deadline < idleTimer.deadline ? healthTimer : idleTimer
  }
}

extension LayoutSession {
  /// The name of the mode that holds now, one of `Layout.modeNames`.
  public var mode: String { policies.mode.name }

  /// Whether the screen is idle (contract 12.1).
  public var isIdle: Bool { policies.clock.isIdle }

  /// When time must pass next, for a host's timer: see `Application.nextDeadline`.
  public var nextDeadline: Timestamp? {
    var next = application.nextDeadline
    if !forwarding.isIdle, let rule = forwarding.nextDeadline { next = min(rule, next ?? rule) }
    if !debounce.contacts.isIdle, let end = debounce.contacts.nextDeadline { next = min(end, next ?? end) }
    return next
  }

  /// Returns why a policy withholds a contact from the application; `nil` if none does.
  ///
  /// The answer holds from the frame that begins the contact to the frame that ends it.
  public func swallowCause(of device: DeviceID, tracking id: Int32) -> ForwardCause? {
    policies.kept.isEmpty ? nil : policies.kept.cause(of: device, id)
  }

  // MARK: Time

  /// Lets the session's times follow an engine whose time was turned back (contract 1.10); its timers have moved already.
  func followClock() {
    application.followClock(self) { [weak self] in self?.turnBack(by: $0) }
  }

  private func turnBack(by microseconds: Int64) {
    debounce.contacts.shift(by: microseconds, to: application.now)
    policies.time = min(policies.time.advanced(byMicroseconds: microseconds), application.now)
    policies.clock.shift(by: microseconds)
    policies.mode.shift(by: microseconds)
    policies.health.shift(by: microseconds)
    policies.idleTimer?.deadline = policies.idleTimer?.deadline.advanced(byMicroseconds: microseconds) ?? application.now
    policies.healthTimer?.deadline = policies.healthTimer?.deadline.advanced(byMicroseconds: microseconds) ?? application.now
    for slot in limitedActions.keys { limitedActions[slot]?.limit.shift(by: microseconds) }
    for id in verifications.limits.keys { verifications.limits[id]?.shift(by: microseconds) }
  }

  // MARK: Layouts

  /// Takes the policies of a layout that is shown; a mode that it has too goes on.
  func startPolicies() {
    policies.members = layout.modesByID
    // Views of the former layout die after the access.
    let former = policies.restricted
    defer { withExtendedLifetime(former) {} }
    policies.restricted = []
    let after = layout.policies.idle?.after
    // A layout that had no idleness did not notice how the screen was used.
    if policies.clock.after == nil, after != nil, !mode.isEmpty { policies.clock.restart(at: policyTime) }
    policies.clock.after = after
    if layout.policies.idle == nil { policies.clock.stop() }
    armIdle()
    startHealth()
    guard layout.modeNames.contains(mode) else {
      // Nothing was left, as the layout that knew the mode is gone.
      let before = policies.mode.enter(layout.firstMode, for: layout.timeout(ofMode: layout.firstMode), at: policyTime)
      if let before, !before.isEmpty { log.mode(mode, from: before) }
      armMode()
      return restrict()
    }
    restrict()
  }

  /// Notes that a panel came.
  func notePolicies(_ time: Timestamp) {
    policies.time = max(policies.time, time)
    policies.clock.start(at: time)
    armIdle()
  }

  /// Forgets the contacts of a panel that is gone.
  func dropPolicies(of device: DeviceID) {
    policies.clock.remove(device)
    policies.kept.remove(device)
    armIdle()
  }

  private var policyTime: Timestamp { max(policies.time, application.now) }

  /// Whether the mode keeps touches from applications.
  private var keepsTouches: Bool { mode == LayoutMode.locked || blocksForwarding }

  // MARK: Frames

  /// The part of a frame that the engine gets; `nil` for none.
  ///
  /// The touch that wakes the screen is swallowed: all contacts that begin before its last one is lifted.
  func admitPolicies(_ frame: TouchFrame) -> TouchFrame? {
    let isNeeded = layout.policies.idle != nil || screenIsOff || displayIsOff != nil || keepsTouches || !policies.kept.isEmpty
    guard isNeeded else { return frame }
    let (device, time) = (frame.device, max(frame.timestamp, application.now))
    // Events that time alone causes come before the frame's touches.
    passTime(meeting: time)
    policies.time = max(policies.time, time)
    policies.kept.beginFrame(of: device)
    let wakes = wake(frame, at: time)
    let isWaking = wakes || policies.kept.isWaking(policies.clock, at: time)
    for contact in frame.contacts {
      if contact.phase == .began, let cause = isWaking ? .waking : keepsTouches ? .mode(mode) : nil as ForwardCause? {
        policies.kept.keep(contact.trackingID, of: device, cause)
      }
      guard let number = policies.kept.number(of: device, contact.trackingID) else { continue }
      log.swallowed(number, contact, of: device, at: frame.timestamp)
    }
    armIdle()
    guard !policies.kept.isEmpty else { return frame }
    return admitted(frame)
  }

  /// The frame without the contacts of the touch that woke the screen.
  private func admitted(_ frame: TouchFrame) -> TouchFrame? {
    var rest = frame
    rest.contacts.removeAll { policies.kept.cause(of: frame.device, $0.trackingID) == .waking }
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      policies.kept.end(contact.trackingID, of: frame.device)
    }
    return rest.contacts.isEmpty ? nil : rest
  }

  /// Wakes the screen if the frame does.
  ///
  /// - Returns: whether the contacts that begin in the frame are swallowed.
  private func wake(_ frame: TouchFrame, at time: Timestamp) -> Bool {
    let lands = frame.contacts.contains { $0.phase == .began }
    var isOff = policies.clock.isIdle
    if lands, !isOff { isOff = findsScreenOff(at: time) }
    let endsIdleness = policies.clock.take(frame, slop: application.tuning.tapDistance)
    guard endsIdleness || (lands && isOff) else { return false }
    screenIsOff = false
    changeIdleness(to: "active")
    return lands && layout.policies.idle?.swallowsWakingTouch ?? true
  }

  /// Asks the display as the first finger lands: whether it is off, so that the touch will wake it.
  private func findsScreenOff(at time: Timestamp) -> Bool {
    guard !policies.clock.isTouched(at: time) else { return false }
    return screenIsOff || displayIsOff?() ?? false
  }

  /// Asks the display before a frame is handled, for a recorder: whether its touch will find the screen off.
  ///
  /// The answer holds for the frame: the display is not asked again.
  public func findsScreenOff(before frame: TouchFrame) -> Bool {
    let time = max(frame.timestamp, application.now)
    guard frame.contacts.contains(where: { $0.phase == .began }), findsScreenOff(at: time) else { return false }
    screenIsOff = true
    return true
  }

  // MARK: Idleness

  /// Lets time pass, and the screen become idle at its own moment: a timer that sets itself anew is not called twice in one advance.
  func passTime(meeting moment: Timestamp) {
    while let timer = policies.nextTimer, timer.deadline <= moment {
      application.advance(to: timer.deadline)
      // Within an action the engine waits.
      guard policies.nextTimer?.token != timer.token else { break }
    }
    application.advance(to: moment)
  }

  /// Logs a state and does its actions.
  private func changeIdleness(to state: String) {
    log.idle(state)
    perform(layout.policies.idle?.bindings ?? [], id: "idle", state)
  }

  /// Does the actions that are bound to a state of a mode or a policy.
  func perform(_ bindings: [LayoutBinding], id: String, _ state: String, value: PlaceholderValues.Value? = nil) {
    guard let window = windows.first else { return }
    let values = PlaceholderValues(control: id, event: state, value: value)
    let cause = ActionCause(sender: window, id: id, event: state, values: values, delivered: nil, isSecure: false)
    for binding in bindings where binding.event == state {
      let list = lanes.beginList()
      for (index, step) in binding.steps.enumerated() { perform(step, index, of: list, cause) }
    }
  }

  /// Sets the timer of idleness, unless it comes early enough: it finds out itself that the screen was used meanwhile.
  private func armIdle() {
    guard let deadline = policies.clock.deadline else { return }
    if let timer = policies.idleTimer {
      guard deadline < timer.deadline else { return }
      application.cancel(timer.token)
    }
    let token = application.schedule(at: deadline) { [weak self] in self?.meetIdleDeadline() }
    policies.idleTimer = (token, deadline)
  }

  private func meetIdleDeadline() {
    policies.idleTimer = nil
    if policies.clock.advance(to: application.now) { changeIdleness(to: "idle") } else { armIdle() }
  }

  // MARK: Modes

  /// Changes to a mode of the layout for the host, at once for touches that begin; a name outside `Layout.modeNames` changes nothing.
  ///
  /// The mode that holds already only begins its time anew. The change is an input, as touches are: logs and recordings have it, and a
  /// replay makes it again. So call this between events, and not from an action that the layout's own mode changes would do.
  ///
  /// - Parameter time: when the host was asked to; time passes to it first. `nil` for the engine's time.
  public func enterMode(_ name: String, at time: Timestamp? = nil) {
    guard layout.modeNames.contains(name) else { return }
    lanes.enter()
    if let time { meet(max(time, application.now)) }
    onModeEntered?(name, application.now)
    changeMode(to: name, isByHost: true)
    leaveLanes()
    if blocksForwarding { forwarding.advance(to: application.now) }
    log.flush()
  }

  /// Notes that the host's login session lost its seat to another one, or has it again.
  ///
  /// Without the seat no key is pressed, and no panel is missed: the host has its panels removed after this, and added before touches
  /// count again. The change is an input, as touches are: logs and recordings have it, and a replay makes it again.
  ///
  /// - Parameter time: when that was found out; time passes to it first. `nil` for the engine's time.
  public func noteLogin(isActive: Bool, at time: Timestamp? = nil) {
    guard isActive != isLoginActive else { return }
    lanes.enter()
    if let time { meet(max(time, application.now)) }
    onLoginChanged?(isActive, application.now)
    isLoginActive = isActive
    log.login(isActive: isActive)
    policies.health.setAway(!isActive, at: application.now)
    tellHealth()
    leaveLanes()
    log.flush()
  }

  /// Changes to a mode of the layout, if there is one of that name.
  func changeMode(to name: String, isByHost: Bool = false) {
    // Modes whose actions lead to each other would never end.
    guard depth < Self.depthLimit, layout.modeNames.contains(name) else { return }
    depth += 1
    defer { depth -= 1 }
    let before = policies.mode.enter(name, for: layout.timeout(ofMode: name), at: policyTime)
    armMode()
    // A replay needs the host's word also where only the time begins anew.
    if let before { log.mode(name, from: before, isByHost: isByHost) } else if isByHost { log.mode(name, from: name, isByHost: true) }
    guard let before else { return }
    closeMenus()
    restrict()
    refreshForwarding()
    perform(bindings(of: before), id: before, "left")
    // An action may have changed the mode again.
    if mode == name { perform(bindings(of: name), id: name, "entered") }
    log.flush()
  }

  /// Closes what is open above the views: it belongs to none of them, and would stay over a screen that is locked.
  private func closeMenus() {
    // Each menu may have others open; a menu opened meanwhile does not belong to the former mode.
    for _ in 0..<Self.depthLimit where application.modalWindow != nil { application.dismiss() }
  }

  private func bindings(of mode: String) -> [LayoutBinding] { layout.modes.first { $0.id == mode }?.bindings ?? [] }

  private func armMode() {
    if let timer = policies.modeTimer { application.cancel(timer) }
    policies.modeTimer = policies.mode.deadline.map { deadline in
      application.schedule(at: deadline) { [weak self] in
        guard let self, policies.mode.isOver(at: application.now) else { return }
        policies.modeTimer = nil
        changeMode(to: layout.firstMode)
      }
    }
  }

  /// Leaves `locked` for the first mode, if the gesture belongs to it.
  func leaveLocked(by gesture: LayoutGesture) {
    guard mode == LayoutMode.locked, policies.members[gesture.id]?.contains(mode) ?? false else { return }
    changeMode(to: layout.firstMode)
  }

  /// Gives touches only to the views and gestures of the mode; gestures of other modes that are under way are cancelled.
  private func restrict() {
    let former = policies.restricted
    policies.restricted = []
    for view in former { view.isUserInteractionEnabled = true }
    for gesture in gestures {
      let isThere = policies.members[gesture.gesture.id]?.contains(mode) ?? (mode != LayoutMode.locked)
      let isEnabled = gesture.gesture.isEnabled && isThere
      if gesture.recognizer.isEnabled != isEnabled { gesture.recognizer.isEnabled = isEnabled }
    }
    guard !policies.members.isEmpty || mode == LayoutMode.locked else { return }
    for window in layout.windows {
      for view in window.views { _ = restrict(view, in: nil) }
    }
  }

  /// Restricts a view and those in it.
  ///
  /// - Parameter modes: the modes of the nearest view around that belongs to some only.
  /// - Returns: whether the view takes touches.
  private func restrict(_ description: LayoutView, in modes: Set<String>?) -> Bool {
    let modes = policies.members[description.id] ?? modes
    var holdsOthers = false
    for view in description.subviews where restrict(view, in: modes) { holdsOthers = true }
    let isThere = modes?.contains(mode) ?? (mode != LayoutMode.locked || holdsOthers)
    if !isThere, let view = responders[description.id] as? View, view.isUserInteractionEnabled {
      view.isUserInteractionEnabled = false
      policies.restricted.append(view)
    }
    return isThere
  }
}
