import ContactorCore
import ContactorLayout

/// The touches, and their paths.
extension ReportCollector {
  /// Notes contacts that were recorded without their places.
  func notePlaceless(_ frame: TouchFrame) {
    for contact in frame.contacts where !contact.location.isFinite {
      let place = placeless[frame.device]?[contact.trackingID]
      switch contact.phase {
      case .ended, .cancelled:
        if let place { touches[place].end = contact.phase == .ended ? .ended : .cancelled }
        placeless[frame.device]?[contact.trackingID] = nil
      case .began, .moved, .stationary:
        guard place == nil, admitTouch(at: frame.timestamp) else { break }
        placeless[frame.device, default: [:]][contact.trackingID] = touches.count
        touches.append(
          ReportTouch(
            number: 0, window: 0, device: deviceIndexes[frame.device] ?? -1, view: names.index(of: SecureEvents.name),
            isSecure: true, start: frame.timestamp.inReport, last: frame.timestamp.inReport))
      }
      if let place { touches[place].last = frame.timestamp.inReport }
    }
  }

  private func admitTouch(at time: Timestamp) -> Bool {
    first = min(first ?? time, time)
    touchCount += 1
    if cutAt == nil, touches.count >= limits.touches { cutAt = time }
    return cutAt == nil
  }

  func begin(_ touch: Touch) {
    // A run of events ends with its sequence of touches.
    if alive.isEmpty { runs.removeAll(keepingCapacity: true) }
    guard admitTouch(at: touch.timestamp) else { return }
    let isSecure = secureEvents.isSecure(touch)
    let view = isSecure ? SecureEvents.name : touch.view?.identifier ?? ""
    let window = session?.application.windows.firstIndex { $0 === touch.window } ?? 0
    alive[touch.id] = touches.count
    touches.append(
      ReportTouch(
        number: touch.id.rawValue, window: window, device: deviceIndexes[touch.device] ?? -1, view: names.index(of: view),
        isSecure: isSecure, start: touch.timestamp.inReport, last: touch.timestamp.inReport))
  }

  func follow(_ touch: Touch) {
    sampleCount += 1
    guard let index = alive[touch.id] else { return }
    touches[index].last = touch.timestamp.inReport
    if touch.contact.tool != .finger { touches[index].tool = touch.contact.tool }
    if !touch.isAlive {
      alive[touch.id] = nil
      touches[index].end = isFinishing ? .open : touch.phase == .ended ? .ended : .cancelled
    }
    // At the end of a recording touches are cancelled where no finger was.
    guard !touches[index].isSecure, touch.contact.location.isFinite, !(isFinishing && !touch.isAlive) else { return }
    let sample = ReportSample(touch.contact, at: touch.timestamp)
    if touches[index].path.append(sample) { keptSamples += 1 }
    let window = touches[index].window
    extents[window] = (extents[window] ?? Rect(origin: sample.place, size: .zero)).extended(to: sample.place)
    if keptSamples > limits.samples * 2 { thin(to: limits.samples) }
  }

  /// Notes since when the application has not had a touch, `nil` for ever since it began.
  func withhold(_ touch: TouchID, since time: Timestamp?, _ reason: Int) {
    // The touch is one of the last; contacts without places have no number.
    for index in touches.indices.reversed() where touches[index].number > 0 {
      if touches[index].number < touch.rawValue { return }
      guard touches[index].number == touch.rawValue else { continue }
      touches[index].withheld = (max(time?.inReport ?? .min, touches[index].start), reason)
      return
    }
  }

  /// Whether there is a touch that the application does not have, or not all of it.
  var hasWithheld: Bool { touches.contains { $0.withheld != nil } }

  /// Thins out all paths until the samples fit.
  func thin(to limit: Int) {
    // Each touch keeps two samples at least.
    let limit = max(limit, touches.count * 2)
    guard keptSamples > limit else { return }
    if tolerance == 0 { tolerance = limits.tolerance }
    thin()
    while keptSamples > limit {
      tolerance *= 2
      thin()
    }
  }

  private func thin() {
    keptSamples = 0
    for index in touches.indices {
      touches[index].path.thin(to: tolerance)
      keptSamples += touches[index].path.samples.count
    }
  }
}

extension Rect {
  /// The rectangle around this one and a point; most points are inside.
  fileprivate func extended(to point: Point) -> Rect {
    guard point.x < minX || point.x > maxX || point.y < minY || point.y > maxY else { return self }
    return Rect(around: corners + [point])
  }
}
