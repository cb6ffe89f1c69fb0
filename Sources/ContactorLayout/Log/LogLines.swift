import ContactorCore
package import ContactorTrace

extension JSONLine {
  package mutating func add(_ key: StaticString, _ value: PlaceholderValues.Value) {
    name(key)
    append(value)
  }

  /// Adds an object of its own, its keys in the order in which the closure gives them.
  package mutating func add(
    _ key: StaticString, members: ((_ name: String, _ value: PlaceholderValues.Value) -> Void) -> Void
  ) {
    name(key)
    text.append(UInt8(ascii: "{"))
    let start = text.count
    members { name, value in
      if text.count > start { text.append(UInt8(ascii: ",")) }
      text.append(quoted: name)
      text.append(UInt8(ascii: ":"))
      append(value)
    }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ value: PlaceholderValues.Value) {
    switch value {
    case .number(let number): text.append(rounded: number)
    case .text(let string): text.append(quoted: string)
    }
  }

  /// Adds the members that identify a panel, as far as they are known.
  mutating func addIdentity(of device: TouchDevice, withSeat: Bool) {
    if device.vendor != 0 || device.product != 0 {
      add("vendor", Int64(device.vendor))
      add("product", Int64(device.product))
    }
    if !device.physicalPath.isEmpty { add("path", device.physicalPath) }
    if !device.serial.isEmpty { add("serial", device.serial) }
    if !device.output.isEmpty { add("output", device.output) }
    if withSeat, !device.seat.isEmpty { add("seat", device.seat) }
  }
}

extension TouchPhase {
  /// The name in log lines.
  package var name: String { "\(word)" }

  /// The name without an allocation, for lines of every frame.
  var word: StaticString {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

/// The touch lines that a script's reader takes for one frame: of one time and device, with ascending phases and numbers.
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

  /// Ends the frame: the next line begins another.
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
