public import ContactorCore
public import ContactorEvdev

/// Something that a recording holds besides raw events.
public enum TraceRecord: Hashable, Sendable {
  /// A device came, or was there when the recording began.
  case device(TraceDevice, at: Timestamp)
  /// A device went.
  case deviceRemoved(DeviceID, at: Timestamp)
  /// The state of a device's axes and contacts, asked of the kernel after it had lost events.
  case state(EvdevState, of: DeviceID, at: Timestamp)
  /// The engine was given a frame.
  case frame(TouchFrame)
  /// The events of a device have an irregularity.
  case anomaly(Anomaly)
  /// Time passes to a moment without an event; scripts have this.
  case wait(until: Timestamp)
  /// A list of the layout got rows from a program or a file.
  case rows(TraceRows, at: Timestamp)
  /// A remark.
  case note(String, at: Timestamp)
  /// A part of the file could not be read; what follows is whole again.
  case damage(TraceDamage)

  /// The note that says that the display was found off as the next touch landed (contract 12.2); players turn it into a step.
  public static let screenOff = "the display is off"
  /// The note that says that the programs of actions are run, and each of their ends is recorded (contract 13.3).
  ///
  /// Players turn it into a step. Without it, programs end at once.
  public static let programsRun = "the programs of actions are run"
  /// The note that says that the host changed the mode, as a peer of the control socket asked for (contract 12.3, 13.6).
  ///
  /// Players turn it into a step.
  public static func modeEntered(_ name: String) -> String { modePrefix + name }
  /// The mode of such a note; `nil` for other notes.
  static func mode(ofNote note: String) -> String? { note.hasPrefix(modePrefix) ? String(note.dropFirst(modePrefix.count)) : nil }
  private static let modePrefix = "the host changed the mode to "
  /// The note that says that the host turned the panels of a window, or of all.
  ///
  /// Players turn it into a step.
  public static func turned(_ degrees: Int, _ window: String?) -> String {
    "\(turnedPrefix)\(degrees)\(window.map { turnedMiddle + $0 } ?? "")"
  }
  /// Returns the degrees and the window of such a note; `nil` for other notes.
  static func turned(ofNote note: String) -> (degrees: Int, window: String?)? {
    guard note.hasPrefix(turnedPrefix) else { return nil }
    let rest = String(note.dropFirst(turnedPrefix.count))
    guard let middle = rest.place(ofText: turnedMiddle, from: rest.startIndex) else { return Int(rest).map { ($0, nil) } }
    return Int(rest[..<middle.lowerBound]).map { ($0, String(rest[middle.upperBound...])) }
  }
  private static let turnedPrefix = "the panels are turned by "
  private static let turnedMiddle = " in "
  /// The note that says that the host found a panel held by another program, or free again (contract 12.5).
  ///
  /// Players turn it into a step.
  ///
  /// - Parameter panel: the panel's short name, such as `event3`.
  public static func grabbed(_ panel: String, _ isGrabbed: Bool) -> String { (isGrabbed ? grabbedPrefix : freePrefix) + panel }
  /// Returns the panel and whether it is held, from such a note; `nil` for other notes.
  static func grabbed(ofNote note: String) -> (panel: String, isGrabbed: Bool)? {
    if note.hasPrefix(grabbedPrefix) { return (String(note.dropFirst(grabbedPrefix.count)), true) }
    return note.hasPrefix(freePrefix) ? (String(note.dropFirst(freePrefix.count)), false) : nil
  }
  private static let grabbedPrefix = "another program holds "
  private static let freePrefix = "no other program holds "
  /// The note that says that the kiosk's login session lost its seat to another one, or has it again; players turn it into a step.
  public static func login(isActive: Bool) -> String { isActive ? loginActive : loginInactive }
  static let loginActive = "the login session is active"
  static let loginInactive = "the login session is not active"
  /// The note that says that secrets are compared, and each answer is recorded (contract 12.4).
  ///
  /// Players turn it into a step. Without it, no secret is compared.
  public static let secretsCompared = "secrets are compared"
  /// The note that contacts that ended and began again are one in what follows, as in a log.
  public static let debounced = "contacts are debounced"
}

