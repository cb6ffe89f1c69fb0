import ContactorCore

/// The touch lines that a script's reader takes for one frame: of one moment and device, in ascending phase and number.
struct FrameShape {
  private var time = Timestamp(microseconds: 0)
  private var device = DeviceID(rawValue: 0)
  private var last: (phase: UInt8, id: TouchID)?
  /// An array whose memory is used again: a frame has few touches.
  private var ids: [TouchID] = []

  /// Begins with the first line of a frame.
  mutating func begin(at time: Timestamp, from device: DeviceID) {
    (self.time, self.device) = (time, device)
    end()
  }

  /// No line to come is of this frame.
  mutating func end() {
    last = nil
    ids.removeAll(keepingCapacity: true)
  }

  /// Whether a reader would take the touch's line for one of this frame.
  func fits(_ touch: Touch, from device: DeviceID) -> Bool {
    guard let last, touch.timestamp == time, device == self.device, !ids.contains(touch.id) else { return false }
    return (touch.phase.rawValue, touch.id) > (last.phase, last.id)
  }

  /// Adds the touch's line.
  mutating func add(_ touch: Touch) {
    last = (touch.phase.rawValue, touch.id)
    ids.append(touch.id)
  }
}
