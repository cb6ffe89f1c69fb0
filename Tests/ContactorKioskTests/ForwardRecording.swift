import ContactorCore
import ContactorEvdev
@testable import ContactorLayout
import ContactorTrace

/// A recording of a kiosk that forwards, made as the kiosk makes it: the panel's frames, and the copy's events after each.
final class ForwardRecording {
  private var writer: TraceWriter<MemorySink>
  private let session: LayoutSession
  private let panel = DeviceID(rawValue: 1)
  private let copy = DeviceID(rawValue: 1 << 31 | 1)
  /// The events for the copy.
  private(set) var events: [EvdevEvent] = []
  private var isDown: Set<Int32> = []

  init(_ layout: String) throws {
    writer = try TraceWriter(MemorySink())
    session = LayoutSession(layout: try SessionStage.parse(layout), log: nil)
    let description = EvdevDescription.touchscreen(name: "Panel", range: (x: 1000, y: 500), reportsPalms: true)
    let transform = AffineTransform(scaleX: 0.75, y: 0.8)
    var device = TraceDevice(description, id: panel, node: "/dev/input/event1")
    (device.transform, device.hasFrames) = (transform, true)
    session.forward(device.device, description, transform: transform)
    try writer.take(TraceRecord.device(device, at: Timestamp(microseconds: 0)))
    var made = TraceDevice(Forwarder.copy(of: description), id: copy, node: "/dev/input/event1-copy")
    made.copyOf = panel
    try writer.take(TraceRecord.device(made, at: Timestamp(microseconds: 0)))
    session.onForward = { [unowned self] in take($1) }
    session.handle(.deviceAdded(device.device, at: Timestamp(microseconds: 0)))
  }

  /// What the kiosk finds as it asks its display.
  var displayIsOff: Bool? {
    didSet { session.displayIsOff = displayIsOff.map { isOff in { isOff } } }
  }

  private func take(_ events: [EvdevEvent]) {
    self.events += events
    try? writer.take(events, from: copy)
  }

  /// Records a frame; a finger without a place is lifted.
  ///
  /// Places are in units of the panel, 1000 × 500.
  func frame(_ fingers: [Int32: (Double, Double)?], at milliseconds: Int64) throws {
    var contacts: [Contact] = []
    for (id, place) in fingers.sorted(by: { $0.key < $1.key }) {
      let phase: TouchPhase = place == nil ? .ended : isDown.contains(id) ? .moved : .began
      let raw = Point(x: place?.0 ?? 7, y: place?.1 ?? 7)
      var contact = Contact(trackingID: id, slot: id % 10, phase: phase, location: Point(x: raw.x * 0.75, y: raw.y * 0.8))
      contact.devicePosition = raw
      contacts.append(contact)
      if place == nil { isDown.remove(id) } else { isDown.insert(id) }
    }
    let frame = TouchFrame(device: panel, timestamp: Timestamp(microseconds: milliseconds * 1000), contacts: contacts)
    if session.findsScreenOff(before: frame) { try writer.take(TraceRecord.note(TraceRecord.screenOff, at: frame.timestamp)) }
    try writer.take(TraceRecord.frame(frame))
    session.handle(.frame(frame))
  }

  /// Lifts a finger.
  func lift(_ id: Int32, at milliseconds: Int64) throws { try frame([id: Optional<(Double, Double)>.none], at: milliseconds) }

  func wait(until milliseconds: Int64) throws {
    let time = Timestamp(microseconds: milliseconds * 1000)
    try writer.take(TraceRecord.wait(until: time))
    session.advance(to: time)
  }

  /// The recording, which is ended.
  func bytes() throws -> [UInt8] {
    try writer.finish()
    return writer.sink.bytes
  }
}
