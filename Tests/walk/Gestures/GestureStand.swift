import ContactorCore

/// The real engine with recognizers of every kind on a view and on a control inside it, at rest between sequences of steps.
final class GestureStand {
  /// How recognizers get on with each other.
  enum Manner: CaseIterable {
    /// One of a view's recognizers wins.
    case alone
    /// All go on together.
    case together
    /// A tap waits for the double tap to fail, a pan for the swipe; views are told late.
    case waiting
  }

  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  private let inner = Control(frame: Rect(x: 300, y: 150, width: 200, height: 180))
  private let manner: Manner
  private let ledger = GestureLedger()
  private var time: Int64 = 0
  private var number: Int32 = 0
  private var contacts: [Contact?] = []
  /// What was wrong since it was last taken.
  private var complaints: [String] = []

  init(_ manner: Manner) {
    self.manner = manner
    application.addWindow(window)
    application.addObserver(self)
    let outer = View(frame: window.bounds)
    outer.isMultipleTouchEnabled = true
    inner.isMultipleTouchEnabled = true
    window.addSubview(outer)
    outer.addSubview(inner)
    for view in [outer, inner] { fill(view) }
  }

  private func fill(_ view: View) {
    var made: [RecognizerKind: GestureRecognizer] = [:]
    for kind in RecognizerKind.allCases {
      let recognizer = kind.make()
      recognizer.name = "\(kind) of \(view is Control ? "inner" : "outer")"
      recognizer.delegate = self
      recognizer.delaysTouchesBegan = manner == .waiting && kind == .longPress
      view.addGestureRecognizer(recognizer)
      ledger.add(recognizer)
      made[kind] = recognizer
    }
    guard manner == .waiting, let tap = made[.tap], let double = made[.doubleTap] else { return }
    tap.require(toFail: double)
    if let pan = made[.pan], let swipe = made[.swipe] { pan.require(toFail: swipe) }
  }

  /// How many sequences were decided, and how many of them for a gesture.
  var counts: (decided: Int, recognized: Int) { ledger.counts }

  /// Plays moves, lifts what is down, lets every deadline pass, and says what was wrong.
  ///
  /// - Parameter interval: the time from frame to frame, in microseconds.
  func play(_ moves: [Move], fingers: Int, interval: Int64) -> [String] {
    contacts = Array(repeating: nil, count: fingers)
    for move in moves { take(move, interval) }
    for finger in 0..<fingers where contacts[finger] != nil { take(Move(finger: finger, step: .up), interval) }
    // Longer than any recognizer waits.
    time += 20_000_000
    application.advance(to: Timestamp(microseconds: time))
    var found = complaints + ledger.mistakes(at: application)
    complaints = []
    if !application.event.allTouches.isEmpty { found.append("touches are left") }
    if inner.isTracking || inner.isHighlighted { found.append("the control is not at rest") }
    return found
  }

  private func take(_ move: Move, _ interval: Int64) {
    time += interval
    let finger = move.finger
    // Close together in the inner control, far apart outside of it and near the left edge.
    let middle = Point(x: 360 + Double(finger) * 40, y: 240)
    let far = Point(x: 20 + Double(finger) * 300, y: 60 + Double(finger) * 150)
    var contact = contacts[finger] ?? Contact(trackingID: 0, slot: Int32(finger), phase: .began, location: middle)
    switch move.step {
    case .down:
      number += 1
      contact = Contact(trackingID: number, slot: Int32(finger), phase: .began, location: middle)
    case .moveIn: (contact.phase, contact.location) = (.moved, middle)
    case .moveOut: (contact.phase, contact.location) = (.moved, far)
    case .up: contact.phase = .ended
    case .cancel: contact.phase = .cancelled
    }
    contacts[finger] = move.step == .up || move.step == .cancel ? nil : contact
    application.handle(
      TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: [contact]))
  }
}

extension GestureStand: GestureRecognizerDelegate {
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    ledger.noteTouch(for: recognizer)
    return true
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { manner == .together }
}

extension GestureStand: EngineObserver {
  func touchChanged(_ touch: Touch) {}

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func anomaly(_ anomaly: Anomaly) { complaints.append("anomaly: \(anomaly.kind)") }

  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {
    if let mistake = ledger.noteDecision(recognizer, reason) { complaints.append(mistake) }
  }

  func violation(_ violation: StreamVerifier.Violation) { complaints.append("\(violation)") }
}
