import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Gestures without actions, and regions that no touch reaches.
  static func doubtfulGestures(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let layout = subject.layout
    let awaited = Set(layout.gestures.flatMap(\.requireToFail))
    // An unknown name is a mistake that may stand for any gesture.
    let isEachNameKnown = awaited.isSubset(of: Set(layout.gestures.map(\.id)))
    let modes = layout.modesByID
    let tunings = layout.tuningsByID
    return layout.gestures.flatMap { gesture -> [LayoutDiagnostic] in
      guard !subject.doubtful.contains(gesture.mark) else { return [] }
      var messages: [String] = []
      // A gesture of `locked` leaves that mode, and one over an application takes the touches away from it.
      let takesTouches = gesture.cancelsTouches && layout.forwardsTouches(of: gesture)
      let isUseful = takesTouches || awaited.contains(gesture.id) || modes[gesture.id]?.contains(LayoutMode.locked) ?? false
      if gesture.bindings.isEmpty, !isUseful, isEachNameKnown {
        messages.append("nothing is bound to \(quoted(gesture.id)), and no other gesture waits for it")
      }
      let tuning = gesture.tuning.over(tunings[gesture.view] ?? layout.tuning)
      if let cause = gesture.impossibility(tuning, at: subject.pointsPerMillimetre(of: gesture)) {
        messages.append("\(quoted(gesture.id)) can never be recognized: its \(cause)")
      }
      if let region = gesture.region, let size = subject.sizes[gesture.view], !size.isUnknown {
        let isInside = region.minX < size.width && region.minY < size.height && region.maxX > 0 && region.maxY > 0
        let name = gesture.view.map { quoted($0) } ?? "the screen"
        if !isInside { messages.append("the region of \(quoted(gesture.id)) lies outside \(name) and can never be touched") }
      }
      return messages.map { subject.warning(gesture.mark, $0) }
    }
  }

  /// Gestures that may still be recognized after a finger was lifted, and so keep controls from learning it at once.
  ///
  /// The engine keeps the end of a touch from views while a gesture that sees the touch is undecided (contract 9.3,
  /// `delaysTouchesEnded`). Only controls that lie entirely in the gesture's area are reported.
  static func delayedControls(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let layout = subject.layout
    let waiting = layout.gestures.filter { $0.isEnabled && $0.waitsAfterLift && !subject.doubtful.contains($0.mark) }
    guard !waiting.isEmpty else { return [] }
    let places = PlacedControls(layout, subject.doubtful)
    let tunings = layout.tuningsByID
    // Each gesture with a region looks at the controls of its view; this is the limit for all gestures.
    var steps = 1_000_000
    return waiting.compactMap { gesture in
      guard let range = places.ranges[gesture.view] else { return nil }
      let tuning = gesture.tuning.over(tunings[gesture.view] ?? layout.tuning)
      let area = gesture.area(in: range, tuning, layout)
      var names: [String] = []
      var count = 0
      if area == nil {
        count = range.controls.count
        if let first = range.controls.first { names = [places.controls[first].id] }
      } else if let area {
        steps -= range.controls.count
        guard steps > 0 else { return nil }
        for control in places.controls[range.controls] where area.contains(control.frame) {
          count += 1
          if names.isEmpty { names = [control.id] }
        }
      }
      guard let first = names.first else { return nil }
      let others = count == 1 ? "" : " and \(count - 1) other \(count == 2 ? "control" : "controls")"
      let (next, wait) = gesture.wait(tuning)
      return subject.warning(
        gesture.mark,
        "\(quoted(gesture.id)) waits \(DecimalText.of(wait.inSeconds)) s for \(next); until then \(quoted(first))\(others) cannot act on a finger that is lifted",
        expected: "a 'view' or a 'region' without controls")
    }
  }
}

extension LayoutGesture {
  /// Whether one finger that taps leaves the gesture possible: it may go on with another tap.
  fileprivate var waitsAfterLift: Bool {
    switch kind {
    case .tap: (taps ?? 1) > 1 && (touches?.lowerBound ?? 1) == 1
    case .longPress: (taps ?? 0) > 0 && (touches?.lowerBound ?? 1) == 1
    case .corners: corners.isEmpty || corners.count > 1
    // A stroke that is as small as a tap fails at once.
    case .pan, .swipe, .pinch, .rotation, .edgePan, .hold, .stroke: false
    }
  }

