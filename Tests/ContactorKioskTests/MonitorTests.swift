import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// A monitor's state and what it draws and writes; the terminal is another file's.
@Suite struct MonitorTests {
  private func panel(_ number: UInt32 = 1, name: String = "Pad", size: Size? = Size(width: 160, height: 80)) -> TouchDevice {
    var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: name)
    panel.size = size
    return panel
  }

  private func added(_ panel: TouchDevice) -> InputEvent { .deviceAdded(panel, at: Timestamp(microseconds: 0)) }

  private func frame(
    _ time: Int64, _ phase: TouchPhase, _ x: Double, _ y: Double, id: Int32 = 5, device: UInt32 = 1,
    pressure: Double? = nil
  ) -> InputEvent {
    var contact = Contact(trackingID: id, slot: 0, phase: phase, location: Point(x: x, y: y))
    contact.pressure = pressure
    return .frame(
      TouchFrame(device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: time), contacts: [contact]))
  }

  private func state(_ events: [InputEvent]) -> MonitorState {
    var state = MonitorState()
    for event in events { state.handle(event) }
    return state
  }

  // MARK: The picture

  @Test func `the picture of a drag, in ASCII`() {
    let state = state([
      added(panel()), frame(0, .began, 20, 10, pressure: 0.5), frame(10_000, .moved, 80, 40, pressure: 0.5),
    ])
    let picture = MonitorPicture(columns: 66, rows: 12, isPlain: true).lines(of: state)
    #expect(
      picture == [
        "contactor monitor   1 panel, 1 contact                      q ends",
        "event1  Pad  160.0 x 80.0 mm  100 Hz  1 contact",
        "+--------------------------------+      1   80.0   40.0 mm ####",
        "|                                |",
        "|    ...                         |",
        "|       ....                     |",
        "|           ....                 |",
        "|               .o1              |",
        "|                                |",
        "|                                |",
        "|                                |",
        "+--------------------------------+",
      ], "\n\(picture.joined(separator: "\n"))")
  }

  @Test func `braille for a terminal that has it`() {
    let state = state([
      added(panel()), frame(0, .began, 0, 0), frame(10_000, .moved, 159, 79), frame(20_000, .ended, 159, 79),
    ])
    #expect(
      MonitorPicture(columns: 10, rows: 5, isPlain: false).lines(of: state) == [
        "event1 100", "┌────────┐", "│⠉⠒⠤⣀    │", "│    ⠉⠒⠤⣀│", "└────────┘",
      ])
  }

  @Test func `nothing is wider or higher than the terminal, whatever its size`() {
    var events = [
      added(panel(1, name: "タッチパネル 觸控螢幕 👆 with a very long name \u{1B}[31m")),
      added(panel(2, size: nil)), added(panel(3, size: Size(width: 10, height: 3000))),
    ]
    for id in 0..<12 {
      events.append(frame(Int64(id) * 1000, .began, Double(id) * 30 - 90, Double(id) * 9, id: Int32(id), pressure: 2))
      events.append(frame(Int64(id) * 1000, .began, .infinity, 50, id: Int32(id), device: 2))
    }
    events.append(.anomaly(Anomaly(.synDropped, device: DeviceID(rawValue: 1), at: Timestamp(microseconds: 9))))
    var state = state(events)
    for problem in [nil, String(repeating: "no permission ", count: 30)] {
      state.problem = problem
      for shown in [state, MonitorState()] {
        for columns in [0, 1, 2, 3, 7, 8, 9, 20, 59, 60, 61, 80, 300] {
          for rows in [0, 1, 2, 3, 4, 5, 7, 8, 9, 24, 100] {
            for isPlain in [false, true] {
              let lines = MonitorPicture(columns: columns, rows: rows, isPlain: isPlain).lines(of: shown)
              #expect(lines.count <= rows)
              #expect(lines.allSatisfy { TerminalText.width(of: $0) <= columns }, "\(columns) × \(rows): \(lines)")
              #expect(!lines.contains { $0.contains("\u{1B}") })
              if isPlain { #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) }) }
            }
          }
        }
      }
    }
  }

  @Test func `with no panel it says what to do`() {
    var state = MonitorState()
    #expect(
      MonitorPicture(columns: 40, rows: 5, isPlain: true).lines(of: state) == [
        "no touchscreen yet; waiting for one", "('contactor devices' says what is there)",
      ])
    state.problem = "/dev/input/event1: no permission"
    #expect(
      MonitorPicture(columns: 40, rows: 5, isPlain: true).lines(of: state) == ["/dev/input/event1: no permission"])
  }

  // MARK: The state

  @Test func `trails stay until the next touch, and places do not pile up without end`() {
    var state = state([added(panel()), frame(0, .began, 1, 1), frame(1, .moved, 2, 2), frame(2, .ended, 2, 2)])
    #expect(!state.isTouched)
    #expect(state.panels[0].oldTrails.map(\.places.count) == [2])
    state.handle(frame(3, .began, 5, 5, id: 6))
    #expect(state.panels[0].oldTrails.isEmpty && state.panels[0].contacts.map(\.number) == [2])
    for step in 0..<10_000 { state.handle(frame(4 + Int64(step), .moved, Double(step % 100), 5, id: 6)) }
    #expect(state.panels[0].contacts[0].trail.count <= 2 * MonitorState.trailLimit)
    for id in 10..<500 as Range<Int32> {
      state.handle(frame(20_000, .began, 5, 5, id: id))
      state.handle(frame(20_000, .ended, 5, 5, id: id))
    }
    #expect(state.panels[0].oldTrails.count == MonitorState.oldTrailLimit)
    state.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 30_000)))
    #expect(!state.isTouched && state.panels.isEmpty)
  }

  @Test func `the rate is that of the last second, and a resting finger makes none`() {
    var state = state([added(panel())])
    for step in 0..<300 { state.handle(frame(Int64(step) * 8_000, step == 0 ? .began : .moved, Double(step % 7), 1)) }
    #expect(abs(state.panels[0].hertz - 125) < 0.001)
    state.tick(at: Timestamp(microseconds: 299 * 8_000 + 1_500_000))
    #expect(state.panels[0].hertz == 0)
  }

  @Test func `a rate meter takes time that steps back, and forgets what is old`() {
    var meter = RateMeter()
    meter.note(Timestamp(microseconds: 5_000_000))
    meter.note(Timestamp(microseconds: 1_000_000))
    #expect(meter.hertz(at: Timestamp(microseconds: 1_000_000)) == 0)
    for step in 1...5_000 { meter.note(Timestamp(microseconds: 1_000_000 + Int64(step) * 1_000)) }
    #expect(abs(meter.hertz(at: Timestamp(microseconds: 6_000_000)) - 1000) < 0.001)
  }

  // MARK: JSON lines

  @Test func `lines have what the panel reports, with its unit, and nothing else`() {
    var text = ""
    let writer = LogWriter { text += String(decoding: $0, as: UTF8.self) }
    let log = MonitorLog(writer) { _ in }
    var contact = Contact(trackingID: 77, slot: 3, phase: .began, location: Point(x: 12.5, y: 7))
    contact.millimetres = Point(x: 12.5, y: 7)
    contact.devicePosition = Point(x: 320, y: 180)
    contact.pressure = 0.25
    contact.tool = .pen
    let began = TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 10), contacts: [contact])
    log.handle(added(panel()))
    log.handle(added(panel(2, size: nil)))
    log.handle(.frame(began))
    log.handle(frame(20, .began, 50, 50, id: 77, device: 2))
    log.tick(at: Timestamp(microseconds: 1_000_010))
    log.handle(frame(1_000_020, .ended, 12.5, 7, id: 77))
    log.handle(frame(1_000_020, .cancelled, 50, 50, id: 77, device: 2))
    #expect(!log.isTouched)
    log.handle(.anomaly(Anomaly(.synDropped, device: DeviceID(rawValue: 1), at: Timestamp(microseconds: 1_000_030))))
    log.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 1_000_040)))
    log.flush()
    #expect(
      text == #"""
        {"t":0,"kind":"device","event":"added","device":"event1","name":"Pad","node":"/dev/input/event1","vendor":0,"product":0,"path":"","serial":"","mm":[160,80],"unit":"mm","contacts":0,"protocol":"B","output":""}
        {"t":0,"kind":"device","event":"added","device":"event2","name":"Pad","node":"/dev/input/event2","vendor":0,"product":0,"path":"","serial":"","unit":"%","contacts":0,"protocol":"B","output":""}
        {"t":10,"kind":"touch","touch":1,"phase":"began","x":12.5,"y":7,"unit":"mm","device":"event1","slot":3,"mm":[12.5,7],"raw":[320,180],"pressure":0.25,"tool":"pen"}
        {"t":20,"kind":"touch","touch":2,"phase":"began","x":50,"y":50,"unit":"%","device":"event2","slot":0}
        {"t":1000010,"kind":"rate","device":"event1","hz":0,"contacts":1}
        {"t":1000010,"kind":"rate","device":"event2","hz":0,"contacts":1}
        {"t":1000020,"kind":"touch","touch":1,"phase":"ended","x":12.5,"y":7,"unit":"mm","device":"event1","slot":0}
        {"t":1000020,"kind":"touch","touch":2,"phase":"cancelled","x":50,"y":50,"unit":"%","device":"event2","slot":0}
        {"t":1000030,"kind":"anomaly","what":"syn-dropped","device":"event1"}
        {"t":1000040,"kind":"device","event":"removed","device":"event1","name":"Pad"}

        """#)
  }
}
