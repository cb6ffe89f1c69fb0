import ContactorCore

extension Keyboard {
  /// A finger on a key.
  struct Press {
    /// The effect of lifting the finger.
    enum Kind: Equatable {
      /// Types the key under it.
      case typing
      /// Nothing more: its key was typed while it was down, or it began in what was the first responder before.
      case done
      /// Holds a repeating key.
      case repeating
      /// Holds shift; the state of shift before.
      case shift(before: Shift)
      /// Holds the key of a plane; the plane before.
      case plane(before: Int)
    }

    let id: TouchID
    var kind: Kind
    /// Where the finger is, in the keyboard's own space.
    var location: Point
    /// The key under the finger in the plane that is shown; `nil` for none.
    var key: Int?
    /// The key on which the finger touched down, or, if another plane was shown then, the key that took its place.
    var firstKey: Int?
    /// When the finger came to the key.
    var since: Timestamp
    /// Whether another finger typed a key while this one held shift or a plane's key.
    var isUsed = false
    /// Whether another responder than at its touching down is the first one: it types nothing there.
    var isStale = false

    /// Whether the finger slid to another key.
    var hasSlid: Bool { key != firstKey }

    /// Whether lifting the finger types the key under it, though it held shift or a plane's key.
    var typesSlidKey: Bool { hasSlid && !isStale }
  }

  /// The alternatives that are shown for a finger.
  struct Popup {
    let id: TouchID
    let choices: [String]
    /// The chosen one; `nil` while the finger is too far away.
    var selected: Int?
    /// The key's rectangle, without the space around it.
    let key: Rect
    /// The rectangle of all alternatives, in one row.
    let frame: Rect
    /// Whether the first one is at the right.
    let isReversed: Bool
  }

  private func pressIndex(_ id: TouchID) -> Int? { presses.firstIndex { $0.id == id } }

  private func time() -> Timestamp { application?.time ?? Timestamp(microseconds: 0) }

  // MARK: Down

  /// Begins to follow a finger; keys that other fingers hold are typed first.
  func press(_ touch: Touch) {
    forgetLostTouches()
    followIfDue()
    rollOver()
    // Typing calls out.
    guard isEnabled, application != nil, touch.isAlive, presses.count < Self.pressLimit, pressIndex(touch.id) == nil else { return }
    follow()
    let location = touch.location(in: self)
    guard let index = keyIndex(at: location), let key = shownKey(index) else { return }
    presses.append(Press(id: touch.id, kind: .typing, location: location, key: index, firstKey: index, since: time()))
    switch key.role {
    case .shift: pressShift(touch.id)
    case .plane(let name): pressPlane(name, touch.id)
    case .delete, .function: startRepeating(key, touch.id)
    default: waitForLongPress()
    }
    changed(.state)
  }

  /// Types the keys that fingers hold.
  private func rollOver() {
    for _ in 0..<Self.pressLimit {
      guard let index = presses.firstIndex(where: { $0.kind == .typing }) else { return }
      presses[index].kind = .done
      let press = presses[index]
      let choice = takeChoice(of: press.id)
      if choice.isOpen, choice.text == nil { continue }
      if let key = shownKey(press.key) { tap(key, choice.text) }
    }
  }

  private func pressShift(_ id: TouchID) {
    guard let index = pressIndex(id) else { return }
    let now = time()
    presses[index].kind = .shift(before: shiftState)
    shownKey(presses[index].key).map { noteTyped($0.name) }
    let isDouble = shiftPressedAt.map { now.microseconds(since: $0) <= doubleTapTime } ?? false
    shiftPressedAt = isDouble ? nil : now
    shiftIsManual = true
    setShift(isDouble ? .locked : shiftState == .off ? .once : .off)
  }

  var doubleTapTime: Int64 { (application?.tuning ?? Tuning()).tapInterval.clampedMicroseconds }

  private func pressPlane(_ name: String, _ id: TouchID) {
    guard let index = pressIndex(id), let target = shownLayout.planeIndex(named: name) else { return }
    presses[index].kind = .plane(before: plane)
    noteTyped(name)
    showPlane(target)
  }

  // MARK: Slide

  /// Follows a finger to the key under it; allocates nothing.
  func slide(_ touch: Touch) {
    guard let index = pressIndex(touch.id) else { return }
    let location = touch.location(in: self)
    presses[index].location = location
    if popup?.id == touch.id { return choose(at: location) }
    let key = bounds.outset(by: trackingOutsetInPoints).contains(location) ? keyIndex(at: location) : nil
    guard key != presses[index].key else { return }
    presses[index].key = key
    presses[index].since = time()
    switch presses[index].kind {
    case .typing: waitForLongPress()
    case .done, .repeating, .shift, .plane: break
    }
    changed(.state)
  }

