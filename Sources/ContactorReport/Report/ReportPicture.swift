import ContactorControls
import ContactorCore
import ContactorLayout

/// What a view of the layout shows from a moment on: its parts, such as rows, knobs and texts, and where they are.
struct ReportPicture {
  /// A part: its kind and text are indexes into the table of names, −1 for no text.
  struct Part: Equatable {
    let kind: Int
    let text: Int
    let state: UInt32
    /// The place on the stage, in points of the window.
    let frame: Rect
  }

  /// The time, in microseconds.
  let time: Int64
  /// The view's id, as an index into the table of names.
  let view: Int
  /// The view's rectangle in the window.
  let frame: Rect
  /// What of it can be seen: the part inside the views around it.
  let clip: Rect
  let parts: [Part]

  /// Whether the other shows the same.
  func looksLike(_ other: ReportPicture) -> Bool {
    view == other.view && frame == other.frame && clip == other.clip && parts == other.parts
  }

  /// How many parts of one view are kept.
  static let partLimit = 300
}

/// Pictures: what views show changes with values, selections and offsets.
extension ReportCollector {
  /// Observes the views of a session for what they show.
  func watchPictures(in session: LayoutSession) {
    for window in session.application.windows {
      window.onChange = { [weak self] view, _ in self?.mark(view) }
      mark(window)
    }
  }

  /// Notes that a view, and so the view of the layout that it is in, may show something else.
  private func mark(_ view: View) {
    guard pictureRoom > 0 else { return }
    changedViews[ObjectIdentifier(view)] = view
  }

  /// Keeps new pictures of the views that changed.
  func notePictures() {
    guard !changedViews.isEmpty, pictureRoom > 0, let session else { return }
    let changed = changedViews
    changedViews = [:]
    var owners: Set<String> = []
    for view in changed.values { collectOwners(of: view, in: session, &owners) }
    for id in owners.sorted() { notePicture(of: id, in: session) }
  }

  /// The views of the layout that show a view: the one that it is in, or, where it contains views of the layout, these.
  private func collectOwners(of view: View, in session: LayoutSession, _ owners: inout Set<String>) {
    var next: View? = view
    while let current = next, !(current is Window) {
      if session.responders[current.identifier] === current {
        owners.insert(current.identifier)
        break
      }
      next = current.superview
    }
    if !view.subviews.isEmpty, view is Window || session.responders[view.identifier] === view {
      for child in view.subviews { collectInner(child, in: session, &owners) }
    }
  }

  private func collectInner(_ view: View, in session: LayoutSession, _ owners: inout Set<String>) {
    guard session.responders[view.identifier] === view else { return }
    owners.insert(view.identifier)
    for child in view.subviews { collectInner(child, in: session, &owners) }
  }

  private func notePicture(of id: String, in session: LayoutSession) {
    guard let view = session.responders[id] as? View, !secureIDs.contains(id), let window = view.window else { return }
    let frame = view.convert(view.bounds, to: window)
    guard frame.isFinite else { return }
    var parts: [ReportPicture.Part] = []
    add(view, window, session, to: &parts)
    let picture = ReportPicture(
      time: latest.inReport, view: names.index(of: id), frame: frame, clip: Self.visiblePart(of: view, in: window), parts: parts)
    if let last = lastPictures[id], pictures[last].looksLike(picture) { return }
    if lastPictures[id] == nil, parts.isEmpty, frame == layoutFrames[id] { return }
    pictureRoom -= 1 + parts.count
    guard pictureRoom > 0 else { return }
    if let last = lastPictures[id], pictures[last].time == picture.time {
      pictures[last] = picture
    } else {
      lastPictures[id] = pictures.count
      pictures.append(picture)
    }
  }

  /// Adds the parts of a view and of the views inside it that are not the layout's own.
  ///
  /// The parts of a scroll view, such as headers and indicators, lie over its content.
  private func add(_ view: View, _ window: Window, _ session: LayoutSession, to parts: inout [ReportPicture.Part]) {
    if view is ScrollView { addInner(view, window, session, to: &parts) }
    addOwn(view, window, to: &parts)
    if !(view is ScrollView) { addInner(view, window, session, to: &parts) }
  }

  private func addOwn(_ view: View, _ window: Window, to parts: inout [ReportPicture.Part]) {
    for part in view.contentParts {
      guard parts.count < ReportPicture.partLimit else { return }
      let frame = view.convert(part.frame, to: window)
      guard frame.isFinite else { continue }
      let text = part.text.map { names.index(of: $0) } ?? -1
      parts.append(ReportPicture.Part(kind: names.index(of: part.kind), text: text, state: part.state.rawValue, frame: frame))
    }
  }

  private func addInner(_ view: View, _ window: Window, _ session: LayoutSession, to parts: inout [ReportPicture.Part]) {
    for child in view.subviews where !child.isHidden && session.responders[child.identifier] !== child {
      add(child, window, session, to: &parts)
    }
  }

  private static func visiblePart(of view: View, in window: Window) -> Rect {
    var clip = view.convert(view.bounds, to: window)
    var next = view.superview
    while let current = next, current !== window {
      clip = clip.intersection(current.convert(current.bounds, to: window))
      next = current.superview
    }
    return clip.intersection(window.bounds)
  }
}
