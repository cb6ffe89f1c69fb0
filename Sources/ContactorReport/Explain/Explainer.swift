import ContactorControls
import ContactorCore
import ContactorEvdev
import ContactorLayout

/// Watches the engine and explains, for each sequence of touches, what every control and gesture did.
final class Explainer: EngineObserver {
  unowned let session: LayoutSession
  private let kinds: [String: LayoutKind]
  private let bindings: ExplainBindings
  private let yield: ([String]) -> Void
  private var sequence: SequenceStory?
  private var count = 0
  /// The recognizers that have touches of the sequence and are undecided.
  private var undecided: [ObjectIdentifier: GestureRecognizer] = [:]
  private var began: [Touch] = []
  private(set) var secure: SecureTouches
  /// The recognizers that decided last, and when: touches that were delayed for them are delivered at that moment.
  private var decided: (time: Timestamp, recognizers: [GestureRecognizer]) = (Timestamp(microseconds: 0), [])
  /// The receiver of the key that is being typed on a keyboard on the screen.
  var keyReceiver = KeyboardStory.Receiver.nobody
  /// The pans of scroll views, by recognizer: the name of the view.
  private var scrollPans: [ObjectIdentifier: String] = [:]
  /// How long forwarding holds touches back.
  private var holds = ForwardHolds()
  /// Whether the touches are over and something still moves.
  private var isComingToRest = false
  /// Whether the recording is over and the remaining touches are being cancelled.
  var isEnding = false

  /// Watches a session, whose log is not written meanwhile.
  ///
  /// - Parameters:
  ///   - layout: the user's layout; `nil` if there is none, so that missing actions are not mentioned.
  ///   - yield: gets the lines of each sequence at its end.
  init(_ session: LayoutSession, layout: Layout?, yield: @escaping ([String]) -> Void) {
    self.session = session
    self.yield = yield
    bindings = ExplainBindings(layout)
    secure = SecureTouches(layout)
    var kinds: [String: LayoutKind] = [:]
    for view in layout?.allViews ?? [] { kinds[view.id] = view.kind }
    self.kinds = kinds
    session.application.addObserver(self)
    for (id, responder) in session.responders {
      if let view = responder as? ScrollView, let kind = kinds[id] {
        scrollPans[ObjectIdentifier(view.panGestureRecognizer)] = "\(kind.noun) \(id)"
      }
      (responder as? Keyboard)?.delegate = self
    }
    session.onBounce = { [weak self] in self?.take($1, on: $0) }
    session.onForwardNote = { [weak self] in self?.take($0, of: $1, $2) }
    for gesture in session.gestures {
      gesture.refused = { [weak self, unowned recognizer = gesture.recognizer] touch in
        guard let self, touch.view.map({ secure.covers($0) }) != true else { return }
        sequence?.change(recognizer) { $0.takeOutside(touch.id) }
      }
    }
  }

  /// Looks at the touches that the last step began; call it after each step.
  func settle() {
    for touch in began {
      for recognizer in touch.gestureRecognizers where recognizer.state == .possible {
        undecided[ObjectIdentifier(recognizer)] = recognizer
      }
      guard !secure.contains(touch.id) else {
        for recognizer in touch.gestureRecognizers { sequence?.hide(recognizer) }
        continue
      }
      noteTouchWithoutControl(touch)
    }
    began = []
    for story in kindStories { story.update() }
    guard undecided.isEmpty, !session.application.event.allTouches.contains(where: \.isAlive) else { return }
    // A wheel or a list goes on after the finger; the next touch ends the sequence, too.
    isComingToRest = kindStories.contains { !$0.isAtRest }
    if !isComingToRest { finish() }
  }

  /// The stories of views of the sequence.
  var kindStories: [KindStory] { sequence?.kinds ?? [] }

  /// Ends the sequence that is going on and yields its lines.
  func finish() {
    guard let story = sequence else { return }
    sequence = nil
    isComingToRest = false
    undecided = [:]
    count += 1
    yield(story.lines(count, session.gestures, bindings: bindings))
  }

  // MARK: Touches that no control got

