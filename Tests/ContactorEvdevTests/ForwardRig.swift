import ContactorCore
import ContactorEvdev
import Testing

/// A forwarder, fed by hand, whose stream is verified and written as text.
///
/// The panel has 4096 × 4096 units, a quarter of a point each.
struct ForwardRig {
  /// An act of a finger in a frame.
  struct Finger {
    var id: Int32
    var phase: TouchPhase
    var x: Double
    var y: Double
    var slot: Int32
    var size: Double?
    var tool = ContactTool.finger

    static func down(_ id: Int32, _ x: Double = 100, _ y: Double = 200, slot: Int32? = nil, size: Double? = nil) -> Finger {
      Finger(id: id, phase: .began, x: x, y: y, slot: slot ?? id, size: size)
    }
    static func move(_ id: Int32, _ x: Double, _ y: Double = 200, slot: Int32? = nil, size: Double? = nil) -> Finger {
      Finger(id: id, phase: .moved, x: x, y: y, slot: slot ?? id, size: size)
    }
    static func up(_ id: Int32) -> Finger { Finger(id: id, phase: .ended, x: 0, y: 0, slot: id) }
    static func lost(_ id: Int32) -> Finger { Finger(id: id, phase: .cancelled, x: 0, y: 0, slot: id) }

    func holding(_ tool: ContactTool) -> Finger {
      var finger = self
      finger.tool = tool
      return finger
    }

    var contact: Contact {
      var contact = Contact(trackingID: id, slot: slot, phase: phase, location: Point(x: x / 4, y: y / 4))
      contact.devicePosition = Point(x: x, y: y)
      contact.touchMajor = size
      contact.tool = tool
      return contact
    }
  }

  static let transform = AffineTransform(scaleX: 0.25, y: 0.25)
  let panel: EvdevDescription
  var forwarder: Forwarder
  var verifier: CopyStreamVerifier
  private(set) var notes: [ForwardNote] = []
  /// All events that were written.
  private(set) var written: [EvdevEvent] = []
  /// How many events were written last.
  private(set) var lastCount = 0
  /// The events that were written last.
  var lastEvents: [EvdevEvent] { Array(written.suffix(lastCount)) }

  init(_ panel: EvdevDescription = .touchscreen(name: "Panel"), _ settings: ForwardSettings = .init()) {
    self.panel = panel
    forwarder = Forwarder(panel, device: DeviceID(rawValue: 1), transform: Self.transform, settings: settings)
    verifier = CopyStreamVerifier(Forwarder.copy(of: panel))
  }

  init(_ change: (inout ForwardSettings) -> Void) {
    var settings = ForwardSettings()
    change(&settings)
    self.init(.touchscreen(name: "Panel"), settings)
  }

  /// Plays a frame at a time in milliseconds, with verdicts; returns the frames that were written.
  mutating func frame(
    _ time: Int64, _ fingers: [Finger], _ verdicts: [(Int32, ForwardVerdict)] = [], cause: ForwardCause = .gesture("g")
  ) -> [String] {
    let stamp = Timestamp(microseconds: time * 1000)
    forwarder.begin(TouchFrame(device: DeviceID(rawValue: 1), timestamp: stamp, contacts: fingers.map(\.contact)))
    for (id, verdict) in verdicts { forwarder.judge(id, verdict, cause) }
    forwarder.end(at: stamp)
    return take()
  }

  /// Gives verdicts between frames.
  mutating func advance(_ time: Int64, _ verdicts: [(Int32, ForwardVerdict)] = []) -> [String] {
    for (id, verdict) in verdicts { forwarder.judge(id, verdict, .gesture("g")) }
    forwarder.advance(to: Timestamp(microseconds: time * 1000))
    return take()
  }

  mutating func liftAll(_ time: Int64, _ cause: ForwardCause?) -> [String] {
    forwarder.liftAll(at: Timestamp(microseconds: time * 1000), cause)
    return take()
  }

  /// The notes since the last call: action, cause and id.
  mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes.map { "\($0.action) \($0.cause.word)\($0.cause.name.map { " \($0)" } ?? "") \($0.trackingID)" }
  }

  private mutating func take() -> [String] {
    let output = forwarder.output
    verifier.take(outputOf: forwarder)
    forwarder.clearOutput()
    lastCount = output.count
    written += output
    notes += forwarder.notes
    forwarder.clearNotes()
    #expect(verifier.violations.isEmpty)
    #expect(verifier.contactCount == forwarder.passing)
    return Self.text(output)
  }

  /// A line for each frame: its milliseconds, then the events by name.
  static func text(_ events: [EvdevEvent]) -> [String] {
    var lines: [String] = []
    var line = ""
    for event in events {
      if event.type == EvdevCode.synchronization {
        lines.append("\(event.time.microseconds / 1000)" + line)
        line = ""
      } else {
        line += " \(names[event.code] ?? "?\(event.code)") \(event.value)"
      }
    }
    if !line.isEmpty { lines.append("no end:" + line) }
    return lines
  }

  private static let names: [UInt16: String] = [
    EvdevCode.slot: "slot", EvdevCode.trackingID: "id", EvdevCode.positionX: "x", EvdevCode.positionY: "y",
    EvdevCode.toolType: "tool", EvdevCode.touchMajor: "major", EvdevCode.touchMinor: "minor",
    EvdevCode.orientation: "angle", EvdevCode.contactPressure: "pressure", EvdevCode.distance: "distance",
    EvdevCode.touch: "touch", EvdevCode.x: "X", EvdevCode.y: "Y", EvdevCode.pressure: "P",
  ]
}
