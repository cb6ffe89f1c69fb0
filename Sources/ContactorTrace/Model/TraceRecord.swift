public import ContactorCore
public import ContactorEvdev

/// Something that a recording holds besides raw events.
public enum TraceRecord: Hashable, Sendable {
  /// A device came, or was there when the recording began.
  case device(TraceDevice, at: Timestamp)
  /// A device went.
  case deviceRemoved(DeviceID, at: Timestamp)
  /// What a device's axes and contacts were: asked of the kernel after it had lost events.
  case state(EvdevState, of: DeviceID, at: Timestamp)
  /// The engine was given a frame.
  case frame(TouchFrame)
  /// A device did something it should not have.
  case anomaly(Anomaly)
  /// Time passes to a moment, without anything happening: of scripts.
  case wait(until: Timestamp)
  /// A remark.
  case note(String, at: Timestamp)
  /// A part of the file could not be read; what follows is whole again.
  case damage(TraceDamage)
}

extension TraceRecord {
  /// When it happened; `nil` for damage, which is of the file.
  public var time: Timestamp? {
    switch self {
    case .device(_, let time), .deviceRemoved(_, let time), .state(_, _, let time), .wait(let time), .note(_, let time): time
    case .frame(let frame): frame.timestamp
    case .anomaly(let anomaly): anomaly.timestamp
    case .damage: nil
    }
  }

  /// The device that it is about; `nil` where it is about none.
  public var deviceID: DeviceID? {
    switch self {
    case .device(let device, _): device.id
    case .deviceRemoved(let id, _), .state(_, let id, _): id
    case .frame(let frame): frame.device
    case .anomaly(let anomaly): anomaly.device
    case .wait, .note, .damage: nil
    }
  }
}
