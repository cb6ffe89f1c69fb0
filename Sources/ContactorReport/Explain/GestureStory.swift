import ContactorCore
import ContactorLayout

/// What a recognizer made of a sequence of touches, for a line of an explanation.
struct GestureStory {
  let name: String
  let kind: String
  private var reason: GestureReason?
  private var outside: [TouchID] = []
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
  mutating func takeOutside(_ touch: TouchID) { outside.append(touch) }

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
      let touches = outside.map { "\($0.rawValue)" }.joined(separator: ", ")
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
