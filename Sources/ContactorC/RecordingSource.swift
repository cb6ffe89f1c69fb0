import ContactorCore
import ContactorEvdev
import ContactorTrace

/// A recording as input: at once with its own times, or in real time with those of the engine's clock.
final class RecordingSource {
  private var reader: RecordingReader
  private var player: TracePlayer?
  /// The steps that were read and not played.
  private var steps: ArraySlice<TracePlayer.Step> = []
  private var hasRead = false
  /// The first step's time in the recording, and on the engine's clock.
  private var origin: (recorded: Timestamp, here: Timestamp)?
  private var devices: [DeviceID] = []
  private(set) var frameCount = 0

  init(_ path: String, _ pipeline: @escaping (TouchDevice) -> PositionPipeline) throws(TraceError) {
    reader = try RecordingReader(path: path, .playing)
    player = TracePlayer(mapping: { device in
      let normalization = device.transform ?? device.description?.normalization ?? .identity
      return normalization.concatenating(pipeline(device.device).transform)
    }) { [unowned self] step in steps.append(step) }
  }

  /// Whether everything was played.
  var isAtEnd: Bool { hasRead && steps.isEmpty }

  /// When the next step is due on the engine's clock; at once before the first dispatch, never after the last step.
  var deadline: Timestamp? {
    guard !isAtEnd else { return nil }
    guard let origin, let step = steps.first else { return Timestamp(microseconds: 0) }
    return shifted(step.time, origin)
  }

  private func shifted(_ time: Timestamp, _ origin: (recorded: Timestamp, here: Timestamp)) -> Timestamp {
    origin.here.advanced(byMicroseconds: time.microseconds(since: origin.recorded))
  }

  /// Plays what is due at a moment of the engine's clock, of one piece of the recording at most.
  func dispatch(until now: Timestamp, _ handle: (InputEvent) -> Void) throws(TraceError) {
    if steps.isEmpty { try readPiece() }
    while let step = steps.first {
      let origin = self.origin ?? (step.time, now)
      self.origin = origin
      let due = shifted(step.time, origin)
      guard due <= now else { return }
      steps.removeFirst()
      guard case .event(let event) = step else { continue }
      note(event)
      handle(event.moved(to: due))
    }
    if steps.isEmpty { try readPiece() }
  }

  /// Plays everything with the recording's times.
  func playAll(_ take: (TracePlayer.Step) -> Void) throws(TraceError) {
    while !isAtEnd {
      if steps.isEmpty { try readPiece() }
      while let step = steps.popFirst() {
        if case .event(let event) = step { note(event) }
        take(step)
      }
    }
  }

  /// Yields the removal of the devices that are there.
  func removeDevices(at time: Timestamp, _ handle: (InputEvent) -> Void) {
    let removed = devices
    devices = []
    for id in removed { handle(.deviceRemoved(id, at: time)) }
  }

  private func note(_ event: InputEvent) {
    switch event {
    case .frame(let frame):
      frameCount += 1
      // Scripts have frames of devices that were not added.
      if devices.last != frame.device, !devices.contains(frame.device) { devices.append(frame.device) }
    case .deviceAdded(let device, _): if !devices.contains(device.id) { devices.append(device.id) }
    case .deviceRemoved(let id, _): devices.removeAll { $0 == id }
    case .anomaly: break
    }
  }

  private func readPiece() throws(TraceError) {
    guard !hasRead, var player else { return }
    // The player is taken out while it runs, for its closure writes into this object.
    self.player = nil
    defer { self.player = player }
    while steps.isEmpty {
      guard try reader.readNext(into: &player) else {
        hasRead = true
        return
      }
    }
  }
}

extension InputEvent {
  /// The event at another time.
  fileprivate func moved(to time: Timestamp) -> InputEvent {
    switch self {
    case .frame(var frame):
      frame.timestamp = time
      return .frame(frame)
    case .deviceAdded(let device, _): return .deviceAdded(device, at: time)
    case .deviceRemoved(let id, _): return .deviceRemoved(id, at: time)
    case .anomaly(let anomaly): return .anomaly(Anomaly(anomaly.kind, device: anomaly.device, at: time))
    }
  }
}
