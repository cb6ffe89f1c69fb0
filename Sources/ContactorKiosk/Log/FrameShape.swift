import ContactorCore

/// The touch lines that a script's reader takes for one frame: of one moment and device, in ascending phase and number.
struct FrameShape {
  let time: Timestamp
  let device: DeviceID
  private var last: (phase: UInt8, id: TouchID)?
  private var ids: Set<TouchID> = []

  init(time: Timestamp, device: DeviceID) {
    self.time = time
    self.device = device
  }

  /// Whether a reader would take the touch's line for one of this frame.
  func fits(_ touch: Touch, from device: DeviceID) -> Bool {
    guard touch.timestamp == time, device == self.device, !ids.contains(touch.id), let last else { return false }
    return (touch.phase.rawValue, touch.id) > (last.phase, last.id)
  }

  /// Adds the touch's line.
  mutating func add(_ touch: Touch) {
    last = (touch.phase.rawValue, touch.id)
    ids.insert(touch.id)
  }
}
