import ContactorCore
import ContactorLayout

/// The course of one sequence of touches: from the first finger down until every gesture has decided.
struct SequenceStory {
  let start: Timestamp
  private(set) var touches: [(story: TouchStory, beganAt: Timestamp)] = []
  var controls: [ControlStory] = []
  /// The effects of touches on views whose control events do not have them.
  private(set) var kinds: [KindStory] = []
  /// Remarks on touches that no control got.
  private var remarks: [String] = []
  private var gestures: [(id: ObjectIdentifier, story: GestureStory)] = []
  /// Recognizers that had a secure touch and so get no line.
  private var secureGestures: Set<ObjectIdentifier> = []
  private var hasSecureTouch = false
  /// How many touches are only counted: a sequence without end must not fill the memory.
  private var touchesLeftOut = 0
  /// The largest number of touches, remarks and controls of a sequence.
  static let limit = 1000

  init(at start: Timestamp) {
    self.start = start
  }

  mutating func take(_ touch: Touch, in view: @autoclosure () -> String, isSecure: Bool, isEnding: Bool) {
    if isSecure { hasSecureTouch = true }
    if let index = touches.lastIndex(where: { $0.story.id == touch.id }) {
      touches[index].story.take(touch, isEnding: isEnding)
    } else if touches.count < Self.limit {
      touches.append((TouchStory(touch, in: view(), isSecure: isSecure), touch.beganAt))
    } else if touch.phase == .began {
      touchesLeftOut += 1
    }
  }

  /// Adds the story of a control and a touch.
  ///
  /// - Returns: its place; `nil` if there are too many.
  @discardableResult
  mutating func add(_ story: ControlStory) -> Int? {
    guard controls.count < Self.limit else { return nil }
    controls.append(story)
    return controls.count - 1
  }

  /// Adds the story of a view and a touch.
  mutating func add(_ story: KindStory) {
    if kinds.count < Self.limit { kinds.append(story) }
  }

  /// Adds a remark on a touch that no control got.
  mutating func remark(_ text: String) {
    if remarks.count < Self.limit { remarks.append(text) }
  }

  /// Leaves a recognizer out of the explanation.
  mutating func hide(_ recognizer: GestureRecognizer) { secureGestures.insert(ObjectIdentifier(recognizer)) }

  /// Changes the story of a recognizer, which is begun if need be.
  mutating func change(_ recognizer: GestureRecognizer, _ body: (inout GestureStory) -> Void) {
    let id = ObjectIdentifier(recognizer)
    if let index = gestures.firstIndex(where: { $0.id == id }) {
      body(&gestures[index].story)
    } else {
      gestures.append((id, GestureStory(recognizer)))
      body(&gestures[gestures.count - 1].story)
    }
  }

  /// The sequence in lines, the gestures in the order of the layout.
  func lines(_ number: Int, _ layout: [BoundGesture], bindings: ExplainBindings) -> [String] {
    let total = touches.count + touchesLeftOut
    let count = total == 1 ? "1 touch" : "\(total) touches"
    var lines = ["sequence \(number) at \(start.microseconds): \(count)"]
    lines += touches.map { "  " + $0.story.line(from: start, beganAt: $0.beganAt) }
    if touchesLeftOut > 0 { lines.append("  and \(touchesLeftOut) touches more") }
    lines += remarks.map { "  " + $0 }
    lines += controls.map { control in
      let story = kinds.first { $0.id == control.control && $0.touch == control.touch }
      return "  " + control.line(from: start, bound: bindings.events(of: control.control), story)
    }
    lines += kinds.compactMap { $0.ownLine(from: start, bound: bindings.events(of: $0.id)).map { "  " + $0 } }
    if hasSecureTouch { lines.append("  what controls and gestures made of touches in secure views is not told") }
    for gesture in layout where !secureGestures.contains(ObjectIdentifier(gesture.recognizer)) {
      guard let story = gestures.first(where: { $0.id == ObjectIdentifier(gesture.recognizer) })?.story else { continue }
      lines.append(
        "  " + story.line(from: start, region: gesture.gesture.region, isBound: bindings.isBound(gesture.gesture)))
    }
    return lines
  }
}

/// Which control events and gestures of a layout have actions; without a layout nothing is known of that.
struct ExplainBindings {
  private var events: [String: Control.Events] = [:]
  private let matters: Bool
  /// Whether a gesture takes touches away from an application.
  private let takesTouches: (LayoutGesture) -> Bool

  init(_ layout: Layout?) {
    matters = layout != nil
    takesTouches = { $0.cancelsTouches && layout?.forwardsTouches(of: $0) == true }
    for view in layout?.allViews ?? [] {
      events[view.id] = view.bindings.reduce(into: []) { $0.formUnion(Control.Events(name: $1.event) ?? []) }
    }
  }

  /// The events of a control that have actions; `nil` without a layout.
  func events(of control: String) -> Control.Events? { matters ? events[control] ?? [] : nil }

  /// Whether a gesture that is recognized has actions, or takes touches away from an application; `nil` without a layout.
  func isBound(_ gesture: LayoutGesture) -> Bool? {
    if takesTouches(gesture) { return true }
    return matters ? gesture.bindings.contains { $0.event != "failed" && $0.event != "cancelled" } : nil
  }
}
