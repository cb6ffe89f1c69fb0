import ContactorCore
import ContactorLayout

/// The course of one touch, for a line of an explanation.
struct TouchStory {
  let id: TouchID
  private let view: String
  /// Whether the touch is secure, so that the line has only its times.
  private let isSecure: Bool
  private let start: Point
  private let density: Double?
  private var end: (phase: TouchPhase, time: Timestamp)?
  private var way = 0.0

  /// - Parameter view: the name of the view that the touch hit; empty for none.
  init(_ touch: Touch, in view: String, isSecure: Bool) {
    id = touch.id
    self.isSecure = isSecure
    self.view = view
    start = touch.location(in: nil)
    density = touch.window?.pointsPerMillimetre
  }

  /// Takes the touch's next state.
  ///
  /// - Parameter isEnding: whether the recording is over: the finger was not lifted, as far as is known.
  mutating func take(_ touch: Touch, isEnding: Bool) {
    let place = touch.location(in: nil) - start
    way = max(way, (place.x * place.x + place.y * place.y).squareRoot())
    if !touch.isAlive, !isEnding { end = (touch.phase, touch.timestamp) }
  }

  /// One line; times are counted from `origin`.
  func line(from origin: Timestamp, beganAt: Timestamp) -> String {
    var text = "touch \(id.rawValue): down "
    if isSecure {
      text += "in a secure view"
    } else {
      text += "at \(Measure.place(start))" + (view.isEmpty ? " outside of every view" : " in \(view)")
    }
    if beganAt > origin { text += " at \(Measure.after(beganAt - origin))" }
    if !isSecure { text += ", moved \(Measure.way(way, density))" }
    guard let end else { return text + ", still down at the end" }
    return text + ", \(end.phase == .ended ? "lifted" : "cancelled") at \(Measure.after(end.time - origin))"
  }
}

/// A control's response to a touch, for a line of an explanation.
struct ControlStory {
  let control: String
  let touch: TouchID
  private let noun: String
  /// The events that the control sent, in order, without drags.
  ///
  /// A run of identical events is one entry with the time of the last and their number.
  private var sent: [(events: Control.Events, count: Int, time: Timestamp)] = []
  /// The events that gestures held back, and how long, as text.
  private var holds: [String] = []
  /// The largest number of entries; of more, those in the middle are dropped.
  private static let limit = 200
  private var bits: Control.Events = []
  /// The touch's distance from the control's bounds when it left, and the distance that is allowed, in points.
  private var leaving: (distance: Double, limit: Double, time: Timestamp)?
  /// Why the control lost the touch or did not get it, as text.
  var thief: String?

  init(_ id: String, noun: String, touch: TouchID) {
    control = id
    self.noun = noun
    self.touch = touch
  }

  /// Takes events that the control sends.
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
    // A run does not go on across the moment in which the touch left.
    if let last = sent.last, last.events == events, leftAt.map({ (last.time < $0) == (time < $0) }) ?? true {
      sent[sent.count - 1] = (events, last.count + 1, time)
    } else {
      if sent.count == Self.limit { sent.remove(at: Self.limit / 2) }
      sent.append((events, 1, time))
    }
  }

  /// Notes that gestures, or scroll views by their names, held events back until they decided.
  mutating func hold(_ events: Control.Events, for delay: Duration, _ gestures: [String], scrollViews: [String]) {
    guard holds.count < 8 else { return }
    let names = events.names.joined(separator: "+")
    let length = Measure.after(delay).dropFirst()
    let more = gestures.count > 4 ? " and \(gestures.count - 4) more" : ""
    let by = gestures.isEmpty ? [] : ["gesture\(gestures.count > 1 ? "s" : "") \(gestures.prefix(4).joined(separator: ", "))\(more)"]
    holds.append("\(names) was held back \(length) by \((by + scrollViews.prefix(4)).joined(separator: " and "))")
  }

  /// Whether the control has sent nothing so far.
  var isSilent: Bool { sent.isEmpty }

  /// Whether the last event is `touchCancel`, sent at this moment.
  func isCancelled(at time: Timestamp) -> Bool {
    sent.last.map { $0.events.contains(.touchCancel) && $0.time == time } ?? false
  }

  /// One line; times are counted from `origin`.
  ///
  /// - Parameters:
  ///   - bound: the events that something is bound to; `nil` where that does not matter.
  ///   - story: the touch's effect on the control, if its kind has one.
  func line(from origin: Timestamp, bound: Control.Events?, _ story: KindStory?) -> String {
    let name = "control \(control): "
    guard let last = sent.last else {
      // A touch in the menu of a pop-up button is not the button's.
      if let effect = story?.effect(after: [], from: origin), thief == nil { return name + effect }
      return name + (thief ?? "took no touch")
    }
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
    let effect = story?.effect(after: bits, from: origin)
    if let effect { text += "; " + effect }
    // Views such as keyboards are of use without actions; what kept a value from changing has been told.
    if effect != nil, story?.hasChangedValue == false { return text }
    if let bound, bits.isDisjoint(with: bound) { text += ", but nothing is bound to what it sent" }
    return text
  }

  /// A list of events with times, runs of identical events joined.
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

