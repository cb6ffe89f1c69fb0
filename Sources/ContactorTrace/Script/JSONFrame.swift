internal import ContactorCore

/// Reads and writes a frame's line: every property of every contact, without rounding.
enum JSONFrame {
  private static let phases: [TouchPhase: String] = [
    .began: "began", .moved: "moved", .stationary: "stationary", .ended: "ended", .cancelled: "cancelled",
  ]
  private static let tools: [ContactTool: String] = [.finger: "finger", .pen: "pen", .palm: "palm"]

  static func write(_ frame: TouchFrame, device: String, to line: inout JSONLine) {
    line.add("device", device, escaping: .recording)
    line.add("contacts", objects: frame.contacts) { write($0, to: &$1) }
  }

  private static func write(_ contact: Contact, to line: inout JSONLine) {
    line.add("id", Int64(contact.trackingID))
    line.add("slot", Int64(contact.slot))
    line.add("phase", phases[contact.phase] ?? "")
    line.add("x", exact: contact.location.x)
    line.add("y", exact: contact.location.y)
    if contact.tool != .finger { line.add("tool", tools[contact.tool] ?? "") }
    let more: [(StaticString, Double?)] = [
      ("mmX", contact.millimetres?.x), ("mmY", contact.millimetres?.y), ("unitX", contact.devicePosition?.x),
      ("unitY", contact.devicePosition?.y), ("major", contact.touchMajor), ("minor", contact.touchMinor),
      ("orientation", contact.orientation), ("pressure", contact.pressure), ("distance", contact.distance),
    ]
    for case (let key, let value?) in more { line.add(key, exact: value) }
  }

  static func read(_ object: JSONObject, device: DeviceID, at time: Timestamp) throws(TraceError) -> TouchFrame {
    var frame = TouchFrame(device: device, timestamp: time, contacts: [])
    guard var scanner = object.array("contacts"), scanner.take(0x5b) else {
      throw .mistake("\"contacts\" of a frame must be an array of objects")
    }
    guard !scanner.take(0x5d) else { return frame }
    var member = JSONObject()
    repeat {
      guard frame.contacts.count < TraceFormat.contactLimit else {
        throw .mistake("a frame has more than \(TraceFormat.contactLimit) contacts")
      }
      try member.read(&scanner)
      frame.contacts.append(try contact(member))
    } while scanner.take(0x2c)
    return frame
  }

  private static func contact(_ object: JSONObject) throws(TraceError) -> Contact {
    let phaseName = object.text("phase")
    guard let id = object.integer("id"), let id = Int32(exactly: id), let slot = object.integer("slot"),
      let slot = Int32(exactly: slot), let phase = phases.first(where: { $0.value == phaseName })?.key
    else { throw .mistake("a contact must have \"id\", \"slot\" and \"phase\"") }
    // NaN is written as null.
    let location = Point(x: object.number("x") ?? .nan, y: object.number("y") ?? .nan)
    var contact = Contact(trackingID: id, slot: slot, phase: phase, location: location)
    let toolName = object.text("tool")
    contact.tool = tools.first { $0.value == toolName }?.key ?? .finger
    contact.millimetres = point(object.number("mmX"), object.number("mmY"))
    contact.devicePosition = point(object.number("unitX"), object.number("unitY"))
    contact.touchMajor = object.number("major")
    contact.touchMinor = object.number("minor")
    contact.orientation = object.number("orientation")
    contact.pressure = object.number("pressure")
    contact.distance = object.number("distance")
    return contact
  }

  private static func point(_ x: Double?, _ y: Double?) -> Point? {
    if let x, let y { Point(x: x, y: y) } else { nil }
  }
}