  // MARK: Up

  /// Types the key under a finger that was lifted.
  func lift(_ id: TouchID, _ event: Event?) {
    followIfDue()
    guard let index = pressIndex(id) else { return }
    let press = presses.remove(at: index)
    let choice = takeChoice(of: id)
    let key = shownKey(press.key)
    changed(.state)
    switch press.kind {
    case .done: break
    case .repeating: stopRepeating(unless: .repeating)
    case .typing: if let key, !choice.isOpen || choice.text != nil { tap(key, choice.text) }
    case .shift: liftShift(press, key)
    case .plane(let before): liftPlane(press, key, before)
    }
  }

  private func liftShift(_ press: Press, _ key: KeyboardLayout.Key?) {
    guard press.isUsed || press.hasSlid else { return }
    if press.typesSlidKey, let key, key.isText { tap(key, nil) }
    shiftIsManual = false
    if shiftState != .locked { setShift(.off) }
    updateAutomaticShift()
  }

  private func liftPlane(_ press: Press, _ key: KeyboardLayout.Key?, _ before: Int) {
    guard press.isUsed || press.hasSlid else { return sendActions(for: .valueChanged) }
    if press.typesSlidKey, let key, key.isText { tap(key, nil) }
    showPlane(before)
  }

  /// Notes for fingers that hold shift or a plane's key that a key was typed meanwhile.
  func noteUse() {
    for index in presses.indices {
      switch presses[index].kind {
      case .shift, .plane: presses[index].isUsed = true
      default: break
      }
    }
  }

  // MARK: Taken away

  /// Stops following a finger whose touch was cancelled: it types nothing, and what it changed is as before.
  func drop(_ id: TouchID) {
    guard let index = pressIndex(id) else { return }
    let press = presses.remove(at: index)
    if popup?.id == id { closePopup() }
    switch press.kind {
    case .shift(let before): setShift(before)
    case .plane(let before): showPlane(before)
    case .repeating: stopRepeating(unless: .repeating)
    case .typing, .done: break
    }
    changed(.state)
  }

  /// Stops following all fingers.
  func releaseKeys() {
    stopRepeating()
    cancelHold()
    closePopup()
    guard !presses.isEmpty else { return }
    presses = []
    changed(.state)
  }

  /// Lets the fingers that are on keys type nothing more, as they were meant for what was the first responder before; shift and planes stay.
  func spendPresses() {
    stopRepeating()
    cancelHold()
    closePopup()
    for index in presses.indices {
      switch presses[index].kind {
      case .typing, .repeating: presses[index].kind = .done
      case .shift, .plane: presses[index].isStale = true
      case .done: break
      }
    }
  }

  /// Stops following fingers whose end did not reach the keyboard, because an override held it back.
  private func forgetLostTouches() {
    guard !presses.isEmpty, let event = application?.event else { return }
    let touches = event.allTouches
    let left = presses.filter { press in touches.contains { $0.id == press.id && $0.isAlive } }
    if left.count < presses.count { presses = ContiguousArray(left) }
  }

  // MARK: Repeats

  private func startRepeating(_ key: KeyboardLayout.Key, _ id: TouchID) {
    guard let index = pressIndex(id) else { return }
    presses[index].kind = .repeating
    stopRepeating()
    let tuning = application?.tuning ?? Tuning()
    scheduleRepeats(after: repeatDelay ?? tuning.repeatDelay, every: repeatInterval ?? tuning.repeatInterval)
    tap(key, nil)
  }

  private func scheduleRepeats(after delay: Duration, every interval: Duration) {
    timerOwner = application
    repeatTimer = application?.schedule(after: delay, every: interval) { [weak self] in self?.repeatKey() }
  }

  /// Types the key of the last finger that holds a repeating key, if the finger is still on that key; a keyboard that is hidden meanwhile
  /// stops.
  private func repeatKey() {
    forgetLostTouches()
    followIfDue()
    guard isEnabled, isTouchable, let press = presses.last(where: { $0.kind == .repeating }) else { return stopRepeating() }
    repeats += 1
    if repeats == Self.fastRepeatCount {
      let interval = (repeatInterval ?? application?.tuning.repeatInterval ?? Tuning().repeatInterval) / 2
      cancelRepeats()
      scheduleRepeats(after: interval, every: interval)
    }
    if !press.hasSlid, let key = shownKey(press.key), key.repeats { tap(key, nil) }
  }