  private func noteTouchWithoutControl(_ touch: Touch) {
    // A touch beside an open menu has closed it by now.
    let told = owner(of: touch) ?? kindStories.first { $0.touch == touch.id }?.id
    guard let id = told, let owner = session.responders[id] as? View else { return noteNearest(to: touch) }
    if let control = owner as? Control {
      let isTold = sequence?.controls.contains { $0.control == id && $0.touch == touch.id } ?? false
      guard !isTold else { return }
      var story = ControlStory(id, noun: noun(of: id), touch: touch.id)
      if touch.view !== control, control is PopUpButton {
        // In its open menu.
      } else if !control.isEnabled {
        story.thief = "touch \(touch.id.rawValue) did nothing, for it is disabled"
      } else if let tracked = control.trackedTouch {
        story.thief = "touch \(touch.id.rawValue) did nothing, for it tracks touch \(tracked.id.rawValue)"
      } else {
        story.thief = "touch \(touch.id.rawValue) was kept from it by another view or a gesture"
      }
      sequence?.add(story)
    } else if !kindStories.contains(where: { $0.touch == touch.id }) {
      noteNearest(to: touch)
    }
  }

  private func noteNearest(to touch: Touch) {
    if let id = progress(under: touch) {
      sequence?.remark("progress view \(id) is under touch \(touch.id.rawValue), and takes no touches")
    } else if let (name, distance) = nearestControl(to: touch) {
      sequence?.remark(
        "no control under touch \(touch.id.rawValue); the nearest, \(name), is \(Measure.points(distance)) away")
    }
  }

  /// The bar that is shown where a touch is.
  private func progress(under touch: Touch) -> String? {
    kinds.filter { $0.value == .progress && !secure.covers($0.key) }.keys.sorted().first { id in
      guard let view = session.responders[id] as? View, view.window === touch.window, !view.isHidden else { return false }
      return view.bounds.contains(touch.location(in: view))
    }
  }

  /// The id of the view of the layout that a touch hit: the one that it is in, or the pop-up button whose menu it is in.
  private func owner(of touch: Touch) -> String? {
    if let view = touch.view, let id = owner(of: view) { return id }
    guard let window = touch.window, !session.owns(window) else { return nil }
    return openPopUp
  }

  /// The id of the nearest view of the layout around a view.
  func owner(of view: View) -> String? {
    var next: View? = view
    while let current = next, !(current is Window) {
      if kinds[current.identifier] != nil, session.responders[current.identifier] === current { return current.identifier }
      next = current.superview
    }
    return nil
  }

  /// The id of the pop-up button whose menu is open.
  private var openPopUp: String? {
    kinds.first { $0.value == .popUp && (session.responders[$0.key] as? PopUpButton)?.menu.isOpen == true }?.key
  }

  /// The name of the view that a touch hit, for its line.
  private func name(of touch: Touch) -> String {
    guard let view = touch.view else { return "" }
    if let id = owner(of: view) { return id }
    if session.owns(view) { return view.identifier }
    return owner(of: touch).map { "the menu of \($0)" } ?? view.identifier
  }

  /// Begins the stories of the views that a touch may do something to, before they get it.
  private func beginKindStories(_ touch: Touch) {
    guard let id = owner(of: touch), !secure.covers(id), var view = session.responders[id] as? View else { return }
    for story in kindStories { story.update() }
    if let story = KindStory.of(view, id, touch) { sequence?.add(story) }
    while let around = view.superview {
      if around is ScrollView, let id = owner(of: around), session.responders[id] === around, !secure.covers(id),
        let story = KindStory.of(around, id, touch)
      {
        sequence?.add(story)
      }
      view = around
    }
  }

  /// The control nearest to a touch that hit none, if it is within `trackingOutset`.
  private func nearestControl(to touch: Touch) -> (String, Double)? {
    let limit = session.application.tuning.trackingOutset
    var nearest: (String, Double)?
    for (name, responder) in session.responders.sorted(by: { $0.key < $1.key }) {
      guard let control = responder as? Control, control.window === touch.window, !control.isHidden else { continue }
      let distance = control.bounds.distance(to: touch.location(in: control))
      if distance <= limit, distance < nearest?.1 ?? .infinity { nearest = (name, distance) }
    }
    return nearest
  }

  private func noun(of id: String) -> String { kinds[id]?.noun ?? "control" }

  // MARK: Contacts that bounce

  /// Explains that a contact ended and began again, and why that is one touch.
  private func take(_ bounce: ContactDebounce.Bounce, on device: DeviceID) {
    let touches = session.application.event.allTouches
    guard let touch = touches.first(where: { $0.device == device && $0.trackingID == bounce.trackingID }), !secure.contains(touch.id)
    else { return }
    let gap = DecimalText.of(Double(bounce.gap / 100) / 10)
    let way = Measure.way(bounce.distance, touch.window?.pointsPerMillimetre)
    sequence?.remark("touch \(touch.id.rawValue) was away for \(gap) ms and began again \(way) from there: one touch (debounce)")
  }

  // MARK: Forwarding

