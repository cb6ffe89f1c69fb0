import ContactorCore
import ContactorLayout

/// What became of one sequence of touches: from the first finger down until nothing is undecided any more.
struct SequenceStory {
  let start: Timestamp
  private(set) var touches: [(story: TouchStory, beganAt: Timestamp)] = []
  var controls: [ControlStory] = []
  /// Remarks on touches that no control got.
  var remarks: [String] = []
  private var gestures: [(id: ObjectIdentifier, story: GestureStory)] = []

  init(at start: Timestamp) {
    self.start = start
  }

  mutating func take(_ touch: Touch) {
    if let index = touches.firstIndex(where: { $0.story.id == touch.id }) {
      touches[index].story.take(touch)
    } else {
      touches.append((TouchStory(touch), touch.beganAt))
    }
  }

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
  func lines(_ number: Int, _ layout: [GestureAtWork], bindings: ExplainBindings) -> [String] {
    let count = touches.count == 1 ? "1 touch" : "\(touches.count) touches"
    var lines = ["sequence \(number) at \(start.microseconds): \(count)"]
    lines += touches.map { "  " + $0.story.line(from: start, beganAt: $0.beganAt) }
    lines += remarks.map { "  " + $0 }
    lines += controls.map { "  " + $0.line(from: start, bound: bindings.events(of: $0.control)) }
    for gesture in layout {
      guard let story = gestures.first(where: { $0.id == ObjectIdentifier(gesture.recognizer) })?.story else { continue }
      lines.append(
        "  " + story.line(from: start, region: gesture.gesture.region, isBound: bindings.isBound(gesture.gesture)))
    }
    return lines
  }
}

/// What something is bound to in a layout; where there is no layout, that does not matter.
struct ExplainBindings {
  private var events: [String: Control.Events] = [:]
  private let matters: Bool

  init(_ layout: Layout?) {
    matters = layout != nil
    for view in layout?.windows.flatMap({ $0.views.flatMap(\.withSubviews) }) ?? [] {
      events[view.id] = view.bindings.reduce(into: []) { $0.formUnion(Control.Events(name: $1.event) ?? []) }
    }
  }

  /// The events of a control that something is bound to.
  func events(of control: String) -> Control.Events? { matters ? events[control] ?? [] : nil }

  /// Whether something follows from a gesture that is made.
  func isBound(_ gesture: LayoutGesture) -> Bool? {
    matters ? gesture.bindings.contains { $0.event != "failed" && $0.event != "cancelled" } : nil
  }
}
