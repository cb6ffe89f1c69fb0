import ContactorCore

/// Keeps account of what recognizers decide: each sequence once, and nothing left after the last touch.
final class GestureLedger {
  /// A recognizer and the first touch of a sequence of its.
  private struct Sequence: Hashable {
    let recognizer: ObjectIdentifier
    let touch: TouchID?
  }

  private(set) var recognizers: [GestureRecognizer] = []
  private var decided: Set<Sequence> = []
  /// Recognizers that were given a touch since the last rest.
  private var busy: Set<ObjectIdentifier> = []
  /// Recognizers that decided since the last rest.
  private var done: Set<ObjectIdentifier> = []
  /// How many sequences were decided, and how many of them for a gesture.
  private(set) var counts = (decided: 0, recognized: 0)

  /// Takes a recognizer into account.
  func add(_ recognizer: GestureRecognizer) {
    recognizers.append(recognizer)
  }

  /// Forgets recognizers whose views are gone.
  func dropOrphans() {
    recognizers.removeAll { $0.view == nil }
  }

  /// Notes that a recognizer was given a touch.
  func noteTouch(for recognizer: GestureRecognizer) {
    busy.insert(ObjectIdentifier(recognizer))
  }

  /// Notes a decision; says what is wrong with it.
  func noteDecision(_ recognizer: GestureRecognizer, _ reason: GestureReason) -> String? {
    let identity = ObjectIdentifier(recognizer)
    counts.decided += 1
    if reason.isRecognized { counts.recognized += 1 }
    done.insert(identity)
    let sequence = Sequence(recognizer: identity, touch: recognizer.touchIDs.first)
    guard decided.insert(sequence).inserted else {
      return "\(recognizer.displayName) decided a sequence twice, now: \(reason)"
    }
    return nil
  }

  /// What is wrong after the last touch and the last deadline.
  func mistakes(at application: Application) -> [String] {
    defer {
      decided = []
      busy = []
      done = []
    }
    var found: [String] = []
    if let deadline = application.nextDeadline { found.append("something is due at \(deadline.microseconds)") }
    for recognizer in recognizers {
      let name = recognizer.displayName
      if recognizer.state != .possible { found.append("\(name) is \(recognizer.state) at rest") }
      if recognizer.isWaiting { found.append("\(name) waits at rest") }
      if recognizer.deadline != nil { found.append("\(name) has a deadline at rest") }
      if !recognizer.touchIDs.isEmpty { found.append("\(name) has touches at rest") }
      let identity = ObjectIdentifier(recognizer)
      if busy.contains(identity), !done.contains(identity) { found.append("\(name) has not decided") }
    }
    return found
  }
}
