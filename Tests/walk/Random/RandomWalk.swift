import ContactorCore

/// Frames at random over views that change at random, with everything that devices do and should not do.
///
/// Checked all along: the verifier's rules, the order of what each view and control sees and sends, that new touches hit
/// what a plain search finds, and that time never runs backward. Every few hundred frames all fingers are lifted, and nothing
/// may be left of them.
final class RandomWalk {
  let random: Chance
  let application = WalkApplication()
  private(set) var mistakes: [String] = []
  /// How many actions were sent.
  var actions = 0
  let tree = WalkTree()
  let fingers = WalkFingers()
  private let ledger = GestureLedger()
  private(set) var frameCount = 0
  private var expectedStepsBack = 0
  private var stepsBack = 0
  private var changes = 0
  /// Whether every finger is being lifted, and none may come down.
  private var isResting = false
  private lazy var target = WalkTarget(self)

  /// Whether views get gesture recognizers.
  private let hasGestures: Bool

  init(seed: UInt64, hasGestures: Bool) {
    self.hasGestures = hasGestures
    random = Chance(seed: seed)
    application.addObserver(self)
    tree.addWindows(to: application)
    startAfresh()
  }

  /// One line about what was done.
  var summary: String {
    "\(frameCount) frames, \(fingers.contactCount) contacts, \(actions) actions, \(changes) changes of views, "
      + "\(stepsBack) steps back in time, \(ledger.counts.recognized) gestures of \(ledger.counts.decided) decided"
  }

