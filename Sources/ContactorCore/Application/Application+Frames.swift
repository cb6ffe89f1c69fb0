extension Application {
  /// Takes what a device reported: updates the touches and delivers them.
  ///
  /// A frame older than the last one is processed at that one's time and counted as an anomaly (contract 1.2). Called
  /// from within an action, the frame waits until the one that is being handled is done.
  public func handle(_ frame: TouchFrame) {
    guard !state.isHandling else { return state.queue.append(frame) }
    state.isHandling = true
    process(frame)
    while !state.queue.isEmpty { process(state.queue.removeFirst()) }
    state.isHandling = false
  }

  /// Takes frames that came together and delivers those that only move as one, so that a host that falls behind does
  /// not act on every step; `Event.coalescedTouches(for:)` has them all (contract 2.2).
  ///
  /// Frames of other devices, and frames in which a contact begins, ends or is cancelled, are delivered by themselves.
  public func handle(merging frames: some Sequence<TouchFrame>) {
    var waiting: TouchFrame?
    for frame in frames {
      let moves = frame.contacts.allSatisfy { $0.phase == .moved || $0.phase == .stationary }
      if let before = waiting, moves, before.device == frame.device {
        merge(before)
      } else if let before = waiting {
        handle(before)
      }
      waiting = frame
      if !moves {
        handle(frame)
        waiting = nil
      }
    }
    if let waiting { handle(waiting) }
  }

  /// Keeps the states of a frame that a later one makes out of date.
  private func merge(_ frame: TouchFrame) {
    for contact in frame.contacts where contact.location.isFinite {
      let key = ContactKey(device: frame.device, trackingID: contact.trackingID)
      guard contact.phase == .moved, let touch = touch(for: key) else { continue }
      touch.merged.append(Touch.Sample(contact: contact, timestamp: max(frame.timestamp, state.now)))
      state.hasMerged = true
    }
  }

  /// Cancels every touch of a device, or of all for `nil`; their contacts are ignored until they are lifted.
  public func cancelTouches(of device: DeviceID? = nil) {
    revokeTouches { device == nil || $0.device == device }
  }

  private func process(_ frame: TouchFrame) {
    if let last = state.lastFrame, frame.timestamp < last {
      report(.timeWentBack, frame)
    } else {
      state.lastFrame = frame.timestamp
    }
    if state.timers.isEmpty, frame.timestamp >= state.now {
      state.now = frame.timestamp
    } else {
      advance(to: frame.timestamp)
    }
    startDelivery()
    takeContacts(of: frame)
    finishDelivery()
  }
}
