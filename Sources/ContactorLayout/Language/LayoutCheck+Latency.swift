import ContactorCore
import ContactorEvdev
import ContactorSystem

extension LayoutCheck {
  /// The frame rate of a usual panel, in hertz, to express a number of frames as a time.
  private static let usualRate = 100

  /// Notes on what forwarding and `debounce` cost in time (contract 11.5, 11.9): none if every touch is written, and every lift acted on, as
  /// its frame is read.
  public static func latency(of layout: Layout) -> [LayoutDiagnostic] {
    forwardLatency(of: layout) + liftLatency(of: layout)
  }

  /// A note on what `debounce` costs controls and gestures.
  private static func liftLatency(of layout: Layout) -> [LayoutDiagnostic] {
    let times = [layout.debounce ?? .zero] + layout.allViews.compactMap(\.debounce)
    guard let time = times.max(), time > .zero else { return [] }
    let message = "controls and gestures learn up to \(text(time)) later that a finger was lifted (debounce)"
    return [LayoutDiagnostic(file: layout.file, mark: .file, severity: .note, message: message)]
  }

  private static func forwardLatency(of layout: Layout) -> [LayoutDiagnostic] {
    let forwards = layout.allForwards
    guard !forwards.isEmpty else { return [] }
    var costs: [String] = []
    if let time = forwards.compactMap({ $0.ghost?.shorterThan }).max() {
      costs.append("each touch is held back for \(text(time)) (ghost: shorterThan)")
    }
    if forwards.contains(where: { $0.ghost?.smallerThan != nil }) {
      costs.append("each touch is held back until it is large enough (ghost: smallerThan)")
    }
    if let time = forwards.compactMap({ $0.debounce ?? layout.debounce }).max(), time > .zero {
      costs.append("each touch ends \(text(time)) later (debounce)")
    }
    costs += Self.costs(ofFilters: forwards.compactMap(\.filter)) + Self.costs(ofGestures: layout)
    guard !costs.isEmpty else { return [] }
    let message = "applications get touches later: " + costs.joined(separator: "; ")
    return [LayoutDiagnostic(file: layout.file, mark: .file, severity: .note, message: message)]
  }

  private static func costs(ofFilters filters: [ForwardSettings.Filter]) -> [String] {
    var costs: [String] = []
    if let frames = filters.map(\.delayInFrames).max(), frames > 0 {
      let time = text(.microseconds(Int64(frames * 1_000_000 / usualRate)))
      costs.append(
        "a movement comes \(frames) \(frames == 1 ? "frame" : "frames") later, \(time) at \(usualRate) frames a second (filter: median)")
    }
    if let lag = filters.map(\.slowLag).max(), lag > .zero {
      costs.append("a slow movement lags \(text(lag)) behind, a fast one less (filter: oneEuro)")
    }
    return costs
  }

  private static func costs(ofGestures layout: Layout) -> [String] {
    let tunings = layout.tuningsByID
    return layout.gestures.filter { $0.delaysTouches && $0.isEnabled && layout.forwardsTouches(of: $0) }.map { gesture in
      let tuning = gesture.tuning.over(tunings[gesture.view] ?? layout.tuning)
      let fingers = gesture.touches?.lowerBound ?? (gesture.kind == .pinch || gesture.kind == .rotation ? 2 : 1)
      let end =
        gesture.longestWait(tuning).map { "for \(text($0)) at most" }
        ?? (fingers > 1 ? "until fewer than \(fingers) have moved alone, or they are lifted" : "until they move or are lifted")
      return "the touches that gesture \(gesture.id) may be made of are held back \(end) (delaysTouches)"
    }
  }

  private static func text(_ time: Duration) -> String {
    "\(DecimalText.of((Double(time.clampedMicroseconds) / 100).rounded() / 10)) ms"
  }
}

extension Layout {
  /// How the panels are forwarded, of all windows in all modes that let touches through.
  fileprivate var allForwards: [LayoutForward] {
    let names: [String?] = modes.isEmpty ? [nil] : modes.map(\.id).filter { $0 != LayoutMode.locked }
    return windows.flatMap { window in (names.isEmpty ? [nil] : names).compactMap { forward(inWindow: window.id, mode: $0) } }
  }

  /// Whether the touches that a gesture sees are those of a window whose panels are forwarded.
  package func forwardsTouches(of gesture: LayoutGesture) -> Bool {
    var window = windows[0]
    if let place = gesture.view {
      let found = windows.first { $0.id == place || $0.views.contains { $0.withSubviews.contains { $0.id == place } } }
      window = found ?? window
    }
    return forward(inWindow: window.id, mode: nil) != nil
  }
}

extension LayoutGesture {
  /// Returns the longest time from a touch's beginning until the gesture has failed or was recognized; `nil` if it waits for the finger.
  fileprivate func longestWait(_ tuning: LayoutTuning) -> Duration? {
    switch makeRecognizer(tuning) {
    case let tap as TapGestureRecognizer:
      let taps = tap.numberOfTapsRequired
      return tap.maximumDuration * taps + tap.maximumInterval * (taps - 1) + (tap.hold ?? .zero)
    case let press as LongPressGestureRecognizer:
      return (press.maximumTapDuration + press.maximumInterval) * press.numberOfTapsRequired + press.minimumPressDuration
    case let swipe as SwipeGestureRecognizer: return swipe.maximumDuration
    case let corners as CornerSequenceGestureRecognizer:
      let count = corners.corners.count
      return corners.maximumDuration * count + corners.maximumInterval * (count - 1)
    case let hold as MultiFingerHoldGestureRecognizer: return hold.hold
    default: return nil
    }
  }
}
