/// Checks what the engine promises of every stream of touches (contract 10.1); debug builds run it on each delivery.
///
/// Each touch begins once, ends or is cancelled once, and never moves outside that; time never runs backward; controls track only
/// touches that are alive; after the last touch no control tracks and every recognizer is reset.
public struct StreamVerifier {
  /// A violation of a rule.
  public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    /// A rule of the stream.
    public enum Rule: String, Hashable, Sendable {
      /// A touch began a second time.
      case beganAgain
      /// The first phase of a touch was another than began.
      case neverBegan
      /// A touch was reported after it had ended.
      case afterEnd
      /// A touch vanished without an end.
      case vanished
      /// Time ran backward.
      case timeWentBack
      /// A control tracks a touch that is over.
      case staleTracking
      /// A control tracks a touch that belongs to another view or was not delivered to it.
      case foreignTracking
      /// A gesture recognizer is not reset after the last touch.
      case stuckRecognizer
    }

    /// The rule that was violated.
    public let rule: Rule
    /// The touch that violates the rule.
    public let touch: TouchID
    /// The time of the violation.
    public let timestamp: Timestamp
    /// The label of the recognizer that violates the rule; empty if the violation concerns none.
    public var recognizer = ""

    /// One line for a log.
    public var description: String {
      let subject = recognizer.isEmpty ? "" : " of \(recognizer)"
      return "\(rule.rawValue): touch \(touch.rawValue)\(subject) at \(timestamp.microseconds)"
    }
  }

  /// The state of a touch after the last delivery; it does not retain the touch, which would retain its view.
  private struct TouchRecord {
    let id: TouchID
    /// The last delivery that changed the touch: between deliveries a touch that began keeps that phase.
    var changedIn: UInt64
    var isOver = false
  }

  /// In ascending order of the touches' numbers, which is that of their beginnings.
  private var records: ContiguousArray<TouchRecord> = []
  private var lastID = 0
  private var lastTime = Timestamp(microseconds: .min)

  /// Creates a verifier that has seen nothing.
  public init() {}

  /// Forgets the time of the last delivery, after which event time is turned back (contract 1.10).
  mutating func forgetTime() { lastTime = Timestamp(microseconds: .min) }

  /// Checks the touches after a delivery, before those that ended are dropped; O(touches).
  public mutating func check(_ touches: TouchSet, at time: Timestamp) -> [Violation] {
    var found: [Violation] = []
    let add = { (rule: Violation.Rule, id: TouchID) in
      found.append(Violation(rule: rule, touch: id, timestamp: time))
    }
    if time < lastTime { add(.timeWentBack, TouchID(rawValue: 0)) }
    lastTime = max(lastTime, time)
    let before = records
    records = []
    records.reserveCapacity(touches.count)
    var rest = before[...]
    for touch in touches {
      while let first = rest.first, first.id < touch.id {
        if !first.isOver { add(.vanished, first.id) }
        rest.removeFirst()
      }
      let entry = rest.first.flatMap { $0.id == touch.id ? $0 : nil }
      if entry != nil { rest.removeFirst() }
      see(touch, entry, add)
      checkTracking(of: touch, add)
      if touch.isAlive { records.append(TouchRecord(id: touch.id, changedIn: touch.changedIn)) }
    }
    for entry in rest where !entry.isOver { add(.vanished, entry.id) }
    return found
  }

  private mutating func see(_ touch: Touch, _ entry: TouchRecord?, _ add: (Violation.Rule, TouchID) -> Void) {
    if let entry {
      if touch.phase == .began, touch.changedIn != entry.changedIn { add(.beganAgain, touch.id) }
      return
    }
    // A touch that was removed during its first delivery has begun and is over.
    if touch.id.rawValue <= lastID {
      add(touch.phase == .began ? .beganAgain : .afterEnd, touch.id)
    } else if touch.phase != .began, !touch.isRevoked {
      add(.neverBegan, touch.id)
    }
    lastID = max(lastID, touch.id.rawValue)
  }

  private func checkTracking(of touch: Touch, _ add: (Violation.Rule, TouchID) -> Void) {
    guard let control = touch.view as? Control, let tracked = control.trackedTouch else { return }
    // The end of the touch is withheld from the control until a gesture has decided.
    if tracked.delayedPhase == .ended { return }
    if !tracked.isAlive { add(.staleTracking, tracked.id) }
    // A view inside a control may have passed its touches to the control.
    if tracked.view?.isDescendant(of: control) != true || !tracked.isDelivered { add(.foreignTracking, tracked.id) }
  }
}