extension TraceRecord {
  /// The time of the record; `nil` for damage, which belongs to the file.
  public var time: Timestamp? {
    switch self {
    case .device(_, let time), .deviceRemoved(_, let time), .state(_, _, let time), .wait(let time), .rows(_, let time),
      .note(_, let time):
      time
    case .frame(let frame): frame.timestamp
    case .anomaly(let anomaly): anomaly.timestamp
    case .damage: nil
    }
  }

  /// The device of the record; `nil` for a record that belongs to none.
  public var deviceID: DeviceID? {
    switch self {
    case .device(let device, _): device.id
    case .deviceRemoved(let id, _), .state(_, let id, _): id
    case .frame(let frame): frame.device
    case .anomaly(let anomaly): anomaly.device
    case .wait, .rows, .note, .damage: nil
    }
  }
}

/// The description of a device in a recording: its identity, the kernel's facts about it, and the mapping of its touches.
public struct TraceDevice: Hashable, Sendable {
  /// The device's identity and measures.
  public var device: TouchDevice
  /// Its axes, buttons and properties as the kernel states them; `nil` if the source does not state them.
  public var description: EvdevDescription?
  /// The state of its axes and contacts when it was described; `nil` if the source does not state it.
  public var state: EvdevState?
  /// The map from device units to points of the window that was in force; `nil` if there was none.
  public var transform: AffineTransform?
  /// Whether the recording holds the frames that the engine was given (`TraceRecord.frame`).
  ///
  /// A replay then takes those, and the raw events are there for other programs; otherwise it decodes the events.
  public var hasFrames: Bool
  /// The panel that this device copies for a kiosk that forwards the panel (contract 11.8); `nil` for a panel itself.
  ///
  /// The events of a copy are what the application got. They follow from the panel's, so that nothing plays them.
  public var copyOf: DeviceID?

  /// Creates a device that is known by its identity only.
  public init(
    _ device: TouchDevice, description: EvdevDescription? = nil, state: EvdevState? = nil,
    transform: AffineTransform? = nil, hasFrames: Bool = false
  ) {
    self.device = device
    self.description = description
    self.state = state
    self.transform = transform
    self.hasFrames = hasFrames
  }

  /// Creates a device from what the kernel says of it.
  public init(_ description: EvdevDescription, id: DeviceID, node: String) {
    self.init(description.touchDevice(id: id, node: node), description: description)
  }

  /// Names the device within the recording.
  public var id: DeviceID { device.id }
}

/// A part of a recording that could not be read.
public struct TraceDamage: Hashable, Sendable, CustomStringConvertible {
  /// A kind of damage.
  public enum Kind: String, Hashable, Sendable {
    /// The file ends within a block: the power went, or the disk was full.
    case unfinished
    /// A checksum does not match, or what should be a block is none.
    case corrupt
    /// Whole blocks are missing, which their numbers show.
    case missing
    /// A block has more devices or contacts at once than a reader follows: 4,096 devices, 1,024 contacts in a frame.
    case excessive
    /// A line of text that its format does not allow; it was skipped.
    case line
  }

  /// The kind of the damage.
  public var kind: Kind
  /// Where it begins, in bytes from the start of the file.
  public var offset: Int64
  /// How many bytes are lost; 0 for blocks that are missing.
  public var length: Int64
  /// The line, from 1; 0 for damage of a binary file.
  public var line = 0
  /// One sentence on the line; empty for other damage.
  public var message = ""

  /// Creates a piece of damage.
  public init(_ kind: Kind, offset: Int64, length: Int64) {
    self.kind = kind
    self.offset = offset
    self.length = length
  }

  /// Creates a line that was skipped.
  ///
  /// - Parameters:
  ///   - line: its number, from 1.
  ///   - length: its length in bytes.
  ///   - message: one sentence: the mistake.
  public init(line: Int, length: Int64, message: String) {
    self.init(.line, offset: 0, length: length)
    (self.line, self.message) = (line, message)
  }

  /// One sentence.
  public var description: String {
    switch kind {
    case .line: "line \(line): \(message); the line was skipped"
    case .unfinished: "byte \(offset): the last block is not finished; \(length) bytes of it are lost"
    case .corrupt: "byte \(offset): \(length) bytes are damaged and were skipped"
    case .missing: "byte \(offset): blocks are missing here"
    case .excessive:
      "byte \(offset): a block of \(length) bytes has more than \(TraceFormat.deviceLimit) devices at once, or "
        + "\(TraceFormat.contactLimit) contacts in a frame; what follows in it was skipped"
    }
  }
}
