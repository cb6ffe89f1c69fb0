import ContactorCore
import ContactorEvdev
@testable import ContactorKiosk
@testable import ContactorLayout
import ContactorTrace
import Foundation
import Testing

/// Both streams of a panel that is forwarded, in a monitor's picture and lines.
@Suite struct MonitorForwardTests {
  private static let panel = {
    var panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "Pad")
    panel.size = Size(width: 160, height: 80)
    return panel
  }()

  private static func frame(
    _ milliseconds: Int64, _ id: Int32, _ phase: TouchPhase, _ x: Double, _ y: Double
  ) -> InputEvent {
    let contact = Contact(trackingID: id, slot: id % 10, phase: phase, location: Point(x: x, y: y))
    return .frame(
      TouchFrame(device: panel.id, timestamp: Timestamp(microseconds: milliseconds * 1000), contacts: [contact]))
  }

  /// A monitor with a dry run, fed by hand.
  private final class Stage {
    var state = MonitorState()
    /// The lines of the log; it may write until it is gone.
    private final class Text {
      var text = ""
    }

    private let written = Text()
    private(set) var problems: [String] = []
    private var log: MonitorLog?
    private var preview: ForwardPreview?

    init(_ panel: TouchDevice = MonitorForwardTests.panel, _ change: (inout ForwardRules) -> Void) {
      var rules = ForwardRules()
      change(&rules)
      log = MonitorLog(LogWriter { [written] in written.text += String(decoding: $0, as: UTF8.self) }) { _ in }
      preview = ForwardPreview(rules, complain: { [unowned self] in problems.append($0) }) { [unowned self] step in
        switch step {
        case .event(let event): show(event)
        case .note(let note, of: let panel):
          state.handle(note, of: panel)
          log?.handle(note, of: panel)
        }
      }
      play(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
    }

    private func show(_ event: InputEvent) {
      state.handle(event)
      log?.handle(event)
    }

    func play(_ events: InputEvent...) {
      for event in events {
        show(event)
        preview?.handle(event)
      }
    }

    func advance(_ milliseconds: Int64) { preview?.advance(to: Timestamp(microseconds: milliseconds * 1000)) }

    var deadline: Int64? { preview?.nextDeadline.map { $0.microseconds / 1000 } }

    func lines() -> [Substring] {
      log?.flush()
      return written.text.split(separator: "\n")
    }

    /// The marks of a panel's contacts, then of those that were lifted.
    func marks(_ index: Int = 0) -> [String] {
      state.panels[index].contacts.map { "\($0.number) \($0.mark ?? "-")" }
        + state.panels[index].oldTrails.map { "(\($0.number) \($0.mark ?? "-"))" }
    }
  }

  // MARK: The picture

  @Test func `the picture has the panel with crosses, and the copy below it`() {
    let stage = Stage {
      $0.edges = .millimetres(5)
      $0.settings.fingers = 1
    }
    stage.play(Self.frame(0, 1, .began, 2, 40), Self.frame(10, 2, .began, 80, 40), Self.frame(20, 3, .began, 120, 20))
    let picture = MonitorPicture(columns: 66, rows: 20, isPlain: true).lines(of: stage.state)
    #expect(
      picture == [
        "contactor monitor   1 panel, 3 contacts                     q ends",
        "event1  Pad  160.0 x 80.0 mm  100 Hz  3 contacts  2 kept back",
        "+------------------------+              1    2.0   40.0 mm edge",
        "|                        |              2   80.0   40.0 mm",
        "|         4 fingersx     |              4  120.0   20.0 mm fingers",
        "|                        |",
        "|x1 edge     o2          |",
        "|                        |",
        "|                        |",
        "+------------------------+",
        "event1-copy  copy of event1  160.0 x 80.0 mm  0 Hz  1 contact",
        "+----------------------------+          3   80.0   40.0 mm",
        "|                            |",
        "|                            |",
        "|                            |",
        "|              o3            |",
        "|                            |",
        "|                            |",
        "|                            |",
        "+----------------------------+",
      ], "\n\(picture.joined(separator: "\n"))")
  }

  @Test func `a panel that another process has taken over says so, and the copy stands below it`() {
    var copy = Self.panel
    (copy.id, copy.node, copy.isCopy) = (DeviceID(rawValue: 2), "/dev/input/event7", true)
    var other = Self.panel
    (other.id, other.node, other.name) = (DeviceID(rawValue: 3), "/dev/input/event2", "Other")
    for order in [[Self.panel, other, copy], [copy, other, Self.panel], [other, copy, Self.panel]] {
      var state = MonitorState()
      for device in order { state.handle(.deviceAdded(device, at: Timestamp(microseconds: 0))) }
      let picture = MonitorPicture(columns: 80, rows: 30, isPlain: true).lines(of: state)
      let titles = picture.filter { $0.hasPrefix("event") && !$0.contains("Other") }
      #expect(
        titles.map { String($0.prefix(66)).trimmingCharacters(in: .whitespaces) } == [
          "event1  Pad  taken over by another program; its copy is event7",
          "event7  copy of event1  160.0 x 80.0 mm  0 Hz  0 contacts",
        ], "\(picture)")
      #expect(picture[0].hasPrefix("contactor monitor   2 panels, 0 contacts"))
      state.handle(.deviceRemoved(copy.id, at: Timestamp(microseconds: 0)))
      #expect(state.panels.allSatisfy { $0.takenOverFor == nil })
    }
  }

  // MARK: Marks

  @Test func `a contact that a ghost rule holds is marked as held until it is let through, or kept back at its end`() {
    let stage = Stage { $0.settings.ghost.shorterThan = .milliseconds(20) }
    stage.play(Self.frame(0, 1, .began, 50, 40))
    #expect(stage.marks() == ["1 held"] && stage.deadline == 20)
    stage.advance(20)
    #expect(stage.marks() == ["1 -"] && stage.marks(1) == ["2 -"])
    stage.play(Self.frame(30, 2, .began, 70, 40), Self.frame(35, 2, .ended, 70, 40))
    #expect(stage.marks() == ["1 -", "(3 tooShort)"] && stage.state.panels[0].keptBack == 1)
    let picture = MonitorPicture(columns: 80, rows: 20, isPlain: true).lines(of: stage.state)
    #expect(picture.contains { $0.contains("x3 tooShort") }, "\(picture)")
  }

  @Test func `a contact that is taken away is marked while its finger stays, and lifted on the copy`() {
    let stage = Stage { $0.settings.stuckAfter = .seconds(1) }
    stage.play(Self.frame(0, 1, .began, 50, 40))
    #expect(stage.marks() == ["1 -"] && stage.marks(1) == ["2 -"])
    stage.advance(1000)
    #expect(stage.marks() == ["1 stuck"] && stage.deadline == 1060)
    stage.advance(1060)
    #expect(stage.marks() == ["1 stuck"] && stage.marks(1) == ["(2 -)"])
  }

  @Test func `a muted panel says so`() {
    let stage = Stage { $0.settings.rate = 2 }
    for id in 1...3 as ClosedRange<Int32> { stage.play(Self.frame(Int64(id), id, .began, 50, 40)) }
    #expect(stage.state.panels[0].isMuted && stage.marks() == ["1 -", "3 -", "5 rate"])
    stage.advance(1100)
    #expect(!stage.state.panels[0].isMuted)
  }

  @Test func `a rule in millimetres is left out for a panel without a size, and that is told`() {
    let stage = Stage(TouchDevice(id: Self.panel.id, node: "/dev/input/event1", name: "Pad")) { $0.edges = .millimetres(5) }
    stage.play(Self.frame(0, 1, .began, 1, 40))
    #expect(stage.marks() == ["1 -"] && stage.problems.count == 1)
    let percent = Stage(TouchDevice(id: Self.panel.id, node: "/dev/input/event1", name: "Pad")) { $0.edges = .percent(5) }
    percent.play(Self.frame(0, 1, .began, 1, 40))
    #expect(percent.marks() == ["1 edge"] && percent.problems.isEmpty)
  }

  @Test func `the copy of a panel that is turned has turned places, and edges are those of the turned panel`() {
    let stage = Stage {
      $0.rotation = .half
      $0.deadZones(x: 120, width: 40)
    }
    stage.play(Self.frame(0, 1, .began, 60, 20), Self.frame(10, 2, .began, 10, 20))
    #expect(stage.marks() == ["1 -", "3 deadZone"])
    let place = stage.state.panels[1].contacts.first?.location
    #expect(place.map { abs($0.x - 100) < 0.05 && abs($0.y - 60) < 0.05 } == true, "\(String(describing: place))")
  }

  // MARK: Lines

  @Test func `lines have both streams, and a forward line with the touch's number for each contact that is kept back`() {
    let stage = Stage {
      $0.edges = .millimetres(5)
      $0.settings.ghost.shorterThan = .milliseconds(20)
    }
    stage.play(
      Self.frame(0, 1, .began, 2, 40), Self.frame(10, 2, .began, 80, 40), Self.frame(15, 2, .ended, 80, 40),
      Self.frame(20, 3, .began, 80, 40), Self.frame(50, 3, .moved, 81, 40))
    let lines = stage.lines()
    #expect(lines.first { $0.contains("event1-copy") }?.hasSuffix(#""copyOf":"event1"}"#) == true, "\(lines)")
    #expect(
      lines.filter { $0.contains("forward") } == [
        #"{"t":0,"kind":"forward","event":"kept","why":"edge","touch":1,"device":"event1"}"#,
        #"{"t":15000,"kind":"forward","event":"kept","why":"tooShort","touch":2,"device":"event1"}"#,
      ])
    let copied = lines.filter { $0.contains(#""kind":"touch""#) && $0.contains("event1-copy") }
    #expect(copied.count == 2, "\(lines)")
    // Handed on with its own time.
    #expect(copied.first?.hasPrefix(#"{"t":20000,"kind":"touch","touch":4,"phase":"began","x":80,"y":40,"#) == true, "\(copied)")
    #expect(copied.allSatisfy { !$0.contains("raw") && !$0.contains("pressure") })
  }

  // MARK: Recordings

  @Test func `a recording with a copy shows both, and the copy goes with its panel`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("monitor-\(UUID()).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.recording()).write(to: URL(fileURLWithPath: path))
    let source = try RecordingSource(path: path, factor: 1e6)
    var state = MonitorState()
    var pictures: [[String]] = []
    for _ in 0..<1000 where !source.isAtEnd {
      try source.dispatch { event in
        state.handle(event)
        if case .frame = event { pictures.append(state.panels.map { "\($0.device.shortName) \($0.contacts.count)" }) }
      }
    }
    #expect(source.isAtEnd && state.panels.isEmpty)
    #expect(pictures.contains(["event3 1", "event3-copy 0"]) && pictures.contains(["event3 1", "event3-copy 1"]), "\(pictures)")
  }

  /// A panel's contact, and the copy's, which ends with the recording of the copy.
  private static func recording() throws -> [UInt8] {
    let panel = TraceDevice(.touchscreen(name: "Panel"), id: DeviceID(rawValue: 1), node: "/dev/input/event3")
    var copy = TraceDevice(.touchscreen(name: "Panel"), id: DeviceID(rawValue: 1 << 31 | 1), node: "/dev/input/event3-copy")
    copy.copyOf = panel.id
    let numbers: [(UInt16, UInt16, Int32)] = [
      (EvdevCode.absolute, EvdevCode.slot, 0), (EvdevCode.absolute, EvdevCode.trackingID, 7),
      (EvdevCode.absolute, EvdevCode.positionX, 100), (EvdevCode.absolute, EvdevCode.positionY, 10),
      (EvdevCode.key, EvdevCode.touch, 1), (EvdevCode.synchronization, EvdevCode.report, 0),
    ]
    func down(_ time: Int64) -> [EvdevEvent] {
      numbers.map { EvdevEvent(at: Timestamp(microseconds: time), type: $0.0, code: $0.1, value: $0.2) }
    }
    var writer = try TraceWriter(MemorySink())
    try writer.take(TraceRecord.device(panel, at: Timestamp(microseconds: 0)))
    try writer.take(TraceRecord.device(copy, at: Timestamp(microseconds: 0)))
    try writer.take(down(1000), from: panel.device.id)
    try writer.take(down(1000), from: copy.device.id)
    try writer.take(TraceRecord.deviceRemoved(copy.device.id, at: Timestamp(microseconds: 2000)))
    try writer.take(TraceRecord.deviceRemoved(panel.device.id, at: Timestamp(microseconds: 3000)))
    try writer.finish()
    return writer.sink.bytes
  }
}

extension ForwardRules {
  /// Adds a zone over the whole height.
  fileprivate mutating func deadZones(x: Double, width: Double) {
    zones.append(Zone(x: .millimetres(x), y: .percent(0), width: .millimetres(width), height: .percent(100)))
  }
}
