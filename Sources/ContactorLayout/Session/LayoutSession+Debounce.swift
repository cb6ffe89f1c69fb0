import ContactorControls
import ContactorCore

/// The state of a session that concerns contacts that end and begin again.
struct DebounceState {
  var contacts = ContactDebounce()
  /// Whether a recording that is played, a log, has contacts as the engine saw them.
  var isDone = false
  /// Whether the layout states a time at all.
  private(set) var isWanted = false
  private var general: Microseconds = 0
  private var views: [ObjectIdentifier: Microseconds] = [:]
  private var takers = TouchTakers()
  /// The times of the windows' `forward` in a mode; `nil` if it states none.
  private var forwards: (mode: String, times: [Microseconds?])?
  private var forwardsState = false

  /// Takes the times of a layout that is shown; contacts that are followed stay so.
  mutating func show(_ layout: Layout, shown: [String: Responder], windows: [Window]) {
    isWanted = layout.debounces
    general = layout.debounce?.clampedMicroseconds ?? 0
    forwards = nil
    forwardsState = layout.forwardsDebounced
    takers = forwardsState ? TouchTakers(layout, shown: shown, windows: windows) : TouchTakers()
    views = [:]
    guard isWanted else { return }
    for view in layout.allViews {
      if let time = view.debounce, let object = shown[view.id] { views[ObjectIdentifier(object)] = time.clampedMicroseconds }
    }
  }

  /// The time for contacts that begin in a view: its own or that of the nearest view around it, else that of `forward` if the application
  /// gets them, else the layout's.
  mutating func time(in view: View?, _ window: Int, _ layout: Layout, mode: String) -> Microseconds {
    var next = view
    while let current = next {
      if let time = views[ObjectIdentifier(current)] { return time }
      next = current.superview
    }
    guard forwardsState, takers.taker(of: view) == nil else { return general }
    if forwards?.mode != mode {
      let times = layout.windows.map { layout.forward(inWindow: $0.id, mode: mode)?.debounce?.clampedMicroseconds }
      forwards = (mode, times)
    }
    return forwards?.times[window] ?? general
  }
}

extension Layout {
  /// Whether contacts that end and begin again are one anywhere.
  var debounces: Bool {
    debounce ?? .zero > .zero || forwardsDebounced || allViews.contains { $0.debounce ?? .zero > .zero }
  }

  /// Whether a `forward` states a time of its own.
  var forwardsDebounced: Bool {
    ([forward] + windows.map(\.forward) + modes.map(\.forward)).contains { $0?.debounce != nil }
  }
}

extension LayoutSession {
  /// Takes the times of a layout that is shown.
  func showDebounce() {
    debounce.show(layout, shown: responders, windows: windows)
    log.tellsDebounced = debounce.isWanted
    guard debounce.isWanted else { return }
    for described in layout.allViews {
      guard let view = responders[described.id] as? any Flicked else { continue }
      view.expectEnds(laterBy: lateness(in: view))
    }
  }

  /// How much later than the fingers the ends of touches come that begin in a view, in the mode that holds.
  func lateness(in view: View?) -> Duration {
    guard debounce.isWanted, let window = view?.window, let index = windows.firstIndex(where: { $0 === window }) else { return .zero }
    return .microseconds(debounce.time(in: view, index, layout, mode: mode))
  }

  /// Makes one contact of those in a frame that ended and begin again, and withholds ends.
  func debounce(_ frame: inout TouchFrame) {
    guard debounce.isWanted && !debounce.isDone || !debounce.contacts.isIdle else { return }
    let moment = ContactDebounce.Moment(max(frame.timestamp, application.now), own: frame.timestamp)
    endWithheld(at: moment.time)
    let device = frame.device
    while let end = debounce.contacts.takeDue(of: device, at: moment.own) { deliver(end, at: end.time) }
    // A contact that ends may begin again in a lower slot of the same frame.
    if frame.contacts.contains(where: { $0.phase == .began }) { frame.contacts.moveEndsFirst() }
    let late = take(&frame, at: moment)
    guard !late.isEmpty else { return }
    // Their fingers are up already: with the new one they would be fingers that are down together.
    while let end = debounce.contacts.takeWithheld(of: device, window: windowIndex(of: device)) { deliver(end, at: frame.timestamp) }
    begin(late, in: &frame, at: moment)
  }

