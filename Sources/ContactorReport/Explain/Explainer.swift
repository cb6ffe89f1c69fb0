import ContactorCore
import ContactorLayout

/// Watches the engine and explains, for each sequence of touches, what every control and gesture did.
final class Explainer: EngineObserver {
  private unowned let session: LayoutSession
  private let nouns: [String: String]
  private let bindings: ExplainBindings
  private let yield: ([String]) -> Void
  private var sequence: SequenceStory?
  private var count = 0
  /// The recognizers that have touches of the sequence and are undecided.
  private var undecided: [ObjectIdentifier: GestureRecognizer] = [:]
  private var began: [Touch] = []
  private var secure: SecureTouches
  /// The recognizers that decided last, and when: touches that were delayed for them are delivered at that moment.
  private var decided: (time: Timestamp, recognizers: [GestureRecognizer]) = (Timestamp(microseconds: 0), [])
  /// Whether the recording is over and the remaining touches are being cancelled.
  var isEnding = false

  /// Watches a session, whose log is not written meanwhile.
  ///
  /// - Parameters:
  ///   - layout: the user's layout; `nil` where there is none, so that missing actions are not mentioned.
  ///   - yield: gets the lines of each sequence at its end.
  init(_ session: LayoutSession, layout: Layout?, yield: @escaping ([String]) -> Void) {
    self.session = session
    self.yield = yield
    bindings = ExplainBindings(layout)
    secure = SecureTouches(layout)
    var nouns: [String: String] = [:]
    for view in layout?.allViews ?? [] { nouns[view.id] = view.kind.noun }
    self.nouns = nouns
    session.application.addObserver(self)
    for gesture in session.gestures {
      gesture.refused = { [weak self, unowned recognizer = gesture.recognizer] touch in
        guard let self, !secure.covers(touch.view?.identifier ?? "") else { return }
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
    if undecided.isEmpty, !session.application.event.allTouches.contains(where: \.isAlive) { finish() }
  }

  /// Ends the sequence that is going on and yields its lines.
  func finish() {
    guard let story = sequence else { return }
    sequence = nil
    undecided = [:]
    count += 1
    yield(story.lines(count, session.gestures, bindings: bindings))
  }

  // MARK: Touches that no control got

  private func noteTouchWithoutControl(_ touch: Touch) {
    if let control = touch.view as? Control {
      let isTold = sequence?.controls.contains { $0.control == control.identifier && $0.touch == touch.id } ?? false
      guard !isTold else { return }
      var story = ControlStory(control, noun: noun(of: control), touch: touch.id)
      if !control.isEnabled {
        story.thief = "touch \(touch.id.rawValue) did nothing, for it is disabled"
      } else if let tracked = control.trackedTouch {
        story.thief = "touch \(touch.id.rawValue) did nothing, for it tracks touch \(tracked.id.rawValue)"
      } else {
        story.thief = "touch \(touch.id.rawValue) was kept from it by another view or a gesture"
      }
      sequence?.add(story)
    } else if let (name, distance) = nearestControl(to: touch) {
      sequence?.remark(
        "no control under touch \(touch.id.rawValue); the nearest, \(name), is \(Measure.points(distance)) away")
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

  private func noun(of control: Control) -> String { nouns[control.identifier] ?? "control" }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) {
    if touch.phase == .began {
      began.append(touch)
      if sequence == nil { sequence = SequenceStory(at: touch.timestamp) }
    }
    sequence?.take(touch, isSecure: secure.admit(touch), isEnding: isEnding)
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard let touch, sequence != nil, !secure.covers(control.identifier) else { return }
    let id = touch.id
    let index = sequence?.controls.firstIndex { $0.control == control.identifier && $0.touch == id }
    guard let place = index ?? sequence?.add(ControlStory(control, noun: noun(of: control), touch: id)) else { return }
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
    sequence?.controls[place].hold(events, for: delay, holders.map(\.displayName))
  }

  /// Notes which gesture took touches from their controls: those were cancelled just before it began.
  private func blame(_ winner: GestureRecognizer, at time: Timestamp) {
    guard winner.cancelsTouchesInView, let controls = sequence?.controls else { return }
    for index in controls.indices where winner.touchIDs.contains(controls[index].touch) && controls[index].isCancelled(at: time) {
      sequence?.controls[index].thief = "gesture \(winner.displayName) has the touch"
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
  }
}
