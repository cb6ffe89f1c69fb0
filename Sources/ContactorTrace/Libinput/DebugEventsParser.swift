internal import ContactorCore
import ContactorEvdev

/// Parses the output of `libinput debug-events`: touches, and devices that are added and removed.
///
/// A line is ` event4  TOUCH_DOWN  +1.234s  0 (0) 45.31/62.20 (93.00/62.00mm)`: node, kind, seconds since the beginning,
/// slot (slot of the seat), percent of the panel and, in parentheses, millimetres. In newer versions, a number before the
/// time counts lines that were folded into one; older versions omit the slot where a touch ends. A `TOUCH_FRAME` ends a
/// frame. The text has no axes, so panels are described with slots and with axes in hundredths of a percent, or of a
/// millimetre if the size is known. A cancelled touch becomes a palm that is lifted.
struct DebugEventsParser: LineParser {
  /// A panel that a line has named.
  private struct Panel {
    var id: DeviceID
    var device: TraceDevice
    /// Device units per percent.
    var scale: Point
    /// The slots that have a contact.
    var down: Set<Int32> = []
    var isOpen = false
  }

  /// A touch that waits for the panel's size.
  private struct Held {
    var kind: String
    var node: String
    var slot: Int32?
    var percent: Point
  }

  /// The beginnings of the kinds of lines.
  private static let kinds: [StaticString] = [
    "TOUCH_", "DEVICE_ADDED", "DEVICE_REMOVED", "POINTER_", "GESTURE_", "KEYBOARD_KEY", "TABLET_", "SWITCH_",
  ]
  /// Slots from this number on are refused; no panel has as many.
  private static let slotLimit: Int32 = 256

  private var panels: [String: Panel] = [:]
  private var lastID: UInt32 = 0
  private var lastTrackingID: Int32 = -1
  private var time = Timestamp(microseconds: 0)
  private var hasTouches = false
  /// The first touch of a panel of unknown size, if its line has no millimetres: they may stand in the next one.
  private var first: Held?
  private var otherKinds: Set<String> = []
  private var hasAbsolutePointer = false
  private var batch = EventBatch()

  /// Whether a line has this format.
  static func isLine(_ line: FieldCursor) -> Bool {
    var line = line
    guard let node = node(&line) else { return false }
    return isNode(node) && kinds.contains { line.starts(with: $0) }
  }

  static let eventInitials = [UInt8(ascii: "e")]

  static func isEvent(_ line: FieldCursor) -> Bool { isLine(line) }

  /// Whether a word is the name of an event's node, such as `event4`.
  private static func isNode(_ word: String) -> Bool {
    word.hasPrefix("event") && word.utf8.count > 5 && word.utf8.dropFirst(5).allSatisfy { $0 &- 48 < 10 }
  }