  /// Takes the contacts of a frame but those that begin elsewhere; returns the indices of these, and of what follows in the frame on them.
  private func take(_ frame: inout TouchFrame, at moment: ContactDebounce.Moment) -> [Int] {
    var late: [Int] = []
    var index = 0
    while index < frame.contacts.count {
      let id = frame.contacts[index].trackingID
      if late.contains(where: { frame.contacts[$0].trackingID == id }) {
        late.append(index)
        index += 1
        continue
      }
      switch debounce.contacts.take(&frame.contacts[index], of: frame.device, at: moment) {
      case .withhold:
        frame.contacts.remove(at: index)
        continue
      case .join(let bounce): onBounce?(frame.device, bounce)
      case .begin: late.append(index)
      case .pass: break
      }
      index += 1
    }
    return late
  }

  /// Begins the contacts of a frame that are new, and withholds their ends.
  private func begin(_ late: [Int], in frame: inout TouchFrame, at moment: ContactDebounce.Moment) {
    // An action may have shown another layout.
    let window = windowIndex(of: frame.device)
    var removed = 0
    for place in late {
      let index = place - removed
      if frame.contacts[index].phase == .began {
        let rule = debounceRule(for: frame.contacts[index], inWindow: window)
        debounce.contacts.add(&frame.contacts[index], of: frame.device, rule)
      } else if debounce.contacts.take(&frame.contacts[index], of: frame.device, at: moment) == .withhold {
        frame.contacts.remove(at: index)
        removed += 1
      }
    }
  }

  /// Ends the withheld contacts whose time has passed, each at its own moment.
  func endWithheld(at moment: Timestamp) {
    guard !debounce.contacts.isIdle else { return }
    while let end = debounce.contacts.takeDue(at: moment) { deliver(end, at: end.time) }
  }

  /// Ends all withheld contacts at a moment: their fingers are up.
  func endAllWithheld(at moment: Timestamp) {
    while let end = debounce.contacts.takeDue(at: Timestamp(microseconds: .max)) { deliver(end, at: moment) }
  }

  private func deliver(_ end: ContactDebounce.End, at time: Timestamp) {
    handleRounded(TouchFrame(device: end.device, timestamp: time, contacts: [end.contact]))
  }

  /// The index of the window that a panel feeds.
  private func windowIndex(of device: DeviceID) -> Int {
    panels.first { $0.id == device }.flatMap { layout.windowIndex(for: $0) } ?? 0
  }

  private func debounceRule(for contact: Contact, inWindow index: Int) -> ContactDebounce.Rule? {
    guard debounce.isWanted, !debounce.isDone else { return nil }
    let window = windows[index]
    // An open menu covers the views.
    let isCovered = application.modalWindow(onScreenOf: window) != nil
    let view = !isCovered && contact.location.isFinite ? window.hitTest(contact.location, with: nil) : nil
    let time = debounce.time(in: view, index, layout, mode: mode)
    let density = window.pointsPerMillimetre ?? application.tuning.pointsPerMillimetre
    return ContactDebounce.Rule(time: time, distance: Tuning.debounceDistance * density, window: index)
  }

  /// Notes that the recording that is played has the contacts as the engine saw them.
  func tellDebounced(at time: Timestamp) {
    debounce.isDone = true
    if debounce.isWanted { log.debounced(at: time) }
    log.flush()
  }
}

extension [Contact] {
  /// Moves the contacts that end before the others, but those that begin in the same frame.
  fileprivate mutating func moveEndsFirst() {
    var ends = 0
    for index in indices where self[index].phase == .ended {
      let id = self[index].trackingID
      if self[..<index].contains(where: { $0.phase == .began && $0.trackingID == id }) { continue }
      insert(remove(at: index), at: ends)
      ends += 1
    }
  }
}
