public import ContactorCore
import ContactorEvdev

/// Turns a script into frames: the `touch` lines of a log, and `wait` lines to let time pass.
///
/// `ScriptParser` says which lines make a frame. Devices and anomalies become events, so that a replay of a whole log gives
/// the same log. Every error names its line.
public enum ScriptReader {
  /// One step of a script.
  public enum Step: Hashable, Sendable {
    /// A device's event.
    case event(InputEvent)
    /// Time passes to a moment.
    case advance(to: Timestamp)
    /// A list of the layout gets rows.
    case rows(TraceRows, at: Timestamp)
    /// The display was found off, as the touch that follows lands.
    case screenOff(at: Timestamp)
    /// The host changed the mode.
    case mode(String, at: Timestamp)
    /// The host found a panel held by another program, or free again.
    case grabbed(String, Bool, at: Timestamp)
    /// The kiosk's login session lost its seat to another one, or has it again.
    case login(isActive: Bool, at: Timestamp)
    /// The programs of actions are run, and their ends follow.
    case programs(at: Timestamp)
    /// A program that an action started has ended.
    case outcome(TraceOutcome, at: Timestamp)
    /// Secrets are compared, and the answers follow.
    case verifies(at: Timestamp)
    /// The contacts that follow are as the engine saw them: those that ended and began again are one.
    case debounced(at: Timestamp)
    /// A secret was compared.
    case verdict(TraceVerdict, at: Timestamp)
    /// A panel takes an entry of the layout; `nil` where all are paired again.
    case pairing(TracePairing?, at: Timestamp)
    /// The host turned the panels of a window, or of all windows, by degrees clockwise.
    case turned(Int, window: String?, at: Timestamp)
  }

  /// The steps of a whole script; the file's name is for messages.
  public static func steps(of text: String, file: String) throws(TraceError) -> [Step] {
    var reader = TextReader(ByteWindow(MemorySource(text, name: file)), ScriptParser(), isStrict: true)
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    let steps = collector.records.compactMap(Step.init)
    guard steps.contains(where: \.isFrame) else {
      throw TraceError(
        .empty, file: file,
        message: "no touch in it; a script holds lines such as "
          + #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20}"#)
    }
    return steps
  }
}

extension ScriptReader.Step {
  /// The step that a record stands for; `nil` for records that the engine does not take.
  fileprivate init?(_ record: TraceRecord) {
    switch record {
    case .device(let device, let time): self = .event(.deviceAdded(device.device, at: time))
    case .deviceRemoved(let id, let time): self = .event(.deviceRemoved(id, at: time))
    case .frame(let frame): self = .event(.frame(frame))
    case .anomaly(let anomaly): self = .event(.anomaly(anomaly))
    case .wait(let time): self = .advance(to: time)
    case .rows(let rows, let time): self = .rows(rows, at: time)
    case .note(let text, let time):
      guard let step = Self.step(text, at: time) else { return nil }
      self = step
    case .state, .damage: return nil
    }
  }

  /// The step that a note stands for; `nil` for a remark.
  static func step(_ note: String, at time: Timestamp) -> Self? {
    switch note {
    case TraceRecord.screenOff: .screenOff(at: time)
    case TraceRecord.loginActive: .login(isActive: true, at: time)
    case TraceRecord.loginInactive: .login(isActive: false, at: time)
    case TraceRecord.programsRun: .programs(at: time)
    case TraceRecord.secretsCompared: .verifies(at: time)
    case TraceRecord.debounced: .debounced(at: time)
    case TracePairing.restart: .pairing(nil, at: time)
    default:
      TraceOutcome(note: note).map { .outcome($0, at: time) } ?? TraceVerdict(note: note).map { .verdict($0, at: time) }
        ?? TraceRecord.mode(ofNote: note).map { .mode($0, at: time) } ?? TracePairing(note: note).map { .pairing($0, at: time) }
        ?? TraceRecord.turned(ofNote: note).map { .turned($0.degrees, window: $0.window, at: time) }
        ?? TraceRecord.grabbed(ofNote: note).map { .grabbed($0.panel, $0.isGrabbed, at: time) }
    }
  }

