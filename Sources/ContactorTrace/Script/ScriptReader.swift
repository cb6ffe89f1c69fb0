public import ContactorCore

/// Turns a script into frames: the `touch` lines of a log, with `wait` lines to let time pass.
///
/// Lines of the same time make one frame, until a line of another kind, or until a touch comes again, or a phase or, in one
/// phase, a number below that of the line above (so the log writes a frame's touches in ascending order). Devices and
/// anomalies are taken over, so that a whole log replays to itself; lines of other kinds are what the engine makes of the
/// touches and of time and are made anew: of them only the time counts. Every error names its line.
public struct ScriptReader {
  /// What a script line asks for.
  public enum Step: Hashable, Sendable {
    /// Something came from a device.
    case event(InputEvent)
    /// Time passes to a moment.
    case advance(to: Timestamp)
  }

  private let file: String
  private var line = 0
  private var latest = Timestamp(microseconds: 0)
  /// The time that the engine has by what was handed on; panels and anomalies let none pass.
  private var reached = Timestamp(microseconds: 0)
  private var devices: [(name: String, id: DeviceID)] = []
  private var lastDevice: UInt32 = 0
  private var frame: TouchFrame?
  private var alive: Set<Int32> = []

  /// Creates a reader; the file's name is for messages.
  public init(file: String) {
    self.file = file
  }

  /// The steps of a whole script.
  public static func steps(of text: String, file: String) throws(TraceError) -> [Step] {
    var reader = ScriptReader(file: file)
    var steps: [Step] = []
    // A Windows line end is one Character of its own.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      try reader.read(line) { steps.append($0) }
    }
    reader.finish { steps.append($0) }
    guard steps.contains(where: \.isFrame) else {
      throw TraceError(
        .empty, file: file,
        message: "no touch in it; a script holds lines such as "
          + #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20}"#)
    }
    return steps
  }

  /// Takes one line and hands on what became complete by it.
  public mutating func read(_ text: Substring, _ yield: (Step) -> Void) throws(TraceError) {
    line += 1
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let object: JSONLine
    do { object = try JSONLine(text) } catch { throw fail(error.message) }
    guard let kind = object.text("kind") else { throw fail("no \"kind\"; a script's lines have \"t\" and \"kind\"") }
    let time = try time(object)
    switch kind {
    case "touch": try touch(object, time, yield)
    case "wait":
      endFrame(yield)
      yield(.advance(to: time))
    case "device":
      endFrame(yield)
      yield(.event(try device(object, time)))
    case "anomaly":
      endFrame(yield)
      yield(.event(try anomaly(object, time)))
    default:
      // A frame's touches stand together; what the engine made of them comes after. Some of it time alone has made.
      endFrame(yield)
      if time > reached {
        reached = time
        yield(.advance(to: time))
      }
    }
    latest = max(latest, time)
  }

  /// Hands on the frame that was being gathered, and lets time pass to the end.
  public mutating func finish(_ yield: (Step) -> Void) {
    endFrame(yield)
    yield(.advance(to: latest))
  }

  private mutating func endFrame(_ yield: (Step) -> Void) {
    if let frame {
      reached = max(reached, frame.timestamp)
      yield(.event(.frame(frame)))
    }
    frame = nil
  }

  private mutating func device(_ object: JSONLine, _ time: Timestamp) throws(TraceError) -> InputEvent {
    let node = object.text("device") ?? ""
    switch object.text("event") {
    case "added":
      lastDevice += 1
      var device = TouchDevice(id: DeviceID(rawValue: lastDevice), node: node, name: object.text("name") ?? node)
      identify(&device, object)
      devices.append((node, device.id))
      return .deviceAdded(device, at: time)
    case "removed":
      guard let index = devices.firstIndex(where: { $0.name == node }) else {
        throw fail("the device '\(node)' is removed and was not added")
      }
      return .deviceRemoved(devices.remove(at: index).id, at: time)
    default: throw fail("\"event\" of a device must be added or removed")
    }
  }