  /// Notes what is wrong, the first few times.
  func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
    guard !holds, mistakes.count < 10 else { return }
    mistakes.append("frame \(frameCount): \(text())")
  }

  /// Plays frames until so many are done or too much was wrong.
  func run(frames: Int) {
    let end = frameCount + frames
    while frameCount < end, mistakes.count < 10 {
      if frameCount % 256 == 255 {
        rest()
        if random.once(in: 8) { startAfresh() }
      } else {
        step()
      }
      takeComplaints()
    }
    rest()
    takeComplaints()
  }

  private func takeComplaints() {
    guard !application.complaints.isEmpty else { return }
    for complaint in application.complaints { expect(false, complaint) }
    application.complaints = []
  }

  // MARK: Frames

  private func step() {
    switch random.below(512) {
    case 0: loseDevice()
    case 1: application.advance(to: Timestamp(microseconds: fingers.time + 5_000))
    case 2..<6: change()
    default: break
    }
    send(fingers.nextFrame(random))
  }

  private func send(_ frame: TouchFrame) {
    frameCount += 1
    if frame.timestamp.microseconds < fingers.lastSent { expectedStepsBack += 1 }
    fingers.lastSent = max(fingers.lastSent, frame.timestamp.microseconds)
    application.handle(frame)
  }

  private func loseDevice() {
    let device = fingers.someDevice(random)
    if random.once(in: 2) {
      send(fingers.liftAll(of: device, .cancelled))
    } else {
      application.cancelTouches(of: DeviceID(rawValue: device))
      if random.once(in: 2) { _ = fingers.liftAll(of: device, .cancelled) }
    }
  }

  /// Lifts every finger; nothing may be left of any.
  private func rest() {
    isResting = true
    defer { isResting = false }
    for device in WalkFingers.devices { send(fingers.liftAll(of: device, .ended)) }
    // Longer than any recognizer waits.
    fingers.time += 20_000_000
    application.advance(to: Timestamp(microseconds: fingers.time))
    ledger.dropOrphans()
    for mistake in ledger.mistakes(at: application) { expect(false, mistake) }
    expect(application.event.allTouches.isEmpty, "touches are left after the last finger was lifted")
    for view in tree.views {
      switch view {
      case let control as WalkControl: expect(control.isAtRest, "a control is not at rest")
      case let view as WalkView: expect(view.isAtRest, "a view is not at rest")
      default: break
      }
    }
    expect(stepsBack == expectedStepsBack, "\(stepsBack) steps back were noticed of \(expectedStepsBack)")
  }

  /// Other views: those that are there end up hidden, disabled or squeezed to nothing.
  private func startAfresh() {
    tree.removeAll()
    // Sometimes so many that the engine searches them by an index.
    for _ in 0..<[12, 12, 25, 90][random.below(4)] { addView() }
  }

  // MARK: Changes

  /// Changes something once in so many times: called from within actions and touch methods.
  func chance(in times: Int) {
    guard random.once(in: times) else { return }
    change()
  }

  private func change() {
    changes += 1
    switch random.below(16) {
    case 0, 1: addView()
    case 2: tree.removeSome(random)
    case 3: tree.moveToOtherParent(random)
    case 4: application.cancelTouches(of: random.once(in: 2) ? nil : DeviceID(rawValue: 1))
    case 5: nestFrame()
    case 6: changeTargets()
    case 7: changeRecognizer()
    default: tree.changeSome(random)
    }
  }

  /// Sends a frame from within another's delivery; it waits for its turn.
  private func nestFrame() {
    guard fingers.isBuilt, !isResting else { return }
    var frame = fingers.nextFrame(random)
    frame.timestamp = Timestamp(microseconds: fingers.lastSent)
    frameCount += 1
    application.handle(frame)
  }

  private func addView() {
    let isControl = !random.once(in: 4)
    tree.add(random) { frame in
      guard isControl else { return withGestures(WalkView(self, frame: frame)) }
      let control = WalkControl(self, frame: frame)
      control.addTarget(target, action: .act, for: .allTouchEvents)
      return withGestures(control)
    }
  }

  /// Gives some views a recognizer or two, some of which wait for the one before.
  private func withGestures(_ view: View) -> View {
    guard hasGestures, random.once(in: 2) else { return view }
    var before: GestureRecognizer?
    for _ in 0...random.below(3) {
      let recognizer = RecognizerKind.allCases[random.below(RecognizerKind.allCases.count)].make()
      recognizer.delegate = self
      recognizer.cancelsTouchesInView = !random.once(in: 4)
      recognizer.delaysTouchesBegan = random.once(in: 8)
      recognizer.delaysTouchesEnded = random.once(in: 2)
      recognizer.addAction("act") { [unowned self] _ in chance(in: 16) }
      if let before, random.once(in: 4) { recognizer.require(toFail: before) }
      before = recognizer
      view.addGestureRecognizer(recognizer)
      ledger.add(recognizer)
    }
    return view
  }

  private func changeRecognizer() {
    guard let view = tree.someView(random), let recognizer = view.gestureRecognizers.first else { return }
    if random.once(in: 4) {
      view.removeGestureRecognizer(recognizer)
    } else {
      recognizer.isEnabled.toggle()
    }
  }

  private func changeTargets() {
    guard let control = tree.someView(random) as? WalkControl else { return }
    if control.allControlEvents.isEmpty {
      control.addTarget(target, action: .act, for: random.once(in: 2) ? .touchDown : .allTouchEvents)
    } else {
      control.removeTarget(target, action: nil, for: .allEvents)
    }
  }
}

extension RandomWalk: EngineObserver {
  func touchChanged(_ touch: Touch) {}

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    (control as? WalkControl)?.note(events)
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    expect(handled, "an action was not handled")
  }

  func anomaly(_ anomaly: Anomaly) {
    if anomaly.kind == .timeWentBack { stepsBack += 1 }
  }

  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {
    if let mistake = ledger.noteDecision(recognizer, reason) { expect(false, mistake) }
  }

  func violation(_ violation: StreamVerifier.Violation) { expect(false, "\(violation)") }
}

extension RandomWalk: GestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { !random.once(in: 16) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    guard !random.once(in: 16) else { return false }
    ledger.noteTouch(for: recognizer)
    return true
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { random.once(in: 4) }
}