  /// Returns why no fingers can make the gesture: a greatest distance below the least one, or no time at all; `nil` if they can.
  fileprivate func impossibility(_ tuning: LayoutTuning, at density: Double) -> String? {
    let time: (key: String, limit: Duration?)
    switch kind {
    case .swipe:
      let least = tuning.distance("swipeDistance") ?? .points(Tuning().swipeDistance)
      if let limit = maximumDistance.map(Distance.init), limit.points(at: density) < least.points(at: density) {
        return "'maximumDistance' is below 'swipeDistance'"
      }
      time = maximumDuration.map { ("maximumDuration", $0) } ?? ("swipeDuration", tuning.time("swipeDuration"))
    // The last of the taps may be held for longer.
    case .tap where hold != nil && taps ?? 1 == 1: return nil
    case .tap, .corners: time = ("tapDuration", tuning.time("tapDuration"))
    case .longPress, .pan, .pinch, .rotation, .edgePan, .hold, .stroke: return nil
    }
    return time.limit == .zero ? "'\(time.key)' is 0" : nil
  }

  /// Returns the next event that the gesture waits for, and how long it waits.
  fileprivate func wait(_ tuning: LayoutTuning) -> (next: String, time: Duration) {
    if kind == .corners { return ("the next corner", tuning.time("cornerInterval") ?? Tuning().cornerInterval) }
    return ("another tap", tuning.time("tapInterval") ?? Tuning().tapInterval)
  }

  /// Returns the part of the window where a finger makes the gesture wait; `nil` for all of its view.
  fileprivate func area(in place: PlacedControls.Place, _ tuning: LayoutTuning, _ layout: Layout) -> Rect? {
    var area = region.map { $0.offsetBy(dx: place.frame.minX, dy: place.frame.minY) }
    if kind == .corners {
      let density = layout.statedPointsPerMillimetre(inWindow: place.window)
      let size = (tuning.distance("cornerSize") ?? .millimetres(Tuning().cornerSize)).points(at: density)
      let corner = corners.first ?? "topLeft"
      let x = corner.hasSuffix("Left") ? place.frame.minX : place.frame.maxX - size
      let y = corner.hasPrefix("top") ? place.frame.minY : place.frame.maxY - size
      let square = Rect(x: x, y: y, width: size, height: size)
      area = area.map { $0.intersection(square) } ?? square
    }
    return area
  }
}

extension Duration {
  /// The time in seconds.
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The controls of a layout that act when a finger is lifted, with their frames in the window; the controls in a view are
/// neighbours.
private struct PlacedControls {
  /// A control.
  struct Control {
    let id: String
    /// The part of the window that can be touched.
    let frame: Rect
  }
  /// A view or window.
  struct Place {
    /// The controls in it.
    let controls: Range<Int>
    /// The frame in the window.
    let frame: Rect
    /// The index of the window.
    let window: Int
  }

  private(set) var controls: [Control] = []
  /// Each view and window, by its id; the first window also by `nil`.
  private(set) var ranges: [String?: Place] = [:]

  init(_ layout: Layout, _ doubtful: Set<LayoutMark>) {
    for (index, window) in layout.windows.enumerated() {
      let frame = Rect(origin: .zero, size: window.screen.size)
      let start = controls.count
      for view in window.views { add(view, in: frame, clip: frame, index, doubtful) }
      let place = Place(controls: start..<controls.count, frame: frame, window: index)
      if index == 0 { ranges[nil] = place }
      // A view may share the name `main` with the only window.
      if ranges[window.id] == nil { ranges[window.id] = place }
    }
  }

  private mutating func add(_ view: LayoutView, in parent: Rect, clip: Rect, _ window: Int, _ doubtful: Set<LayoutMark>) {
    let frame = view.frame.offsetBy(dx: parent.minX, dy: parent.minY)
    let visible = frame.intersection(clip)
    let start = controls.count
    if !view.isHidden, !view.frame.size.isUnknown, !visible.isNull, !visible.isEmpty {
      if view.isEnabled, view.actsOnLift, !doubtful.contains(view.mark) { controls.append(Control(id: view.id, frame: visible)) }
      for subview in view.subviews { add(subview, in: frame, clip: visible, window, doubtful) }
    }
    ranges[view.id] = Place(controls: start..<controls.count, frame: frame, window: window)
  }
}

extension LayoutView {
  /// Whether something is bound to what the control sends when a finger is lifted.
  fileprivate var actsOnLift: Bool {
    bindings.contains { binding in
      switch binding.event {
      case "touchUpInside", "touchUpOutside", "primaryActionTriggered": true
      case "valueChanged": kind == .switch || kind == .segments || kind == .pages
      default: false
      }
    }
  }
}
