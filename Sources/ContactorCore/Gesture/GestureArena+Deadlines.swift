extension GestureArena {
  /// Has the timer go off at the earliest deadline of all recognizers.
  func deadlineChanged() {
    var wanted: Timestamp?
    for recognizer in active {
      guard let deadline = recognizer.deadline else { continue }
      wanted = min(wanted ?? deadline, deadline)
    }
    guard wanted != timer?.deadline else { return }
    if let timer { application.cancel(timer.token) }
    timer = wanted.map { ($0, application.schedule(at: $0, alarm)) }
  }

  /// Calls the recognizers whose deadline has come, earliest first.
  func fire() {
    timer = nil
    depth += 1
    let moment = now
    let recognizers = active
    while let next = recognizers.filter({ $0.deadline ?? .never <= moment }).min(by: isEarlier) {
      next.deadline = nil
      next.deadlinePassed(at: moment)
      // A deadline that does not lie ahead would never let time go on.
      if let again = next.deadline, again <= moment { next.deadline = moment.advanced(byMicroseconds: 1) }
    }
    releaseHeld()
    depth -= 1
    deadlineChanged()
    settle()
  }

  private func isEarlier(_ left: GestureRecognizer, _ right: GestureRecognizer) -> Bool {
    (left.deadline ?? .never) < (right.deadline ?? .never)
  }
}

extension Timestamp {
  /// A moment that does not come.
  fileprivate static let never = Timestamp(microseconds: .max)
}