  /// Whether the step is a frame.
  fileprivate var isFrame: Bool {
    if case .event(.frame) = self { true } else { false }
  }
}

/// Parses JSON lines: logs, scripts, and recordings written by `JSONLinesWriter`.
///
/// Consecutive `touch` lines of one time and device make one frame. A touch that is in the frame already begins another
/// frame, and so does a line whose phase, or whose number within the phase, is not above that of the line before: a log
/// writes a frame's touches in this order. `swallowed` lines are contacts too: those of a touch that woke the screen. `frame` and
/// `events` lines hold whole frames and raw events. Lines of other kinds are the engine's output, which a replay makes anew. The
/// parser takes from them only their time and what the engine cannot know: that the screen was found off as it became active, that the
/// host changed the mode or found a panel held by another program, that its login session became active or not, how programs ended,
/// which secrets were right, and which panel was paired with which entry.
struct ScriptParser: LineParser {
  private var latest: Int64 = 0
  /// The engine's time after the records delivered so far, in microseconds; devices and anomalies do not advance it.
  private var reached: Int64 = 0
  private var devices: [(name: String, id: DeviceID)] = []
  private var lastDevice: UInt32 = 0
  /// The panels whose lines a monitor wrote.
  private var monitored: [DeviceID: MonitoredPanel] = [:]
  private var frame: TouchFrame?
  private var alive: Set<Int32> = []
  private var object = JSONObject()
  /// Whether a line of JSON came, and no code fence after it.
  private var isWithin = false
  private var batch = EventBatch()
  /// Whether a `frame` or `events` line came: time then passes with those lines alone.
  private var isRecording = false

  /// Takes a line.
  ///
  /// A line that cannot be read as JSON is damaged; a JSON line with impossible content is a mistake of its author.
  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    line.skipSpaces()
    guard !line.isAtEnd else { return true }
    do throws(TraceError) {
      try object.read(line)
      isWithin = true
    } catch {
      if line.starts(with: "```") { isWithin = false }
      throw error.isMistake && !isWithin && Self.isProse(line) ? .foreign(error.message) : error
    }
    do throws(TraceError) {
      try takeObject(into: &sink)
    } catch {
      throw error.isMistake ? .refusal(error.message) : error
    }
    return true
  }