  /// Takes the node at the beginning of a line, and the spaces after it; a minus before it marks a change of device.
  private static func node(_ line: inout FieldCursor) -> String? {
    line.skipSpaces()
    _ = line.take(0x2d)
    let node = line.word()
    line.skipSpaces()
    return node.isEmpty ? nil : node
  }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    let start = line
    guard let node = Self.node(&line) else { return true }
    // The millimetres of a line that was wrapped.
    let isRest =
      hasTouches && (node.utf8.first.map { $0 == 0x28 || $0 &- 48 < 10 } ?? false) && start.text.trimmed.hasSuffix("mm)")
      && !EventSearch.follows(start, Self.self)
    try takeFirst(isRest ? start : nil, &sink)
    if isRest { return true }
    guard !line.isAtEnd, Self.isNode(node) else { return false }
    if EventSearch.follows(line, from: 24, Self.self) { throw .mistake("the line holds another event") }
    let kind = line.word()
    switch kind {
    case "DEVICE_ADDED": try add(node, line, &sink)
    case "DEVICE_REMOVED": try remove(node, &sink)
    case "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP", "TOUCH_CANCEL", "TOUCH_FRAME":
      try passTime(&line, &sink)
      try touch(kind, node, &line, &sink)
    default:
      // libinput's own messages, and the events of other devices.
      if kind == "POINTER_MOTION_ABSOLUTE" { hasAbsolutePointer = true }
      let start = String(kind.prefix { $0 != "_" })
      guard ["POINTER", "GESTURE", "KEYBOARD", "TABLET", "SWITCH"].contains(start) else { return kind.hasSuffix(":") }
      otherKinds.insert(start)
    }
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try takeFirst(nil, &sink)
    for node in panels.keys.sorted() { try endFrame(node, &sink) }
    try batch.flush(&sink)
    guard !hasTouches else { return }
    if hasAbsolutePointer {
      throw TraceError(
        .empty, file: "",
        message: "a text of libinput debug-events with POINTER_MOTION_ABSOLUTE: this panel is an absolute pointer, as a mouse in a virtual "
          + "machine, and no touchscreen; record its events with libinput record and read them with --all-devices")
    }
    let found = otherKinds.isEmpty ? "devices" : otherKinds.sorted().map { $0.lowercased() }.joined(separator: ", ") + " lines"
    throw TraceError(
      .empty, file: "",
      message: "a text of libinput debug-events with \(found) only; TOUCH_DOWN and TOUCH_MOTION, which touchscreens give, are "
        + "missing (of a touchpad, record the fingers with libinput record)")
  }

  /// Takes the time, such as `+1.234s`, which may follow a count of lines.
  private mutating func passTime(_ line: inout FieldCursor, _ sink: inout some TraceSink) throws(TraceError) {
    line.skipSpaces()
    let before = line
    if line.digits() != nil { line.skipSpaces() }
    guard line.take(0x2b) else { throw .mistake("expected a time such as +1.234s, found '\(before.text)'") }
    line.skipSpaces()
    guard let whole = line.digits(), whole < 1 << 40 else { throw .mistake("'\(before.text)' does not begin with a time") }
    var fraction: Int64 = 0
    if line.take(0x2e) {
      let start = unsafe line.next
      guard let digits = line.digits(), unsafe line.next - start <= 6 else {
        throw .mistake("'\(before.text)' does not begin with a time of at most six decimals")
      }
      fraction = digits
      for _ in unsafe (line.next - start)..<6 { fraction *= 10 }
    }
    guard line.take(0x73) else { throw .mistake("'\(before.text)': a time ends with s, for seconds") }
    let now = Timestamp(microseconds: whole * 1_000_000 + fraction)
    // Another time ends a frame without `TOUCH_FRAME`.
    if now != time { for node in panels.keys.sorted() { try endFrame(node, &sink) } }
    time = now
  }

  // MARK: Devices

  /// Takes `DEVICE_ADDED  Name of the panel  seat0 default group7 cap:t  size 253x167mm …`.
  private mutating func add(_ node: String, _ line: FieldCursor, _ sink: inout some TraceSink) throws(TraceError) {
    let words = line.text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let place = words.lastIndex(where: { $0.hasPrefix("cap:") }), words[place].dropFirst(4).contains("t") else { return }
    let name = words[..<max(place - 3, 0)].joined(separator: " ")
    var size: Size?
    if let word = words[place...].drop(while: { $0 != "size" }).dropFirst().first, word.hasSuffix("mm") {
      let sides = word.dropLast(2).split(separator: "x").compactMap { Int($0) }
      if sides.count == 2, sides.allSatisfy({ (1...10_000).contains($0) }) {
        size = Size(width: Double(sides[0]), height: Double(sides[1]))
      }
    }
    try describe(node, name, size, &sink)
  }

  private mutating func describe(
    _ node: String, _ name: String, _ size: Size?, _ sink: inout some TraceSink
  ) throws(TraceError) {
    if panels[node] != nil { try remove(node, &sink) }
    guard panels.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
    lastID += 1
    let id = DeviceID(rawValue: lastID)
    let scale = size.map { Point(x: $0.width, y: $0.height) } ?? Point(x: 100, y: 100)
    let axis = { (length: Double) in EvdevAxis(0, Int32(length * 100), resolution: size == nil ? 0 : 100) }
    var description = EvdevDescription(touchscreen: name, x: axis(scale.x), y: axis(scale.y), slots: 64)
    description.axes[EvdevCode.toolType] = .toolTypes
    let device = TraceDevice(description, id: id, node: "/dev/input/" + node)
    panels[node] = Panel(id: id, device: device, scale: scale)
    try batch.flush(&sink)
    try sink.take(.device(device, at: time))
  }

  private mutating func remove(_ node: String, _ sink: inout some TraceSink) throws(TraceError) {
    guard let panel = panels[node] else { return }
    try endFrame(node, &sink)
    try batch.flush(&sink)
    try sink.take(.deviceRemoved(panel.id, at: time))
    panels[node] = nil
  }

  // MARK: Touches

  private mutating func touch(
    _ kind: String, _ node: String, _ line: inout FieldCursor, _ sink: inout some TraceSink
  ) throws(TraceError) {
    if kind == "TOUCH_FRAME" { return try endFrame(node, &sink) }
    let slot = try slot(&line)
    let place = kind == "TOUCH_DOWN" || kind == "TOUCH_MOTION" ? try Self.place(&line) : nil
    hasTouches = true
    if let place, panels[node] == nil, !place.isWhole {
      first = Held(kind: kind, node: node, slot: slot, percent: place.percent)
    } else {
      try touch(kind, node, slot, place?.percent, place?.size, &sink)
    }
  }

  /// Takes the touch that waits, with the millimetres behind it.
  private mutating func takeFirst(_ millimetres: FieldCursor?, _ sink: inout some TraceSink) throws(TraceError) {
    guard let held = first.take() else { return }
    var line = millimetres
    line?.skipSpaces()
    let size = line.flatMap { Self.size($0, at: held.percent) }
    try touch(held.kind, held.node, held.slot, held.percent, size, &sink)
  }

  private mutating func touch(
    _ kind: String, _ node: String, _ slot: Int32?, _ percent: Point?, _ size: Size?, _ sink: inout some TraceSink
  ) throws(TraceError) {
    if panels[node] == nil { try describe(node, "", size, &sink) }
    guard var panel = panels[node] else { return }
    guard let slot = slot ?? (panel.down.count == 1 ? panel.down.first : nil) else {
      throw .mistake("\(kind) names no slot while \(panel.down.count) touches are down; newer versions of libinput name it")
    }
    func add(_ code: UInt16, _ value: Int32) throws(TraceError) {
      try batch.add(EvdevEvent(at: time, type: EvdevCode.absolute, code: code, value: value), panel.id, &sink)
    }
    try add(EvdevCode.slot, slot)
    if let percent {
      if panel.down.insert(slot).inserted || kind == "TOUCH_DOWN" {
        lastTrackingID = lastTrackingID &+ 1 & 0xffff
        try add(EvdevCode.trackingID, lastTrackingID)
      }
      try add(EvdevCode.positionX, Self.units(percent.x, panel.scale.x))
      try add(EvdevCode.positionY, Self.units(percent.y, panel.scale.y))
    } else {
      if kind == "TOUCH_CANCEL" {
        try add(EvdevCode.toolType, 2)
        // The palm needs a frame of its own, because the tool counts only while the contact is down.
        try batch.add(EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0), panel.id, &sink)
      }
      try add(EvdevCode.trackingID, -1)
      panel.down.remove(slot)
    }
    panel.isOpen = true
    panels[node] = panel
  }

  private mutating func endFrame(_ node: String, _ sink: inout some TraceSink) throws(TraceError) {
    guard let panel = panels[node], panel.isOpen else { return }
    panels[node]?.isOpen = false
    try batch.add(EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0), panel.id, &sink)
  }

  /// Takes `0 (0)`: the slot and the seat's slot; returns `nil` at the end of the line.
  private func slot(_ line: inout FieldCursor) throws(TraceError) -> Int32? {
    line.skipSpaces()
    if line.isAtEnd { return nil }
    let before = line
    guard let slot = line.decimal().flatMap({ Int32(exactly: $0) }), slot < Self.slotLimit else {
      throw .mistake("expected a slot such as 0 (0), found '\(before.text)'")
    }
    line.skipSpaces()
    if line.take(0x28) { _ = line.text(upTo: 0x29) }
    // libinput prints the slot -1 for panels without slots.
    return max(slot, 0)
  }

  /// Takes `45.31/62.20 (93.00/62.00mm)`; the quotient of millimetres and percent gives the panel's size.
  private static func place(_ line: inout FieldCursor) throws(TraceError) -> (percent: Point, size: Size?, isWhole: Bool) {
    let before = line
    guard let percent = pair(&line) else {
      throw .mistake("expected a position in percent and millimetres such as 45.31/62.20 (93.00/62.00mm), found '\(before.text)'")
    }
    line.skipSpaces()
    let rest = line.text
    return (percent, Self.size(line, at: percent), rest.place(ofText: "mm)", from: rest.startIndex) != nil)
  }

  /// The panel's size by a place in millimetres, such as `(93.00/62.00mm)`, and the same in percent; `nil` if they do not give one.
  private static func size(_ millimetres: FieldCursor, at percent: Point) -> Size? {
    var line = millimetres
    guard line.take(0x28), let place = pair(&line), line.take("mm)"), percent.x >= 1, percent.y >= 1, place.x > 0, place.y > 0
    else { return nil }
    let size = Size(width: (place.x / percent.x * 100).rounded(), height: (place.y / percent.y * 100).rounded())
    return size.width < 1 || size.height < 1 || max(size.width, size.height) > 10_000 ? nil : size
  }

  /// Takes two numbers with a slash between them, padded with spaces.
  private static func pair(_ line: inout FieldCursor) -> Point? {
    line.skipSpaces()
    let first = line.text(upTo: 0x2f)
    line.skipSpaces()
    let start = line
    while !line.isAtEnd, unsafe line.next.pointee == 0x2e || line.next.pointee == 0x2d || line.next.pointee &- 0x30 < 10 {
      unsafe line.next += 1
    }
    let second = unsafe String(decoding: UnsafeBufferPointer(start: start.next, count: line.next - start.next), as: UTF8.self)
    guard let x = Double(first), let y = Double(second), abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    return Point(x: x, y: y)
  }

  private static func units(_ percent: Double, _ scale: Double) -> Int32 { Int32(clamping: Int64((percent * scale).rounded())) }
}
