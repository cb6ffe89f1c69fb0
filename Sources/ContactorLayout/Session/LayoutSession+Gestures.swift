import ContactorCore

extension LayoutSession {
  /// Makes the layout's recognizers and adds them to their views, in the order of the file.
  func makeGestures() -> [BoundGesture] {
    let tunings = layout.tuningsByID
    let gestures = layout.gestures.map { gesture in
      let general = tunings[gesture.view ?? layout.windows[0].id] ?? layout.tuning
      return BoundGesture(gesture, gesture.tuning.over(general))
    }
    let recognizers = Dictionary(gestures.map { ($0.gesture.id, $0.recognizer) }) { first, _ in first }
    for gesture in gestures {
      let id = gesture.gesture.view ?? layout.windows[0].id
      (responders[id] as? View)?.addGestureRecognizer(gesture.recognizer)
      gesture.recognizer.addAction("layout") { [weak self, weak gesture] recognizer in
        if let gesture { self?.perform(gesture, recognizer.state) }
      }
      for id in gesture.gesture.requireToFail {
        if let other = recognizers[id] { gesture.recognizer.require(toFail: other) }
      }
    }
    return gestures
  }

  /// Does what the layout says of a gesture's state.
  func perform(_ gesture: BoundGesture, _ state: GestureRecognizer.State) {
    let actions = gesture.actions(in: state)
    guard !actions.isEmpty, let view = gesture.recognizer.view else { return }
    for (name, action) in actions {
      perform(
        action,
        ActionCause(
          sender: view, id: gesture.gesture.id, event: name, values: gesture.placeholders(in: name),
          delivered: application.event, isSecret: log.secure.covers(gesture.recognizer)))
    }
  }
}

extension Layout {
  /// The thresholds that hold in each view and window: its own, over those of the views that it is in, over the layout's.
  var tuningsByID: [String: LayoutTuning] {
    var tunings: [String: LayoutTuning] = [:]
    func collect(_ view: LayoutView, _ outer: LayoutTuning) {
      let own = view.tuning.over(outer)
      tunings[view.id] = own
      for inner in view.subviews { collect(inner, own) }
    }
    for window in windows {
      tunings[window.id] = tuning
      for view in window.views { collect(view, tuning) }
    }
    return tunings
  }
}
