import ContactorCore

/// What a control made of a touch, for a line of an explanation.
struct ControlStory {
  let control: String
  let touch: TouchID
  private let noun: String
  /// What the control sent, in order, with times; drags are left out.
  ///
  /// What is sent again and again is one entry with the time of the last, and the number.
  private var sent: [(events: Control.Events, count: Int, time: Timestamp)] = []
  /// Which events gestures held back, and how long.
  private var holds: [String] = []
  /// How many entries a story has; what changes more often is not told.
  private static let limit = 200
  private var bits: Control.Events = []
  /// How far the touch was beyond the control's bounds when it left, and how far it may be.
  private var leaving: (distance: Double, limit: Double, time: Timestamp)?
  /// What took the touch away, or kept it from the control.
  var thief: String?

  init(_ control: Control, noun: String, touch: TouchID) {
    self.control = control.identifier
    self.noun = noun
    self.touch = touch
  }

  /// Takes what the control sends.
  mutating func take(_ events: Control.Events, _ control: Control, _ touch: Touch?, at time: Timestamp, limit: Double) {
    bits.formUnion(events)
    let quiet: Control.Events = [.touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit]
    let isOutside = !events.isDisjoint(with: [.touchDragExit, .touchUpOutside])
    if isOutside, let touch, leaving == nil || events.contains(.touchDragExit) {
      leaving = (Self.distance(of: touch, beyond: control), limit, time)
    }
    if events.contains(.touchDragEnter) { leaving = nil }
    let told = events.subtracting(quiet)
    if !told.isEmpty { append(told, at: time) }
  }

  private mutating func append(_ events: Control.Events, at time: Timestamp) {
    let leftAt = leaving?.time
    // What comes before the touch left and what comes after it are told apart.
    if let last = sent.last, last.events == events, leftAt.map({ (last.time < $0) == (time < $0) }) ?? true {
      sent[sent.count - 1] = (events, last.count + 1, time)
    } else {
      if sent.count == Self.limit { sent.remove(at: Self.limit / 2) }
      sent.append((events, 1, time))
    }
  }

  /// Notes that gestures held events back until they decided.
  mutating func hold(_ events: Control.Events, for delay: Duration, _ gestures: [String]) {
    guard holds.count < 8 else { return }
    let names = events.names.joined(separator: "+")
    let length = Measure.after(delay).dropFirst()
    let by = gestures.prefix(4).joined(separator: ", ") + (gestures.count > 4 ? " and \(gestures.count - 4) more" : "")
    holds.append("\(names) was held back \(length) by gesture\(gestures.count > 1 ? "s" : "") \(by)")
  }

  /// Whether the last that it sent is `touchCancel`, at this moment.
  func isCancelled(at time: Timestamp) -> Bool {
    sent.last.map { $0.events.contains(.touchCancel) && $0.time == time } ?? false
  }

  /// One line; times are counted from `origin`.
  ///
  /// - Parameter bound: the events that something is bound to; `nil` where that does not matter.
  func line(from origin: Timestamp, bound: Control.Events?) -> String {
    let name = "control \(control): "
    guard let last = sent.last else { return name + (thief ?? "took no touch") }
    let way = leaving.map { leaving in
      "touch left the \(noun) by \(Measure.points(leaving.distance)) > \(Measure.points(leaving.limit))"
        + " at \(Measure.after(leaving.time - origin)): "
    }
    let before = sent.filter { entry in leaving.map { entry.time < $0.time } ?? true }
    let after = sent.dropFirst(before.count)
    var text = name + Self.list(before[...], origin)
    if let way { text += (before.isEmpty ? "" : ", ") + way + Self.list(after, origin) }
    if last.events.contains(.touchCancel), let thief { text += ": \(thief)" }
    for hold in holds { text += "; " + hold }
    if let bound, bits.isDisjoint(with: bound) { text += ", but nothing is bound to what it sent" }
    return text
  }

  /// What was sent, with times; what was sent again and again once, with the number.
  private static func list(_ sent: ArraySlice<(events: Control.Events, count: Int, time: Timestamp)>, _ origin: Timestamp) -> String {
    var parts: [(events: Control.Events, count: Int, time: Timestamp)] = []
    for (events, count, time) in sent {
      if let last = parts.last, last.events == events {
        parts[parts.count - 1] = (events, last.count + count, time)
      } else {
        parts.append((events, count, time))
      }
    }
    return parts.map { events, count, time in
      let times = count > 1 ? " \(count) times, last" : ""
      return events.names.joined(separator: "+") + times + " at \(Measure.after(time - origin))"
    }.joined(separator: ", ")
  }

  /// How far the touch is beyond the control's bounds, along the axis where that is more.
  private static func distance(of touch: Touch, beyond control: Control) -> Double {
    control.bounds.distance(to: touch.location(in: control))
  }
}

extension Rect {
  /// How far a point is beyond the rectangle, along the axis where that is more; 0 inside.
  func distance(to point: Point) -> Double {
    max(0, minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
  }
}