  /// Whether a line may be what people write before and after JSON lines: text without brackets, quotation marks and control characters.
  private static func isProse(_ line: FieldCursor) -> Bool {
    line.text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09 || $0 == 0x0d) && ![0x7f, 0x7b, 0x7d, 0x5b, 0x5d, 0x22].contains($0) }
  }

  private mutating func takeObject(into sink: inout some TraceSink) throws(TraceError) {
    let time = Timestamp(microseconds: try time())
    if object.text("kind", is: "touch") {
      try touch(time, try contact(), &sink)
    } else if object.text("kind", is: "swallowed") {
      try touch(time, try contact("contact", after: Self.swallowedBase), &sink)
    } else if object.text("kind", is: "events") {
      try events(time, &sink)
    } else {
      try takeOther(time, &sink)
    }
    latest = max(latest, time.microseconds)
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try endFrame(&sink)
    if !isRecording { try sink.take(.wait(until: Timestamp(microseconds: latest))) }
  }

  private mutating func takeOther(_ time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    switch object.text("kind") {
    case "wait":
      try endFrame(&sink)
      try sink.take(.wait(until: time))
    case "device":
      try endFrame(&sink)
      try sink.take(try device(time))
    case "anomaly":
      try endFrame(&sink)
      try sink.take(.anomaly(try anomaly(time)))
    case "frame":
      isRecording = true
      try endFrame(&sink)
      try sink.take(.frame(try JSONFrame.read(object, device: named("device") ?? currentDevice, at: time)))
    case "rows":
      try output(time, &sink)
      if let rows = try TraceRows(object) { try sink.take(.rows(rows, at: time)) }
    case "idle":
      try output(time, &sink)
      if object.text("state", is: "active"), !isRecording { try sink.take(.note(TraceRecord.screenOff, at: time)) }
    case "mode":
      try output(time, &sink)
      // Other changes follow from actions and time.
      if object.text("by", is: "host"), let mode = object.text("mode"), !isRecording {
        try sink.take(.note(TraceRecord.modeEntered(mode), at: time))
      }
    case "pair":
      try output(time, &sink)
      if !isRecording, let note = pairing { try sink.take(.note(note, at: time)) }
    case "rotate":
      try output(time, &sink)
      if let degrees = object.number("degrees").flatMap({ Int(exactly: $0) }), !isRecording {
        try sink.take(.note(TraceRecord.turned(degrees, object.text("window")), at: time))
      }
    case "health":
      try output(time, &sink)
      // Other troubles, and other ends of this one, follow from touches and time.
      if object.text("by", is: "host"), let panel = object.text("device"), !isRecording {
        try sink.take(.note(TraceRecord.grabbed(panel, object.text("what", is: "grabbed")), at: time))
      }
    case "session":
      try output(time, &sink)
      if !isRecording { try sink.take(.note(TraceRecord.login(isActive: object.isTrue("active")), at: time)) }
    case "programs":
      try output(time, &sink)
      if !isRecording { try sink.take(.note(TraceRecord.programsRun, at: time)) }
    case "verifies":
      try output(time, &sink)
      if !isRecording { try sink.take(.note(TraceRecord.secretsCompared, at: time)) }
    case "debounced":
      try output(time, &sink)
      if !isRecording { try sink.take(.note(TraceRecord.debounced, at: time)) }
    case "verdict":
      try output(time, &sink)
      let verdict = try TraceVerdict(object)
      if !isRecording { try sink.take(verdict.record(at: time)) }
    case "outcome":
      try output(time, &sink)
      let outcome = try TraceOutcome(object)
      if !isRecording { try sink.take(outcome.record(at: time)) }
    case "note":
      try endFrame(&sink)
      try sink.take(.note(object.text("text") ?? "", at: time))
    case nil: throw .mistake("no \"kind\"; a script's lines have \"t\" and \"kind\"")
    default: try output(time, &sink)
    }
  }

  /// The note of a `pair` line; `nil` for one that follows from others.
  private var pairing: String? {
    if object.text("state", is: "again") { return TracePairing.restart }
    guard object.text("state", is: "paired"), let device = object.text("device"), let name = object.text("pair") else { return nil }
    return TracePairing(device: device, name: name, cause: object.text("by") ?? "known").note
  }

  /// Takes a line of the engine's output, which ends a frame.
  ///
  /// Some of it follows from time alone, so time passes to it.
  private mutating func output(_ time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    try endFrame(&sink)
    guard time.microseconds > reached, !isRecording else { return }
    reached = time.microseconds
    try sink.take(.wait(until: time))
  }

  private mutating func endFrame(_ sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    guard let frame else { return }
    self.frame = nil
    reached = max(reached, frame.timestamp.microseconds)
    if let events = monitored[frame.device]?.events(of: frame) { return try sink.take(events, from: frame.device) }
    try sink.take(.frame(frame))
  }

  private func time() throws(TraceError) -> Int64 {
    guard let time = object.integer("t"), time >= 0 else {
      if object.text("kind") == nil { throw .mistake("no \"kind\"; a script's lines have \"t\" and \"kind\"") }
      throw .mistake("\"t\" must be a whole number of microseconds, 0 or more")
    }
    return time
  }

  // MARK: Devices

  private mutating func device(_ time: Timestamp) throws(TraceError) -> TraceRecord {
    let node = object.text("device") ?? ""
    switch object.text("event") {
    case "added":
      if devices.count >= TraceFormat.deviceLimit {
        // A log that begins anew does not remove the panels it had before.
        guard let index = devices.firstIndex(where: { $0.name == node }) else { throw .tooManyDevices }
        devices.remove(at: index)
      }
      lastDevice += 1
      let id = DeviceID(rawValue: lastDevice)
      var device = JSONDevice.read(object, id: id, shortName: node)
      device.copyOf = named("copyOf")
      if let unit = object.text("unit") {
        let panel = try MonitoredPanel(device.device, unit: unit)
        monitored[id] = panel
        let panelOfCopy = device.copyOf
        device = panel.described(device.device)
        device.copyOf = panelOfCopy
      }
      devices.append((node, id))
      return .device(device, at: time)
    case "removed":
      guard let index = devices.firstIndex(where: { $0.name == node }) else {
        throw .mistake("the device '\(node)' is removed and was not added")
      }
      let id = devices.remove(at: index).id
      monitored[id] = nil
      return .deviceRemoved(id, at: time)
    default: throw .mistake("\"event\" of a device must be added or removed")
    }
  }

  private func anomaly(_ time: Timestamp) throws(TraceError) -> Anomaly {
    guard let kind = Anomaly.Kind(rawValue: object.text("what") ?? "") else {
      throw .mistake("\"what\" of an anomaly must be one of " + Anomaly.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return Anomaly(kind, device: named("device") ?? currentDevice, at: time)
  }

  private func named(_ key: StaticString) -> DeviceID? {
    guard let name = object.text(key) else { return nil }
    return devices.last { $0.name == name }?.id
  }

  /// The device of touches whose lines name none: the one added last.
  private var currentDevice: DeviceID { devices.last?.id ?? DeviceID(rawValue: 0) }

  // MARK: Touches

  private mutating func events(_ time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    isRecording = true
    if frame != nil { try endFrame(&sink) }
    let device = devices.count == 1 ? devices[0].id : named("device") ?? currentDevice
    guard var scanner = object.array("events") else { throw .mistake("\"events\" must be an array") }
    while let offset = scanner.nextInteger() {
      guard let type = scanner.nextInteger(), let code = scanner.nextInteger(), let value = scanner.nextInteger(),
        let type = UInt16(exactly: type), let code = UInt16(exactly: code), let value = Int32(exactly: value)
      else { throw .mistake("each of \"events\" must be [microseconds after t, type, code, value]") }
      try batch.add(EvdevEvent(at: time.advanced(byMicroseconds: offset), type: type, code: code, value: value), device, &sink)
    }
  }

  private mutating func touch(_ time: Timestamp, _ contact: Contact, _ sink: inout some TraceSink) throws(TraceError) {
    let device = named("device") ?? currentDevice
    if object.text("unit") != nil, monitored[device] == nil {
      throw .refusal("x and y of contactor monitor are in \(object.text("unit") ?? "") of the panel, whose line is missing")
    }
    if let current = frame, current.timestamp != time || current.device != device || !Self.fits(contact, in: current) {
      try endFrame(&sink)
    }
    if frame == nil {
      try batch.flush(&sink)
      frame = TouchFrame(device: device, timestamp: time, contacts: [])
    }
    frame?.contacts.append(contact)
  }

  /// Returns whether a contact belongs to a frame, judged by the order of a frame's touches in a log.
  private static func fits(_ contact: Contact, in frame: TouchFrame) -> Bool {
    guard let last = frame.contacts.last else { return true }
    return (contact.phase.rawValue, contact.trackingID) > (last.phase.rawValue, last.trackingID)
      && !frame.contacts.contains { $0.trackingID == contact.trackingID }
  }

  /// The offset that keeps the numbers of swallowed contacts apart from those of touches.
  private static let swallowedBase: Int32 = 1 << 30

  private mutating func contact(_ key: StaticString = "touch", after base: Int32 = 0) throws(TraceError) -> Contact {
    guard let number = object.integer(key), number > 0, let id = Int32(exactly: number.addingReportingOverflow(Int64(base)).partialValue)
    else { throw .mistake("\"\(key)\" must be a whole number from 1") }
    guard let phase = phase() else { throw .mistake("\"phase\" must be began, moved, ended or cancelled") }
    // A log has no position for a touch in a secure view.
    let secure = object.isTrue("secure") ? Double.nan : nil
    guard let x = secure ?? object.number("x"), let y = secure ?? object.number("y") else {
      throw .mistake("\"x\" and \"y\" must be numbers, in points")
    }
    if phase == .began {
      guard alive.count < TraceFormat.contactLimit else {
        throw .mistake("more than \(TraceFormat.contactLimit) touches are down at once")
      }
      guard alive.insert(id).inserted else { throw .mistake("\(key) \(number) begins and is down already") }
    } else {
      guard alive.contains(id) else { throw .mistake("\(key) \(number) is not down; it must begin first") }
      if phase != .moved { alive.remove(id) }
    }
    // The number serves as the slot, too: a log has no slots, and no two live touches share a number.
    return Contact(trackingID: id, slot: id, phase: phase, location: Point(x: x, y: y))
  }

  private func phase() -> TouchPhase? {
    if object.text("phase", is: "moved") { return .moved }
    if object.text("phase", is: "began") { return .began }
    if object.text("phase", is: "ended") { return .ended }
    return object.text("phase", is: "cancelled") ? .cancelled : nil
  }
}