  /// Tells why the application did not get a touch, or got it later.
  private func take(_ note: ForwardNote, of panel: TouchDevice, _ touch: TouchID?) {
    let hold = holds.take(note, on: panel.id)
    guard let story = sequence, touch.map(secure.contains) != true else { return }
    // A rule delays each touch; only the end of the delay is reported, with its length.
    if note.action == .held, note.isRoutine { return }
    let subject = touch.map { "touch \($0.rawValue)" } ?? "a contact"
    sequence?.remark(note.sentence(of: subject, on: panel.shortName, from: story.start, hold: hold))
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    let isSecure = secure.admit(touch)
    if touch.phase == .began {
      if isComingToRest {
        for story in kindStories { story.update() }
        finish()
      }
      began.append(touch)
      if sequence == nil { sequence = SequenceStory(at: touch.timestamp) }
      if !isSecure { beginKindStories(touch) }
    }
    for story in kindStories where story.touch == touch.id && !isEnding { story.follow(touch) }
    sequence?.take(touch, in: name(of: touch), isSecure: isSecure, isEnding: isEnding)
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    let name = control.identifier
    guard sequence != nil, !secure.covers(name), kinds[name] != nil else { return }
    let told = sequence?.controls.lastIndex { $0.control == name && (touch == nil || $0.touch == touch?.id) }
    guard let touch else {
      // Sent by itself, after the touch: a wheel that came to rest, a menu's choice.
      if let told, kindStories.contains(where: { $0.id == name }) {
        sequence?.controls[told].take(events, control, nil, at: session.application.now, limit: 0)
      }
      return
    }
    guard let place = told ?? sequence?.add(ControlStory(name, noun: noun(of: name), touch: touch.id)) else { return }
    let limit = control.trackingOutsetInPoints
    sequence?.controls[place].take(events, control, touch, at: session.application.now, limit: limit)
    noteDelay(of: events, touch, place)
    guard events.contains(.touchCancel) else { return }
    sequence?.controls[place].thief =
      isEnding ? "the recording ends" : touch.isAlive ? "it was disabled or removed" : "the touch was taken away"
  }

  /// Notes how long after the finger a control sent `touchDown` or an up event, and which gestures it was held back for.
  private func noteDelay(of events: Control.Events, _ touch: Touch, _ place: Int) {
    let now = session.application.now
    guard decided.time == now else { return }
    let isUp = !events.isDisjoint(with: [.touchUpInside, .touchUpOutside])
    guard isUp || events.contains(.touchDown) else { return }
    let delay = now - (isUp ? touch.timestamp : touch.beganAt)
    let holders = decided.recognizers.filter { isUp ? $0.delaysTouchesEnded : $0.delaysTouchesBegan }
    guard delay > .zero, !holders.isEmpty else { return }
    let pans = holders.compactMap { scrollPans[ObjectIdentifier($0)] }
    let gestures = holders.filter { scrollPans[ObjectIdentifier($0)] == nil }
    sequence?.controls[place].hold(events, for: delay, gestures.map(\.displayName), scrollViews: pans)
  }

  /// Notes which gesture took touches from their controls: those were cancelled just before it began.
  private func blame(_ winner: GestureRecognizer, at time: Timestamp) {
    guard winner.cancelsTouchesInView, let controls = sequence?.controls else { return }
    let name = scrollPans[ObjectIdentifier(winner)] ?? "gesture \(winner.displayName)"
    for index in controls.indices where winner.touchIDs.contains(controls[index].touch) {
      if controls[index].isCancelled(at: time) {
        sequence?.controls[index].thief = "\(name) has the touch"
      } else if controls[index].isSilent, controls[index].thief != nil {
        sequence?.controls[index].thief = "touch \(controls[index].touch.rawValue) did not reach it: \(name) has it"
      }
    }
  }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func anomaly(_ anomaly: Anomaly) {}

  func violation(_ violation: StreamVerifier.Violation) {}

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    sequence?.change(recognizer) { $0.take(state, at: time) }
    if state == .began || state == .ended { blame(recognizer, at: time) }
  }

  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {
    undecided[ObjectIdentifier(recognizer)] = nil
    let now = session.application.now
    decided = (now, (decided.time == now ? decided.recognizers : []) + [recognizer])
    sequence?.change(recognizer) { $0.take(reason) }
    guard scrollPans[ObjectIdentifier(recognizer)] != nil, let id = recognizer.view?.identifier else { return }
    // The latest touch of the view; the fingers of one drag share the decision.
    for story in kindStories where story.id == id && !story.isDecided { story.take(reason) }
  }
}
