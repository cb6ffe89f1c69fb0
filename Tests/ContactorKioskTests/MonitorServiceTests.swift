import ContactorCore
@testable import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
import Glibc
import Testing

/// A source whose events a test makes.
private final class StubSource: LiveTouchSource {
  private var ends: [Int32] = [0, 0]
  var fileDescriptor: Int32 { ends[0] }
  var devices: [TouchDevice] = []
  /// What each dispatch yields.
  var steps: [[InputEvent]]
  private(set) var dispatches = 0

  init(_ steps: [[InputEvent]]) {
    self.steps = steps
    pipe(&ends)
    wake()
  }

  deinit {
    close(ends[0])
    close(ends[1])
  }

  func wake() {
    var byte: UInt8 = 0
    write(ends[1], &byte, 1)
  }

  func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    dispatches += 1
    if steps.isEmpty {
      var byte: UInt8 = 0
      var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) > 0 { _ = read(ends[0], &byte, 1) }
      return
    }
    for event in steps.removeFirst() { handle(event) }
  }

  func suspend(_ handle: (InputEvent) -> Void) {}
  func resume(_ handle: (InputEvent) -> Void) throws(InputError) {}
  func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {}
}

/// The live loop, with a stub for the touchscreens and a pseudo terminal.
@Suite(.serialized) struct MonitorServiceTests {
  private let panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "Pad")

  private func events() -> [[InputEvent]] {
    let now = Timestamp(microseconds: 1)
    let contact = Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 50, y: 50))
    return [
      [.deviceAdded(panel, at: now)],
      [.frame(TouchFrame(device: panel.id, timestamp: now, contacts: [contact]))],
    ]
  }

  @Test func `a terminal is taken over, drawn on, and given back on q`() throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.settings
    let source = StubSource(events())
    let service = try MonitorService(
      { (_, _) throws(InputError) in source }, output: pseudo.program, input: pseudo.program, isJSON: false
    ) {
      Issue.record("\($0)")
    }
    pseudo.type("q")
    // With input waiting before the first turn the loop draws what is there and ends.
    try service.run()
    let text = pseudo.text(endingWith: "\u{1B}[?1049l")
    #expect(text.hasPrefix("q\u{1B}[?1049h") || text.hasPrefix("\u{1B}[?1049h") || text.hasPrefix("q"), "\(text.debugDescription)")
    #expect(text.contains("contactor monitor   1 panel"), "\(text.debugDescription)")
    #expect(text.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    #expect(pseudo.settings.c_lflag == before.c_lflag)
  }

  @Test func `the end of the terminal ends the monitor`() throws {
    let pseudo = try PseudoTerminal()
    let source = StubSource(events())
    let service = try MonitorService(
      { (_, _) throws(InputError) in source }, output: pseudo.program, input: -1, isJSON: false
    ) {
      Issue.record("\($0)")
    }
    pseudo.hangUp()
    try service.run()
    #expect(source.dispatches >= 1)
  }

  @Test func `a pipe gets JSON lines, and the end of its reader ends the monitor quietly`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    close(ends[0])
    let source = StubSource(events())
    let service = try MonitorService({ (_, _) throws(InputError) in source }, output: ends[1], input: -1, isJSON: false) { _ in }
    try service.run()
    #expect(source.dispatches >= 1)
  }

  @Test func `a full disk is an error`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let source = StubSource(events())
    let service = try MonitorService({ (_, _) throws(InputError) in source }, output: full, input: -1, isJSON: true) { _ in }
    #expect { try service.run() } throws: { error in
      "\(error)" == "standard output: No space left on device"
    }
  }
}
