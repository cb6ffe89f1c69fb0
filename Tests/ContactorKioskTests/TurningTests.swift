import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport

@Suite("Panels that are turned while a layout runs")
struct TurningTests {
  private static let text = """
    screen: {size: [200, 100], mm: [20, 10]}
    views:
      - {id: turn, kind: button, frame: [0, 0, 50, 50], on: {primaryActionTriggered: {rotate: 180}}}
      - {id: back, kind: button, frame: [150, 50, 50, 50], on: {primaryActionTriggered: {rotate: 0}}}
    """

  private func place(_ session: LayoutSession, _ x: Double, _ y: Double, panel: UInt32 = 1) -> [Double] {
    let point = session.pipeline(for: TouchDevice(id: DeviceID(rawValue: panel), node: "/dev/input/event\(panel)", name: "pad"))
      .map(Point(x: x, y: y))
    return [point.x.rounded(), point.y.rounded()]
  }

  @Test("1.8 An action turns the panels, beside the rotation that the layout states")
  func action() throws {
    let stage = try SessionStage(Self.text + "\ndevices: [{rotation: 90}]\n")
    stage.plug(1)
    #expect(place(stage.session, 0, 0) == [200, 0])
    stage.touch(.began, 10, 10)
    stage.touch(.ended, 10, 10)
    #expect(stage.session.turnNumber == 1 && place(stage.session, 0, 0) == [0, 100])
    stage.touch(.began, 10, 10, id: 2)
    stage.touch(.ended, 10, 10, id: 2)
    #expect(stage.session.turnNumber == 1, "turned so already")
    stage.touch(.began, 190, 90, id: 3)
    stage.touch(.ended, 190, 90, id: 3)
    #expect(stage.session.turnNumber == 2 && place(stage.session, 0, 0) == [200, 0])
  }

  @Test("1.8 The host's turn is in the log, cancels the fingers, outlives a reload, and replays to itself")
  func host() throws {
    let stage = try SessionStage(Self.text)
    stage.plug(1)
    stage.touch(.began, 100, 20)
    stage.session.turnPanels(by: 90, ofWindow: nil, at: Timestamp(microseconds: 15_000))
    stage.touch(.ended, 100, 20)
    #expect(stage.lines.contains { $0.contains(#""kind":"rotate","degrees":90"#) }, "\(stage.lines)")
    #expect(stage.lines.contains { $0.contains(#""phase":"cancelled""#) }, "\(stage.lines)")
    let other = try SessionStage(Self.text)
    for step in try ScriptReader.steps(of: stage.lines.joined(separator: "\n") + "\n", file: "log") { other.session.play(step) }
    #expect(other.lines == stage.lines)
    #expect(place(other.session, 0, 0) == [200, 0])
    stage.session.replaceLayout(try SessionStage.parse(Self.text))
    #expect(place(stage.session, 0, 0) == [200, 0])
    stage.session.turnPanels(by: 45, ofWindow: nil)
    stage.session.turnPanels(by: 180, ofWindow: "no window")
    #expect(place(stage.session, 0, 0) == [200, 0])
  }

  @Test("1.8 A window's panels are turned alone")
  func window() throws {
    let stage = try SessionStage(
      """
      windows: [{id: one, size: [100, 100]}, {id: two, size: [100, 100]}]
      devices: [{match: {path: a}, window: one}, {match: {path: b}, window: two}]
      """)
    stage.plug(1, path: "a")
    stage.plug(2, path: "b")
    stage.session.turnPanels(by: 180, ofWindow: "two")
    let panels = stage.session.panels
    #expect(panels.map { stage.session.pipeline(for: $0).map(Point(x: 0, y: 0)).x.rounded() } == [0, 100])
  }

  @Test("1.8 A replay of raw events turns the panel as the action did")
  func replay() throws {
    // A tap on the button at the top left, then one at the same place of the panel, which the screen has turned away.
    var writer = try TraceWriter(MemorySink())
    let description = EvdevDescription.touchscreen(name: "Panel", range: (x: 200, y: 100))
    try writer.take(.device(TraceDevice(description, id: DeviceID(rawValue: 1), node: "/dev/input/event1"), at: Timestamp(microseconds: 0)))
    for (id, time) in [(1, 10_000), (2, 1_000_000)] as [(Int32, Int64)] {
      try writer.take(Self.contact(id, at: time), from: DeviceID(rawValue: 1))
      try writer.take(Self.contact(-1, at: time + 50_000), from: DeviceID(rawValue: 1))
    }
    try writer.finish()
    var lines: [String] = []
    let log = LogWriter { lines += String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
    let replay = try Replay(layout: SessionStage.parse(Self.text), log: log, host: nil)
    var reader = try TraceReader(MemorySource(writer.sink.bytes, name: "memory"))
    try replay.run(&reader)
    let places = lines.filter { $0.contains(#""phase":"began""#) }.compactMap { $0.firstMatch(of: /"x":([\d.]+),"y":([\d.]+)/) }
    #expect(places.map { Double($0.1)?.rounded() } == [10, 190], "\(lines)")
  }

  private static func contact(_ id: Int32, at time: Int64) -> [EvdevEvent] {
    func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
      EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value)
    }
    var events = [event(EvdevCode.absolute, EvdevCode.trackingID, id)]
    if id >= 0 { events += [event(EvdevCode.absolute, EvdevCode.positionX, 10), event(EvdevCode.absolute, EvdevCode.positionY, 10)] }
    return events + [event(EvdevCode.synchronization, EvdevCode.report, 0)]
  }

  @Test(
    "Mistakes are named with the way out",
    arguments: [
      ("{rotate: 45}", "0, 90, 180 or 270"), ("{rotate: -90}", "did you mean '270'"), ("{rotate: 90, window: main2}", "no window is named"),
      ("{emit: x, window: main}", "'window' goes with 'rotate' only"),
    ])
  func mistakes(action: String, message: String) {
    let text = Self.text.replacing("{rotate: 180}", with: action)
    #expect {
      try SessionStage.parse(text)
    } throws: { error in
      "\(error)".contains(message) || (error as? LayoutError)?.diagnostics.contains { $0.description.contains(message) } == true
    }
  }
}
