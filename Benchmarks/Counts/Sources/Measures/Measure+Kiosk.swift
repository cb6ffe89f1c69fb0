import ContactorCore
import ContactorEvdev
import ContactorLayout

extension Measure {
  /// A frame of ten contacts in a kiosk that forwards its panel: the layout's gestures, its rules, and the events of the copy.
  static var kiosk: [Measure] {
    [
      Measure("forward10-kiosk", operations: 2000) {
        let kiosk = Kiosk()
        return { kiosk.move($0) }
      }
    ]
  }
}

/// A session with ten gestures, five of which go on beside each other, and every rule.
private final class Kiosk {
  private let session: LayoutSession
  private var frame: TouchFrame
  private var moves: Int64 = 0
  private var events = 0

  private static let layout = """
    contactor: 1
    screen: {size: [1200, 800], mm: [300, 200]}
    forward:
      fingers: 10
      edges: 2 mm
      deadZones: [{id: crack, frame: [0, 720, 120, 80]}]
      ghost: {shorterThan: 20 ms, largerThan: 80 mm, fasterThan: 50000 mm/s}
      stuckAfter: 31536000 s
      rate: 1000
      filter: {oneEuro: {minimumCutoff: 1, beta: 0.007}}
    gestures:
      - {id: pan, kind: pan, touches: 10, cancelsTouches: false, simultaneous: true, on: {ended: {emit: pan}}}
      - {id: pan1, kind: pan, cancelsTouches: false, simultaneous: true, on: {ended: {emit: pan1}}}
      - {id: pinch, kind: pinch, cancelsTouches: false, simultaneous: true, on: {ended: {emit: pinch}}}
      - {id: pan3, kind: pan, touches: 3, cancelsTouches: false, simultaneous: true, on: {ended: {emit: pan3}}}
      - {id: rotation, kind: rotation, cancelsTouches: false, simultaneous: true, on: {ended: {emit: rotation}}}
      - {id: swipe, kind: swipe, direction: left, touches: 3, on: {recognized: {emit: swipe}}}
      - {id: tap, kind: tap, taps: 3, touches: 2, on: {recognized: {emit: tap}}}
      - {id: long, kind: longPress, touches: 10, on: {began: {emit: long}}}
      - {id: hold, kind: hold, touches: 4, on: {recognized: {emit: hold}}}
      - {id: edge, kind: edgePan, edge: left, on: {began: {emit: edge}}}
    """

  init() {
    let device = DeviceID(rawValue: 1)
    let panel = TouchDevice(id: device, node: "panel", name: "panel")
    session = LayoutSession(layout: try! Layout.parse(Array(Self.layout.utf8), file: "kiosk.yaml"))
    let contacts = (0..<10).map { index in
      Contact(
        trackingID: Int32(index + 100), slot: Int32(index), phase: .began,
        location: Point(x: 200 + 60 * Double(index), y: 100 + 40 * Double(index)))
    }
    frame = TouchFrame(device: device, timestamp: Timestamp(microseconds: 1_000_000), contacts: contacts)
    session.onForward = { [unowned self] in events += $1.count }
    session.forward(
      panel, EvdevDescription.touchscreen(name: "panel"), transform: AffineTransform(scaleX: 1200.0 / 4096, y: 800.0 / 4096))
    session.handle(.deviceAdded(panel, at: frame.timestamp))
    session.handle(.frame(frame))
    for index in frame.contacts.indices { frame.contacts[index].phase = .moved }
    // What is held back for its first milliseconds is on the copy then, and the gestures are under way.
    move(100)
  }

  /// Moves the contacts to and fro, 10 ms apart.
  func move(_ count: Int) {
    let before = events
    for _ in 0..<count {
      moves += 1
      let step = moves % 20 < 10 ? -4.0 : 4.0
      for index in frame.contacts.indices {
        frame.contacts[index].location.x += step
        frame.contacts[index].location.y += step
      }
      frame.timestamp = Timestamp(microseconds: 1_000_000 + moves * 10_000)
      session.handle(.frame(frame))
    }
    precondition(events - before >= 33 * (count - 5), "every contact of every frame must reach the copy")
  }
}