  /// Takes over what the log tells of a panel beyond its name.
  private func identify(_ device: inout TouchDevice, _ object: JSONLine) {
    device.vendor = object.integer("vendor").flatMap { UInt16(exactly: $0) } ?? 0
    device.product = object.integer("product").flatMap { UInt16(exactly: $0) } ?? 0
    device.physicalPath = object.text("path") ?? ""
    device.serial = object.text("serial") ?? ""
    device.output = object.text("output") ?? ""
    if let size = object.numbers("mm"), size.count == 2, size.allSatisfy({ $0 > 0 }) {
      device.size = Size(width: size[0], height: size[1])
    }
  }

  private func anomaly(_ object: JSONLine, _ time: Timestamp) throws(TraceError) -> InputEvent {
    guard let kind = Anomaly.Kind(rawValue: object.text("what") ?? "") else {
      throw fail("\"what\" of an anomaly must be one of " + Anomaly.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return .anomaly(Anomaly(kind, device: device(of: object), at: time))
  }

  /// The device that touches are said to come from where their lines do not tell: the one that came last.
  private var currentDevice: DeviceID { devices.last?.id ?? DeviceID(rawValue: 0) }

  /// The device of a line; a log of several panels names it.
  private func device(of object: JSONLine) -> DeviceID {
    guard let name = object.text("device") else { return currentDevice }
    return devices.last { $0.name == name }?.id ?? currentDevice
  }

  private mutating func touch(
    _ object: JSONLine, _ time: Timestamp, _ yield: (Step) -> Void
  ) throws(TraceError) {
    let contact = try contact(object)
    let device = device(of: object)
    if let current = frame, current.timestamp != time || current.device != device || !Self.fits(contact, in: current) { endFrame(yield) }
    if frame == nil {
      frame = TouchFrame(device: device, timestamp: time, contacts: [])
    }
    frame?.contacts.append(contact)
  }

  /// Whether the log would have written the contact in the same frame.
  private static func fits(_ contact: Contact, in frame: TouchFrame) -> Bool {
    guard let last = frame.contacts.last else { return true }
    return (contact.phase.rawValue, contact.trackingID) > (last.phase.rawValue, last.trackingID)
      && !frame.contacts.contains { $0.trackingID == contact.trackingID }
  }

  private func time(_ object: JSONLine) throws(TraceError) -> Timestamp {
    guard let time = object.integer("t"), time >= 0 else {
      throw fail("\"t\" must be a whole number of microseconds, 0 or more")
    }
    return Timestamp(microseconds: time)
  }

  private mutating func contact(_ object: JSONLine) throws(TraceError) -> Contact {
    guard let number = object.integer("touch"), let id = Int32(exactly: number), id > 0 else {
      throw fail("\"touch\" must be a whole number from 1")
    }
    guard let phase = Self.phases[object.text("phase") ?? ""] else {
      throw fail("\"phase\" must be began, moved, ended or cancelled")
    }
    guard let x = object.number("x"), let y = object.number("y") else {
      throw fail("\"x\" and \"y\" must be numbers, in points")
    }
    if phase == .began {
      guard alive.insert(id).inserted else { throw fail("touch \(id) begins and is down already") }
    } else {
      guard alive.contains(id) else { throw fail("touch \(id) is not down; it must begin first") }
      if phase != .moved { alive.remove(id) }
    }
    // The number stands for the slot, too: the log does not tell slots, and no two live touches share a number.
    return Contact(trackingID: id, slot: id, phase: phase, location: Point(x: x, y: y))
  }

  private static let phases: [String: TouchPhase] = [
    "began": .began, "moved": .moved, "ended": .ended, "cancelled": .cancelled,
  ]

  private func fail(_ message: String) -> TraceError {
    TraceError(.malformed, file: file, line: line, message: message)
  }
}

extension ScriptReader.Step {
  /// Whether the step is one that touches something.
  fileprivate var isFrame: Bool {
    if case .event(.frame) = self { true } else { false }
  }
}
