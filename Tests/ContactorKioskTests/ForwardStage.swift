import ContactorCore
import ContactorEvdev
import ContactorLayout
import Testing

/// A layout that forwards a panel of 1000 × 500 points, fingers in points and milliseconds, and what the application sees.
final class ForwardStage {
  let session: LayoutSession
  /// The touches that the application sees, in words: `1 began 100,200`.
  private(set) var seen: [String] = []
  /// The events for the copy.
  private(set) var events: [EvdevEvent] = []
  private(set) var lines: [String] = []
  private var decoder: EvdevDecoder
  private var places: [Int32: Point] = [:]
  let panel: TouchDevice
  private let description: EvdevDescription
  private var writer: LogWriter?

  /// Starts a layout, given without its first two lines; with udev's matrix, if there is one.
  ///
  /// - Parameter screen: whether the screen's line is added; a layout with windows has none.
  init(_ yaml: String, udev: AffineTransform? = nil, screen: Bool = true) throws {
    description = .touchscreen(name: "Panel", range: (x: 1000, y: 500), reportsPalms: true)
    var panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "Panel")
    panel.contactCount = 10
    self.panel = panel
    let copy = Forwarder.copy(of: description)
    decoder = EvdevDecoder(copy, device: panel.id, transform: .identity, state: EvdevState())
    let text = "contactor: 1\n" + (screen ? "screen: {size: [1000, 500], mm: [200, 100]}\n" : "") + yaml
    let layout = try Layout.parse(Array(text.utf8), file: "layout.yaml")
    let box = Box()
    session = LayoutSession(layout: layout, log: LogWriter { box.add($0) })
    self.box = box
    session.onForward = { [unowned self] _, events in receive(events) }
    let transform = udev.flatMap { udev in
      description.normalization.map { $0.concatenating(udev).concatenating(layout.pipeline(for: panel).transform) }
    }
    session.forward(panel, description, transform: transform ?? .identity)
    session.handle(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
  }

  private let box: Box

  /// Keeps the log.
  private final class Box {
    var text: [UInt8] = []
    func add(_ bytes: [UInt8]) { text += bytes }
  }

  /// The log.
  var log: [String] { String(decoding: box.text, as: UTF8.self).split(separator: "\n").map(String.init) }

  /// The `forward` lines of the log, without their time.
  var forwardLines: [String] {
    log.filter { $0.contains(#""kind":"forward""#) }
      .map { String($0.replacing(/^\{"t":\d+,"kind":"forward",/, with: "{")) }
  }

  private func receive(_ events: [EvdevEvent]) {
    self.events += events
    decoder.decode(events) { frame in
      for contact in frame.contacts {
        let word = contact.tool == .palm ? "cancelled" : "\(contact.phase)"
        if contact.tool == .palm, contact.phase != .moved { continue }
        seen.append("\(contact.trackingID) \(word) \(Int(contact.location.x)),\(Int(contact.location.y))")
      }
    }
  }

  /// Puts fingers down, moves and lifts them in one frame: `nil` lifts a finger.
  func frame(_ fingers: [Int32: (Double, Double)?], at milliseconds: Int64) {
    var contacts: [Contact] = []
    for (id, place) in fingers.sorted(by: { $0.key < $1.key }) {
      let known = places[id]
      let point = place.map { Point(x: $0.0, y: $0.1) } ?? known ?? .zero
      let phase: TouchPhase = place == nil ? .ended : known == nil ? .began : .moved
      var contact = Contact(trackingID: id, slot: id, phase: phase, location: point)
      contact.devicePosition = point
      contacts.append(contact)
      places[id] = place == nil ? nil : point
    }
    session.handle(.frame(TouchFrame(device: panel.id, timestamp: Timestamp(microseconds: milliseconds * 1000), contacts: contacts)))
  }

  /// Lets time pass.
  func wait(until milliseconds: Int64) { session.advance(to: Timestamp(microseconds: milliseconds * 1000)) }

  /// Returns what the application has seen since the last call.
  func take() -> [String] {
    defer { seen = [] }
    return seen
  }
}
