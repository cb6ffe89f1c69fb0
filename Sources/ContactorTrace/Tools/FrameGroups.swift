internal import ContactorCore
import ContactorEvdev

/// Gathers raw events of each device to whole frames, up to and with `SYN_REPORT`.
struct FrameGroups {
  private var open: [DeviceID: [EvdevEvent]] = [:]

  /// Takes events; the frames that they complete come out.
  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) -> [[EvdevEvent]] {
    var frames: [[EvdevEvent]] = []
    var frame = open.removeValue(forKey: device) ?? []
    for event in events {
      frame.append(event)
      // A device that never ends a frame must not fill the memory.
      if (event.type == EvdevCode.synchronization && event.code == EvdevCode.report) || frame.count == 65536 {
        frames.append(frame)
        frame = []
      }
    }
    if !frame.isEmpty { open[device] = frame }
    return frames
  }

  /// What is left of a frame of a device that goes; none or one.
  mutating func takeRest(of device: DeviceID) -> [[EvdevEvent]] {
    open.removeValue(forKey: device).map { [$0] } ?? []
  }

  /// What is left of frames that did not end.
  mutating func takeRest() -> [(DeviceID, [EvdevEvent])] {
    defer { open = [:] }
    return open.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }
}