/// A recognizer's decision on a sequence of touches, for a line of an explanation.
struct GestureStory {
  let name: String
  let kind: String
  private var reason: GestureReason?
  /// The first touches that began outside the gesture's region.
  private var outside: [TouchID] = []
  /// How many more began there.
  private var outsideLeftOut = 0
  private var last: (state: GestureRecognizer.State, time: Timestamp)?

  init(_ recognizer: GestureRecognizer) {
    name = recognizer.displayName
    kind = recognizer.kind
  }

  /// Takes the decision.
  mutating func take(_ reason: GestureReason) { self.reason = reason }

  /// Takes a change of state.
  mutating func take(_ state: GestureRecognizer.State, at time: Timestamp) { last = (state, time) }

  /// Takes a touch that began outside the gesture's region.
  mutating func takeOutside(_ touch: TouchID) {
    // A sequence without end must not fill the memory.
    if outside.count < SequenceStory.limit { outside.append(touch) } else { outsideLeftOut += 1 }
  }

  /// One line; times are counted from `origin`.
  ///
  /// - Parameters:
  ///   - region: where touches count; `nil` for everywhere.
  ///   - isBound: whether something follows from the gesture; `nil` where that does not matter.
  func line(from origin: Timestamp, region: Rect?, isBound: Bool?) -> String {
    var text = "gesture \(name)\(kind == name ? "" : " (\(kind))"): "
    guard let reason else {
      guard !outside.isEmpty, let region else { return text + "undecided at the end" }
      let numbers = [region.minX, region.minY, region.size.width, region.size.height].map(DecimalText.of)
      let more = outsideLeftOut > 0 ? " and \(outsideLeftOut) more" : ""
      let touches = outside.map { "\($0.rawValue)" }.joined(separator: ", ") + more
      return text + "touch \(touches) began outside its region [\(numbers.joined(separator: ", "))]"
    }
    text += reason.description
    if let last, last.state == .ended || last.state == .cancelled, reason.isRecognized, last.time - origin > reason.elapsed {
      text += ", \(last.state == .ended ? "ended" : "cancelled") at \(Measure.after(last.time - origin))"
    }
    if reason.isRecognized, isBound == false { text += ", but nothing is bound to it" }
    return text
  }
}

/// Numbers as explanations write them.
enum Measure {
  /// A length in points with one decimal at most: `82 pt`.
  static func points(_ length: Double) -> String { DecimalText.of((length * 10).rounded() / 10) + " pt" }

  /// A way in millimetres where the density is known, else in points, with one decimal.
  static func way(_ points: Double, _ density: Double?) -> String {
    guard let density, density > 0 else { return Self.points(points) }
    return DecimalText.of((points / density * 10).rounded() / 10) + " mm"
  }

  /// A time after another: `+83 ms`.
  static func after(_ time: Duration) -> String {
    let (whole, rest) = time.clampedMicroseconds.quotientAndRemainder(dividingBy: 1000)
    return "+\(rest >= 500 ? whole + 1 : whole) ms"
  }

  /// A number with three decimals at most.
  static func number(_ value: Double) -> String { DecimalText.of(value) }

  /// A place: `(10, 20.5)`.
  static func place(_ point: Point) -> String { "(\(DecimalText.of(point.x)), \(DecimalText.of(point.y)))" }
}