  /// Stops repeating, unless a finger of that kind is left.
  private func stopRepeating(unless kind: Press.Kind? = nil) {
    if let kind, presses.contains(where: { $0.kind == kind }) { return }
    cancelRepeats()
    repeats = 0
  }

  private func cancelRepeats() {
    guard let timer = repeatTimer else { return }
    repeatTimer = nil
    timerOwner?.cancel(timer)
  }

  // MARK: Long press

  private var longPressTime: Int64 { (application?.tuning ?? Tuning()).longPressDuration.positiveMicroseconds }

  /// Schedules the end of the long press, unless that is done: the timer itself finds out whether the finger moved on.
  private func waitForLongPress() {
    if holdTimer == nil { scheduleHold(longPressTime) }
  }

  private func scheduleHold(_ time: Int64) {
    timerOwner = application
    holdTimer = application?.schedule(after: .microseconds(time)) { [weak self] in self?.holdEnded() }
  }

  private func holdEnded() {
    holdTimer = nil
    forgetLostTouches()
    followIfDue()
    guard isEnabled, isTouchable, popup == nil, let application, let press = presses.last(where: { $0.kind == .typing }) else { return }
    let rest = longPressTime - application.time.microseconds(since: press.since)
    if rest > 0 {
      scheduleHold(rest)
    } else if let key = shownKey(press.key), key.isText, !key.alternatives.isEmpty {
      showAlternatives(of: key, for: press)
    }
  }

  private func cancelHold() {
    guard let timer = holdTimer else { return }
    holdTimer = nil
    timerOwner?.cancel(timer)
  }

  private func showAlternatives(of key: KeyboardLayout.Key, for press: Press) {
    let choices = key.choices(isShifted: isShifted)
    if typesOnlyAlternative, choices.count == 2 {
      if let index = pressIndex(press.id) { presses[index].kind = .done }
      return tap(key, choices[1])
    }
    guard !hidesKeys, let index = press.key else { return }
    popup = makePopup(choices, over: contentFrame(for: .key(index)), for: press.id)
    choose(at: press.location)
    changed(.state)
  }

  /// A row of alternatives above a key, within the keyboard's width; the first one is over the key.
  private func makePopup(_ choices: [String], over key: Rect, for id: TouchID) -> Popup {
    let width = min(key.width, max(bounds.width, 0) / Double(choices.count))
    let all = width * Double(choices.count)
    let isReversed = key.midX > bounds.midX
    let wanted = isReversed ? key.maxX - all : key.minX
    let x = max(bounds.minX, min(wanted, bounds.maxX - all))
    let frame = Rect(x: x, y: key.minY - key.height, width: all, height: key.height)
    return Popup(id: id, choices: choices, selected: 0, key: key, frame: frame, isReversed: isReversed)
  }

  /// Chooses the alternative nearest to a finger; none more than a key's height below the key or above the row.
  private func choose(at point: Point) {
    guard let shown = popup, shown.frame.width > 0, point.isFinite else { return }
    var choice: Int?
    if point.y > shown.frame.minY - shown.key.height, point.y < shown.key.maxY + shown.key.height {
      let count = shown.choices.count
      let share = (point.x - shown.frame.minX) / shown.frame.width
      let column = Int(max(0, min(share * Double(count), Double(count - 1))))
      choice = shown.isReversed ? count - 1 - column : column
    }
    guard choice != shown.selected else { return }
    popup?.selected = choice
    changed(.state)
  }

  /// Closes a finger's alternatives; returns whether they were open, and the chosen one.
  private func takeChoice(of id: TouchID) -> (isOpen: Bool, text: String?) {
    guard let shown = popup, shown.id == id else { return (false, nil) }
    closePopup()
    return (true, shown.selected.flatMap { shown.choices.indices.contains($0) ? shown.choices[$0] : nil })
  }

  func closePopup() {
    guard popup != nil else { return }
    popup = nil
    changed(.state)
  }
}

extension Keyboard: ClockFollower {
  package final func clockTurnedBack(by microseconds: Int64) {
    for index in presses.indices { presses[index].since = presses[index].since.advanced(byMicroseconds: microseconds) }
    shiftPressedAt = shiftPressedAt?.advanced(byMicroseconds: microseconds)
    spaceTypedAt = spaceTypedAt?.advanced(byMicroseconds: microseconds)
  }
}
