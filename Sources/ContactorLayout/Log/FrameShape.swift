import ContactorCore

/// The touch lines that a script's reader takes for one frame: of one moment and device, in ascending phase and number.
struct FrameShape {
  private var time = Timestamp(microseconds: 0)
  private var device = DeviceID(rawValue: 0)
  private var last: (phase: UInt8, id: TouchID)?
  private var hasSeveralPhases = false
  /// An array whose memory is used again: a frame has few touches.
  private var ids: [TouchID] = []

  /// Begins with the first line of a frame.
  mutating func begin(at time: Timestamp, from device: DeviceID) {
    (self.time, self.device) = (time, device)
    end()
  }

  /// No line to come is of this frame.
  mutating func end() {
    guard last != nil else { return }
    last = nil
    hasSeveralPhases = false
    ids.removeAll(keepingCapacity: true)
  }

  /// Whether a reader would take the touch's line for one of this frame.
  func fits(_ id: TouchID, _ phase: TouchPhase, at time: Timestamp, from device: DeviceID) -> Bool {
    guard let last, time == self.time, device == self.device else { return false }
    // Within a phase the numbers ascend, so none comes again.
    if phase.rawValue == last.phase { return id > last.id && (!hasSeveralPhases || !ids.contains(id)) }
    return phase.rawValue > last.phase && !ids.contains(id)
  }

  /// Adds the touch's line.
  mutating func add(_ id: TouchID, _ phase: TouchPhase) {
    if let last, last.phase != phase.rawValue { hasSeveralPhases = true }
    last = (phase.rawValue, id)
    ids.append(id)
  }
}
